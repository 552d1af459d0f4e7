# whole
"""Payoffs alone: two for each chip that one has taken more than the other. Whoever gets the most has won, though no rule says so."""

from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, domain, effect, state, the

book = Ruleset("t260_payoffs")
book.closed_world(assumed="what no clause permits is not allowed")
checks = Checks(book)


class Player(Sort):
    """Who plays."""


@state
class State:
    left: Annotated[int, Range(0, 3)]
    has: Map[Player, Annotated[int, Range(0, 3)]]
    turn: Player


def other(who: Player) -> Player:
    """The other player."""
    return the(p for p in Player if p != who)


@book.initial("1")
def begin(s: State, first: Player) -> None:
    """Three chips."""
    with effect("1"):
        s.left = 3
        s.turn = first


@book.awaits
def whose_turn_it_is(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@book.ended("2")
def none_left(s: State) -> bool:
    return s.left == 0


@book.payoff("3")
def margin(s: State, who: Player) -> int:
    """Two for each chip that he has more than the other."""
    return 2 * (s.has[who] - s.has[other(who)])


@book.action("4")
def take(s: State, who: Player, chips: Annotated[int, Range(1, 2)]) -> None:
    """One chip or two."""
    domain(chips <= s.left)
    with effect("4"):
        s.left -= chips
        s.has[who] += chips
        s.turn = other(who)


@checks.always("3")
def what_one_gets_the_other_loses(s: State) -> bool:
    return sum(margin(s, p) for p in Player) == 0


@checks.sometimes("3")
def two_more(s: State) -> bool:
    """Before the end, when it is not paid."""
    return any(margin(s, p) == 4 for p in Player)


@checks.sometimes("3")
def two_more_in_the_end(s: State) -> bool:
    return none_left(s) and any(margin(s, p) == 4 for p in Player)
