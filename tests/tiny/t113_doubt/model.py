"""Questions about the state alone, answered yes or no: a gap, and a contradiction."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 2


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
