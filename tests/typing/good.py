"""A small market: every construct that the type checkers look at, without a mistake."""

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
    Size,
    Sort,
    ask,
    close_frame,
    effect,
    emit,
    frame,
    gain,
    is_open,
    lose,
    moment,
    number,
    open_frame,
    says,
    simultaneous,
    state,
    the,
    until,
)

market = Ruleset("market")
market.closed_world(assumed="what no clause permits is not allowed")
Coins = Annotated[int, Range(0, cite="1.1")]


class Phase(Enum):
    BUY = "buy"
    END = "end"


class Player(Sort):
    """Who plays."""


class Ship(Sort):
    cost: Coins
    builder: Player
    worth: Map[Phase, int]


class Numbers(Constants):
    money: int = number(10, "1.1")


@state
class State:
    coins: Map[Player, Coins]
    owner: Map[Ship, Player | None]
    phase: Phase
    turn: Player
    quay: Map[Player, Pile[Ship]]
    days: Annotated[Pile[Phase], Size(Numbers.money)]
    seen: Annotated[frozenset[Ship], until("5.6", phase=Phase.END)]


@frame("6.1")
class Auction:
    awaits: frozenset[Player]
    lot: Ship
    ties: Annotated[int, Range(0, 3)] = 0


def other(player: Player) -> Player:
    """The other player."""
    return the(p for p in Player if p != player)


def turned(pile: Pile[Ship], on: Pile[Ship]) -> Pile[Ship]:
    return pile.reversed().on(on.without_bottom()).without_top().under(on.with_bottom(pile.bottom))


def first_dear(pile: Pile[Ship]) -> Ship | None:
    for ship in pile:
        if ship.cost > 3:
            return ship
    return None


@market.initial("1.1")
def begin(s: State, first: Player) -> None:
    with effect("1.1"):
        s.turn = first
        s.phase = Phase.BUY
        for p in Player:
            s.coins[p] = Numbers.money


@market.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@market.ended("9.1")
def over(s: State) -> bool:
    return any(s.coins[p] == 0 for p in Player)


@market.winners("9.1")
def won(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.coins[p] > 0)


@market.matters("owner")
def afloat(s: State, ship: Ship) -> bool:
    return ship in s.seen


@market.term("4.3")
def price(s: State, buyer: Player, ship: Ship) -> int:
    return ship.cost


@price.exception("7.2")
def discount(s: State, buyer: Player, ship: Ship) -> int | Silent:
    return ship.cost - 1 if ship.builder == buyer else SILENT


@price.adjust("7.2")
def harbour_dues(s: State, buyer: Player, ship: Ship) -> int | Silent:
    return 1 if s.owner[ship] is None else SILENT


@price.at_least("7.2")
def never_free(s: State, buyer: Player, ship: Ship) -> int | Silent:
    return 1


@never_free.exception("7.3")
def a_gift(s: State, buyer: Player, ship: Ship) -> bool:
    return ship.builder == buyer


@discount.exception("7.3")
def no_discount(s: State, buyer: Player, ship: Ship) -> bool:
    return ship.worth[s.phase] > 2


@market.question("who is paid?")
def seller(s: State, ship: Ship) -> Player:
    ask()


@seller.answer("4.5", default=True)
def current_holder(s: State, ship: Ship) -> Player | Silent:
    who = s.owner[ship]
    return SILENT if who is None else who


@seller.reading("its builder")
def builder(s: State, ship: Ship) -> Player:
    return ship.builder


@market.question("who may outbid the buyer?")
def bidders(s: State, others: frozenset[Player]) -> frozenset[Player]:
    return ask(
        nobody=says(frozenset(), "nobody", default=True),
        all_others=says(others if s.phase == Phase.BUY else frozenset(), "4.5"),
    )


@market.deed("4.6")
def strand(s: State, ship: Ship) -> None:
    with effect("4.6"):
        s.owner[ship] = None


@market.deed("4.6")
def sink(s: State, ship: Ship) -> None:
    with effect("4.6"):
        s.owner[ship] = None


@sink.forbid("4.6", over=sink, because="it cannot be sunk")
def unsinkable(s: State, ship: Ship) -> bool:
    return ship.cost > 3


@unsinkable.exception("4.6")
def rotten(s: State, ship: Ship) -> bool:
    return ship.cost > 5


@sink.instead("4.6", by=strand, over=unsinkable, because="it strands instead")
def low_tide(s: State, ship: Ship) -> bool:
    return ship.cost == 4


@market.action("4.2")
def buy(s: State, buyer: Player, ship: Ship) -> None:
    with effect("4.4"), simultaneous():
        lose(s.coins, buyer, price(s, buyer, ship))
        gain(s.coins, seller(s, ship), price(s, buyer, ship))
    with effect("4.5"):
        sink(s, ship)
        s.owner[ship] = buyer
        s.quay[buyer] = s.quay[buyer].with_top(ship)
        open_frame(s, Auction(awaits=frozenset(Player), lot=s.quay[buyer].top))


@buy.domain
def not_ones_own(s: State, buyer: Player, ship: Ship) -> bool:
    return s.owner[ship] != buyer


@buy.permit("4.2")
def on_your_turn(s: State, buyer: Player, ship: Ship) -> bool:
    return s.turn == buyer and not is_open(s, Auction)


@buy.forbid("4.3", over=on_your_turn, because="but")
def cannot_pay(s: State, buyer: Player, ship: Ship) -> bool:
    return s.coins[buyer] < price(s, buyer, ship)


@cannot_pay.exception("9.1")
def credit(s: State, buyer: Player, ship: Ship) -> bool:
    return len(s.seen) > 2


@market.action("4.2")
def rename(s: State, ship: Ship, by: Player, buyer: Player) -> None:
    with effect("4.4"):
        s.owner[ship] = by


@buy.cannot("4.3", "in no way", also=rename)
def is_lost(s: State, ship: Ship) -> bool:
    return ship.cost == 0


@is_lost.exception("4.3")
def is_found(s: State, ship: Ship) -> bool:
    return ship in s.seen


@rename.permit("4.3", also=(buy,))
def at_any_time(s: State, buyer: Player) -> bool:
    return s.turn == buyer


@market.joint("6.1", at=Auction)
def reveal(s: State, f: Auction, bids: Map[Player, Coins]) -> None:
    high = max(bids[p] for p in f.awaits)
    with effect("6.3"):
        f.ties += sum(1 for p in f.awaits if bids[p] == high)
        close_frame(s, Auction)


@reveal.seat(of="bids")
def bid(s: State, f: Auction, who: Player, amount: int) -> None:
    """One bid."""


@bid.forbid("6.2")
def beyond(s: State, f: Auction, who: Player, amount: int) -> bool:
    return amount > s.coins[who]


@market.duty("5.5", turn_end=True)
def finish(s: State) -> None:
    with effect("5.5"):
        s.turn = other(s.turn)
        s.phase = Phase.BUY


@finish.when
def due(s: State) -> bool:
    return s.phase == Phase.END


@market.settle("6.1")
def founder(s: State, ship: Ship) -> None:
    with effect("6.1"):
        s.owner[ship] = None


@founder.when
def worthless(s: State, ship: Ship) -> bool:
    return s.owner[ship] is not None and ship.cost == 0


@moment("6.2")
class Founded:
    """A ship has found an owner."""

    ship: Ship


@market.trigger("6.3", on=Founded, miss="6.4")
def toast(s: State, who: Player, ship: Ship) -> None:
    with effect("6.3"):
        lose(s.coins, who, 1)
        emit(s, Founded(ship=ship))


@toast.when
def cheerful(s: State, who: Player, ship: Ship) -> bool:
    return s.owner[ship] == who


@toast.forbid("6.5", over=toast, because="the text: nobody who is broke")
def broke(s: State, who: Player, ship: Ship) -> bool:
    return s.coins[who] == 0


checks = Checks(market)


@checks.sometimes("1.1")
def rich(s: State) -> bool:
    return any(s.coins[p] > 10 for p in Player)


@checks.always("1.1", reached=rich)
def solvent(s: State) -> bool:
    return all(s.coins[p] >= 0 for p in Player)


@checks.always("9.1")
def somebody_wins(s: State) -> bool:
    return not over(s) or len(won(s)) > 0


@checks.step("4.3", of=buy)
def pays(before: State, after: State, buyer: Player, ship: Ship) -> bool:
    return after.coins[buyer] <= before.coins[buyer]


@checks.leads_to("1.1", fair=buy, strongly_fair=(buy.each("buyer"), toast, toast.each("who", "ship")))
def somebody_is_rich(s: State) -> tuple[bool, bool]:
    return True, s.coins[the(p for p in Player)] > 10


@checks.leads_to("1.1", fair=buy.each("buyer"))
def each_is_rich(s: State, who: Player) -> tuple[bool, bool]:
    return s.coins[who] == 0, s.coins[who] > 10


@checks.possible("1.1")
def each_may_be_rich(s: State, who: Player) -> bool:
    return s.coins[who] > 10


@checks.eventually("1.1", strongly_fair=buy)
def somebody_is_rich_once(s: State) -> bool:
    return any(s.coins[p] > 10 for p in Player)


@checks.eventually_always("1.1", fair=(buy, toast))
def each_stays_rich(s: State, who: Player) -> bool:
    return s.coins[who] > 10
