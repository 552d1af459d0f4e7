"""What holds at rest does not between: a duty sees to it."""


class Card(Sort):
    """A card."""


@state
class State:
    broken: bool
    late: bool


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Do it."""
    with effect("2"):
        s.broken = True


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.duty("4")
def fix(s: State) -> None:
    """It is mended, too late."""
    with effect("4"):
        if s.broken:
            s.late = True
        s.broken = False


@fix.when
def is_broken(s: State) -> bool:
    return s.broken


@checks.always("4")
def whole_at_rest(s: State) -> bool:
    return not s.broken


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late
