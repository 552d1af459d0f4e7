"""What says whether something matters fails a check between two sub-steps, where nobody asks it."""


class Card(Sort):
    """A card."""


@state
class State:
    holders: frozenset[Card]
    first: Card
    wind: Annotated[int, Range(0, 7)]
    late: bool


@book.matters("wind")
def wind_matters(s: State) -> bool:
    return the(card for card in Card if card in s.holders) == s.first


@book.initial("1")
def begin(s: State, card: Card) -> None:
    """One holds it."""
    with effect("1"):
        s.holders = frozenset({card})
        s.first = card


@book.action("2")
def drop(s: State, who: Player) -> None:
    """Nobody holds it for a moment."""
    with effect("2"):
        s.holders = frozenset()
        s.late = True


@drop.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.duty("4")
def catch(s: State) -> None:
    """The first one takes it."""
    with effect("4"):
        s.holders = frozenset({s.first})


@catch.when
def nobody_holds(s: State) -> bool:
    return all(card not in s.holders for card in Card)


@checks.always("3")
def wrong(s: State) -> bool:
    return s.wind == 7 or not s.late
