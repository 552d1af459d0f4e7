"""Questions about the state alone, answered yes or no: a gap, and a contradiction."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, effect, no, state, yes

book = Ruleset("t113_doubt")
book.closed_world(assumed="what no clause permits is not allowed")


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


far = book.doubt(
    "is a move a long one?",
    short=no("a short step", default=True),
    long=yes("a long step"),
)

early = book.doubt(
    "is the first move a long one?",
    both_agree=no("not by the one clause", cite=("3", "4"), default=True),
    they_differ=yes("but by the other", cite=("5",)),
)


@book.action("6")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("6"):
        s.count += 2 if far(s) or (s.count == 0 and early(s)) else 1


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
