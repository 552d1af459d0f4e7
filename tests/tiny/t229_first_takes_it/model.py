"""Duties of which the first leaves the other nothing to do, and two of which one order alone ends in an event."""


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"
    NOBODY = "nobody"


@state
class State:
    holder: Side
    purse: Annotated[int, Range(0, 1)]
    thrown: bool
    earned: bool
    spent: bool


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.holder = Side.LEFT


@book.action("2")
def throw(s: State, who: Player) -> None:
    """It is thrown up."""
    with effect("2"):
        s.holder = Side.NOBODY
        s.thrown = True


@throw.permit("2")
def once(s: State, who: Player) -> bool:
    return not s.thrown


@book.duty("3")
def fall_left(s: State) -> None:
    """It falls to the left."""
    with effect("3"):
        s.holder = Side.LEFT


@fall_left.when
def nobody_has_it(s: State) -> bool:
    return s.holder == Side.NOBODY


@book.duty("4")
def fall_right(s: State) -> None:
    """It falls to the right."""
    with effect("4"):
        s.holder = Side.RIGHT


@fall_right.when
def it_is_nobodys(s: State) -> bool:
    return s.holder == Side.NOBODY


@book.duty("5")
def earn(s: State) -> None:
    """A coin for the throw."""
    with effect("5"):
        s.purse += 1
        s.earned = True


@earn.when
def to_be_earned(s: State) -> bool:
    return s.thrown and not s.earned


@book.duty("6")
def spend(s: State) -> None:
    """It is spent."""
    with effect("6"):
        s.purse -= 1
        s.spent = True


@spend.when
def to_be_spent(s: State) -> bool:
    return s.thrown and not s.spent


@checks.always("6")
def left_has_it(s: State) -> bool:
    return s.holder == Side.LEFT
