"""Two lifetimes that end at once."""


class Phase(Enum):
    DAY = "day"
    NIGHT = "night"


@state
class State:
    phase: Phase
    sun: Annotated[bool, until("3", phase=Phase.NIGHT)]
    birds: Annotated[bool, until("4", phase=Phase.NIGHT)]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.phase = Phase.DAY


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.phase == Phase.NIGHT


@book.action("2")
def rise(s: State, who: Player) -> None:
    """The sun, and the birds."""
    with effect("2"):
        s.sun = True
        s.birds = True


@rise.permit("2")
def may(s: State, who: Player) -> bool:
    return not s.sun


@book.action("2")
def fall(s: State, who: Player) -> None:
    """It is night."""
    with effect("2"):
        s.phase = Phase.NIGHT


@fall.permit("2")
def may_too(s: State, who: Player) -> bool:
    return True


@checks.step("3")
def at_one_time(before: State, after: State) -> bool:
    """What ends at one time ends in one step."""
    return (before.sun == after.sun) == (before.birds == after.birds)
