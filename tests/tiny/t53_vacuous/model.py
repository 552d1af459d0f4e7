"""An invariant whose situation is never reached says nothing."""

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, state

book = Ruleset("t53_vacuous")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 3)]


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
    return s.count == 2


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def one(s: State, who: Player) -> None:
    """One further."""
    with effect("2"):
        s.count += 1


@one.permit("2")
def may_one(s: State, who: Player) -> bool:
    return s.count <= 1


@book.action("3")
def two(s: State, who: Player) -> None:
    """Two further."""
    with effect("3"):
        s.count += 2


@two.permit("3")
def may_two(s: State, who: Player) -> bool:
    return s.count == 0


checks = Checks(book)


@checks.sometimes("1")
def at_three(s: State) -> bool:
    return s.count == 3


@checks.always("1", reached=at_three)
def odd_at_three(s: State) -> bool:
    return s.count != 3 or s.count % 2 == 1
