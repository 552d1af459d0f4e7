"""What duties leave undone: nothing of it is so for any number of turns."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, effect, lose, state

book = Ruleset("owed")
book.closed_world(assumed="what no clause permits is not allowed")
checks = Checks(book)


class Player(Sort):
    """Who plays."""


@state
class State:
    broken: bool
    owed: bool
    late: bool
    coins: Map[Player, Annotated[int, Range(0)]]


@book.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        for p in Player:
            s.coins[p] = 3


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def ended(s: State) -> bool:
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.action("2")
def turn(s: State, who: Player) -> None:
    with effect("2"):
        s.broken = True
        s.owed = True


@turn.permit("2")
def may_turn(s: State, who: Player) -> bool:
    return not s.broken


@book.action("3")
def spend(s: State, who: Player) -> None:
    with effect("3"):
        lose(s.coins, who, 2)


@spend.permit("3")
def may_spend(s: State, who: Player) -> bool:
    return True


@book.duty("4")
def pay(s: State) -> None:
    """What is owed is paid; what is broken stays so."""
    with effect("4"):
        s.owed = False


@pay.when
def is_owed(s: State) -> bool:
    return s.owed


@book.duty("5")
def rue(s: State) -> None:
    with effect("5"):
        s.late = True


@rue.when
def is_broken(s: State) -> bool:
    return s.broken and not s.late


@checks.always("4")
def whole_at_rest(s: State) -> bool:
    return not s.broken


@checks.step("5")
def never_too_late(before: State, after: State) -> bool:
    return before.late or not after.late


@checks.always("5")
def nothing_is_owed(s: State) -> bool:
    return not s.owed
