"""Mistakes about what a guest adds to the classes of its host: each marked line is refused."""

from ruleslawyer.lang import SILENT, Map, Ruleset, Silent, Sort, narrow, state

base = Ruleset("base")
book = Ruleset("book", on=base)
twice = Ruleset("twice", on="base")  # error: argument


class Card(Sort):
    cost: int


class Print(Card):
    cheap: bool


@state
class State:
    held: frozenset[Card]


@state
class Game(State):
    marked: Map[Card, bool]


@base.term("2")
def price(s: State, card: Card) -> int:
    return card.cost


@price.exception("3")
def free(s: State, card: Card) -> int | Silent:
    return 0 if narrow(card, Print).cheap and narrow(s, Game).marked[card] else SILENT


@price.exception("3")  # error: argument
def unseen(s: State, card: Print) -> int | Silent:
    return 0 if card.cheap else SILENT


@price.exception("3")
def unread(s: State, card: Card) -> int | Silent:
    return 0 if card.cheap else SILENT  # error: attribute


@price.exception("3")
def unmarked(s: State, card: Card) -> int | Silent:
    return 0 if s.marked[card] else SILENT  # error: attribute


@price.exception("3")
def misspelt(s: State, card: Card) -> int | Silent:
    return 0 if narrow(card, Print).chaep else SILENT  # error: attribute


@book.term("4")
def dear(s: Game, card: Print) -> bool:
    return price(s, card) > 0 and not s.marked[card]
