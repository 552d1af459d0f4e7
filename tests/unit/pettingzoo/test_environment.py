"""Rulebooks as environments of PettingZoo: its own test of the API, rewards, masks, refusals, and the example."""

from __future__ import annotations

import runpy

import numpy as np
import pytest
from pettingzoo.test import api_test

from ruleslawyer import pettingzoo
from ruleslawyer.base.diagnostics import UsageError
from tests.unit.extensive.tables import CLASSICS, ROOT, ruleset

RULEBOOKS = ("megacorp", "memesis", "mere_mortals", "daemons", "mnemonic")


@pytest.mark.parametrize("name", RULEBOOKS)
def test_api(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's test of its API."""
    api_test(pettingzoo.env(ruleset(name, ROOT), uniform=True, longest=60), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


def test_tictactoe() -> None:
    """Crosses in the first row: the mask loses each cell that is taken, and who wins gets 1, the other -1."""
    env = pettingzoo.env(ruleset("tictactoe", CLASSICS / "tictactoe"), "board")
    env.reset(seed=1)
    for turn, cell in enumerate((0, 3, 1, 4, 2)):
        assert env.agent_selection == ("X", "O")[turn % 2]
        observation, reward, terminated, _, _ = env.last()
        assert (int(observation["action_mask"].sum()), reward, terminated) == (9 - turn, 0, False)
        other = env.observe(("O", "X")[turn % 2])
        assert not other["action_mask"].any()
        env.step(cell + 9 * (turn % 2))
    assert env.rewards == {"X": 1.0, "O": -1.0}
    assert env.terminations == {"X": True, "O": True}
    assert env.infos["X"]["ending"] == "the game is over: X won"


def test_a_move_that_the_mask_does_not_have() -> None:
    env = pettingzoo.env(ruleset("tictactoe", CLASSICS / "tictactoe"), "board")
    env.reset(seed=1)
    with pytest.raises(UsageError, match="X has no move 9 here"):
        env.step(9)


def test_chance_without_probabilities_is_refused() -> None:
    with pytest.raises(UsageError, match="no clause says how likely the outcomes of roll"):
        pettingzoo.env(ruleset("daemons", ROOT))


def test_the_same_seed_gives_the_same_game() -> None:
    env = pettingzoo.env(ruleset("daemons", ROOT), uniform=True)
    played = []
    for _ in range(2):
        env.reset(seed=3)
        seen = []
        for _ in range(6):
            observation = env.last()[0]
            seen.append(observation["observation"])
            env.step(int(np.flatnonzero(observation["action_mask"])[0]))
        played.append(np.stack(seen))
    assert (played[0] == played[1]).all()


def test_ends_without_winner() -> None:
    """One fork leads into a dead end; a game that is given up is truncated."""
    env = pettingzoo.env(ruleset("t56_deadlock"))
    env.reset()
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert env.terminations == {"Player0": True} and env.infos["Player0"]["ending"].startswith("a deadlock")
    env = pettingzoo.env(ruleset("daemons", ROOT), uniform=True, longest=2)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert all(env.truncations.values()) and not any(env.rewards.values())


def test_the_example() -> None:
    endings = runpy.run_path(str(ROOT / "examples" / "pettingzoo" / "random_agents.py"))["main"]("daemons", "tiny", "5")
    assert sum(endings.values()) == 5
