"""Prisoners and two switches: one of them counts, each other one turns the first switch up twice.

After Prisoners.tla. Whether a switch is up in the beginning nobody knows.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, domain, state

prisoners = Ruleset("prisoners")
prisoners.closed_world(assumed="nothing happens but what a rule describes")


class Player(Sort):
    """A prisoner; one of them counts."""

    counts: bool


@state
class State:
    a_is_up: bool
    b_is_up: bool
    switched: Map[Player, Annotated[int, Range(0, 2)]]
    count: Annotated[int, Range(0)]


@prisoners.initial("1")
def begin(s: State, a_is_up: bool, b_is_up: bool) -> None:
    """The switches are as they are."""
    s.a_is_up = a_is_up
    s.b_is_up = b_is_up


@prisoners.action("2")
def count(s: State, who: Player) -> None:
    """The counter turns the first switch down and counts; where it is down already, he turns the other one."""
    domain(who.counts)
    if s.a_is_up:
        s.a_is_up = False
        s.count += 1
    else:
        s.b_is_up = not s.b_is_up


@prisoners.action("3")
def visit(s: State, who: Player) -> None:
    """Another one turns the first switch up, but no more than twice; else he turns the other one."""
    domain(not who.counts)
    if not s.a_is_up and s.switched[who] < 2:
        s.a_is_up = True
        s.switched[who] += 1
    else:
        s.b_is_up = not s.b_is_up


def done(s: State) -> bool:
    """He has counted each of the others twice."""
    return s.count == 2 * sum(1 for p in Player if not p.counts)


checks = Checks(prisoners)


@checks.always("4")
def all_have_been_there(s: State) -> bool:
    return not done(s) or all(p.counts or s.switched[p] > 0 for p in Player)


@checks.always("4")
def counted_is_what_was_switched(s: State) -> bool:
    """Or one more, as the switch may have been up in the beginning."""
    down = sum(s.switched[p] for p in Player) - (1 if s.a_is_up else 0)
    return s.count == down or s.count == down + 1


@checks.always("4")
def who_counts_does_not_signal(s: State) -> bool:
    return all(not p.counts or s.switched[p] == 0 for p in Player)


@checks.eventually("5", fair=(count, visit.each("who")))
def he_is_done(s: State) -> bool:
    return done(s)


@checks.eventually("5", fair=visit.each("who"))
def he_is_done_without_coming(s: State) -> bool:
    return done(s)
