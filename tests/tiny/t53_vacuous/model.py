"""An invariant whose situation is never reached says nothing."""


@state
class State:
    count: Annotated[int, Range(0, 3)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 2


@book.action("2")
def one(s: State, who: Player) -> None:
    """One further."""
    with effect("2"):
        s.count += 1


@one.permit("2")
def may_one(s: State, who: Player) -> bool:
    return s.count <= 1


@book.action("3")
def two(s: State, who: Player) -> None:
    """Two further."""
    with effect("3"):
        s.count += 2


@two.permit("3")
def may_two(s: State, who: Player) -> bool:
    return s.count == 0


@checks.sometimes("1")
def at_three(s: State) -> bool:
    return s.count == 3


@checks.always("1", reached=at_three)
def odd_at_three(s: State) -> bool:
    return s.count != 3 or s.count % 2 == 1
