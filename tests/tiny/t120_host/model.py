# whole
"""A host by itself: base rules that a guest is played on (t121_guest)."""

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, ask, effect, state

base = Ruleset("t120_host")
base.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Card(Sort):
    cost: Annotated[int, Range(0)]


@state
class State:
    coins: Annotated[int, Range(0, 2, "8")]
    held: frozenset[Card]


@base.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.coins = 2


@base.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@base.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.held == frozenset(Card)


@base.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@base.term("2")
def price(s: State, card: Card) -> int:
    """What a card costs."""
    return card.cost


@base.question("how many cards may be held?", "3")
def limit(s: State) -> int:
    ask()


@limit.reading("one", default=True)
def one(s: State) -> int:
    return 1


@limit.reading("two")
def two(s: State) -> int:
    return 2


@base.action("4")
def buy(s: State, who: Player, card: Card) -> None:
    """Buy a card."""
    with effect("5"):
        s.coins -= price(s, card)
        s.held = s.held | frozenset({card})


@buy.domain
def not_held(s: State, who: Player, card: Card) -> bool:
    return card not in s.held


@buy.permit("4")
def affordable(s: State, who: Player, card: Card) -> bool:
    return price(s, card) <= s.coins and len(s.held) < limit(s)


checks = Checks(base)


@checks.always("4")
def one_at_most(s: State) -> bool:
    return len(s.held) <= 1
