"""What may be chosen hangs on a question: each reading has candidates of its own."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


far = book.doubt(
    "may two steps be chosen?",
    one_step=no("one alone", default=True),
    two_steps=yes("or two"),
)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 2


@book.action("6")
def move(s: State, who: Player, steps: Annotated[int, Range(1, 2)]) -> None:
    """Go some steps further."""
    with effect("6"):
        s.count += steps


@move.domain
def so_far(s: State, who: Player, steps: int) -> bool:
    return s.count + steps <= 2 and (steps == 1 or far(s))


@move.permit("7")
def may(s: State, who: Player, steps: int) -> bool:
    return True
