"""Over an action: all its permits are beaten."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.permit("3")
def one(s: State, who: Player) -> bool:
    return s.count != 1


@move.permit("4")
def other(s: State, who: Player) -> bool:
    return s.count != 0


@move.forbid("5", over=move, because="never")
def not_at_two(s: State, who: Player) -> bool:
    return s.count == 2
