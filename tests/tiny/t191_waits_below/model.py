"""While a frame is open in another one, what waits in the outer one waits: a trigger, and the duty that opened it."""


@state
class State:
    served: bool


@frame("2")
class Hall:
    awaits: frozenset[Player]


@frame("3")
class Choice:
    awaits: frozenset[Player]


@moment("4")
class Rung:
    """The bell has rung."""


@book.action("2")
def enter(s: State, who: Player) -> None:
    """Go into the hall."""
    with effect("2"):
        open_frame(s, Hall(awaits=frozenset({who})))


@enter.permit("2")
def once(s: State, who: Player) -> bool:
    return not s.served


@book.duty("4", at=Hall)
def serve(s: State, f: Hall) -> None:
    """Ring, and let them choose."""
    with effect("4"):
        emit(s, Rung())
        open_frame(s, Choice(awaits=f.awaits))


@serve.when
def unserved(s: State, f: Hall) -> bool:
    """So it is until somebody has chosen."""
    return not s.served


@book.trigger("5", on=Rung, miss="5", at=Hall)
def listen(s: State, f: Hall, who: Player) -> None:
    """Hear it, in the hall."""


@listen.when
def is_there(s: State, f: Hall, who: Player) -> bool:
    return who in f.awaits


@book.action("6", at=Choice)
def choose(s: State, f: Choice, who: Player) -> None:
    """Choose."""
    with effect("6"):
        s.served = True
        close_frame(s, Choice)


@choose.permit("6")
def may_choose(s: State, f: Choice, who: Player) -> bool:
    return True


@book.action("7", at=Hall)
def leave(s: State, f: Hall, who: Player) -> None:
    """Leave the hall."""
    with effect("7"):
        close_frame(s, Hall)


@leave.permit("7")
def may_leave(s: State, f: Hall, who: Player) -> bool:
    return True
