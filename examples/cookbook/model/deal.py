"""Deal at random: who gets which card is drawn, and nobody sees another's hand.

1. The cards are shuffled, and each player is dealt one, face down.
2. A player looks at his own card.
3. Whoever has the first seat says `high` or `low`; then all cards are turned up.
4. If he said `high`, the highest card wins, else the lowest.
"""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import CHANCE, Chance, Checks, Map, Ruleset, Sort, effect, state

game = Ruleset("deal")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays; seats are numbered from 1."""

    seat: int


class Card(Sort):
    """A card of the pack."""

    rank: int


class Said(Enum):
    """Which card is to win."""

    NOTHING = "nothing yet"
    HIGH = "the highest"
    LOW = "the lowest"


@state
class State:
    """The hands, one card each, and what was said."""

    hand: Map[Player, Card | None]
    said: Said


@game.initial("1")
def nothing_is_dealt(s: State) -> None:
    """Before the deal; everything but enums and members begins at nothing by itself."""
    with effect("1"):
        s.said = Said.NOTHING


@game.awaits
def chance_first(s: State) -> frozenset[Player] | Chance:
    """Chance deals until everybody has a card; then the first seat speaks."""
    if any(s.hand[p] is None for p in Player):
        return CHANCE
    return frozenset(p for p in Player if p.seat == 1)


@game.chance("1", uniform="1")
def deal(s: State, to: Player, card: Card) -> None:
    """One card for the next player, each of those left equally likely."""
    with effect("1"):
        s.hand[to] = card


@deal.domain
def the_next_player_and_a_card_that_is_left(s: State, to: Player, card: Card) -> bool:
    """The first seat without a card; a card that nobody has."""
    first = min(p.seat for p in Player if s.hand[p] is None)
    return to.seat == first and all(s.hand[p] != card for p in Player)


@game.seen("2")
def knows(s: State, card: Card, who: Player) -> bool:
    """One's own card, and every card once they are turned up."""
    return s.hand[who] == card or s.said != Said.NOTHING


@game.action("3")
def say(s: State, who: Player, word: Said) -> None:
    """Say which card is to win."""
    with effect("3"):
        s.said = word


@say.domain
def something(s: State, who: Player, word: Said) -> bool:
    return word != Said.NOTHING


@say.permit("3")
def once(s: State, who: Player, word: Said) -> bool:
    """The first seat speaks once."""
    return s.said == Said.NOTHING


def rank(s: State, who: Player) -> int:
    """The rank of somebody's card; 0 before he has one."""
    return sum(c.rank for c in Card if s.hand[who] == c)


@game.ended("3")
def turned_up(s: State) -> bool:
    return s.said != Said.NOTHING


@game.winners("4")
def the_highest_or_the_lowest(s: State) -> frozenset[Player]:
    highest = max(rank(s, p) for p in Player)
    lowest = min(rank(s, p) for p in Player)
    return frozenset(p for p in Player if rank(s, p) == (highest if s.said == Said.HIGH else lowest))


checks = Checks(game)


@checks.sometimes("4")
def the_second_seat_can_win(s: State) -> bool:
    """Saying `high` or `low` is a guess."""
    return turned_up(s) and any(p.seat == 2 for p in the_highest_or_the_lowest(s))


@checks.always("1", reached=the_second_seat_can_win)
def nobody_shares_a_card(s: State) -> bool:
    """A card is in one hand at most."""
    return all(sum(1 for p in Player if s.hand[p] == c) <= 1 for c in Card)
