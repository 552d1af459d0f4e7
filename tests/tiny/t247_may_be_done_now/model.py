"""What may be done where somebody may react, and behind the end: there a property asks of the same state as play."""


@state
class State:
    count: Annotated[int, Range(0, 2)]
    told: bool


@moment("2")
class Began:
    """The first step is taken."""


@book.ended("9")
def over(s: State) -> bool:
    """Behind the second step."""
    return s.count == 2


@book.action("2")
def move(s: State, who: Player) -> None:
    """One step."""
    permit("2", always=True)
    with effect("2"):
        s.count += 1
        if s.count == 1:
            emit(s, Began())


@book.trigger("5", on=Began, miss="6")
def tell(s: State, who: Player) -> None:
    """Say so."""
    with effect("5"):
        s.told = True


@tell.when
def whoever(s: State, who: Player) -> bool:
    return True


@checks.always("9")
def nothing_behind_the_end(s: State) -> bool:
    return not over(s) or not allows(move, s)


@checks.always("9")
def first_the_reaction(s: State) -> bool:
    return not (allows(move, s) and allows(tell, s))


@checks.sometimes("9")
def goes_on_without(s: State) -> bool:
    return s.count == 1 and allows(move, s)


@checks.step("9", of=tell)
def nothing_else_was_to_be_done(before: State, after: State, who: Player) -> bool:
    return allows(tell, before, who) and not allows(move, before)
