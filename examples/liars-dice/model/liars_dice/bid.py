"""Dudo, 2.0.6 to 2.2: the first bid, raises, and bids of aces."""

from __future__ import annotations

from typing import Annotated

from model.liars_dice.state import Die, Face, Player, State, dudo, next_in_play
from model.liars_dice.throw import to_be_thrown

from ruleslawyer.lang import CHANCE, Chance, Range, effect, no, yes

anybody_may_claim = dudo.doubt(
    "may anybody but the bidder claim spot on, or only whoever is next?",
    "2.4.1",
    only_the_next=no("whoever is next, as with a call", default=True),
    anybody=yes("anybody but the bidder, out of turn too"),
)

aces_may_open = dudo.doubt(
    "may the first bid of a round be one of aces?",
    "2.0.6a",
    any_number=yes("it may: the first player names any number", default=True),
    no_aces=no("it may not: aces are bid by halving, and there is nothing to halve"),
)

fewer_with_a_higher_number = dudo.doubt(
    "may a raise name fewer dice, with a higher number?",
    "2.1.1b",
    not_fewer=no("it may not: a raise takes nothing back", default=True),
    fewer=yes("it may: the number is higher, and that is a raise"),
)


@dudo.awaits
def whoever_goes_on(s: State) -> frozenset[Player] | Chance:
    """Chance, until all dice lie; then whoever is next, and others only if they may claim."""
    if any(to_be_thrown(s, d) for d in Die):
        return CHANCE
    if s.face is not None and anybody_may_claim(s):
        return frozenset(p for p in Player if p != s.bidder)
    return frozenset({s.turn})


def is_ace(s: State) -> bool:
    """Whether the bid that stands is one of aces."""
    return any(f == s.face and f.pips == 1 for f in Face)


def pips_bid(s: State) -> int:
    """The number of the bid that stands; 0 where there is none."""
    return sum(f.pips for f in Face if f == s.face)


@dudo.action("2.0.6a", "2.0.9")
def bid(s: State, who: Player, quantity: Annotated[int, Range(1)], face: Face) -> None:
    """Claim that there are so many dice of a number."""
    with effect("2.0.6b"):
        s.quantity = quantity
        s.face = face
        s.bidder = who
    with effect("2.0.9"):
        s.turn = next_in_play(s, who)


@bid.domain
def whoever_is_next(s: State, who: Player, quantity: int, face: Face) -> bool:
    """Bids go round."""
    return who == s.turn


@bid.permit("2.0.6a")
def the_first_bid(s: State, who: Player, quantity: int, face: Face) -> bool:
    """Any number, and however many; but of aces it is not said."""
    if s.face is not None:
        return False
    return face.pips > 1 or s.palifico or aces_may_open(s)


@bid.permit("2.1.1a", "2.2.3a")
def more_dice(s: State, who: Player, quantity: int, face: Face) -> bool:
    """More of the same, aces too."""
    return face == s.face and quantity > s.quantity


@bid.permit("2.1.1b")
def a_higher_number(s: State, who: Player, quantity: int, face: Face) -> bool:
    """A higher number, with as many dice or more; with fewer it is not said. Of aces other sentences speak."""
    if s.face is None or face.pips <= pips_bid(s):
        return False
    return quantity >= s.quantity or (not is_ace(s) and fewer_with_a_higher_number(s))


@bid.permit("2.1.2")
def more_dice_of_any_number(s: State, who: Player, quantity: int, face: Face) -> bool:
    """Where there are more dice the number is free."""
    return s.face is not None and quantity > s.quantity


@bid.permit("2.2.1")
def half_as_many_aces(s: State, who: Player, quantity: int, face: Face) -> bool:
    """Half as many, rounded up, or more."""
    return s.face is not None and not is_ace(s) and face.pips == 1 and quantity * 2 >= s.quantity


@bid.permit("2.2.3b")
def twice_as_many_and_one(s: State, who: Player, quantity: int, face: Face) -> bool:
    """Away from aces."""
    return is_ace(s) and face.pips > 1 and quantity > s.quantity * 2


@bid.cannot("2.2.3b", "twice the dice and one more at the least")
def too_few_after_aces(s: State, who: Player, quantity: int, face: Face) -> bool:
    """The section on aces says what is needed over aces; what is said of raises in general is not enough."""
    return is_ace(s) and face.pips > 1 and quantity <= s.quantity * 2


@bid.cannot("2.5.2b", "the number then named stays")
def another_number_in_a_palifico(s: State, who: Player, quantity: int, face: Face) -> bool:
    """The number of the first bid of a palifico is that of all its bids."""
    return s.palifico and s.face is not None and face != s.face
