"""Deeds in a duty, a branch and another deed; a check that fails in one."""


@state
class State:
    count: Annotated[int, Range(0)]
    fallen: bool


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count >= 4


@book.deed("3")
def fall(s: State) -> None:
    """Back to the start, from no further than 2."""
    with effect("3"):
        s.count -= 2
        s.fallen = True


@book.deed("2")
def step(s: State, far: int) -> None:
    """Go that far."""
    with effect("2"):
        s.count += far
        if s.count == 2:
            fall(s)


@book.duty("4")
def slide(s: State) -> None:
    """From 3, one further."""
    with effect("4"):
        step(s, s.count - 2)


@slide.when
def slippery(s: State) -> bool:
    return s.count == 3


@book.action("5")
def jump(s: State, who: Player) -> None:
    """Two at once, or three where somebody fell before."""
    with effect("5"):
        if s.fallen:
            step(s, 3)
        else:
            fall(s)


@jump.permit("5")
def fallen_or_at_the_start(s: State, who: Player) -> bool:
    return s.fallen or s.count == 0


@book.action("6")
def move(s: State, who: Player) -> None:
    """Try to go on."""
    with effect("6"):
        step(s, 1)


@move.permit("7")
def may(s: State, who: Player) -> bool:
    return True
