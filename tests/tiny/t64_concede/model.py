"""Conceding is always there, and hides no deadlock."""


@state
class State:
    count: Annotated[int, Range(0, 1)]
    gone: bool


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.gone


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.permit("2")
def below(s: State, who: Player) -> bool:
    return s.count < 1


@book.action("3", outside_play=True)
def concede(s: State, who: Player) -> None:
    """Give up."""
    with effect("3"):
        s.gone = True


@concede.permit("3")
def at_any_time(s: State, who: Player) -> bool:
    return True
