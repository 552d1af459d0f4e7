"""Two turns from anywhere mend it; one turn from the beginning does not."""


class Card(Sort):
    """A card."""


@state
class State:
    first: bool
    then: bool


@book.initial("1")
def begin(s: State) -> None:
    """It is on its way."""
    with effect("1"):
        s.first = True


@book.action("2")
def turn(s: State, who: Player) -> None:
    """It goes one place on, and nothing follows."""
    with effect("2"):
        s.then = s.first
        s.first = False


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.then
