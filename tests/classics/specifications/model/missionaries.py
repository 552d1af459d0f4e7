"""Missionaries and cannibals, each of them by name, cross a river in a boat for two.

After MissionariesAndCannibals.tla, whose false invariant is that they never arrive; the shortest way has 11 crossings
(S. Amarel, 1968).
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Ruleset, Sort, domain, state

missionaries = Ruleset("missionaries")
missionaries.closed_world(assumed="nothing happens but what a rule describes")


class Person(Sort):
    """Who wants to cross."""

    cannibal: bool


@state
class State:
    west: frozenset[Person]
    boat_is_west: bool


@missionaries.initial("1")
def begin(s: State) -> None:
    """All are in the east."""


def west_after(s: State, those: frozenset[Person]) -> frozenset[Person]:
    """Who is in the west when they have crossed."""
    return s.west - those if s.boat_is_west else s.west | those


def is_safe(there: frozenset[Person]) -> bool:
    """No missionary is there, or not fewer than cannibals."""
    cannibals = sum(1 for p in there if p.cannibal)
    return cannibals == len(there) or 2 * cannibals <= len(there)


@missionaries.chance("2")
def cross(s: State, those: frozenset[Person]) -> None:
    """One or two who are where the boat is."""
    domain(len(those) >= 1 and len(those) <= 2 and all((p in s.west) == s.boat_is_west for p in those))
    s.west = west_after(s, those)
    s.boat_is_west = not s.boat_is_west


@cross.permit("3")
def both_banks_are_safe(s: State, those: frozenset[Person]) -> bool:
    return is_safe(west_after(s, those)) and is_safe(frozenset(Person) - west_after(s, those))


checks = Checks(missionaries)


@checks.always("4")
def never_all_arrive(s: State) -> bool:
    return len(s.west) < len(Person)
