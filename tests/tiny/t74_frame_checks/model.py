"""Closing a frame that is not open: a broken check."""


@state
class State:
    count: Annotated[int, Range(0, 1)]


@frame("2")
class Loan:
    awaits: frozenset[Player]


@book.action("2")
def lend(s: State, who: Player) -> None:
    """Begin a loan."""
    with effect("2"):
        open_frame(s, Loan(awaits=frozenset({who})))


@lend.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.action("3", at=(None, Loan))
def give_back(s: State, who: Player) -> None:
    """End the loan."""
    with effect("3"):
        close_frame(s, Loan)


@give_back.permit("3")
def may_too(s: State, who: Player) -> bool:
    return True
