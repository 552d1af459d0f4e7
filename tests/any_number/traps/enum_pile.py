"""A rule that changes a pile of kinds cannot be said for any number of cards, nor can a step after it be believed."""


class Rank(Enum):
    LOW = 0
    HIGH = 1


class Card(Sort):
    """A card."""


@state
class State:
    row: Annotated[Pile[Rank], Size(3)]
    n: Annotated[int, Range(0, 9)]


@book.action("2")
def put(s: State, who: Player) -> None:
    """The third is a high one."""
    with effect("2"):
        s.row = s.row.with_top(Rank.LOW if len(s.row) != 2 else Rank.HIGH)


@put.permit("2")
def may_put(s: State, who: Player) -> bool:
    return len(s.row) < 3


@book.action("4")
def peek(s: State, who: Player) -> None:
    """Only who finds a high one may."""
    with effect("4"):
        s.n = 9


@peek.permit("4")
def may_peek(s: State, who: Player) -> bool:
    return Rank.HIGH in s.row


@checks.always("3")
def wrong(s: State) -> bool:
    return Rank.HIGH not in s.row


@checks.always("3")
def wrong_of_a_number(s: State) -> bool:
    return s.n < 9


@checks.step("3", of=peek)
def wrong_step(before: State, s: State, who: Player) -> bool:
    return False
