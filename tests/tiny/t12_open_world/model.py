# whole
"""Without a closed world every unspoken instance is an event."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t12_open_world")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


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
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.permit("3")
def below(s: State, who: Player) -> bool:
    return s.count < 2


@book.action("4")
def restart(s: State, who: Player) -> None:
    """Begin again."""
    with effect("4"):
        s.count = 0


@restart.permit("5")
def late(s: State, who: Player) -> bool:
    return s.count > 2
