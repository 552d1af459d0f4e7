"""A game on another's base rules: an expansion of model/host.py, with colours and veils.

1. Cards have colours. A red card costs one coin less.
2. Each player may veil one card, in place of what else he could do. Nobody but him buys a card that he veiled.
"""

from __future__ import annotations

from enum import Enum

from model.host import Card, Player, State, base, buy, price, what_one_can_pay

from ruleslawyer.lang import SILENT, Checks, Map, Ruleset, Silent, effect, narrow, state

game = Ruleset("guest", on=base)


class Colour(Enum):
    """A colour."""

    RED = "red"
    BLUE = "blue"


class Print(Card):
    """This game's print on the cards of its host."""

    colour: Colour


@state
class Game(State):
    """This game's part of the table."""

    veil: Map[Card, Player | None]


@price.adjust("1")
def red_is_cheaper(s: State, card: Card) -> int | Silent:
    """It hangs on the host's term, whose card has no colour: `narrow` reads what this game prints."""
    return -1 if narrow(card, Print).colour == Colour.RED else SILENT


@price.at_least("1")
def never_below_nothing(s: State, card: Card) -> int | Silent:
    return 0


@buy.forbid("2", over=what_one_can_pay, because="an exception to it: it names cards that are not bought")
def veiled_by_another(s: State, who: Player, card: Card) -> bool:
    veiling = narrow(s, Game).veil[card]
    return veiling is not None and veiling != who


@game.action("2")
def hang_a_veil(s: Game, who: Player, card: Print) -> None:
    """Its own rules say `Game` and `Print`, and need no `narrow`."""
    with effect("2"):
        s.veil[card] = who
        s.turn = who.left


@hang_a_veil.permit("2")
def once(s: Game, who: Player, card: Print) -> bool:
    return s.turn == who and all(s.veil[c] != who for c in Card) and s.veil[card] is None and s.owner[card] is None


checks = Checks(game)


@checks.possible("host:4")
def all_cards_can_still_be_bought(s: Game) -> bool:
    """The veils hold nobody up for ever."""
    return all(s.owner[c] is not None for c in Card)
