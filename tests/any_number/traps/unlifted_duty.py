"""When a duty is due cannot be said for any number of cards; it is done all the same."""


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
    return True


@book.duty("4")
def end(s: State) -> None:
    """It gets late."""
    with effect("4"):
        s.late = True


@end.when
def none_is_high(s: State) -> bool:
    return s.going and not s.late and sum(1 for rank in s.ranks if rank == Rank.HIGH) == 0


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late
