"""The scope overrides the initial state."""


@state
class State:
    count: Annotated[int, Range(0, 3)]
    held: Map[Player, Annotated[int, Range(0, 9)]]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 3


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.permit("2")
def below(s: State, who: Player) -> bool:
    return s.count < 3


@checks.always("1")
def four_held(s: State) -> bool:
    return sum(s.held[p] for p in Player) == 5
