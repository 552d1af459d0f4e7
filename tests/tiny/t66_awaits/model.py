"""Only an awaited player has candidates."""


class Player(Sort):
    rank: Annotated[int, Range(0, 2)]


@state
class State:
    count: Annotated[int, Range(0, 2)]


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Those who rank higher than the count."""
    return frozenset(p for p in Player if p.rank > s.count)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 2


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.permit("2")
def may(s: State, who: Player) -> bool:
    return True
