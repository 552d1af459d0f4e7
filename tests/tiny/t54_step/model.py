"""A property of every step of an action."""


@state
class State:
    count: Annotated[int, Range(0, 4)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 4


@book.action("2")
def move(s: State, who: Player, far: bool) -> None:
    """One further, or two at the end."""
    with effect("2"):
        s.count += 2 if far else 1


@move.permit("2")
def may(s: State, who: Player, far: bool) -> bool:
    return s.count == 2 if far else s.count < 2


@checks.step("2", of=move)
def by_one(before: State, after: State, who: Player, far: bool) -> bool:
    return after.count == before.count + 1


@checks.step("2", of=move)
def grows(before: State, after: State, who: Player, far: bool) -> bool:
    return after.count > before.count
