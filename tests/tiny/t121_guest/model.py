# whole
"""A guest on t120_host: adds a field and an attribute, excepts a term, answers a question, forbids."""

from t120_host.model import Card, Player, State, affordable, base, buy, limit, price

from ruleslawyer.lang import SILENT, Checks, Ruleset, Silent, effect, narrow, state

book = Ruleset("t121_guest", on=base)


class Print(Card):
    cheap: bool


@state
class Game(State):
    marked: frozenset[Card]


@price.exception("2")
def nothing_for_a_cheap_one(s: State, card: Card) -> int | Silent:
    return 0 if narrow(card, Print).cheap else SILENT


@limit.answer("3", "t120_host:3")
def two_cards(s: State) -> int:
    return 2


@buy.forbid("4", over=affordable, because="4: but not before a card is marked")
def cheap_ones_wait(s: State, who: Player, card: Card) -> bool:
    return narrow(card, Print).cheap and narrow(s, Game).marked == frozenset()


@buy.forbid("5")
def a_cheap_one_is_enough(s: State, who: Player, card: Card) -> bool:
    return any(narrow(c, Print).cheap for c in s.held)


@book.action("6", "t120_host:4")
def mark(s: Game, who: Player, card: Print) -> None:
    """Mark a card."""
    with effect("6"):
        s.marked = s.marked | frozenset({card})


@mark.permit("6")
def dear_and_unmarked(s: Game, who: Player, card: Print) -> bool:
    return price(s, card) > 0 and card not in s.marked


checks = Checks(book)


@checks.always("3")
def two_at_most(s: Game) -> bool:
    return len(s.held) <= 2 and len(s.marked) <= 1


@checks.always("6")
def marks_are_dear(s: Game) -> bool:
    return not any(card.cheap and card in s.marked for card in Print)
