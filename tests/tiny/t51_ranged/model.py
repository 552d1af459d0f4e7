"""A range below zero, and a parameter with a range and bounds of the scope."""


@state
class State:
    warmth: Annotated[int, Range(-1, 2)]


@book.action("2")
def change(s: State, who: Player, by: Annotated[int, Range(-3, 3)]) -> None:
    """Warmer or colder."""
    with effect("2"):
        s.warmth += by


@change.permit("2")
def within(s: State, who: Player, by: int) -> bool:
    return -1 <= s.warmth + by <= 2 and by != 0
