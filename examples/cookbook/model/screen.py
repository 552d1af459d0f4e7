"""Counts of what is hidden: everybody sees how many cards another holds; what is behind a screen nobody counts.

1. A card is dealt to one of two players, face down.
2. A player looks at his own card.
3. A gem lies in the bag, or behind the screen of one of them.
4. He looks behind his own screen; nobody else looks there, or counts what lies there.
5. Whoever has the first seat says whether the gem is behind the screen of the other one. If he is right he wins, and
   else the other one.
"""

from __future__ import annotations

from ruleslawyer.lang import CHANCE, Chance, Checks, Map, Ruleset, Sort, effect, knows, state

game = Ruleset("screen")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays; seats are numbered from 1."""

    seat: int


class Card(Sort):
    """A card, with nothing on its back."""


class Place(Sort):
    """Where gems lie: the bag, which is nobody's, or behind somebody's screen."""

    owner: Player | None


class Gem(Sort):
    """A gem."""


@state
class State:
    """Who holds a card, where a gem lies, and whether somebody has spoken."""

    holder: Map[Card, Player | None]
    lies: Map[Gem, Place | None]
    said: bool
    right: bool


@game.initial("1")
def nothing_is_dealt(s: State) -> None:
    """Before the deal."""


def waits(s: State) -> bool:
    """A card is not dealt yet, or a gem is not put anywhere."""
    return any(s.holder[c] is None for c in Card) or any(s.lies[g] is None for g in Gem)


@game.awaits
def chance_first(s: State) -> frozenset[Player] | Chance:
    """Chance deals; then the first seat speaks."""
    return CHANCE if waits(s) else frozenset(p for p in Player if p.seat == 1)


@game.seen("2")
def sees_the_card(s: State, card: Card, who: Player) -> bool:
    """One's own; who holds one is read here, and so everybody sees how many each player holds."""
    return s.holder[card] == who


@game.seen("4", uncounted="4")
def sees_the_gem(s: State, gem: Gem, who: Player) -> bool:
    """A gem lies behind the screen of a player."""
    return any(s.lies[gem] == x and x.owner == who for x in Place)


@game.chance("1", uniform="1")
def deal(s: State, to: Player, card: Card) -> None:
    """A card to either player."""
    with effect("1"):
        s.holder[card] = to


@deal.domain
def not_dealt_yet(s: State, to: Player, card: Card) -> bool:
    return s.holder[card] is None


@game.chance("3")
def put(s: State, gem: Gem, place: Place) -> None:
    """The gem to a place; how likely each is, the text does not say."""
    with effect("3"):
        s.lies[gem] = place


@put.domain
def when_all_cards_are_dealt(s: State, gem: Gem, place: Place) -> bool:
    return s.lies[gem] is None and all(s.holder[c] is not None for c in Card)


def has_a_gem(s: State, who: Player) -> bool:
    """Behind his screen."""
    return any(any(s.lies[g] == x and x.owner == who for x in Place) for g in Gem)


@game.action("5")
def say(s: State, who: Player, there: bool) -> None:
    """Say whether the other one has the gem."""
    with effect("5"):
        s.said = True
        s.right = there == any(has_a_gem(s, p) for p in Player if p != who)


@say.permit("5")
def once(s: State, who: Player, there: bool) -> bool:
    return not s.said


@game.ended("5")
def he_has_spoken(s: State) -> bool:
    return s.said


@game.winners("5")
def whoever_was_right(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if (p.seat == 1) == s.right)


checks = Checks(game)


def holds_a_card(s: State, who: Player) -> bool:
    """One at least."""
    return any(s.holder[c] == who for c in Card)


@checks.sometimes("4")
def nobody_can_count_behind_a_screen(s: State) -> bool:
    """Whoever does not have the gem himself cannot tell whether another one has it."""
    return not waits(s) and any(
        not knows(p, has_a_gem(s, q)) and not knows(p, not has_a_gem(s, q)) for p in Player for q in Player
    )


@checks.always("2", reached=nobody_can_count_behind_a_screen)
def everybody_counts_the_cards_of_another(s: State) -> bool:
    """Not which they are, but how many."""
    return all(knows(p, holds_a_card(s, q)) or knows(p, not holds_a_card(s, q)) for p in Player for q in Player)
