"""Of two cards each has another partner."""


class Card(Sort):
    """A card."""


@state
class State:
    partner: Map[Card, Card]
    late: bool


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        for card in Card:
            s.partner[card] = card


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Do it."""
    with effect("2"):
        for card in Card:
            s.partner[card] = the(other for other in Card if other != card)
        s.late = True


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late or any(s.partner[card] == card for card in Card)
