"""A question before a write and one behind it are answered in the state of each."""


@state
class State:
    count: Annotated[int, Range(0, 3)]


def is_one(s: State) -> bool:
    return s.count == 1


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count > 1


@book.action("2")
def move(s: State, who: Player) -> None:
    """To the first place, and from there to the next one."""
    with effect("2"):
        if not is_one(s):
            s.count += 1
        if is_one(s):
            s.count += 1


@move.permit("2")
def may(s: State, who: Player) -> bool:
    return True
