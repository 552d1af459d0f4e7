"""An inner frame's action writes to the frame outside; one action belongs to both."""


@state
class State:
    over: bool


@frame("2")
class Outer:
    awaits: frozenset[Player]
    heard: Annotated[int, Range(0, 2)]


@frame("3")
class Inner:
    awaits: frozenset[Player]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.over


@book.action("2")
def begin_it(s: State, who: Player) -> None:
    """Open the outer one."""
    with effect("2"):
        open_frame(s, Outer(awaits=frozenset({who}), heard=0))


@begin_it.permit("2")
def may_begin(s: State, who: Player) -> bool:
    return True


@book.action("3", at=Outer)
def go_in(s: State, f: Outer, who: Player) -> None:
    """Open the inner one."""
    with effect("3"):
        open_frame(s, Inner(awaits=f.awaits))


@go_in.permit("3")
def may_go_in(s: State, f: Outer, who: Player) -> bool:
    return f.heard == 0


@book.action("4", at=Inner)
def call_out(s: State, f: Inner, who: Player) -> None:
    """Tell the outer one, and close the inner one."""
    with effect("4"):
        frame_of(s, Outer).heard += 1
        close_frame(s, Inner)


@call_out.permit("4")
def may_call(s: State, f: Inner, who: Player) -> bool:
    return frame_of(s, Outer).heard < 2


@book.action("5", at=(Outer, Inner))
def shout(s: State, who: Player) -> None:
    """Shout, inside or outside."""
    with effect("5"):
        frame_of(s, Outer).heard = 2


@shout.permit("5")
def may_shout(s: State, who: Player) -> bool:
    return frame_of(s, Outer).heard < 2


@book.duty("6", at=Outer)
def end(s: State, f: Outer) -> None:
    """Heard twice, it is over."""
    with effect("6"):
        close_frame(s, Outer)
        s.over = True


@end.when
def heard_twice(s: State, f: Outer) -> bool:
    return f.heard == 2


@checks.always("6")
def heard_while_it_lasts(s: State) -> bool:
    return not is_open(s, Outer) or frame_of(s, Outer).heard < 2 or is_open(s, Inner)
