"""A branch ends after steps that were made: what they show stays shown."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, state

book = Ruleset("t151_before_it_ends")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Thing(Sort):
    """What is played with."""


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.ended("9")
def over(s: State) -> bool:
    """Never."""
    return False


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.initial("1")
def begin(s: State) -> None:
    """Nothing happens."""


@state
class State:
    x: Annotated[int, Range(0, 3)]
    used: bool


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go as far as it goes."""
    with effect("2"):
        s.x = 3


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.action("4")
def turn(s: State, who: Player) -> None:
    """Nobody may."""
    with effect("4"):
        s.x = 0


@turn.permit("4")
def may_turn(s: State, who: Player) -> bool:
    return s.used


@book.duty("3")
def more(s: State) -> None:
    """Too far."""
    with effect("3"):
        s.x += 1


@more.when
def at_the_end(s: State) -> bool:
    return s.x == 3


checks = Checks(book)


@checks.step("2", of=go)
def stays(before: State, after: State, who: Player) -> bool:
    return after.x == before.x


@checks.step("2", of=go)
def grows(before: State, after: State, who: Player) -> bool:
    return after.x > before.x


@checks.step("4", of=turn)
def turned(before: State, after: State, who: Player) -> bool:
    return after.x == 0


@checks.step("2")
def each_stays(before: State, after: State) -> bool:
    return after.x == before.x


@checks.sometimes("2")
def begun(s: State) -> bool:
    return s.x == 0


@checks.sometimes("2")
def far(s: State) -> bool:
    return s.x == 3


@checks.always("2", reached=far)
def near(s: State) -> bool:
    return s.x < 3
