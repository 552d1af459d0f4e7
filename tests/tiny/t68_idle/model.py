"""Passes that go round: an idle play."""

from enum import Enum

from ruleslawyer.lang import Ruleset, Sort, effect, state

book = Ruleset("t68_idle")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


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


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


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
