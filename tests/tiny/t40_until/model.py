"""A lifetime: the field returns to its default when the phase changes, and only then."""


class Phase(Enum):
    DAY = "day"
    NIGHT = "night"


@state
class State:
    phase: Phase
    tired: Annotated[bool, until("4", phase=Phase.NIGHT)]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.phase = Phase.DAY


@book.action("2")
def work(s: State, who: Player) -> None:
    """Work, by day or by night."""
    with effect("2"):
        s.tired = True


@work.permit("2")
def while_fresh(s: State, who: Player) -> bool:
    return not s.tired


@book.action("3")
def turn_over(s: State, who: Player) -> None:
    """Day follows night follows day."""
    with effect("3"):
        s.phase = Phase.NIGHT if s.phase == Phase.DAY else Phase.DAY


@turn_over.permit("3")
def always(s: State, who: Player) -> bool:
    return True
