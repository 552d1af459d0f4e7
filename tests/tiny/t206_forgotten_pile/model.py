"""A pile that means nothing while the box is closed: at rest it is empty then."""


class Card(Sort):
    """What lies in the box."""


@state
class State:
    open: bool
    box: Pile[Card]


@book.matters("box")
def while_it_is_open(s: State) -> bool:
    return s.open


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Open it, or close it."""
    with effect("2"):
        s.open = not s.open


@turn.permit("2")
def always(s: State, who: Player) -> bool:
    return True


@book.action("3")
def put(s: State, who: Player, card: Card) -> None:
    with effect("3"):
        s.box = s.box.with_top(card)


@put.permit("3")
def into_an_open_box(s: State, who: Player, card: Card) -> bool:
    return s.open and card not in s.box


@checks.always("4")
def nothing_lies_in_a_closed_box(s: State) -> bool:
    return s.open or len(s.box) == 0
