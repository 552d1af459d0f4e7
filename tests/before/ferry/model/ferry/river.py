"""The ferry: carts cross a river for a toll."""

from typing import Annotated

from ruleslawyer.lang import (
    Constants,
    Map,
    Range,
    Ruleset,
    Silent,
    Sort,
    ask,
    cite,
    effect,
    gain,
    lose,
    number,
    state,
    the,
)

ferry = Ruleset("ferry")
ferry.closed_world(assumed="what no line allows is not done")
Coins = Annotated[int, Range(0, None)]


class Player(Sort):
    """A carter."""


class Cart(Sort):
    """A cart."""

    owner: Player
    heavy: bool


class Numbers(Constants):
    """The numbers of the book."""

    coins: int = number(2, "1.1")


@state
class State:
    coins: Annotated[Map[Player, Coins], cite("1.1")]
    across: Map[Cart, bool]
    turn: Player


def other(p: Player) -> Player:
    """The other carter."""
    return the(q for q in Player if q != p)


@ferry.initial("1.1")
def begin(s: State, first: Player) -> None:
    """Coins for everybody."""
    with effect("1.1"):
        s.turn = first
        for p in Player:
            s.coins[p] = Numbers.coins


@ferry.awaits
def decides(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@ferry.ended("3.2")
def all_across(s: State) -> bool:
    return all(s.across[c] for c in Cart)


@ferry.winners()
def richest(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.coins[p] >= s.coins[other(p)])


@ferry.question("Who gets the toll?")
def payee(s: State, who: Player, cart: Cart) -> Player:
    ask()


@payee.answer("2.3b", default=True)
def owner_is_paid(s: State, who: Player, cart: Cart) -> Player | Silent:
    """The owner of the cart gets it."""
    return cart.owner


@payee.answer("2.4")
def other_is_paid(s: State, who: Player, cart: Cart) -> Player | Silent:
    """The one who waits gets it."""
    return other(who)


@ferry.question("Whose turn follows?", "3.1")
def follower(s: State, who: Player) -> Player:
    ask()


@follower.reading("the other carter's", default=True)
def the_other(s: State, who: Player) -> Player | Silent:
    return other(who)


@follower.reading("the same carter's")
def the_same(s: State, who: Player) -> Player | Silent:
    return who


@ferry.action("2.1")
def cross(s: State, who: Player, cart: Cart) -> None:
    """Send a cart over the river."""
    with effect("2.3a", "2.6"):
        lose(s.coins, who, 1)
        gain(s.coins, payee(s, who, cart), 1)
        s.across[cart] = True
    with effect("3.1"):
        s.turn = follower(s, who)


@cross.domain
def on_this_side(s: State, who: Player, cart: Cart) -> bool:
    return not s.across[cart]


@cross.permit("2.1")
def own_turn(s: State, who: Player, cart: Cart) -> bool:
    """In the own turn."""
    return s.turn == who


@cross.forbid("2.2")
def too_heavy(s: State, who: Player, cart: Cart) -> bool:
    """Heavy carts stay."""
    return cart.heavy


@cross.forbid("2.5", over=own_turn, because="specific over general")
def cannot_pay(s: State, who: Player, cart: Cart) -> bool:
    """No coin, no crossing."""
    return s.coins[who] < 1
