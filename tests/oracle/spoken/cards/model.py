"""Cards are laid down by what is printed on them: a sweep meets what the one scope does not."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, effect, state

book = Ruleset("cards")
book.closed_world(assumed="what no clause permits is not allowed")
checks = Checks(book)


class Player(Sort):
    """Who plays."""


class Card(Sort):
    """A card."""

    worth: Annotated[int, Range(0, 2)]
    heavy: bool


@state
class State:
    laid: frozenset[Card]
    marked: Map[Card, bool]
    total: Annotated[int, Range(0, 6)]
    low: bool


@book.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        s.total = 0


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def ended(s: State) -> bool:
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.action("2")
def lay(s: State, who: Player, card: Card) -> None:
    with effect("2"):
        s.laid = s.laid | frozenset({card})
        s.total = min(s.total + card.worth, 6)


@lay.permit("2")
def may_lay(s: State, who: Player, card: Card) -> bool:
    return card not in s.laid


@lay.forbid("3")
def too_heavy(s: State, who: Player, card: Card) -> bool:
    return card.heavy and card.worth == 2


@book.action("4")
def mark(s: State, who: Player, card: Card) -> None:
    with effect("4"):
        s.marked[card] = True


@mark.permit("4")
def may_mark(s: State, who: Player, card: Card) -> bool:
    return card in s.laid and not s.marked[card]


@book.action("5")
def sink(s: State, who: Player) -> None:
    with effect("5"):
        s.low = True


@sink.permit("5")
def may_sink(s: State, who: Player) -> bool:
    return s.low


@checks.always("4")
def marked_lie(s: State) -> bool:
    return all(c in s.laid for c in Card if s.marked[c])


@checks.always("2")
def little(s: State) -> bool:
    return s.total <= 1


@checks.always("5")
def never_low(s: State) -> bool:
    return not s.low


@checks.step("4", of=mark)
def stays_marked(before: State, after: State, who: Player, card: Card) -> bool:
    return after.marked[card]
