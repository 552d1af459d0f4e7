"""Rounds of settles that go round in a circle."""


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


@book.action("5")
def wait(s: State, who: Player) -> None:
    """Wait."""
    with effect("5"):
        s.struck = False


@wait.permit("5")
def may_wait(s: State, who: Player) -> bool:
    return True


@book.settle("3")
def repaint(s: State, colour: Colour) -> None:
    """While the bell rings the flag is repainted."""
    with effect("3"):
        s.flag = Colour.BLUE if colour == Colour.RED else Colour.RED


@repaint.when
def has_that_colour(s: State, colour: Colour) -> bool:
    return s.struck and s.flag == colour
