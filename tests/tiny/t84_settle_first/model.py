"""A settle fires whatever frame is open, before the end and before duties, and lets a field expire."""


class Phase(Enum):
    """Times of the day."""

    DAY = "day"
    NIGHT = "night"


@state
class State:
    hours: Annotated[int, Range(0, 2)]
    phase: Phase
    lamp: Annotated[bool, until("6", phase=Phase.NIGHT)]


@frame("2")
class Meeting:
    awaits: frozenset[Player]


@book.initial("1")
def begin(s: State) -> None:
    """It starts late in the day."""
    with effect("1"):
        s.hours = 2
        s.phase = Phase.DAY
        s.lamp = True


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.hours == 2


@book.action("2")
def meet(s: State, who: Player) -> None:
    """Meet."""
    with effect("2"):
        open_frame(s, Meeting(awaits=frozenset({who})))


@meet.permit("2")
def may_meet(s: State, who: Player) -> bool:
    return True


@book.action("3", at=(None, Meeting))
def wait(s: State, who: Player) -> None:
    """Let an hour pass."""
    with effect("3"):
        s.hours += 1


@wait.permit("3")
def may_wait(s: State, who: Player) -> bool:
    return True


@book.duty("4")
def sleep(s: State) -> None:
    """Sleep after two hours."""
    with effect("4"):
        s.hours = 1


@sleep.when
def late(s: State) -> bool:
    return s.hours == 2


@book.settle("5")
def night_falls(s: State) -> None:
    """After two hours it is night, and the count begins again."""
    with effect("5"):
        s.hours = 0
        s.phase = Phase.NIGHT


@night_falls.when
def two_hours(s: State) -> bool:
    return s.hours == 2


@checks.always("6")
def dark(s: State) -> bool:
    return not s.lamp
