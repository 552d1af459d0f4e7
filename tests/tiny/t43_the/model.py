"""`the` of none or of two: a broken check."""


@state
class State:
    ready: frozenset[Player]
    chosen: Player | None


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.chosen is not None


@book.action("2")
def stand_up(s: State, who: Player) -> None:
    """Be ready."""
    with effect("2"):
        s.ready = s.ready | frozenset({who})


@stand_up.permit("2")
def once(s: State, who: Player) -> bool:
    return who not in s.ready


@book.action("3")
def choose(s: State, who: Player) -> None:
    """The one who is ready is chosen."""
    with effect("3"):
        s.chosen = the(p for p in s.ready)


@choose.permit("3")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def ready_one(s: State) -> bool:
    return s.chosen is None or s.chosen in s.ready
