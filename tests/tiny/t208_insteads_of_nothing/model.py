"""Two live insteads that name different deeds, of a deed that does not happen."""


@state
class State:
    count: Annotated[int, Range(0)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count >= 3


@book.deed("2")
def leap(s: State, length: int) -> None:
    """Go twice as far."""
    with effect("2"):
        s.count += 2 * length


@book.deed("2")
def rest(s: State, far: int) -> None:
    """Go nowhere."""


@book.deed("2")
def step(s: State, far: int) -> None:
    """Go that far."""
    with effect("2"):
        s.count += far


@step.forbid("3")
def mired(s: State, far: int) -> bool:
    return s.count == 1


@step.instead("4", by=leap)
def boots(s: State, far: int) -> bool:
    return s.count == 1


@step.instead("5", by=rest)
def asleep(s: State, far: int) -> bool:
    return s.count == 1


@book.action("6")
def move(s: State, who: Player) -> None:
    """Try to go on."""
    with effect("6"):
        step(s, 1)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
