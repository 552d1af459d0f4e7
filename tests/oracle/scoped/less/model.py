"""What each clause is good for: one that is over another, a joint choice's own permit, an answer, one that fails."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import (
    SILENT,
    Map,
    Range,
    Ruleset,
    Silent,
    Sort,
    ask,
    close_frame,
    effect,
    frame,
    open_frame,
    state,
)

book = Ruleset("less")
book.closed_world(assumed="what no clause permits is not allowed")

Coins = Annotated[int, Range(0, 1)]


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 3)]
    paid: Coins


@frame("3")
class Till:
    awaits: frozenset[Player]


@book.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        s.count = 0


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def ended(s: State) -> bool:
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.question("how far does a move go?", "2")
def stride(s: State) -> int:
    ask()


@stride.answer("2", default=True)
def one_further(s: State) -> int | Silent:
    """Without it this is still what is chosen, of a gap."""
    return 1 if s.count < 2 else SILENT


@stride.answer("2")
def and_then(s: State) -> int | Silent:
    return 1 if s.count == 2 else SILENT


@book.action("2")
def move(s: State, who: Player) -> None:
    with effect("2"):
        s.count += stride(s)


@move.permit("2")
def may_move(s: State, who: Player) -> bool:
    return s.count < 2


@move.forbid("2")
def not_at_first(s: State, who: Player) -> bool:
    return s.count == 0


@move.permit("4", over=not_at_first, because="but")
def even_then(s: State, who: Player) -> bool:
    """What it is over is good for all that follows."""
    return s.count == 0


@book.action("3")
def go(s: State, who: Player) -> None:
    with effect("3"):
        open_frame(s, Till(awaits=frozenset(Player)))


@go.permit("3")
def may_go(s: State, who: Player) -> bool:
    return s.count == 2 and s.paid == 0


@book.joint("3", at=Till)
def pay(s: State, f: Till, coins: Map[Player, Coins]) -> None:
    with effect("3"):
        s.paid = max(coins[p] for p in f.awaits)
        close_frame(s, Till)


@pay.permit("3")
def somebody_pays(s: State, f: Till, coins: Map[Player, Coins]) -> bool:
    """Without it the seats alone are judged, and nobody has to."""
    return any(coins[p] == 1 for p in f.awaits)


@pay.seat(of="coins")
def share(s: State, f: Till, who: Player, amount: int) -> None:
    """What one pays."""


@share.permit("3")
def any_amount(s: State, f: Till, who: Player, amount: int) -> bool:
    return True


@book.action("5")
def give_back(s: State, who: Player) -> None:
    with effect("5"):
        s.paid = 0


@give_back.permit("5")
def what_is_paid(s: State, who: Player) -> bool:
    return s.paid == 1


@give_back.forbid("5")
def not_by_halves(s: State, who: Player) -> bool:
    """It divides by zero where something is paid: left out, it does not."""
    return 2 // (1 - s.paid) == 1
