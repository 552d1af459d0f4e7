"""A function that asks one member after the other, until one decides, may fail of another than the one it was asked of;
and those who come after the one that decides were not asked, but perhaps are later."""


class Card(Sort):
    """A card."""


@state
class State:
    link: Map[Card, Card | None]


@book.initial("1")
def begin(s: State, card: Card) -> None:
    """One card is linked to itself."""
    with effect("1"):
        s.link[card] = card


def is_linked(s: State, card: Card) -> bool:
    return any(the(x for x in Card if s.link[c] == x) == card for c in Card)


@book.action("2")
def turn(s: State, who: Player, card: Card, other: Card) -> None:
    """A card to which one is linked is linked to another one."""
    with effect("2"):
        s.link[card] = other


@turn.permit("2")
def may(s: State, who: Player, card: Card, other: Card) -> bool:
    return is_linked(s, card)


@checks.step("3", of=turn)
def right(before: State, after: State, who: Player, card: Card, other: Card) -> bool:
    return is_linked(before, card)


@checks.step("3", of=turn)
def wrong_of_others(before: State, after: State, who: Player, card: Card, other: Card) -> bool:
    return all(is_linked(before, c) or not is_linked(before, c) for c in Card)


@checks.step("3", of=turn)
def wrong_of_all(before: State, after: State, who: Player, card: Card, other: Card) -> bool:
    return all(before.link[c] is not None for c in Card)


@checks.step("3", of=turn)
def wrong_afterwards(before: State, after: State, who: Player, card: Card, other: Card) -> bool:
    return is_linked(after, card) or not is_linked(after, card)
