"""examples/liars-dice: `check` is as expected, scenarios pass, and what is solved of the game has the published values.

The values are those of Thomas Ahle's table (github.com/thomasahle/snyd, 1v1, normal): two players, one die each, no
aces, what the first player wins on average. OpenSpiel walks the game, and a linear program in sequence form solves it.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import highspy
import pyspiel
import pytest

from ruleslawyer import open_spiel
from ruleslawyer.api import Project
from ruleslawyer.check.check import check_rulesets
from ruleslawyer.check.scenario.suite import Suite

PROJECT = Project.load(Path(__file__).parents[1] / "examples" / "liars-dice")
DUDO = PROJECT.ruleset("liars_dice")
PUBLISHED = {2: Fraction(0), 3: Fraction(-1, 9), 4: Fraction(-1, 8)}
Step = tuple[str, int]
"""A decision of a player: all that he knows then, and his move; the empty text before the first."""


class Tree:
    """A game in sequence form: what each pair of sequences pays, and which sequence leads to each decision."""

    def __init__(self, game: pyspiel.Game) -> None:
        self.pays: dict[tuple[Step, Step], float] = {}
        self.before: tuple[dict[str, Step], dict[str, Step]] = ({}, {})
        self.moves: tuple[dict[str, set[Step]], dict[str, set[Step]]] = ({}, {})
        self._walk(game.new_initial_state(), (("", 0), ("", 0)), 1.0)

    def _walk(self, state: pyspiel.State, steps: tuple[Step, Step], likely: float) -> None:
        if state.is_terminal():
            self.pays[steps] = self.pays.get(steps, 0.0) + likely * state.returns()[0]
        elif state.is_chance_node():
            for move, share in state.chance_outcomes():
                self._walk(state.child(move), steps, likely * share)
        else:
            who = state.current_player()
            knows = state.information_state_string(who)
            self.before[who][knows] = steps[who]
            for move in state.legal_actions():
                self.moves[who].setdefault(knows, set()).add((knows, move))
                then = ((knows, move), steps[1]) if who == 0 else (steps[0], (knows, move))
                self._walk(state.child(move), then, likely)

    def value(self) -> float:
        """The first player's winnings: his plan, and for each decision of the other what it is worth at the least."""
        lp = highspy.Highs()
        lp.silent()
        plan = {step: lp.addVariable(lb=0) for moves in self.moves[0].values() for step in moves}
        plan["", 0] = lp.addVariable(lb=1, ub=1)
        for knows, moves in self.moves[0].items():
            lp.addConstr(sum(plan[step] for step in moves) == plan[self.before[0][knows]])
        worth = {knows: lp.addVariable(lb=-highspy.kHighsInf) for knows in self.moves[1]}
        whole = lp.addVariable(lb=-highspy.kHighsInf)
        for theirs in [("", 0), *(step for moves in self.moves[1].values() for step in moves)]:
            paid = sum(pays * plan[own] for (own, other), pays in self.pays.items() if other == theirs)
            later = sum(worth[knows] for knows, step in self.before[1].items() if step == theirs)
            lp.addConstr((worth[theirs[0]] if theirs[0] else whole) <= paid + later)
        lp.maximize(whole)
        return float(lp.getInfo().objective_function_value)


@pytest.mark.parametrize("numbers", [2, 3, pytest.param(4, marks=pytest.mark.campaign)])
def test_published_values(numbers: int) -> None:
    assert Tree(open_spiel.load(DUDO, f"last{numbers}")).value() == pytest.approx(float(PUBLISHED[numbers]), abs=1e-9)


def test_what_is_met() -> None:
    """Each event of a late game has a finding, and is there."""
    met = {event.event.title for scope in ("back", "palifico") for event in DUDO.explore(scope).events}
    assert met == {
        "aces_may_open: no clause answers",
        "first_after_a_claim: no clause answers",
        "reward: no clause answers",
        "claim: not_ones_own_bid against a_palifico_has_two_options",
    }


@pytest.mark.campaign
def test_check_is_as_expected() -> None:
    result = next(check_rulesets([DUDO], ["back", "palifico", "three", "tiny"], prove=False))
    assert [s.message for s in result.falls_short] == []
    assert [f.reproduced for f in result.findings] == [True] * 8


def test_scenarios_pass_on_both_machines() -> None:
    suite = Suite(PROJECT)
    results = [suite.run(*scenario) for scenario in suite.scenarios]
    assert len(results) == 32
    assert [r.scenario.name for r in results if not r.passed or not all(run.agree for run in r.runs)] == []
