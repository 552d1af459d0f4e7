"""Forced passes, counted as they are and contracted."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, state

book = Ruleset("t57_passes")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 3)]
    answering: bool


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
    return s.count == 3 and not s.answering


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def strike(s: State, who: Player) -> None:
    """Strike, and wait for an answer."""
    with effect("2"):
        s.count += 1
        s.answering = True


@strike.permit("2")
def when_free(s: State, who: Player) -> bool:
    return not s.answering


@book.action("3")
def parry(s: State, who: Player) -> None:
    """Answer the second strike."""
    with effect("3"):
        s.answering = False


@parry.permit("3")
def the_second(s: State, who: Player) -> bool:
    return s.answering and s.count == 2


@book.action("4", passes=True)
def let_it_be(s: State, who: Player) -> None:
    """No answer."""
    with effect("4"):
        s.answering = False


@let_it_be.permit("4")
def when_asked(s: State, who: Player) -> bool:
    return s.answering
