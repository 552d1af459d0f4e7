"""Of two clauses that are over a third, one that is live is enough to beat it."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.forbid("3")
def never(s: State, who: Player) -> bool:
    return True


@move.permit("4", over=never, because="but")
def at_first(s: State, who: Player) -> bool:
    return s.count == 0


@move.permit("5", over=never, because="but")
def below_two(s: State, who: Player) -> bool:
    return s.count < 2
