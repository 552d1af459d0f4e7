"""What every play comes to once, and what is so for ever from some state on."""


@state
class State:
    place: Annotated[int, Range(0, 3)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.place == 3


@book.action("2")
def go(s: State, who: Player) -> None:
    """Away from the beginning."""
    domain(s.place == 0)
    permit("2", may_go=True)
    with effect("2"):
        s.place = 1


@book.action("3")
def swing(s: State, who: Player) -> None:
    """To and fro."""
    domain(s.place in (1, 2))
    permit("3", may_swing=True)
    with effect("3"):
        s.place = 3 - s.place


@book.action("4")
def rest(s: State, who: Player) -> None:
    """An end."""
    domain(s.place == 2)
    permit("4", may_rest=True)
    with effect("4"):
        s.place = 3


@checks.eventually("9")
def gets_to_two(s: State) -> bool:
    return s.place == 2


@checks.eventually("9")
def is_at_the_beginning(s: State) -> bool:
    return s.place == 0


@checks.eventually("9")
def ends(s: State) -> bool:
    return s.place == 3


@checks.eventually("9", fair=rest)
def ends_weakly(s: State) -> bool:
    return s.place == 3


@checks.eventually("9", strongly_fair=rest)
def ends_strongly(s: State) -> bool:
    return s.place == 3


@checks.eventually("9")
def never_comes(s: State) -> bool:
    return s.place == 4


@checks.eventually_always("9")
def is_away(s: State) -> bool:
    return s.place >= 1


@checks.eventually_always("9")
def is_far(s: State) -> bool:
    return s.place >= 2


@checks.eventually_always("9", fair=rest)
def is_far_weakly(s: State) -> bool:
    return s.place >= 2


@checks.eventually_always("9", strongly_fair=rest)
def is_far_strongly(s: State) -> bool:
    return s.place >= 2


@checks.eventually_always("9")
def goes_on(s: State) -> bool:
    return s.place < 3
