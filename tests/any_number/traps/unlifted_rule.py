"""A rule that cannot be said for any number of cards breaks what all others keep."""


class Rank(Enum):
    LOW = 0
    HIGH = 1


class Card(Sort):
    """A card."""


@state
class State:
    ranks: Annotated[Pile[Rank], Size(2)]
    going: bool
    late: bool


@book.action("2")
def go(s: State, who: Player) -> None:
    """It goes on."""
    with effect("2"):
        s.going = True


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return not s.late


@book.action("4")
def end(s: State, who: Player) -> None:
    """It gets late."""
    with effect("4"):
        s.ranks = s.ranks.with_top(Rank.HIGH)
        s.late = True


@end.permit("4")
def may_end(s: State, who: Player) -> bool:
    return not s.late


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late
