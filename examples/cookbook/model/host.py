"""Base rules that another game is played on: cards that cost coins.

1. Players take turns. On his turn a player buys a card that nobody has, and pays what it costs.
2. A card costs what is printed on it.
3. Or the player takes a coin; nobody has more than three.
4. The game ends when all cards are bought. Whoever has more of them wins.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, effect, state

base = Ruleset("host")
base.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays, and who is next."""

    left: Player


class Card(Sort):
    """A card that can be bought."""

    cost: Annotated[int, Range(0)]


@state
class State:
    """Money, cards, and whose turn it is."""

    coins: Map[Player, Annotated[int, Range(0, 3, "3")]]
    owner: Map[Card, Player | None]
    turn: Player


@base.initial("1")
def begin(s: State, first: Player) -> None:
    with effect("1"):
        s.turn = first


@base.awaits
def whoever_has_the_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@base.ended("4")
def all_are_bought(s: State) -> bool:
    return all(s.owner[c] is not None for c in Card)


@base.winners("4")
def more_cards(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if all(cards(s, p) > cards(s, q) for q in Player if q != p))


def cards(s: State, who: Player) -> int:
    """How many cards somebody has."""
    return sum(1 for c in Card if s.owner[c] == who)


@base.term("2")
def price(s: State, card: Card) -> int:
    return card.cost


@base.action("1")
def buy(s: State, who: Player, card: Card) -> None:
    with effect("1"):
        s.coins[who] -= price(s, card)
        s.owner[card] = who
        s.turn = who.left


@buy.permit("1")
def what_one_can_pay(s: State, who: Player, card: Card) -> bool:
    return s.turn == who and s.owner[card] is None and s.coins[who] >= price(s, card)


@base.action("3")
def take_a_coin(s: State, who: Player) -> None:
    with effect("3"):
        s.coins[who] += 1
        s.turn = who.left


@take_a_coin.permit("3")
def instead(s: State, who: Player) -> bool:
    return s.turn == who


@take_a_coin.cannot("3", "nobody has more than three")
def with_three(s: State, who: Player) -> bool:
    return s.coins[who] == 3


checks = Checks(base)


@checks.possible("4")
def all_cards_can_be_bought(s: State) -> bool:
    return all_are_bought(s)
