"""Knowledge along a play: a card is shown and turned down again, and who has seen it remembers.

1. Of three cards each of two players is dealt one, face down, and the third one lies in the middle, face down.
2. A player looks at his own card.
3. Whoever has the first seat turns the middle card up, or leaves it as it is.
4. A card that was turned up is turned down again.
5. Whoever has the second seat says whether his card is the higher one; then all cards are turned up.
6. Whoever has said how it is wins, else the other one.
"""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import CHANCE, Chance, Checks, Map, Ruleset, Sort, effect, knows, state, the

game = Ruleset("peek")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays; seats are numbered from 1."""

    seat: int


class Card(Sort):
    """One of the three cards."""

    rank: int


class Stage(Enum):
    """How far the game is."""

    DEAL = "cards are dealt"
    FIRST = "the first seat has to decide"
    UP = "the middle card lies face up"
    SECOND = "the second seat has to speak"
    OVER = "all cards are turned up"


@state
class State:
    """The hands, one card each, and the card in the middle."""

    hand: Map[Player, Card | None]
    middle: Card | None
    stage: Stage
    higher: bool


@game.initial("1")
def nothing_is_dealt(s: State) -> None:
    """Before the deal."""
    with effect("1"):
        s.stage = Stage.DEAL


@game.awaits
def whoever_is_next(s: State) -> frozenset[Player] | Chance:
    """Chance deals; then one seat after the other decides."""
    if s.stage == Stage.DEAL:
        return CHANCE
    return frozenset(p for p in Player if p.seat == (2 if s.stage == Stage.SECOND else 1))


def left(s: State, card: Card) -> bool:
    """A card that nobody has."""
    return all(s.hand[p] != card for p in Player)


@game.seen("2", "3", "5")
def sees(s: State, card: Card, who: Player) -> bool:
    """One's own card, the middle one while it lies face up, and every card in the end."""
    return s.hand[who] == card or s.stage == Stage.OVER or (s.stage == Stage.UP and s.middle == card)


@game.chance("1", uniform="1")
def deal(s: State, to: Player, card: Card) -> None:
    """One card for the next player."""
    with effect("1"):
        s.hand[to] = card
        if to.seat == len(Player):
            s.middle = the(c for c in Card if left(s, c))
            s.stage = Stage.FIRST


@deal.domain
def the_next_player_and_a_card_that_is_left(s: State, to: Player, card: Card) -> bool:
    """The first seat without a card; a card that nobody has."""
    return left(s, card) and to.seat == min(p.seat for p in Player if s.hand[p] is None)


@game.action("3")
def turn_up(s: State, who: Player) -> None:
    """The middle card is turned up."""
    with effect("3"):
        s.stage = Stage.UP


@turn_up.permit("3")
def before_anything_else(s: State, who: Player) -> bool:
    return s.stage == Stage.FIRST


@game.action("3")
def leave(s: State, who: Player) -> None:
    """The middle card stays face down."""
    with effect("3"):
        s.stage = Stage.SECOND


@leave.permit("3")
def instead_of_turning_it_up(s: State, who: Player) -> bool:
    return s.stage == Stage.FIRST


@game.action("4")
def turn_down(s: State, who: Player) -> None:
    """The middle card is turned down again."""
    with effect("4"):
        s.stage = Stage.SECOND


@turn_down.permit("4")
def a_card_that_lies_face_up(s: State, who: Player) -> bool:
    return s.stage == Stage.UP


@game.action("5")
def say(s: State, who: Player, higher: bool) -> None:
    """The second seat says whether his card is the higher one."""
    with effect("5"):
        s.higher = higher
        s.stage = Stage.OVER


@say.permit("5")
def once(s: State, who: Player, higher: bool) -> bool:
    return s.stage == Stage.SECOND


def rank(s: State, who: Player) -> int:
    """The rank of somebody's card; 0 before he has one."""
    return sum(c.rank for c in Card if s.hand[who] == c)


def has_the_higher_card(s: State, who: Player) -> bool:
    """Of the two that were dealt."""
    return all(rank(s, who) > rank(s, p) for p in Player if p != who)


@game.ended("5")
def turned_up(s: State) -> bool:
    return s.stage == Stage.OVER


@game.winners("6")
def whoever_was_right(s: State) -> frozenset[Player]:
    return frozenset(
        p for p in Player if (p.seat == 2) == any(has_the_higher_card(s, q) == s.higher for q in Player if q.seat == 2)
    )


checks = Checks(game)


@checks.always("2")
def nobody_knows_anothers_card_before_one_is_turned_up(s: State) -> bool:
    """Of the two cards that a player does not hold, either may be the other's."""
    if s.stage != Stage.DEAL and s.stage != Stage.FIRST:
        return True
    return not any(any(knows(p, s.hand[q] == c) for c in Card) for p in Player for q in Player if p != q)


@checks.always("3")
def whoever_sees_the_middle_card_knows_the_others(s: State) -> bool:
    """Of three cards he sees two."""
    return s.stage != Stage.UP or all(
        any(knows(p, s.hand[q] == c) for c in Card) for p in Player for q in Player if p != q
    )


@checks.sometimes("4")
def it_is_remembered(s: State) -> bool:
    """When the card lies face down again, the second seat still knows what the first one has."""
    return s.stage == Stage.SECOND and any(
        any(knows(p, s.hand[q] == c) and not sees(s, c, p) for c in Card) for p in Player for q in Player
    )


@checks.always("5", reached=it_is_remembered)
def whoever_speaks_knows_who_is_higher(s: State) -> bool:
    """Not so: if the middle card stayed face down, whoever holds the second of three cards has to guess."""
    return s.stage != Stage.SECOND or all(
        knows(p, has_the_higher_card(s, p)) or knows(p, not has_the_higher_card(s, p)) for p in Player if p.seat == 2
    )
