"""The first that is found is marked, and no other."""


class Card(Sort):
    """A card."""


@state
class State:
    found: bool
    mark: Map[Card, bool]
    late: bool


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Do it."""
    with effect("2"):
        for card in Card:
            if not s.found:
                s.found = True
                s.mark[card] = True
        s.late = True


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late or all(s.mark[card] for card in Card)
