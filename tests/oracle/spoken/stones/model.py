"""Stones are taken by turns: two clauses clash, one thing is not said, and a pass goes round."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, ask, effect, state, the

book = Ruleset("stones")
book.closed_world(assumed="what no sentence allows is not done")
checks = Checks(book)


class Player(Sort):
    """Who plays."""


class Mood(Enum):
    CALM = "calm"
    KEEN = "keen"


@state
class State:
    middle: Annotated[int, Range(0, 3)]
    taken: Map[Player, Annotated[int, Range(0, 3)]]
    turn: Player
    last: Annotated[int, Range(0, 2)]
    passed: bool
    mood: Mood


def opponent(who: Player) -> Player:
    """The other player."""
    return the(p for p in Player if p != who)


@book.initial("1.1")
def set_up(s: State, first: Player) -> None:
    with effect("1.1"):
        s.middle = 3
        s.turn = first
        s.mood = Mood.CALM


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


@take.permit("2.5")
def the_last_stone(s: State, who: Player, stones: int) -> bool:
    return s.middle == 1


@book.action("2.3")
def pass_(s: State, who: Player) -> None:
    with effect("2.3"):
        s.last = 0
        s.passed = True
        s.turn = opponent(who)


@pass_.permit("2.3")
def instead_of_taking(s: State, who: Player) -> bool:
    return True


@pass_.forbid("2.4", over=instead_of_taking, because="it names a pass that is not allowed")
def after_a_pass(s: State, who: Player) -> bool:
    return s.passed and not may_answer(s)


@book.question("may a pass be answered with a pass?", "2.4")
def may_answer(s: State) -> bool:
    ask()


@may_answer.reading("it may", default=True)
def it_may(s: State) -> bool:
    return True


@may_answer.reading("it may not")
def it_may_not(s: State) -> bool:
    return False


@book.action("2.6")
def grow_keen(s: State, who: Player) -> None:
    with effect("2.6"):
        s.mood = Mood.KEEN


@grow_keen.permit("2.6")
def once(s: State, who: Player) -> bool:
    return s.mood == Mood.CALM and s.middle == 3 and s.taken[who] > 0


@book.action("2.7")
def shout(s: State, who: Player) -> None:
    with effect("2.7"):
        s.last = 0


@shout.domain
def is_keen(s: State, who: Player) -> bool:
    return s.mood == Mood.KEEN


@shout.permit("2.7")
def when_keen(s: State, who: Player) -> bool:
    return s.middle == 1


@checks.sometimes("3.1")
def it_ends(s: State) -> bool:
    return s.middle == 0


@checks.always("1.1", reached=it_ends)
def none_is_lost(s: State) -> bool:
    return s.middle + sum(s.taken[p] for p in Player) == 3


@checks.always("3.2")
def nobody_has_all(s: State) -> bool:
    return all(s.taken[p] < 3 for p in Player)


@checks.step("2.1", of=take)
def fewer(before: State, after: State, who: Player, stones: int) -> bool:
    return after.middle < before.middle


@checks.step("2.7", of=shout)
def shouting(before: State, after: State, who: Player) -> bool:
    return after.mood == Mood.KEEN


@checks.possible("3.1")
def can_end(s: State) -> bool:
    return s.middle == 0


@checks.leads_to("3.1")
def comes_to_an_end(s: State) -> tuple[bool, bool]:
    return True, s.middle == 0
