"""The cone of a property that rests on what may take the place of a deed, and on what forbids that."""


@state
class State:
    lit: bool
    rested: bool
    wise: bool
    far: bool


@book.initial("1")
def begin(s: State) -> None:
    """In the dark."""


@book.deed("2")
def nap(s: State) -> None:
    with effect("2"):
        s.rested = True


@nap.cannot("3", "nobody can")
def in_the_dark(s: State) -> bool:
    return not s.lit


@book.deed("2")
def doze(s: State) -> None:
    with effect("2"):
        pass


@doze.instead("4", by=nap)
def soundly(s: State) -> bool:
    return True


@book.deed("2")
def read(s: State) -> None:
    with effect("2"):
        s.wise = True


@read.instead("4", by=doze)
def tired(s: State) -> bool:
    return True


@book.action("5")
def evening(s: State, who: Player) -> None:
    """Read, if one is not tired."""
    with effect("5"):
        read(s)


@evening.permit("5")
def every_day(s: State, who: Player) -> bool:
    return True


@book.action("6")
def light(s: State, who: Player) -> None:
    """Light the lamp."""
    with effect("6"):
        s.lit = True


@light.permit("6")
def still_dark(s: State, who: Player) -> bool:
    return not s.lit


@book.action("7")
def walk(s: State, who: Player) -> None:
    """Go away."""
    with effect("7"):
        s.far = True


@walk.permit("7")
def still_here(s: State, who: Player) -> bool:
    return not s.far


@checks.always("3")
def nobody_rests(s: State) -> bool:
    return not s.rested


@checks.possible("7")
def one_can_get_away(s: State) -> bool:
    return s.far
