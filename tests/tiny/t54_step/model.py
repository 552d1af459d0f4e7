"""A property of every step of an action."""

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, state

book = Ruleset("t54_step")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 4)]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 4


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def move(s: State, who: Player, far: bool) -> None:
    """One further, or two at the end."""
    with effect("2"):
        s.count += 2 if far else 1


@move.permit("2")
def may(s: State, who: Player, far: bool) -> bool:
    return s.count == 2 if far else s.count < 2


checks = Checks(book)


@checks.step("2", of=move)
def by_one(before: State, after: State, who: Player, far: bool) -> bool:
    return after.count == before.count + 1


@checks.step("2", of=move)
def grows(before: State, after: State, who: Player, far: bool) -> bool:
    return after.count > before.count
