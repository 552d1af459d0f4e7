"""Passes that go round: an idle play."""


class Room(Enum):
    HALL = "hall"
    LEFT = "left"
    RIGHT = "right"


@state
class State:
    room: Room


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.room = Room.HALL


@book.action("2")
def go(s: State, who: Player) -> None:
    """Leave the hall."""
    with effect("2"):
        s.room = Room.LEFT


@go.permit("2")
def in_the_hall(s: State, who: Player) -> bool:
    return s.room == Room.HALL


@book.action("3", passes=True)
def wait(s: State, who: Player) -> None:
    """Wander about."""
    with effect("3"):
        s.room = Room.RIGHT if s.room == Room.LEFT else Room.LEFT


@wait.permit("3")
def in_a_room(s: State, who: Player) -> bool:
    return s.room != Room.HALL
