"""Mistakes in fields, keys and attributes; each marked line is refused by both type checkers."""

from __future__ import annotations

from ruleslawyer.lang import close_frame, effect, gain, open_frame
from tests.typing.good import Auction, Numbers, Phase, Player, Ship, State, market


@market.term("1.1")
def misspelt_field(s: State, who: Player) -> int:
    return s.coin[who]  # error: attribute


@market.term("1.1")
def wrong_key(s: State, ship: Ship) -> int:
    return s.coins[ship]  # error: key


@market.term("1.1")
def misspelt_attribute(s: State, ship: Ship) -> int:
    return ship.price  # error: attribute


@market.term("1.1")
def misspelt_number(s: State) -> int:
    return Numbers.monney  # error: attribute


@market.term("1.1")
def misspelt_member(s: State) -> bool:
    return s.phase == Phase.SELL  # error: attribute


@market.action("2.1")
def rigid_write(s: State, who: Player, ship: Ship) -> None:
    with effect("2.1"):
        ship.cost = 3  # error: rigid


@market.action("2.2")
def wrong_value(s: State, who: Player, ship: Ship) -> None:
    with effect("2.2"):
        s.turn = ship  # error: value
        s.owner[ship] = s.phase  # error: value
        s.quay[who] = s.quay[who].with_top(who)  # error: argument
        gain(s.coins, ship, 1)  # error: argument


@market.action("2.3")
def wrong_frame(s: State, who: Player, ship: Ship) -> None:
    with effect("2.3"):
        open_frame(s, Auction(awaits=frozenset({who}), ship=ship))  # error: frame
        open_frame(s, Auction(awaits=frozenset({who}), lot=who))  # error: argument
        open_frame(s, Auction(awaits=frozenset({who})))  # error: frame
        close_frame(s, who)  # error: argument


@market.action("2.4", at=Auction)
def wrong_frame_field(s: State, f: Auction, who: Player) -> None:
    with effect("2.4"):
        f.tie += 1  # error: attribute
        f.lot = who  # error: value
