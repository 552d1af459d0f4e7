"""A frame that only a switched-off rule closes."""


@state
class State:
    x: bool


@frame("2")
class Pause:
    awaits: frozenset[Player]


@book.initial("1")
def begin(s: State) -> None:
    """In a pause."""
    with effect("1"):
        open_frame(s, Pause(awaits=frozenset(Player)))


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody."""
    return frozenset(Player)


@book.action("3", at=Pause)
def rise(s: State, f: Pause, who: Player) -> None:
    """End the pause."""
    with effect("3"):
        close_frame(s, Pause)


@rise.permit("3")
def may_rise(s: State, f: Pause, who: Player) -> bool:
    return True


@book.action("4")
def act(s: State, who: Player) -> None:
    """Set x."""
    with effect("4"):
        s.x = True


@act.permit("4")
def may_act(s: State, who: Player) -> bool:
    return True


@checks.always("4")
def never_x(s: State) -> bool:
    return not s.x
