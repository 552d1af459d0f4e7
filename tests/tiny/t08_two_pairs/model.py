"""A contradiction for each pair of a live permit and a live forbid."""


@state
class State:
    done: bool


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.done


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.done = True


@move.permit("3")
def first(s: State, who: Player) -> bool:
    return True


@move.permit("4")
def second(s: State, who: Player) -> bool:
    return True


@move.forbid("5")
def beaten(s: State, who: Player) -> bool:
    return True


@move.forbid("6")
def stays(s: State, who: Player) -> bool:
    return True


@move.permit("7", over=beaten, because="instead")
def third(s: State, who: Player) -> bool:
    return True
