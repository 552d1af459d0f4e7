"""Two buckets: the six published answers (exercism, two-bucket, canonical data 1.3.0), and what one clause does.

Five cases were published later, among them two goals that cannot be reached.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.engines.explore.search import Exploration
from tests.classics.published import depth, explored, value, words

NEVER = frozenset({"3.1"})
"""The clause that the starting bucket is never empty while the other is full."""

Answer = tuple[int, str, int]
"""How many actions, which bucket holds the goal, how much the other one holds."""

PUBLISHED: dict[str, Answer] = {
    "three_five_from_one": (4, "one", 5),
    "three_five_from_two": (8, "two", 3),
    "seven_eleven_from_one": (14, "one", 11),
    "seven_eleven_from_two": (18, "two", 7),
    "one_three_from_two": (1, "two", 0),
    "two_three_from_one": (2, "two", 2),
}

LATER: dict[str, Answer | None] = {
    "five_one_for_two": (6, "one", 1),
    "three_fifteen_for_nine": (6, "two", 0),
    "six_fifteen_for_five": None,
    "six_fifteen_for_nine": (10, "two", 0),
    "five_seven_for_eight": None,
}


def answer(found: Exploration) -> Answer | None:
    """From the nearest end, of which there is one; None where the goal is out of reach."""
    ends = [state for state, ended in found.graph.nodes(data="ended") if ended]
    if not ends:
        return None
    moves = min(depth(found, state) for state in ends)
    (end,) = (state for state in ends if depth(found, state) == moves)
    goals = found.system.scope.attributes["Solver", "goal"]
    assert goals is not None
    one, two = value(found, end, "water")
    return (moves, "one", two) if one == goals[0] else (moves, "two", one)


@pytest.mark.parametrize("scope", PUBLISHED)
def test_published(scope: str) -> None:
    found = explored("buckets", scope)
    assert found.complete
    assert answer(found) == PUBLISHED[scope]
    assert found.events == {}
    assert found.deadlocks == []
    assert set(words(found).values()) == {"HOLDS IN SCOPE"}


@pytest.mark.parametrize("scope", [s for s, (moves, _, _) in PUBLISHED.items() if moves <= 8])
def test_prove_shows_no_longer_way(scope: str) -> None:
    """That the goal is reached is shown by a play of the published length."""
    ruleset = Project.load(Path(__file__).parent / "buckets").ruleset("buckets")
    (result,) = ruleset.prove(["can_be_measured"], scope=scope, timeout=60.0)
    assert result.verdict == "HOLDS IN SCOPE" and result.trace is not None
    assert result.trace.length == PUBLISHED[scope][0]


@pytest.mark.parametrize("scope", LATER)
def test_published_later(scope: str) -> None:
    """A goal out of reach is a `sometimes` that is never met, in a scope that was explored to its end."""
    found = explored("buckets", scope)
    assert found.complete
    assert answer(found) == LATER[scope]
    assert found.events == {}
    assert found.deadlocks == []
    assert words(found)["can_be_measured"] == ("HOLDS IN SCOPE" if LATER[scope] else "VACUOUS")


def test_without_the_prohibition() -> None:
    """Two answers of the six become shorter, and end in the other bucket; so the clause is worth its line."""
    lax = {scope: answer(explored("buckets", scope, without=NEVER)) for scope in PUBLISHED}
    assert {scope: (PUBLISHED[scope], lax[scope]) for scope in PUBLISHED if lax[scope] != PUBLISHED[scope]} == {
        "three_five_from_two": ((8, "two", 3), (6, "one", 5)),
        "seven_eleven_from_two": ((18, "two", 7), (16, "one", 11)),
    }


def test_the_prohibition_is_what_keeps_it() -> None:
    """Without the clause its own property is violated, but where the first action already ends the game."""
    violated = {s for s in PUBLISHED if "VIOLATED" in words(explored("buckets", s, without=NEVER)).values()}
    assert violated == set(PUBLISHED) - {"one_three_from_two"}


def test_every_clause_decides_somewhere() -> None:
    """The clause needs a forbid for each action; that the start comes first decides only where it is taken away."""
    strict = [explored("buckets", scope) for scope in (*PUBLISHED, *LATER)]
    norms = {norm.name for action in strict[0].system.system.actions.values() for norm in action.norms}
    assert norms - {name for found in strict for name in found.decisive} == {"starting_one_first"}
    assert "starting_one_first" in explored("buckets", "three_five_from_one", without=NEVER).decisive
