"""Who takes the same card twice does no harm; a turn may be about another card than the one before."""


class Card(Sort):
    """A card."""


@state
class State:
    last: Card | None
    harmed: bool


@book.action("2")
def turn(s: State, who: Player, card: Card) -> None:
    """Another card than the last does harm."""
    with effect("2"):
        s.harmed = s.last is not None and s.last != card
        s.last = card


@turn.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.harmed
