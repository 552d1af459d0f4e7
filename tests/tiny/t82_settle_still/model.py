"""A round of settles that leaves the state as it was."""


class Colour(Enum):
    """What flags are painted with."""

    RED = "red"
    BLUE = "blue"


@state
class State:
    struck: bool
    flag: Colour


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.flag = Colour.RED


@book.action("2")
def strike(s: State, who: Player) -> None:
    """Strike the bell."""
    with effect("2"):
        s.struck = True


@strike.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.settle("3")
def ring_on(s: State) -> None:
    """The bell goes on, and the flag is red."""
    with effect("3"):
        s.flag = Colour.RED


@ring_on.when
def rings(s: State) -> bool:
    return s.struck
