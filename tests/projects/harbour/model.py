"""Harbour, an invented game: ships are bought and auctioned. It uses every construct of the language once."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import (
    SILENT,
    Checks,
    Constants,
    Map,
    Pile,
    Range,
    Ruleset,
    Silent,
    Sort,
    ask,
    cite,
    close_frame,
    effect,
    frame,
    gain,
    is_open,
    lose,
    number,
    open_frame,
    simultaneous,
    state,
    the,
    until,
)

harbour = Ruleset("harbour")
harbour.closed_world(assumed="what is not allowed is forbidden")

Coins = Annotated[int, Range(0, cite="1.1")]


class Phase(Enum):
    BUY = "buy"
    END = "end"


class Player(Sort):
    """A player."""


class Ship(Sort):
    """A ship."""

    cost: Coins
    builder: Player
    bonus: Map[Phase, int | None]


class Numbers(Constants):
    """The numbers of the book."""

    money: Coins = number(10, "1.1")


@state
class State:
    """What is on the table."""

    coins: Annotated[Map[Player, Coins], cite("1.1")]
    owner: Map[Ship, Player | None]
    phase: Phase
    turn: Player
    quay: Map[Player, Pile[Ship]]
    seen: Annotated[frozenset[Ship], until("5.6", phase=Phase.END)]
    pool: Map[Player, Map[Phase, int]]
    last: int | None


@frame("6.1")
class Auction:
    """A ship is auctioned."""

    awaits: frozenset[Player]
    lot: Ship
    ties: Annotated[int, Range(0, 3)] = 0


def other(p: Player) -> Player:
    """The other player."""
    return the(q for q in Player if q != p)


@harbour.initial("1.1")
def begin(s: State, first: Player) -> None:
    """Everybody has the same money."""
    with effect("1.1"):
        s.turn = first
        s.phase = Phase.BUY
        for p in Player:
            s.coins[p] = Numbers.money


@harbour.awaits
def awaited(s: State) -> frozenset[Player]:
    """The player whose turn it is."""
    return frozenset({s.turn})


@harbour.ended("9.1")
def over(s: State) -> bool:
    """Somebody has no money left."""
    return any(s.coins[p] == 0 for p in Player)


@harbour.winners("9.1")
def won(s: State) -> frozenset[Player]:
    """Whoever has money left."""
    return frozenset(p for p in Player if s.coins[p] > 0)


@harbour.matters("pool")
def pooled(s: State, p: Player, when: Phase) -> bool:
    """A pool means something on its owner's turn."""
    return s.turn == p


@harbour.term("4.3")
def price(s: State, buyer: Player, ship: Ship) -> int:
    """A ship costs what is printed on it."""
    return ship.cost


@price.exception("7.2")
def discount(s: State, buyer: Player, ship: Ship) -> int | Silent:
    """Its builder pays one less."""
    return max(0, ship.cost - 1) if ship.builder == buyer else SILENT


@price.exception("7.3")
def surcharge(s: State, buyer: Player, ship: Ship) -> int | Silent:
    """A ship that was seen costs its bonus more."""
    extra = ship.bonus[s.phase]
    return SILENT if extra is None or ship not in s.seen else ship.cost + max(0, extra)


@surcharge.exception("7.4")
def regular(s: State, buyer: Player, ship: Ship) -> bool:
    """Who has a ship at his quay already pays no surcharge."""
    return len(s.quay[buyer]) > 0


@harbour.question("who is paid for a ship?")
def seller(s: State, ship: Ship) -> Player:
    """Who is paid."""
    ask()


@seller.answer("4.5", default=True)
def current_holder(s: State, ship: Ship) -> Player | Silent:
    """Its holder, where it has one."""
    who = s.owner[ship]
    return SILENT if who is None else who


@seller.answer("6.2")
def original(s: State, ship: Ship) -> Player:
    """Its builder."""
    return ship.builder


@seller.reading("the other player")
def opponent(s: State, ship: Ship) -> Player:
    """The other player."""
    return other(s.turn)


@harbour.action("4.2")
def buy(s: State, buyer: Player, ship: Ship) -> None:
    """Buy a ship."""
    cost = price(s, buyer, ship)
    with effect("4.4"), simultaneous():
        lose(s.coins, buyer, cost)
        gain(s.coins, seller(s, ship), cost)
    with effect("4.4"):
        before = s.owner[ship]
        if before is not None:
            s.quay[before] = s.quay[before].without(ship)
        s.owner[ship] = buyer
        s.quay[buyer] = s.quay[buyer].with_top(ship)
        s.last = cost
        s.pool[buyer][s.phase] += 1


@buy.domain
def not_his_own(s: State, buyer: Player, ship: Ship) -> bool:
    """Nobody buys his own ship."""
    return s.owner[ship] != buyer


@buy.permit("4.2")
def on_your_turn(s: State, buyer: Player, ship: Ship) -> bool:
    """On his turn, while ships are bought."""
    return s.turn == buyer and s.phase == Phase.BUY


@buy.forbid("4.3", over=on_your_turn, because="but")
def cannot_pay(s: State, buyer: Player, ship: Ship) -> bool:
    """Who cannot pay does not buy."""
    return s.coins[buyer] < price(s, buyer, ship)


@buy.forbid("4.6")
def crowded(s: State, buyer: Player, ship: Ship) -> bool:
    """Nobody buys while all ships are at quays."""
    return sum(len(s.quay[p]) for p in Player) == len(Ship)


@crowded.exception("4.7")
def looked_at(s: State, buyer: Player, ship: Ship) -> bool:
    """Unless he has looked at that ship."""
    return ship in s.seen


@harbour.action("5.1")
def look(s: State, who: Player, at: frozenset[Ship]) -> None:
    """Look at some ships."""
    with effect("5.1"):
        s.seen = s.seen | at


@look.permit("5.1")
def something_new(s: State, who: Player, at: frozenset[Ship]) -> bool:
    """At least one that was not seen."""
    return len(at - s.seen) >= 1 and s.phase == Phase.BUY


@look.member(of="at")
def glance(s: State, who: Player, ship: Ship) -> None:
    """One ship that is looked at."""


@glance.permit("5.1")
def any_ship(s: State, who: Player, ship: Ship) -> bool:
    """Any ship."""
    return True


@glance.forbid("5.2", over=any_ship, because="except")
def at_his_quay(s: State, who: Player, ship: Ship) -> bool:
    """Except one at his own quay."""
    return ship in s.quay[who]


@harbour.action("5.4", passes=True)
def finish(s: State, who: Player) -> None:
    """End the turn."""
    with effect("5.4"):
        s.phase = Phase.END


@finish.permit("5.4")
def at_any_time(s: State, who: Player) -> bool:
    """At any time."""
    return True


@harbour.joint("6.1", at=Auction)
def reveal(s: State, f: Auction, bids: Map[Player, Coins]) -> None:
    """Everybody reveals his bid."""
    high = max(bids[p] for p in f.awaits)
    leaders = frozenset(p for p in f.awaits if bids[p] == high)
    if len(leaders) == 1:
        winner = the(p for p in leaders)
        lot = f.lot
        with effect("6.3"):
            before = s.owner[lot]
            if before is not None:
                s.quay[before] = s.quay[before].without(lot)
            s.owner[lot] = winner
            s.quay[winner] = s.quay[winner].with_bottom(lot)
            s.coins[winner] -= high
            close_frame(s, Auction)
            s.phase = Phase.BUY
            s.turn = other(s.turn)
    else:
        with effect("6.4"):
            f.ties = min(f.ties + 1, 3)


@reveal.seat(of="bids")
def bid(s: State, f: Auction, who: Player, amount: int) -> None:
    """One bid."""


@bid.permit("6.1")
def any_amount(s: State, f: Auction, who: Player, amount: int) -> bool:
    """Any amount."""
    return True


@bid.cannot("6.2", "cannot")
def beyond(s: State, f: Auction, who: Player, amount: int) -> bool:
    """More than he has."""
    return amount > s.coins[who]


@harbour.duty("5.5", turn_end=True)
def wages(s: State) -> None:
    """Everybody is paid, and a ship is auctioned where one is dear."""
    with effect("5.5"), simultaneous():
        for p in Player:
            gain(s.coins, p, 1)
    dear = frozenset(x for x in Ship if x.cost > 3)
    if len(dear) == 1:
        with effect("5.6"):
            open_frame(s, Auction(awaits=frozenset(Player), lot=the(x for x in dear)))
    else:
        with effect("5.7"):
            s.phase = Phase.BUY
            s.turn = other(s.turn)


@wages.when
def turn_is_over(s: State) -> bool:
    """The turn is over."""
    return s.phase == Phase.END and not is_open(s, Auction)


checks = Checks(harbour)


@checks.sometimes("1.1")
def rich(s: State) -> bool:
    """Somebody has more than at the beginning."""
    return any(s.coins[p] > Numbers.money for p in Player)


@checks.always("1.1", reached=rich)
def solvent(s: State) -> bool:
    """Nobody owes money."""
    return all(s.coins[p] >= 0 for p in Player)


@checks.always("4.4")
def at_one_quay(s: State) -> bool:
    """A ship is at its owner's quay and nowhere else."""
    return all((ship in s.quay[p]) == (s.owner[ship] == p) for p in Player for ship in Ship)


@checks.always("4.4")
def nobody_gains(s: State) -> bool:
    """Nobody ever has more than at the beginning: wrong, and a play shows it."""
    return all(s.coins[p] <= Numbers.money for p in Player)


@checks.step("4.3", of=buy)
def pays(before: State, after: State, buyer: Player, ship: Ship) -> bool:
    """A buyer does not have more than before."""
    return after.coins[buyer] <= before.coins[buyer]


@checks.step("4.4", of=buy)
def parts_with_money(before: State, after: State, buyer: Player, ship: Ship) -> bool:
    """A buyer has less than before: wrong, where a ship is free or its builder buys it."""
    return after.coins[buyer] < before.coins[buyer]
