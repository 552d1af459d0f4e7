"""A rule that cannot be said for any number of cards is one of those that may come before a turn."""


class Rank(Enum):
    LOW = 0
    HIGH = 1


class Card(Sort):
    """A card."""


@state
class State:
    ranks: Annotated[Pile[Rank], Size(2)]
    ready: bool
    late: bool


@book.action("2")
def go(s: State, who: Player) -> None:
    """It gets late where that was made ready."""
    with effect("2"):
        s.late = s.ready


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return not s.late


@book.action("4")
def prepare(s: State, who: Player) -> None:
    """It is made ready."""
    with effect("4"):
        s.ranks = s.ranks.with_top(Rank.HIGH)
        s.ready = True


@prepare.permit("4")
def may_prepare(s: State, who: Player) -> bool:
    return not s.ready


@checks.step("3", of=go)
def wrong(before: State, after: State, who: Player) -> bool:
    return not after.late
