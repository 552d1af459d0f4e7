"""Closing a frame that is not open: a broken check."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, close_frame, effect, frame, open_frame, state

book = Ruleset("t74_frame_checks")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 1)]


@frame("2")
class Loan:
    awaits: frozenset[Player]


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
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def lend(s: State, who: Player) -> None:
    """Begin a loan."""
    with effect("2"):
        open_frame(s, Loan(awaits=frozenset({who})))


@lend.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.action("3", at=(None, Loan))
def give_back(s: State, who: Player) -> None:
    """End the loan."""
    with effect("3"):
        close_frame(s, Loan)


@give_back.permit("3")
def may_too(s: State, who: Player) -> bool:
    return True
