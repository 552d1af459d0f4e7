"""A duty that waits while a frame is open is run once that is closed, though the step writes nothing else."""


@state
class State:
    owed: bool


@frame("2")
class Visit:
    awaits: frozenset[Player]


@book.action("2")
def enter(s: State, who: Player) -> None:
    """Go in, and owe the way out."""
    with effect("2"):
        s.owed = True
        open_frame(s, Visit(awaits=frozenset({who})))


@enter.permit("2")
def may_enter(s: State, who: Player) -> bool:
    return True


@book.duty("3")
def pay(s: State) -> None:
    """The debt is paid outside."""
    with effect("3"):
        s.owed = False


@pay.when
def owes(s: State) -> bool:
    """So it is from the first step on."""
    return s.owed


@book.action("4", at=Visit)
def leave(s: State, f: Visit, who: Player) -> None:
    """Go out."""
    with effect("4"):
        close_frame(s, Visit)


@leave.permit("4")
def may_leave(s: State, f: Visit, who: Player) -> bool:
    return True
