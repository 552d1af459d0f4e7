"""Piles of equal things: anything is put on any of three, and the laws of sequences are asked of them."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Checks, Constants, Map, Pile, Ruleset, Size, Sort, effect, number, state

book = Ruleset("kinds")
book.closed_world(assumed="nothing else is done")
checks = Checks(book)


class Player(Sort):
    """Who puts things on piles."""


class Colour(Enum):
    RED = 1
    BLUE = 2


class Which(Enum):
    A = 1
    B = 2
    C = 3


class Sizes(Constants):
    most: int = number(2, "1")


@state
class State:
    pile: Map[Which, Annotated[Pile[Colour], Size(Sizes.most)]]


@book.initial("1")
def begin(s: State) -> None:
    """Nothing lies anywhere."""


@book.awaits
def anybody(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    return all(len(s.pile[w]) == Sizes.most for w in Which)


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.action("2")
def put(s: State, who: Player, which: Which, colour: Colour) -> None:
    """Something is put on a pile."""
    with effect("2"):
        s.pile[which] = s.pile[which].with_top(colour)


@put.permit("2")
def there_is_room(s: State, who: Player, which: Which, colour: Colour) -> bool:
    return len(s.pile[which]) < Sizes.most


def first(pile: Pile[Colour]) -> Colour | None:
    """The first that a loop comes to."""
    for colour in pile:
        return colour
    return None


def reds(pile: Pile[Colour]) -> int:
    return sum(1 for colour in pile if colour == Colour.RED)


@checks.always("1")
def turned_over_twice(s: State) -> bool:
    return all(s.pile[w].reversed().reversed() == s.pile[w] for w in Which)


@checks.always("1")
def three_in_any_order(s: State) -> bool:
    a = s.pile[Which.A]
    b = s.pile[Which.B]
    c = s.pile[Which.C]
    return a.on(b).on(c) == a.on(b.on(c)) and a.under(b).under(c) == a.under(b.under(c))


@checks.always("1")
def under_is_the_other_on(s: State) -> bool:
    return all(s.pile[v].under(s.pile[w]) == s.pile[w].on(s.pile[v]) for v in Which for w in Which)


@checks.always("1")
def turned_over_together(s: State) -> bool:
    return all(
        s.pile[v].on(s.pile[w]).reversed() == s.pile[w].reversed().on(s.pile[v].reversed())
        for v in Which
        for w in Which
    )


@checks.always("1")
def sizes_add_up(s: State) -> bool:
    return all(len(s.pile[v].on(s.pile[w])) == len(s.pile[v]) + len(s.pile[w]) for v in Which for w in Which)


@checks.always("1")
def colours_add_up(s: State) -> bool:
    return all(reds(s.pile[v].on(s.pile[w])) == reds(s.pile[v]) + reds(s.pile[w]) for v in Which for w in Which)


@checks.always("1")
def ends_are_ends(s: State) -> bool:
    """What is taken from an end and put back leaves the pile as it was; turned over, the bottom is the top."""
    return all(
        s.pile[w].without_top().with_top(s.pile[w].top) == s.pile[w]
        and s.pile[w].without_bottom().with_bottom(s.pile[w].bottom) == s.pile[w]
        and s.pile[w].reversed().top == s.pile[w].bottom
        and s.pile[w].without(s.pile[w].top) == s.pile[w].without_top()
        for w in Which
        if len(s.pile[w]) > 0
    )


@checks.always("1")
def loops_begin_at_the_top(s: State) -> bool:
    return all(first(s.pile[w]) == (s.pile[w].top if len(s.pile[w]) > 0 else None) for w in Which)


@checks.always("1")
def order_counts(s: State) -> bool:
    """No law: two piles of two, one of each colour, may differ."""
    a = s.pile[Which.A]
    b = s.pile[Which.B]
    return a == b or len(a) < 2 or len(b) < 2 or reds(a) != reds(b)
