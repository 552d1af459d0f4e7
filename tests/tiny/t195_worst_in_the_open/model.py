# whole
"""Without a closed world: a member that clauses contradict each other on is worse than one that none speaks of."""

from ruleslawyer.lang import Ruleset, Sort, effect, state

book = Ruleset("t195_worst_in_the_open")


class Player(Sort):
    """Who plays."""


class Card(Sort):
    """A card."""

    torn: bool


@state
class State:
    taken: frozenset[Card]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""


@book.action("2")
def take(s: State, who: Player, cards: frozenset[Card]) -> None:
    """Some of them."""
    with effect("2"):
        s.taken = cards


@take.domain
def both(s: State, who: Player, cards: frozenset[Card]) -> bool:
    return cards == frozenset(Card)


@take.permit("2")
def may(s: State, who: Player, cards: frozenset[Card]) -> bool:
    return True


@take.member(of="cards")
def card_taken(s: State, who: Player, each: Card) -> None:
    """One of them."""


@card_taken.permit("3")
def if_torn(s: State, who: Player, each: Card) -> bool:
    return each.torn


@card_taken.forbid("4")
def not_torn(s: State, who: Player, each: Card) -> bool:
    return each.torn
