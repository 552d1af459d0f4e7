"""A procedure inside another: an appraisal in the middle of a sale, and one move that belongs to both.

1. The seller opens a sale, at a price of 2; the buyer decides.
2. The buyer may accept: he pays the price, and the game ends.
3. Once in a sale he may ask for an appraisal. Then the seller lowers the price to 1 or keeps it, and the sale goes on.
4. Whoever is to decide, in the sale or in the appraisal, may break off. Then the game ends, and nothing is paid.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import (
    Checks,
    Range,
    Ruleset,
    Sort,
    close_frame,
    effect,
    frame,
    frame_of,
    is_open,
    open_frame,
    state,
)

game = Ruleset("sale")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """One sells, the other buys."""

    sells: bool


class End(Enum):
    """How a sale came out."""

    NONE = "not yet"
    SOLD = "sold"
    BROKEN_OFF = "broken off"


@state
class State:
    """How the sale came out, and the price that was paid."""

    end: End
    paid: Annotated[int, Range(0, 2)]


@frame("1")
class Sale:
    """The outer procedure; its price goes on as it was left, whatever happens inside."""

    awaits: frozenset[Player]
    price: Annotated[int, Range(1, 2)]
    appraised: bool


@frame("3")
class Appraisal:
    """The inner one, declared behind the one in which it opens."""

    awaits: frozenset[Player]


@game.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        s.end = End.NONE


@game.awaits
def the_seller(s: State) -> frozenset[Player]:
    """Whoever decides where no procedure is open."""
    return frozenset(p for p in Player if p.sells)


@game.ended("2", "4")
def sold_or_broken_off(s: State) -> bool:
    return s.end != End.NONE


@game.action("1")
def open_sale(s: State, who: Player) -> None:
    """Ask the buyer."""
    with effect("1"):
        open_frame(s, Sale(awaits=frozenset(p for p in Player if not p.sells), price=2, appraised=False))


@open_sale.permit("1")
def at_the_beginning(s: State, who: Player) -> bool:
    return True


@game.action("2", at=Sale)
def accept(s: State, f: Sale, who: Player) -> None:
    """Pay the price that the sale has by now."""
    with effect("2"):
        s.paid = f.price
        s.end = End.SOLD
        close_frame(s, Sale)


@accept.permit("2")
def whatever_the_price(s: State, f: Sale, who: Player) -> bool:
    return True


@game.action("3", at=Sale)
def ask_for_an_appraisal(s: State, f: Sale, who: Player) -> None:
    """Opens the inner procedure; the sale waits until it is closed."""
    with effect("3"):
        f.appraised = True
        open_frame(s, Appraisal(awaits=frozenset(p for p in Player if p.sells)))


@ask_for_an_appraisal.permit("3")
def once(s: State, f: Sale, who: Player) -> bool:
    return not f.appraised


@game.action("3", at=Appraisal)
def answer(s: State, f: Appraisal, who: Player, lowers: bool) -> None:
    """The inner procedure writes to the one outside, by its name."""
    with effect("3"):
        if lowers:
            frame_of(s, Sale).price = 1
        close_frame(s, Appraisal)


@answer.permit("3")
def either_way(s: State, f: Appraisal, who: Player, lowers: bool) -> bool:
    return True


@game.action("4", at=(Sale, Appraisal))
def break_off(s: State, who: Player) -> None:
    """One move of both procedures: no parameter gives the frame, since it may be either."""
    with effect("4"):
        if is_open(s, Appraisal):
            close_frame(s, Appraisal)
        close_frame(s, Sale)
        s.end = End.BROKEN_OFF


@break_off.permit("4")
def whoever_decides(s: State, who: Player) -> bool:
    return True


checks = Checks(game)


@checks.sometimes("3")
def sold_for_less(s: State) -> bool:
    """The price is paid that the procedure inside has written."""
    return s.end == End.SOLD and s.paid == 1


@checks.always("4", reached=sold_for_less)
def nothing_is_paid_for_nothing(s: State) -> bool:
    return s.end == End.SOLD or s.paid == 0
