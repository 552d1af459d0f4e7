"""A duty: a forced step, run before the next decision."""


@state
class State:
    count: Annotated[int, Range(0, 2)]
    tired: bool


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 2


@book.action("2")
def work(s: State, who: Player) -> None:
    """Work, which tires."""
    with effect("2"):
        s.count += 1
        s.tired = True


@work.permit("3")
def not_tired(s: State, who: Player) -> bool:
    return not s.tired


@book.duty("4", turn_end=True)
def rest(s: State) -> None:
    """Whoever is tired rests."""
    with effect("4"):
        s.tired = False


@rest.when
def is_tired(s: State) -> bool:
    return s.tired


@checks.always("4")
def rested(s: State) -> bool:
    return not s.tired


@checks.always("4")
def tired_with_one(s: State) -> bool:
    return not (s.tired and s.count == 1)
