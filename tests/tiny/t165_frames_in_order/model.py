"""A frame opens only inside those that are declared before it."""

from ruleslawyer.lang import Ruleset, Sort, effect, frame, open_frame, state

book = Ruleset("t165_frames_in_order")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    done: bool


@frame("2")
class Hall:
    awaits: frozenset[Player]


@frame("3")
class Room:
    awaits: frozenset[Player]


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
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def sneak(s: State, who: Player) -> None:
    """Into the room, not through the hall."""
    with effect("2"):
        open_frame(s, Room(awaits=frozenset({who})))


@sneak.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.action("3", at=(None, Room))
def enter(s: State, who: Player) -> None:
    """Into the hall, from outside; it cannot open inside the room."""
    with effect("3"):
        open_frame(s, Hall(awaits=frozenset({who})))


@enter.permit("3")
def may_too(s: State, who: Player) -> bool:
    return True
