"""A frame that awaits chance."""

from enum import Enum

from ruleslawyer.lang import CHANCE, Chance, Ruleset, Sort, close_frame, effect, frame, open_frame, state

book = Ruleset("t73_chance_in_frame")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


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


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.face is not None


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


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
