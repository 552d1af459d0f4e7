"""Two settles of one round write different values to one place."""


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
def red(s: State) -> None:
    """The bell makes it red, and is silent."""
    with effect("3"):
        s.struck = False
        s.flag = Colour.RED


@red.when
def bell_for_red(s: State) -> bool:
    return s.struck


@book.settle("4")
def blue(s: State) -> None:
    """The bell makes it blue, and is silent."""
    with effect("4"):
        s.struck = False
        s.flag = Colour.BLUE


@blue.when
def bell_for_blue(s: State) -> bool:
    return s.struck
