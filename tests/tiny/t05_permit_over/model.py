"""A permit declared over a forbid."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.forbid("3")
def closed(s: State, who: Player) -> bool:
    return True


@move.permit("4", over=closed, because="unless")
def at_first(s: State, who: Player) -> bool:
    return s.count < 2
