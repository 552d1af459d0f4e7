"""Stones of which the scopes have some more: a clash, a rule and a violation that the smaller one does not have."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Constants, Map, Range, Ruleset, Sort, effect, number, state, the

book = Ruleset("heaps")
book.closed_world(assumed="what no sentence allows is not done")
checks = Checks(book)


class Player(Sort):
    """Who plays."""


class Numbers(Constants):
    """What the book counts."""

    stones: int = number(4, "1.1")


@state
class State:
    middle: Annotated[int, Range(0, 4)]
    taken: Map[Player, Annotated[int, Range(0, 4)]]
    turn: Player
    last: Annotated[int, Range(0, 2)]
    passed: bool


def opponent(who: Player) -> Player:
    """The other player."""
    return the(p for p in Player if p != who)


@book.initial("1.1")
def set_up(s: State, first: Player) -> None:
    with effect("1.1"):
        s.middle = Numbers.stones
        s.turn = first


@book.awaits
def on_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@book.ended("3.1")
def no_stone_is_left(s: State) -> bool:
    return s.middle == 0


@book.winners("3.2")
def has_more(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.taken[p] > s.taken[opponent(p)])


@book.action("2.1")
def take(s: State, who: Player, stones: Annotated[int, Range(1, 2)]) -> None:
    with effect("2.1"):
        s.middle -= stones
        s.taken[who] += stones
        s.last = stones
        s.passed = False
        s.turn = opponent(who)


@take.domain
def so_many(s: State, who: Player, stones: int) -> bool:
    return stones <= s.middle


@take.permit("2.1")
def one_or_two(s: State, who: Player, stones: int) -> bool:
    return True


@take.forbid("2.2", over=one_or_two, because="it names what is not taken")
def as_many_again(s: State, who: Player, stones: int) -> bool:
    return stones == s.last


@take.forbid("2.2", over=one_or_two, because="it names what is not taken")
def two_of_three(s: State, who: Player, stones: int) -> bool:
    return stones == 2 and s.middle == 3


@take.permit("2.5")
def the_very_last(s: State, who: Player, stones: int) -> bool:
    return s.middle == 1 and sum(s.taken[p] for p in Player) == 3


@take.permit("2.5")
def the_last_of_four(s: State, who: Player, stones: int) -> bool:
    return s.middle == 1 and Numbers.stones == 4


@book.action("2.3")
def pass_(s: State, who: Player) -> None:
    with effect("2.3"):
        s.last = 0
        s.passed = True
        s.turn = opponent(who)


@pass_.permit("2.3")
def instead_of_taking(s: State, who: Player) -> bool:
    return not s.passed


@checks.sometimes("3.1")
def it_ends(s: State) -> bool:
    return s.middle == 0


@checks.always("3.2", reached=it_ends)
def somebody_wins(s: State) -> bool:
    return s.middle > 0 or any(s.taken[p] > s.taken[opponent(p)] for p in Player)


@checks.leads_to("3.1")
def comes_to_an_end(s: State) -> tuple[bool, bool]:
    return True, s.middle == 0


@checks.always("3.2")
def a_share_of_what_is_more(s: State) -> bool:
    """Of three stones nothing is known: it divides by zero; of four it is violated."""
    return 12 // (Numbers.stones - 3) < 12
