"""Cigarette smokers: a dealer offers all ingredients but one, and who has that one smokes.

After CigaretteSmokers.tla (S. Patil, 1971).
"""

from __future__ import annotations

from ruleslawyer.lang import CHANCE, Checks, Ruleset, Sort, defines, domain, state

smokers = Ruleset("smokers")
smokers.closed_world(assumed="nothing happens but what a rule describes")


@defines("1")
class Ingredient(Sort):
    """What a cigarette is made of; each smoker has one without end, and is called after it."""


@state
class State:
    smoking: frozenset[Ingredient]
    offer: frozenset[Ingredient]


@smokers.initial("1")
def begin(s: State, offer: frozenset[Ingredient]) -> None:
    """All but one lie on the table."""
    domain(len(offer) == len(Ingredient) - 1)
    s.offer = offer


@smokers.chance("2")
def start(s: State) -> None:
    """Who has what is not on the table takes what is."""
    domain(len(s.offer) > 0)
    s.smoking = frozenset(i for i in Ingredient if i not in s.offer)
    s.offer = frozenset()


@smokers.chance("3")
def stop(s: State, offer: frozenset[Ingredient]) -> None:
    """It is smoked, and the dealer offers again."""
    domain(len(s.offer) == 0 and len(offer) == len(Ingredient) - 1)
    s.smoking = frozenset()
    s.offer = offer


checks = Checks(smokers)


@checks.always("4")
def at_most_one(s: State) -> bool:
    return len(s.smoking) <= 1


@checks.leads_to("4", fair=CHANCE)
def each_smokes_again(s: State, i: Ingredient) -> tuple[bool, bool]:
    return True, i in s.smoking


@checks.leads_to("4")
def somebody_smokes_again(s: State) -> tuple[bool, bool]:
    return True, len(s.smoking) == 1
