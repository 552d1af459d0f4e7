"""Games that are played by generated code, against what is worked out exactly: chains solved by numpy, and the
interpreter's own view of each choice."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ruleslawyer.api import Project
from ruleslawyer.engines.native.player import PlaySimulator
from ruleslawyer.ir.types import CHANCE
from ruleslawyer.play.parallel_plays import UNLIMITED
from ruleslawyer.play.random_play import starts_of
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.games.figures import figures
from ruleslawyer.studies.games.table import PlayTable, Worth, load_table
from ruleslawyer.studies.games.whole_games import LISTED, play_games
from tests.bundled import bundled

ROOT = Path(__file__).parents[3]
WAR = ROOT / "examples" / "war"
COOKBOOK = ROOT / "examples" / "cookbook"


def war(scope: str, **reading: str) -> TransitionSystem:
    return Project.load(WAR).ruleset("war").transition_system(scope, reading)


class Chain:
    """A scope under uniform play: the rest states with the odds of each step, as the interpreter has them."""

    def __init__(self, system: TransitionSystem) -> None:
        self.system, self.steps = system, dict[State, dict[State, Fraction]]()
        starts = [outcome.state for _, outcome in starts_of(system)]
        self.begin = {state: Fraction(starts.count(state), len(starts)) for state in starts if state is not None}
        waiting = list(self.begin)
        while waiting:
            state = waiting.pop()
            if state in self.steps:
                continue
            self.steps[state] = {}
            if system.is_over(state):
                continue
            allowed = [c.instance for c in system.candidates(state) if c.is_allowed]
            for instance in allowed:
                after = system.take(state, instance).state
                assert after is not None
                self.steps[state][after] = self.steps[state].get(after, Fraction(0)) + Fraction(1, len(allowed))
                waiting.append(after)

    def solved(self, gain: Any) -> float:
        """What is gathered on average until the game ends: `gain` of each state that is left, and of the last."""
        states = list(self.steps)
        number = {state: i for i, state in enumerate(states)}
        moves = np.zeros((len(states), len(states)))
        for state, after in self.steps.items():
            for other, odds in after.items():
                moves[number[state], number[other]] = float(odds)
        found = np.linalg.solve(np.eye(len(states)) - moves, [gain(state, self.steps[state]) for state in states])
        return float(sum(float(odds) * found[number[state]] for state, odds in self.begin.items()))


@pytest.mark.parametrize("scope", ["n3", "n4"])
def test_war_in_free_order(scope: str) -> None:
    """A fair coin decides each round: expected length, and who wins, solved exactly."""
    system = war(scope, goes_under_first="free_order")
    chain = Chain(system)
    exact = chain.solved(lambda state, after: 1.0 if after else 0.0)
    wins = chain.solved(lambda state, after: 0.0 if after else float(system.winners(state) == frozenset({0})))
    assert wins == pytest.approx(0.5)  # the two only differ by who cuts
    session = play_games(system, PlayTable(), 400, way="uniform", seed=1, questions=False)
    found = figures(session)
    assert found.ended == 400
    assert found.length is not None
    assert found.length.low <= exact <= found.length.high
    ann = dict(found.winners)["Ann"]
    assert ann.low <= wins <= ann.high


def test_war_of_two_cards() -> None:
    """By hand: of six deals two have a card on each side, and one round; in the other four somebody has both cards."""
    session = play_games(war("n2"), PlayTable(), 300, way="uniform", questions=False)
    found = figures(session)
    lengths = {game.length for game in session.games}
    assert lengths == {0, 1}
    rounds = sum(game.length for game in session.games)
    assert found.length is not None
    assert (found.length.least, found.length.most) == (0, 1)
    assert found.length.mean == pytest.approx(rounds / 300)
    assert found.length.low <= 1 / 3 <= found.length.high
    assert sum(times for _, times in found.length.bins) == 300


def test_the_same_seed_is_the_same_games() -> None:
    one, same, other = (
        [(game.length, game.winners) for game in play_games(war("n4"), PlayTable(), 30, seed=s, questions=False).games]
        for s in (3, 3, 4)
    )
    assert one == same != other


def test_what_is_wanted_is_derived() -> None:
    """War's rules compare the decks to say who wins."""
    ruleset = Project.load(WAR).ruleset("war")
    tabled = load_table(ruleset.root, "war", ruleset.system)
    assert tabled.derived
    assert tabled.text.startswith("+1 for the lead in `deck`, by which `has_all_cards` says who wins")


@pytest.mark.parametrize(
    ("root", "name", "scope"),
    [
        (ROOT, "daemons", "duel"), (ROOT, "mnemonic", "combat"), (ROOT, "memesis", "combat"),
        (COOKBOOK, "auction", ""), (COOKBOOK, "tokens", ""), (COOKBOOK, "board", ""), (COOKBOOK, "setup", ""),
    ],
)  # fmt: skip
def test_greedy_players_take_what_gains_most(root: Path, name: str, scope: str) -> None:
    """At every choice of a player the interpreter finds nothing that gains more at once; cards that somebody owns as
    the state says count, what is printed does, and the lead where nothing is declared."""
    ruleset = bundled().ruleset(name) if root == ROOT else Project.load(root).ruleset(name)
    system = ruleset.transition_system(scope or ruleset.whole_game)
    worth = Worth(load_table(root, name, ruleset.system), system)
    actions = ruleset.system.actions
    liked = [0.0 if action.outside_play else 1.0 for action in actions.values()]
    starts = starts_of(system)
    games = PlaySimulator(system, [outcome.state for _, outcome in starts], 5, 60, LISTED, liked, 1)
    games.choose(worth.rows(games.layout))
    compared = 0
    for number in range(1, 6):
        played = games.play(number, number + 1, UNLIMITED, 0)
        state = starts[int(played.begun[0])][1].state
        for taken in games.instances(played.made[0]):
            assert state is not None
            gains = {i: _gain(system, worth, state, i) for i in _choices(system, state)}
            if system.awaits(state) != CHANCE and gains:
                compared += len(set(gains.values())) > 1
                assert gains[taken] == max(gains.values())
            state = system.take(state, taken).state
    assert compared


def _choices(system: TransitionSystem, state: State) -> list[Instance]:
    actions = system.system.actions
    return [
        c.instance for c in system.candidates(state) if c.is_allowed and not actions[c.instance.action].outside_play
    ]


def _gain(system: TransitionSystem, worth: Worth, state: State, instance: Instance) -> int:
    action = system.system.actions[instance.action]
    after = system.take(state, instance).state
    if action.actor is None or after is None:
        return 0 if action.actor is None else -(1 << 62)
    who = instance.args[action.actor - (2 if action.framed else 1)]
    return worth.of(after, who) - worth.of(state, who)
