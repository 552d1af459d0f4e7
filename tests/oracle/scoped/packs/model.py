"""Nineteen cards go from the top of one pile under another, and each that lies on either may be named.

20 states, in the n-th of which n cards have gone over, and as many in which one was named. By 19 steps a card goes
over; in each of these states 19 cards may be named, on one pile or the other: 399 transitions. That a card is put
under the pile on which it lies is broken, and leads nowhere.
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Pile, Ruleset, Sort, effect, state

book = Ruleset("packs")
book.closed_world(assumed="what no clause permits is not allowed")
checks = Checks(book)


class Player(Sort):
    """Who plays."""


class Card(Sort):
    """A card."""


@state
class State:
    left: Pile[Card]
    right: Pile[Card]
    named: bool
    nobody: Card | None


@book.initial("1")
def begin(s: State) -> None:
    """All cards lie on the left."""
    with effect("1"):
        for card in Card:
            s.left = s.left.with_bottom(card)


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def ended(s: State) -> bool:
    return s.named


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.action("2")
def move(s: State, who: Player) -> None:
    """A card goes over."""
    top = s.left.top
    with effect("2"):
        s.left = s.left.without_top()
        s.right = s.right.with_bottom(top)


@move.permit("2")
def some_are_left(s: State, who: Player) -> bool:
    return len(s.left) > 0


@book.action("3")
def name(s: State, who: Player, card: Card) -> None:
    """A card is named."""
    with effect("3"):
        s.named = True


@name.permit("3")
def lies_on_the_left(s: State, who: Player, card: Card) -> bool:
    return card in s.left


@book.action("4")
def recall(s: State, who: Player, card: Card) -> None:
    """A card that has gone over is named."""
    with effect("4"):
        s.named = True


@recall.permit("4")
def lies_on_the_right(s: State, who: Player, card: Card) -> bool:
    return card in s.right


@book.action("5")
def double(s: State, who: Player) -> None:
    """A card is put under its own pile."""
    with effect("5"):
        s.right = s.right.with_bottom(s.right.top)


@double.permit("5")
def several_lie_there(s: State, who: Player) -> bool:
    return len(s.right) > 1


@checks.always("2")
def nobody_lies_there(s: State) -> bool:
    return s.nobody not in s.left and s.nobody not in s.right
