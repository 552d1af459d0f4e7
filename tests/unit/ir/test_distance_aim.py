"""How far a player is ahead in what says who wins: by hand, for rules of several forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.ir.distance import SURE, aim, compared_names
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

COOKBOOK = Path(__file__).parents[3] / "examples" / "cookbook"


def system_of(name: str) -> TransitionSystem:
    ruleset = Project.load(COOKBOOK).ruleset(name)
    return ruleset.transition_system(ruleset.whole_game)


def with_fields(system: TransitionSystem, **values: Any) -> State:
    """A beginning with other values."""
    state = next(outcome.state for _, outcome in system.initial() if outcome.state is not None)
    names = [field.name for field in system.system.state.fields]
    return State(tuple(values.get(n, v) for n, v in zip(names, state.fields, strict=True)), state.frames)


@pytest.mark.parametrize(
    ("name", "fields", "leads"),
    [
        # more than each other: what one has more than the best of the others
        ("legacy", {"coins": (5, 2)}, [3, -3]),
        ("auction", {"owner": (1, 1)}, [-2, 2]),
        # the most of all: the same; not how far one is from oneself
        ("fists", {"prizes": (4, 1)}, [3, -3]),
        ("tokens", {"gems": (2, 2)}, [0, 0]),
        # whoever has some: as much as that is; nobody else is compared
        ("elimination", {"lives": (3, 0, 1)}, [3, 0, 1]),
    ],
)
def test_a_lead_by_hand(name: str, fields: dict[str, Any], leads: list[int]) -> None:
    system = system_of(name)
    state = with_fields(system, **fields)
    assert [system.lead(state, who) for who in range(len(leads))] == leads


def test_without_numbers_it_is_the_end_that_counts() -> None:
    """Blocks are left: nobody is ahead. All are gone: whoever took the last has won."""
    system = system_of("setup")
    begun = next(outcome.state for _, outcome in system.initial() if outcome.state is not None)
    over = with_fields(system, left=(0, 0, 0), last=1)
    assert [system.lead(begun, who) for who in (0, 1)] == [0, 0]
    assert [system.lead(over, who) for who in (0, 1)] == [-SURE, SURE]
    assert compared_names(system.system) == ()


def test_three_players_are_compared_with_the_best_of_the_others() -> None:
    """In an auction of one lot the two who have none are one behind the third."""
    ruleset = Project.load(COOKBOOK).ruleset("auction")
    system = ruleset.transition_system("three")
    state = with_fields(system, owner=(2,))
    assert [system.lead(state, who) for who in range(3)] == [-1, -1, 1]


def test_payoffs_are_what_one_plays_for() -> None:
    rules = system_of("bluff").system
    assert aim(rules) is rules.payoff and rules.payoff is not None
    assert compared_names(rules) == (rules.payoff.name,)


def test_where_nobody_wins_there_is_no_lead() -> None:
    assert aim(system_of("memory").system) is None
