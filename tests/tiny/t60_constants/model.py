"""A number of the book that the scope shrinks."""


class Numbers(Constants):
    limit: int = number(10, "3")
    step: int = number(1, "2")


@state
class State:
    count: Annotated[int, Range(0)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == Numbers.limit


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += Numbers.step


@move.permit("3")
def below(s: State, who: Player) -> bool:
    return s.count < Numbers.limit
