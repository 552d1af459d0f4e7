"""What does not matter is forgotten at rest: a duty sees it before."""


class Card(Sort):
    """A card."""


@state
class State:
    held: Map[Card, bool]
    marked: Map[Card, bool]
    pending: bool
    late: bool


@book.matters("marked")
def is_held(s: State, card: Card) -> bool:
    return s.held[card]


@book.action("2")
def mark(s: State, who: Player, card: Card) -> None:
    """Mark a card that nobody holds."""
    with effect("2"):
        s.marked[card] = True
        s.pending = True


@mark.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return True


@book.duty("4")
def look(s: State) -> None:
    """It is seen to be marked."""
    with effect("4"):
        s.pending = False
        if any(s.marked[card] for card in Card):
            s.late = True


@look.when
def something_is_pending(s: State) -> bool:
    return s.pending


@checks.always("4")
def nobody_holds_one(s: State) -> bool:
    return all(not s.held[card] for card in Card)


@checks.always("4")
def none_is_marked_at_rest(s: State) -> bool:
    return all(not s.marked[card] for card in Card)


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late
