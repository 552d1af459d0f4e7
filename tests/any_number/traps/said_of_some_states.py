"""What is said of a pile of kinds can be said after the beginning, and of no state before a rule."""


class Rank(Enum):
    LOW = 0
    HIGH = 1


class Card(Sort):
    """A card."""


@state
class State:
    row: Annotated[Pile[Rank], Size(3)]
    late: bool
    later: bool


@book.action("2")
def wait(s: State, who: Player) -> None:
    """It gets late."""
    with effect("2"):
        s.later = s.late
        s.late = True


@wait.permit("2")
def may_wait(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def of_the_row(s: State) -> bool:
    return len(s.row) <= 1 or s.row.top == Rank.LOW


@checks.always("3")
def right(s: State) -> bool:
    return s.late or not s.later


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late
