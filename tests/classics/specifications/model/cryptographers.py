"""Dining cryptographers: whether one of them paid all learn, and who it was nobody else.

After D. Chaum (1988). Each two who sit together toss a coin that they alone see, and each says whether both of his
coins fell alike; who paid says the opposite.
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, knows, permit, state

cryptographers = Ruleset("cryptographers")
cryptographers.closed_world(assumed="nothing happens but what a rule describes")


class Player(Sort):
    """A cryptographer."""


class Coin(Sort):
    """A coin between two of them."""

    one: Player
    other: Player


class Bill(Sort):
    """What lies before one of them: paid or not."""

    of: Player


@state
class State:
    heads: Map[Coin, bool]
    paid: Map[Bill, bool]
    spoken: frozenset[Player]
    alike: frozenset[Player]


@cryptographers.initial("1")
def begin(s: State, heads: frozenset[Coin], payer: Bill | None) -> None:
    """One of them paid, or somebody else did."""
    for c in Coin:
        s.heads[c] = c in heads
    for b in Bill:
        s.paid[b] = b == payer


@cryptographers.seen("2")
def sees_own_coins(s: State, c: Coin, who: Player) -> bool:
    return who == c.one or who == c.other


@cryptographers.seen("2")
def sees_own_bill(s: State, b: Bill, who: Player) -> bool:
    return who == b.of


@cryptographers.action("3")
def speak(s: State, who: Player) -> None:
    permit("3", who not in s.spoken)
    s.spoken = s.spoken | frozenset({who})
    mine = sum(1 for c in Coin if s.heads[c] and (c.one == who or c.other == who))
    if (mine != 1) != any(s.paid[b] and b.of == who for b in Bill):
        s.alike = s.alike | frozenset({who})


@cryptographers.ended("4")
def over(s: State) -> bool:
    return len(s.spoken) == len(Player)


checks = Checks(cryptographers)


def one_paid(s: State) -> bool:
    return any(s.paid[b] for b in Bill)


@checks.always("4")
def all_learn_whether_one_paid(s: State) -> bool:
    return not over(s) or all((knows(p, one_paid(s)) if one_paid(s) else knows(p, not one_paid(s))) for p in Player)


@checks.always("5")
def nobody_learns_of_another_that_he_paid(s: State) -> bool:
    return not any(b.of != p and knows(p, s.paid[b]) for p in Player for b in Bill)
