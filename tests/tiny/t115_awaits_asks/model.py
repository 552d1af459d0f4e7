"""Whose decision it is hangs on a question: nothing is said of it there, and the reading decides."""


class Player(Sort):
    first: bool


@state
class State:
    count: Annotated[int, Range(0, 2)]


together = book.doubt(
    "does the other act as well?",
    alone=no("the first one alone", default=True),
    both=yes("the other too"),
)


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """The first, and the other where it is read so."""
    return frozenset(p for p in Player if p.first or together(s))


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 2


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.permit("2")
def may(s: State, who: Player) -> bool:
    return True
