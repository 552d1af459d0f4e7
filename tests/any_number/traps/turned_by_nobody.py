"""A sign is turned by those that are told to, and the last of them decides: where none is, it stays as it was. Each that
was told is marked besides, whatever the order."""


class Card(Sort):
    """A card."""


class Sign(Enum):
    """The way in which something points."""

    NONE = "None"
    UP = "Up"
    DOWN = "Down"


@state
class State:
    up: Map[Card, bool]
    down: Map[Card, bool]
    marked: Map[Card, bool]
    sign: Sign
    late: bool


@book.initial("1")
def begin(s: State) -> None:
    """It points nowhere."""
    with effect("1"):
        s.sign = Sign.NONE


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Each card turns it as it is told."""
    with effect("2"):
        for card in Card:
            if s.up[card]:
                s.marked[card] = True
                s.sign = Sign.UP
            if s.down[card]:
                s.sign = Sign.DOWN
        s.late = True


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.action("2")
def tell(s: State, who: Player, card: Card) -> None:
    """Tell a card one of the two."""
    with effect("2"):
        s.up[card] = not s.up[card]
        s.down[card] = not s.up[card]


@tell.permit("2")
def may_tell(s: State, who: Player, card: Card) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late or s.sign != Sign.NONE


@checks.always("3")
def wrong_of_each(s: State) -> bool:
    return not s.late or all(s.marked[c] for c in Card)
