"""From everywhere, can it still be reached?"""


class Room(Enum):
    HALL = "hall"
    GARDEN = "garden"
    CELLAR = "cellar"


@state
class State:
    room: Room


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.room = Room.HALL


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.room == Room.GARDEN


@book.action("2")
def enter(s: State, who: Player, room: Room) -> None:
    """Go into a room."""
    with effect("2"):
        s.room = room


@enter.permit("2")
def from_the_hall(s: State, who: Player, room: Room) -> bool:
    return s.room == Room.HALL and room != Room.HALL


@enter.permit("3")
def round_the_cellar(s: State, who: Player, room: Room) -> bool:
    return s.room == Room.CELLAR and room == Room.CELLAR


@checks.possible("1")
def can_escape(s: State) -> bool:
    return s.room == Room.GARDEN


@checks.possible("1")
def can_leave_the_hall(s: State) -> bool:
    return s.room != Room.HALL
