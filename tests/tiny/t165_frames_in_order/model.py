"""A frame opens only inside those that are declared before it."""


@state
class State:
    done: bool


@frame("2")
class Hall:
    awaits: frozenset[Player]


@frame("3")
class Room:
    awaits: frozenset[Player]


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
