"""A over B over C: a clause that is beaten beats nothing."""


@state
class State:
    count: Annotated[int, Range(0, 2)]


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.count += 1


@move.permit("3")
def base(s: State, who: Player) -> bool:
    return True


@move.forbid("4", over=base, because="but")
def unless_later(s: State, who: Player) -> bool:
    return s.count >= 1


@move.permit("5", over=unless_later, because="even then")
def even_then(s: State, who: Player) -> bool:
    return s.count == 1
