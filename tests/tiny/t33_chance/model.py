"""Chance: an actor with a set of outcomes."""


class Face(Enum):
    LOW = "low"
    MIDDLE = "middle"
    HIGH = "high"


@state
class State:
    rolled: Face | None


@book.awaits
def awaited(s: State) -> frozenset[Player] | Chance:
    """Chance first, then everybody."""
    return CHANCE if s.rolled is None else frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.rolled == Face.HIGH


@book.chance("2")
def roll(s: State, face: Face) -> None:
    """The die falls."""
    with effect("2"):
        s.rolled = face


@book.action("3")
def again(s: State, who: Player) -> None:
    """Take the die up again."""
    with effect("3"):
        s.rolled = None


@again.permit("4")
def not_middle(s: State, who: Player) -> bool:
    return s.rolled != Face.MIDDLE
