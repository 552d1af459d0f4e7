"""A permit against a forbid: a contradiction, and the forbid prevails unless the reading says otherwise."""


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
def may(s: State, who: Player) -> bool:
    return True


@move.forbid("4")
def must_not(s: State, who: Player) -> bool:
    return s.count == 1


@checks.always("2")
def never_moved_twice(s: State) -> bool:
    """So it is where the forbid prevails."""
    return s.count < 2
