"""What is forgotten makes other things mean nothing."""


class Thing(Sort):
    """What is played with."""


@state
class State:
    a: Annotated[int, Range(0, 2)]
    b: Annotated[int, Range(0, 2)]
    c: Map[Thing, Annotated[int, Range(0, 2)]]
    going: bool


@book.matters("c")
def c_matters(s: State, what: Thing) -> bool:
    return s.b > 0


@book.matters("b")
def b_matters(s: State) -> bool:
    return s.a > 0


@book.matters("a")
def a_matters(s: State) -> bool:
    return s.going


@book.action("2")
def fill(s: State, who: Player) -> None:
    """All of it."""
    with effect("2"):
        s.a = 1
        s.b = 1
        for what in Thing:
            s.c[what] = 1
        s.going = True


@fill.permit("2")
def may(s: State, who: Player) -> bool:
    return not s.going


@book.action("3")
def stop(s: State, who: Player) -> None:
    """It stops."""
    with effect("3"):
        s.going = False


@stop.permit("3")
def may_stop(s: State, who: Player) -> bool:
    return s.going


@checks.always("2")
def nothing_is_left(s: State) -> bool:
    return s.going or (s.a == 0 and s.b == 0 and all(s.c[what] == 0 for what in Thing))


@checks.step("3", of=stop)
def not_forgotten_yet(before: State, after: State, who: Player) -> bool:
    return after.a == 1 and after.b == 1 and all(after.c[what] == 1 for what in Thing)
