"""What is looked for in one branch is not there in the other."""


class Card(Sort):
    """A card."""


@state
class State:
    marked: frozenset[Card]
    found: Card
    late: bool


@book.initial("1")
def begin(s: State, card: Card) -> None:
    """One is marked."""
    with effect("1"):
        s.marked = frozenset({card})
        s.found = card


@book.action("2")
def turn(s: State, who: Player, card: Card) -> None:
    """It is late with a marked one, and else it is looked for."""
    with effect("2"):
        if card in s.marked:
            s.late = True
        else:
            s.found = the(x for x in Card if x == card and x in s.marked)


@turn.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late
