"""A duty that does not make its condition false never ends."""


@state
class State:
    called: bool
    count: Annotated[int, Range(0)]


@book.action("2")
def go(s: State, who: Player) -> None:
    """Call for it."""
    with effect("2"):
        s.called = True


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.duty("3")
def count_up(s: State) -> None:
    """It counts, and stays called."""
    with effect("3"):
        s.count += 1


@count_up.when
def is_called(s: State) -> bool:
    return s.called
