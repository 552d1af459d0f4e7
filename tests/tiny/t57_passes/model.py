"""Forced passes, counted as they are and contracted."""


@state
class State:
    count: Annotated[int, Range(0, 3)]
    answering: bool


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count == 3 and not s.answering


@book.action("2")
def strike(s: State, who: Player) -> None:
    """Strike, and wait for an answer."""
    with effect("2"):
        s.count += 1
        s.answering = True


@strike.permit("2")
def when_free(s: State, who: Player) -> bool:
    return not s.answering


@book.action("3")
def parry(s: State, who: Player) -> None:
    """Answer the second strike."""
    with effect("3"):
        s.answering = False


@parry.permit("3")
def the_second(s: State, who: Player) -> bool:
    return s.answering and s.count == 2


@book.action("4", passes=True)
def let_it_be(s: State, who: Player) -> None:
    """No answer."""
    with effect("4"):
        s.answering = False


@let_it_be.permit("4")
def when_asked(s: State, who: Player) -> bool:
    return s.answering
