"""A trigger that is pending outside the frame that it names waits, and play goes on."""


@state
class State:
    rung: Annotated[int, Range(0, 1)]
    went: bool
    heard: bool


@frame("2")
class Hall:
    awaits: frozenset[Player]


@moment("4")
class Rung:
    """The bell has rung."""


@book.trigger("4", on=Rung, miss="4", at=Hall)
def listen(s: State, f: Hall, who: Player) -> None:
    """Hear it, in the hall."""
    with effect("4"):
        s.heard = True


@listen.when
def always(s: State, f: Hall, who: Player) -> bool:
    return True


@book.action("2")
def ring(s: State, who: Player) -> None:
    """Ring, outside."""
    with effect("2"):
        s.rung = 1
        emit(s, Rung())


@ring.permit("2")
def once(s: State, who: Player) -> bool:
    return s.rung == 0


@book.action("3")
def enter(s: State, who: Player) -> None:
    """Go into the hall."""
    with effect("3"):
        s.went = True
        open_frame(s, Hall(awaits=frozenset({who})))


@enter.permit("3")
def then(s: State, who: Player) -> bool:
    return s.rung == 1 and not s.went


@book.action("5", at=Hall)
def leave(s: State, f: Hall, who: Player) -> None:
    """Leave it."""
    with effect("5"):
        close_frame(s, Hall)


@leave.permit("5")
def may_leave(s: State, f: Hall, who: Player) -> bool:
    return True
