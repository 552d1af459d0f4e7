"""A field of a sort that the initial rule may forget: a broken check."""


@state
class State:
    holder: Player


@book.initial("1")
def begin(s: State, first: Player | None) -> None:
    """It is given to somebody, or forgotten."""
    if first is not None:
        with effect("1"):
            s.holder = first


@book.action("2")
def keep(s: State, who: Player) -> None:
    """Keep it."""
    with effect("2"):
        s.holder = who


@keep.permit("2")
def may(s: State, who: Player) -> bool:
    return True
