"""A forbid that hangs on two deeds."""


@state
class State:
    laden: bool
    lashed: bool
    shut: bool


@book.deed("2")
def load(s: State) -> None:
    """The cargo comes on board."""
    with effect("2"):
        s.laden = True


@book.deed("3")
def lash(s: State) -> None:
    """It is made fast."""
    with effect("3"):
        s.lashed = True


@load.cannot("4", "but not while the hatch is shut", also=lash)
def hatch_is_shut(s: State) -> bool:
    """Neither deed happens."""
    return s.shut


@book.action("5")
def work(s: State, who: Player) -> None:
    """Try both."""
    with effect("5"):
        load(s)
        lash(s)


@work.domain
def work_to_do(s: State, who: Player) -> bool:
    return not s.lashed


@work.permit("5")
def may_work(s: State, who: Player) -> bool:
    return True


@book.action("6")
def close(s: State, who: Player) -> None:
    """Shut the hatch."""
    with effect("6"):
        s.shut = True


@close.domain
def hatch_is_open(s: State, who: Player) -> bool:
    return not s.shut


@close.permit("6")
def may_close(s: State, who: Player) -> bool:
    return True
