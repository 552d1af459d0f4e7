"""Each entry of a map that means nothing is at its default."""


class Card(Sort):
    """A card."""


@state
class State:
    played: frozenset[Card]
    mark: Map[Card, Annotated[int, Range(0, 1)]]


@book.matters("mark")
def in_play(s: State, card: Card) -> bool:
    return card in s.played


@book.action("2")
def play(s: State, who: Player, card: Card) -> None:
    """Play a card, marked."""
    with effect("2"):
        s.played = s.played | frozenset({card})
        s.mark[card] = 1


@play.permit("2")
def from_hand(s: State, who: Player, card: Card) -> bool:
    return card not in s.played


@book.action("3")
def recall(s: State, who: Player, card: Card) -> None:
    """Take it back."""
    with effect("3"):
        s.played = s.played - frozenset({card})


@recall.permit("3")
def from_play(s: State, who: Player, card: Card) -> bool:
    return card in s.played
