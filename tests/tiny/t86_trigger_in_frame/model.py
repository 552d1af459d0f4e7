"""A trigger waits for the frame that it names; a forbid beats its own citation; its effect opens a frame."""


@state
class State:
    rung: Annotated[int, Range(0, 2)]
    angry: bool


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
    """Ring, and go into the hall: the bell is heard there."""
    with effect("2"), simultaneous():
        s.rung = s.rung + 1
        emit(s, Rung())
    with effect("2"):
        open_frame(s, Hall(awaits=frozenset({who})))


@enter.permit("2")
def not_twice(s: State, who: Player) -> bool:
    return s.rung < 2


@book.action("5", at=Hall)
def leave(s: State, f: Hall, who: Player) -> None:
    """Leave the hall."""
    with effect("5"):
        close_frame(s, Hall)


@leave.permit("5")
def may_leave(s: State, f: Hall, who: Player) -> bool:
    return True


@book.trigger("6", on=Rung, miss="7", at=Hall)
def complain(s: State, f: Hall, who: Player) -> None:
    """Complain, which takes a choice."""
    with effect("6"):
        s.angry = True
        open_frame(s, Choice(awaits=frozenset({who})))


@complain.when
def first_ring(s: State, f: Hall, who: Player) -> bool:
    return s.rung == 0 and not s.angry


@complain.cannot("8", "but never")
def never_angry_twice(s: State, f: Hall, who: Player) -> bool:
    return s.angry


@book.trigger("9", on=Rung, miss="7", at=(Hall,))
def listen(s: State, who: Player) -> None:
    """Listen."""


@listen.when
def is_calm(s: State, who: Player) -> bool:
    return s.rung == 1 and not s.angry


@book.action("10", at=Choice)
def choose(s: State, f: Choice, who: Player) -> None:
    """Choose."""
    with effect("10"):
        close_frame(s, Choice)


@choose.permit("10")
def may_choose(s: State, f: Choice, who: Player) -> bool:
    return True
