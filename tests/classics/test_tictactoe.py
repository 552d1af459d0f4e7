"""Tic-tac-toe, a project of its own: the counts that everybody knows, and what is true of the game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ruleslawyer.engines.explore.properties import verdicts
from ruleslawyer.engines.explore.search import Exploration, explore
from ruleslawyer.front.lower import lower
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.scopes.load import load_scope
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.native import layers
from tests.classics.published import natively

BY_PLY = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]


@pytest.fixture(scope="module")
def found() -> Exploration:
    project = Project.load(Path(__file__).parent / "tictactoe")
    config = project.ruleset("tictactoe")
    system = lower(config, project.root)
    scope = load_scope(config.scopes / "board.toml", system)
    return explore(TransitionSystem(Interpreter(system, scope)))


def test_counts(found: Exploration) -> None:
    assert (found.states, found.transitions, found.depth) == (5478, 16167, 9)
    depths = Counter(int(found.graph.nodes[state]["depth"]) for state in found.graph)
    assert [depths[ply] for ply in range(10)] == BY_PLY


def test_natively() -> None:
    """The same, and 958 boards on which the game is over."""
    found = natively("tictactoe", "board").found
    assert (found.size, found.transitions, found.ended) == (5478, 16167, 958)
    assert layers(found) == BY_PLY
    assert found.deadlocks == []


def test_every_game_ends(found: Exploration) -> None:
    """958 final boards: 626 won by crosses, 316 by noughts, 16 drawn."""
    system = found.system
    ends = [state for state in found.graph if found.graph.nodes[state]["ended"]]
    crosses = system.scope.attributes["Player", "crosses"]
    assert crosses is not None
    first = crosses.index(True)
    won = Counter(tuple(sorted(system.winners(state))) for state in ends)
    assert won == {(first,): 626, (1 - first,): 316, (): 16}
    assert found.deadlocks == []
    assert found.events == {}


def test_properties(found: Exploration) -> None:
    assert {v.name: v.word for v in verdicts(found)} == {
        "somebody_wins": "HOLDS IN SCOPE",
        "draw": "HOLDS IN SCOPE",
        "one_winner": "HOLDS IN SCOPE",
        "fair_shares": "HOLDS IN SCOPE",
        "one_more": "HOLDS IN SCOPE",
    }
