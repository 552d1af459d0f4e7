"""A forbid over an instead, an instead over a forbid."""


@state
class State:
    count: Annotated[int, Range(0)]
    free: bool


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count >= 4


@book.deed("2")
def leap(s: State, length: int) -> None:
    """Go twice as far."""
    with effect("2"):
        s.count += 2 * length


@book.deed("2")
def step(s: State, far: int) -> None:
    """Go that far."""
    with effect("2"):
        s.count += far


@step.instead("3", by=leap)
def boots(s: State, far: int) -> bool:
    return s.count <= 1


@step.forbid("4", over=boots, because="the text: not even with boots")
def stuck(s: State, far: int) -> bool:
    return s.count == 0


@stuck.exception("4")
def freed(s: State, far: int) -> bool:
    return s.free


@step.forbid("5", over=step, because="the text: cannot")
def dark(s: State, far: int) -> bool:
    return s.count >= 2


@step.instead("5", by=leap, over=dark, because="the text: but whoever has a lamp leaps")
def lamp(s: State, far: int) -> bool:
    return s.count == 2


@book.action("8")
def free(s: State, who: Player) -> None:
    with effect("8"):
        s.free = True


@free.permit("8")
def once(s: State, who: Player) -> bool:
    return not s.free


@book.action("6")
def move(s: State, who: Player) -> None:
    """Try to go on."""
    with effect("6"):
        step(s, 1)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
