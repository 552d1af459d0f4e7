"""Piles of things: each card is put on one of two piles, and the laws of sequences are asked of them."""

from __future__ import annotations

from ruleslawyer.lang import Checks, Pile, Ruleset, Sort, effect, state

book = Ruleset("things")
book.closed_world(assumed="nothing else is done")
checks = Checks(book)


class Player(Sort):
    """Who puts cards on piles."""


class Card(Sort):
    """A card."""


@state
class State:
    left: Pile[Card]
    right: Pile[Card]


@book.initial("1")
def begin(s: State) -> None:
    """Nothing lies anywhere."""


@book.awaits
def anybody(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    return len(s.left) + len(s.right) == len(Card)


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.action("2")
def put(s: State, who: Player, card: Card, left: bool) -> None:
    """A card is put under a pile."""
    with effect("2"):
        if left:
            s.left = s.left.with_bottom(card)
        else:
            s.right = s.right.with_bottom(card)


@put.permit("2")
def lies_nowhere(s: State, who: Player, card: Card, left: bool) -> bool:
    return card not in s.left.on(s.right)


def last(pile: Pile[Card]) -> Card | None:
    """The last one, from the other side."""
    for card in pile.reversed():
        return card
    return None


@checks.always("1")
def turned_over_twice(s: State) -> bool:
    return s.left.reversed().reversed() == s.left


@checks.always("1")
def turned_over_together(s: State) -> bool:
    return s.left.on(s.right).reversed() == s.left.reversed().under(s.right.reversed())


@checks.always("1")
def each_card_once(s: State) -> bool:
    joined = s.left.under(s.right)
    return len(joined) == len(frozenset(joined))


@checks.always("1")
def ends_are_ends(s: State) -> bool:
    return len(s.left) == 0 or (
        last(s.left) == s.left.bottom
        and s.left.without(s.left.bottom) == s.left.without_bottom()
        and s.left.without_top().with_top(s.left.top) == s.left
    )


@checks.always("1")
def the_upper_one_is_above(s: State) -> bool:
    """Taken from the top as often as there are cards in the upper one, the lower one is left."""
    joined = s.left.on(s.right)
    return (len(s.left) != 1 or joined.without_top() == s.right) and (
        len(s.left) != 2 or joined.without_top().without_top() == s.right
    )
