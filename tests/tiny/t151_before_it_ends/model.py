"""A branch ends after steps that were made: what they show stays shown."""


class Thing(Sort):
    """What is played with."""


@state
class State:
    x: Annotated[int, Range(0, 3)]
    used: bool


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go as far as it goes."""
    with effect("2"):
        s.x = 3


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.action("4")
def turn(s: State, who: Player) -> None:
    """Nobody may."""
    with effect("4"):
        s.x = 0


@turn.permit("4")
def may_turn(s: State, who: Player) -> bool:
    return s.used


@book.duty("3")
def more(s: State) -> None:
    """Too far."""
    with effect("3"):
        s.x += 1


@more.when
def at_the_end(s: State) -> bool:
    return s.x == 3


@checks.step("2", of=go)
def stays(before: State, after: State, who: Player) -> bool:
    return after.x == before.x


@checks.step("2", of=go)
def grows(before: State, after: State, who: Player) -> bool:
    return after.x > before.x


@checks.step("4", of=turn)
def turned(before: State, after: State, who: Player) -> bool:
    return after.x == 0


@checks.step("2")
def each_stays(before: State, after: State) -> bool:
    return after.x == before.x


@checks.sometimes("2")
def begun(s: State) -> bool:
    return s.x == 0


@checks.sometimes("2")
def far(s: State) -> bool:
    return s.x == 3


@checks.always("2", reached=far)
def near(s: State) -> bool:
    return s.x < 3
