"""Auction: bids go round, each higher than the last, until all but one have dropped out.

1. Whoever has the turn puts the top lot up for auction.
2. Players bid in order, beginning to his left. A bid is higher than the last one.
3. Nobody bids more than he has.
4. In place of bidding a player drops out, and bids no more for this lot.
5. When one is left, he pays what he bid, and takes the lot. If nobody bid, the lot is set aside.
6. Then the turn goes to the left. The game ends when all lots are gone; whoever has more lots wins.
7. Each player begins with three coins.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from ruleslawyer.lang import (
    Checks,
    Map,
    Pile,
    Range,
    Ruleset,
    Sort,
    allows,
    close_frame,
    effect,
    frame,
    frame_of,
    is_open,
    open_frame,
    state,
)

game = Ruleset("auction")
game.closed_world(assumed="what no sentence allows is not done")
Coins: TypeAlias = Annotated[int, Range(0, 3)]


class Player(Sort):
    """Who plays, and who sits to his left."""

    left: Player


class Lot(Sort):
    """A lot of the auction."""


@state
class State:
    """The lots and the money."""

    lots: Pile[Lot]
    owner: Map[Lot, Player | None]
    coins: Map[Player, Coins]
    turn: Player


@frame("2")
class Auction:
    """One lot being sold. `awaits` is whoever bids next; the highest bidder is nobody before the first bid."""

    awaits: frozenset[Player]
    inside: frozenset[Player]
    price: Coins
    highest: Player | None


@game.initial("7")
def begin(s: State, first: Player) -> None:
    with effect("6"):
        s.turn = first
    with effect("1"):
        for lot in Lot:
            s.lots = s.lots.with_bottom(lot)
    with effect("7"):
        for p in Player:
            s.coins[p] = 3


@game.awaits
def whoever_has_the_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@game.ended("6")
def all_lots_are_gone(s: State) -> bool:
    return len(s.lots) == 0 and not is_open(s, Auction)


def lots_of(s: State, who: Player) -> int:
    """How many lots somebody has."""
    return sum(1 for lot in Lot if s.owner[lot] == who)


@game.winners("6")
def more_lots(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if all(lots_of(s, p) > lots_of(s, q) for q in Player if q != p))


@game.action("1")
def put_up(s: State, who: Player) -> None:
    """Open the auction of the top lot."""
    with effect("2"):
        open_frame(s, Auction(awaits=frozenset({who.left}), inside=frozenset(Player), price=0, highest=None))


@put_up.permit("1")
def on_ones_turn(s: State, who: Player) -> bool:
    return s.turn == who


def next_inside(f: Auction, who: Player) -> Player:
    """Whoever bids after a player, of two or three: the first to his left who has not dropped out."""
    if who.left in f.inside:
        return who.left
    return who.left.left


@game.action("2", at=Auction)
def bid(s: State, f: Auction, who: Player, amount: Coins) -> None:
    """Bid that much."""
    with effect("2"):
        f.price = amount
        f.highest = who
        f.awaits = frozenset({next_inside(f, who)})


@bid.permit("2")
def a_higher_bid(s: State, f: Auction, who: Player, amount: int) -> bool:
    return amount > f.price


@bid.cannot("3", "nobody bids more than he has")
def beyond_ones_means(s: State, f: Auction, who: Player, amount: int) -> bool:
    return amount > s.coins[who]


@game.action("4", at=Auction, passes=True)
def drop_out(s: State, f: Auction, who: Player) -> None:
    """Bid no more for this lot."""
    with effect("4"):
        f.inside = f.inside - frozenset({who})
        f.awaits = frozenset({next_inside(f, who)})


@drop_out.permit("4")
def in_place_of_bidding(s: State, f: Auction, who: Player) -> bool:
    return True


@game.duty("5", at=Auction)
def sell(s: State, f: Auction) -> None:
    """The last one inside pays and takes the lot."""
    with effect("5"):
        if f.highest is not None:
            s.owner[s.lots.top] = f.highest
            s.coins[f.highest] -= f.price
        s.lots = s.lots.without_top()
    with effect("6"):
        s.turn = s.turn.left
        close_frame(s, Auction)


@sell.when
def one_is_left(s: State, f: Auction) -> bool:
    return len(f.inside) == 1


checks = Checks(game)


@checks.sometimes("5")
def a_lot_is_set_aside(s: State) -> bool:
    return all_lots_are_gone(s) and any(s.owner[lot] is None for lot in Lot)


@checks.always("2", reached=a_lot_is_set_aside)
def nobody_bids_against_himself(s: State) -> bool:
    """Whoever has bid most is not asked again: he may not even drop out."""
    return not is_open(s, Auction) or not any(
        frame_of(s, Auction).highest == p and allows(drop_out, s, p) for p in Player
    )
