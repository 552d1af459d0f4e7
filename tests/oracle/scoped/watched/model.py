"""A card is laid: faults of these rules are few, and faults.toml says what each does to the text."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, state

book = Ruleset("watched")
book.closed_world(assumed="what no clause permits is not allowed")
checks = Checks(book)


class Player(Sort):
    """Who plays."""


class Card(Sort):
    """A card."""

    weight: Annotated[int, Range(0, 1)]


@state
class State:
    laid: frozenset[Card]
    n: Annotated[int, Range(0, 2)]


@book.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        s.n = 1


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def ended(s: State) -> bool:
    return all(c in s.laid for c in Card)


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.action("2")
def lay(s: State, who: Player, card: Card) -> None:
    with effect("2"):
        s.laid = s.laid | frozenset({card})
    with effect("2"):
        s.n -= 1


@lay.permit("2")
def may_lay(s: State, who: Player, card: Card) -> bool:
    return card not in s.laid


@lay.permit("3")
def may_lay_too(s: State, who: Player, card: Card) -> bool:
    return card not in s.laid


@lay.forbid("4")
def too_heavy(s: State, who: Player, card: Card) -> bool:
    return card.weight == 1


@checks.always("2")
def never_empty(s: State) -> bool:
    return s.n != 0


@checks.always("9")
def nothing_lies(s: State) -> bool:
    """It falls short wherever a card is laid, with and without a fault."""
    return all(c not in s.laid for c in Card)
