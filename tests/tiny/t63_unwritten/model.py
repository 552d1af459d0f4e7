"""A field of a sort that the initial rule forgets: a broken check."""


@state
class State:
    holder: Player


@book.action("2")
def keep(s: State, who: Player) -> None:
    """Keep it."""
    with effect("2"):
        s.holder = who


@keep.permit("2")
def may(s: State, who: Player) -> bool:
    return True
