"""Each leans on the one before, and the first falls last."""


class Card(Sort):
    """A card."""


@state
class State:
    first: Map[Card, bool]
    second: Map[Card, bool]
    third: Map[Card, bool]


@book.action("2")
def pass_on(s: State, who: Player, card: Card) -> None:
    """What was first is second, and what was second is third."""
    with effect("2"):
        s.third[card] = s.second[card]
        s.second[card] = s.first[card]


@pass_on.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return True


@book.action("4")
def spoil(s: State, who: Player, card: Card) -> None:
    """The first falls."""
    with effect("4"):
        s.first[card] = True


@spoil.permit("4")
def may_spoil(s: State, who: Player, card: Card) -> bool:
    return True


@checks.always("3")
def wrong_first(s: State) -> bool:
    return all(not s.first[card] for card in Card)


@checks.always("3")
def wrong_second(s: State) -> bool:
    return all(not s.second[card] for card in Card)


@checks.always("3")
def wrong(s: State) -> bool:
    return all(not s.third[card] for card in Card)
