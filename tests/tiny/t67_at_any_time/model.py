"""An action at several places: outside all frames, and inside one."""


@state
class State:
    count: Annotated[int, Range(0, 1)]


@frame("2")
class Window:
    awaits: frozenset[Player]


@book.action("2")
def unlatch(s: State, who: Player) -> None:
    """Open the window."""
    with effect("2"):
        open_frame(s, Window(awaits=frozenset({who})))


@unlatch.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.action("3", at=(None, Window))
def shout(s: State, who: Player) -> None:
    """Shout, once."""
    with effect("3"):
        s.count += 1


@shout.permit("3")
def once(s: State, who: Player) -> bool:
    return s.count == 0


@book.action("4", at=Window)
def latch(s: State, f: Window, who: Player) -> None:
    """Close the window."""
    with effect("4"):
        close_frame(s, Window)


@latch.permit("4")
def may_latch(s: State, f: Window, who: Player) -> bool:
    return True
