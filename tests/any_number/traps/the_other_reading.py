"""Under one reading it is late."""


class Card(Sort):
    """A card."""


@state
class State:
    late: bool


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Do it."""
    with effect("2"):
        if is_late(s):
            s.late = True


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.question("is it late?")
def is_late(s: State) -> bool:
    ask()


@is_late.answer("5", default=True)
def not_yet(s: State) -> bool:
    return False


@is_late.answer("6")
def yes_it_is(s: State) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late
