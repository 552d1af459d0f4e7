"""Sections 1 to 9: what the fragments beside this file are added to, a small ruleset without mistakes."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import (
    Chance,
    Checks,
    Constants,
    Map,
    Pile,
    Range,
    Ruleset,
    Silent,
    Sort,
    ask,
    effect,
    frame,
    no,
    number,
    state,
    the,
    yes,
)

harbour = Ruleset("harbour")
checks = Checks(harbour)
Coins = Annotated[int, Range(0, cite="1.1")]
CALM = 3


class Phase(Enum):
    BUY = "buy"
    END = "end"


class Player(Sort):
    """A player."""


class Ship(Sort):
    cost: Coins
    builder: Player
    score: Map[Phase, int]


class Numbers(Constants):
    money: int = number(10, "1.1")


@state
class State:
    coins: Map[Player, Coins]
    owner: Map[Ship, Player | None]
    phase: Phase
    turn: Player
    quay: Pile[Ship]
    sunk: frozenset[Ship]
    wind: int


@frame("6.1")
class Storm:
    awaits: frozenset[Player]


@frame("6.1")
class Auction:
    awaits: frozenset[Player]
    lot: Ship
    ties: Annotated[int, Range(0, 3)] = 0


@harbour.initial("1.1")
def begin(s: State, first: Player) -> None:
    with effect("1.1"):
        s.turn = first
        s.phase = Phase.BUY


@harbour.awaits
def awaited(s: State) -> frozenset[Player] | Chance:
    return frozenset({s.turn})


@harbour.ended("9.1")
def over(s: State) -> bool:
    return s.wind > CALM and any(s.coins[p] == 0 for p in Player)


@harbour.winners("9.1")
def won(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.coins[p] > 0)


def other(p: Player) -> Player:
    return the(q for q in Player if q != p)


@harbour.term("4.3")
def price(s: State, ship: Ship) -> int:
    return ship.cost


@harbour.question("who is paid?")
def seller(s: State, ship: Ship) -> Player:
    ask()


@seller.answer("4.5", default=True)
def original(s: State, ship: Ship) -> Player | Silent:
    return ship.builder


@harbour.action("4.2")
def buy(s: State, buyer: Player, ship: Ship) -> None:
    with effect("4.4"):
        s.owner[ship] = buyer


@buy.permit("4.2")
def on_your_turn(s: State, buyer: Player, ship: Ship) -> bool:
    return s.turn == buyer


@harbour.joint("6.1", at=Auction)
def reveal(s: State, f: Auction, bids: Map[Player, Coins]) -> None:
    """All bidders reveal at once."""


@reveal.seat(of="bids")
def bid(s: State, f: Auction, who: Player, amount: Coins) -> None:
    """One bid."""


@bid.permit("6.1")
def any_amount(s: State, f: Auction, who: Player, amount: Coins) -> bool:
    return True


@harbour.duty("5.5", turn_end=True)
def finish(s: State) -> None:
    with effect("5.5"):
        s.phase = Phase.BUY


@finish.when
def due(s: State) -> bool:
    return s.phase == Phase.END


@checks.always("1.1")
def solvent(s: State) -> bool:
    return all(s.coins[p] >= 0 for p in Player)


@harbour.assume("1.1")
def no_ship_costs_seven(ship: Ship, phase: Phase) -> bool:
    """No ship costs seven coins."""
    return ship.cost != 7
