"""A frame inside a frame: only the innermost counts."""


@state
class State:
    done: bool


@frame("2")
class Outer:
    awaits: frozenset[Player]
    depth: Annotated[int, Range(0, 1)] = 0


@frame("4")
class Inner:
    awaits: frozenset[Player]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.done


@book.action("2")
def call(s: State, who: Player) -> None:
    """Begin the outer procedure."""
    with effect("2"):
        open_frame(s, Outer(awaits=frozenset({who})))


@call.permit("3")
def called(s: State, who: Player) -> bool:
    return True


@book.action("4", at=Outer)
def deepen(s: State, f: Outer, who: Player) -> None:
    """Begin the inner procedure."""
    with effect("4"):
        f.depth = 1
        open_frame(s, Inner(awaits=f.awaits))


@deepen.permit("5")
def from_outside(s: State, f: Outer, who: Player) -> bool:
    return True


@book.action("6", at=Inner)
def back(s: State, f: Inner, who: Player) -> None:
    """Leave the inner one."""
    with effect("6"):
        close_frame(s, Inner)


@back.permit("7")
def left(s: State, f: Inner, who: Player) -> bool:
    return True


@book.action("8", at=Inner)
def finish(s: State, f: Inner, who: Player) -> None:
    """Leave both."""
    with effect("8"):
        close_frame(s, Inner)
        close_frame(s, Outer)
        s.done = True


@finish.permit("8")
def finished(s: State, f: Inner, who: Player) -> bool:
    return True
