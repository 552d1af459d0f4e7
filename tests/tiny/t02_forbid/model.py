"""A forbid alone: illegal, and no event."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 2


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.permit("3")
def below(s: State, who: Player) -> bool:
    return s.count < 2


@book.action("4")
def undo(s: State, who: Player) -> None:
    """Take a move back."""
    with effect("4"):
        s.count -= 1


@undo.forbid("5")
def never_back(s: State, who: Player) -> bool:
    return True
