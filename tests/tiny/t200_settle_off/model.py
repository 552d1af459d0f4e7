"""A settle that a scope switches off does not act in the round of another one."""


@state
class State:
    wet: bool
    rusty: bool
    dried: bool


@book.action("2")
def splash(s: State, who: Player) -> None:
    """Into the water."""
    with effect("2"):
        s.wet = True


@splash.permit("2")
def may(s: State, who: Player) -> bool:
    return not s.dried


@book.settle("3")
def dry(s: State) -> None:
    """What is wet dries."""
    with effect("3"):
        s.wet = False
        s.dried = True


@dry.when
def is_wet(s: State) -> bool:
    return s.wet


@book.settle("4")
def rust(s: State) -> None:
    """What is wet rusts."""
    with effect("4"):
        s.rusty = True


@rust.when
def stays_wet(s: State) -> bool:
    return s.wet


@checks.always("4")
def never_rusty(s: State) -> bool:
    return not s.rusty
