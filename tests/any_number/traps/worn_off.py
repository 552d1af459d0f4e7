"""What wears off does not stay."""


class Card(Sort):
    """A card."""


class Phase(Enum):
    DAY = "day"
    NIGHT = "night"


@state
class State:
    phase: Phase
    shield: Annotated[bool, until("4", phase=Phase.NIGHT)]


@book.initial("1")
def begin(s: State) -> None:
    """With a shield."""
    with effect("1"):
        s.phase = Phase.DAY
        s.shield = True


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Begin."""
    with effect("2"):
        s.phase = Phase.NIGHT if s.phase == Phase.DAY else Phase.DAY


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return s.shield
