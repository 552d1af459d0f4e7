"""A frame that awaits chance."""


class Face(Enum):
    HEADS = "heads"
    TAILS = "tails"
    EDGE = "edge"


@state
class State:
    face: Face | None


@frame("2")
class Flight:
    awaits: frozenset[Player] | Chance
    thrower: Player


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.face is not None


@book.action("2")
def throw(s: State, who: Player) -> None:
    """Throw the coin."""
    with effect("2"):
        open_frame(s, Flight(awaits=CHANCE, thrower=who))


@throw.permit("2")
def may(s: State, who: Player) -> bool:
    return s.face is None


@book.chance("3", at=Flight)
def lands(s: State, f: Flight, face: Face) -> None:
    """It falls, unless on its edge."""
    with effect("3"):
        s.face = face
        close_frame(s, Flight)


@lands.domain
def not_on_edge(s: State, f: Flight, face: Face) -> bool:
    return face != Face.EDGE
