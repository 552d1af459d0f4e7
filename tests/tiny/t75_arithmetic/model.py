"""Division by zero, and the greatest of nothing: broken checks."""


class Player(Sort):
    rank: int


@state
class State:
    count: Annotated[int, Range(0)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count > 0


@book.action("2")
def share(s: State, who: Player, among: Annotated[int, Range(0, 4)]) -> None:
    """Share out nine."""
    with effect("2"):
        s.count = 9 // among + 9 % among


@share.permit("2")
def may(s: State, who: Player, among: int) -> bool:
    return True


@book.action("3")
def highest(s: State, who: Player) -> None:
    """The highest rank above five."""
    with effect("3"):
        s.count = max(p.rank for p in Player if p.rank > 5)


@highest.permit("3")
def may_too(s: State, who: Player) -> bool:
    return True


@book.action("4")
def lowest(s: State, who: Player) -> None:
    """The lowest rank above five, or else eight."""
    with effect("4"):
        s.count = min((p.rank for p in Player if p.rank > 5), default=8)


@lowest.permit("4")
def may_even(s: State, who: Player) -> bool:
    return True
