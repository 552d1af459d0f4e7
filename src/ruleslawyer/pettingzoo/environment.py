"""A scope as an AEC environment: agents are the players, chance moves by itself, and illegal moves are masked.

Chance has the probabilities that a clause gives; without one a scope is refused, unless `uniform` is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.play.extensive.game import CHANCE, Move, Position, outcome_probabilities
from ruleslawyer.play.extensive.turns import LONGEST, Table, Turn
from ruleslawyer.rulebook.claims.readings import parse_reading
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset


def env(
    ruleset: LoadedRuleset | str,
    scope: str = "",
    reading: Mapping[str, str] | str | None = None,
    *,
    uniform: bool = False,
    longest: int = LONGEST,
    project: Path | str | None = None,
) -> Any:
    """One scope (by default the usual one) as an environment that refuses calls in the wrong order. ruleset: its name
    in a project, which is the one that the folder lies in, this folder's, or else the bundled one. reading: also
    as a text, `question=option`."""
    found = ruleset if isinstance(ruleset, LoadedRuleset) else LoadedProject.at(project).ruleset(ruleset)
    return wrappers.OrderEnforcingWrapper(Environment(found, scope, reading, uniform=uniform, longest=longest))


class Environment(AECEnv):  # type: ignore[misc]  # the library has no types
    """Each agent observes what its player sees, as numbers, with a mask of what it may do; all zeros out of turn."""

    def __init__(
        self,
        ruleset: LoadedRuleset,
        scope: str,
        reading: Mapping[str, str] | str | None = None,
        *,
        uniform: bool = False,
        longest: int = LONGEST,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"ruleslawyer_{ruleset.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.table = Table(ruleset.transition_system(scope, parse_reading(reading)), uniform=uniform, longest=longest)
        self.possible_agents = list(self.table.game.seats)
        moves = max(1, self.table.numbering.moves)
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in self.possible_agents}
        seen = spaces.Box(-np.inf, np.inf, (self.table.vector.size,), np.float32)
        mask = spaces.Box(0, 1, (moves,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.throws = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Json | None = None) -> None:
        if seed is not None:
            self.throws = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Json] = {agent: {} for agent in self.agents}
        beginnings = self.table.beginnings
        self.turn = Turn(self.table, Position(beginnings[int(self.throws.integers(len(beginnings)))][1]))
        self.agent_selection = self.agents[0]
        self._go_on()

    def _go_on(self) -> None:
        """Let chance move until somebody decides, or the game is over."""
        game = self.table.game
        while (found := self.turn.decision) is not None and found.seat == CHANCE:
            likely = outcome_probabilities(game, found.moves, uniform=self.table.uniform)
            move = found.moves[int(self.throws.choice(len(found.moves), p=likely))]
            self.turn = self.turn.take(CHANCE, move)
        if found is not None:
            self.agent_selection = self.possible_agents[found.seat]
            return
        how = "terminations" if game.ending(self.position) else "truncations"
        setattr(self, how, dict.fromkeys(self.agents, True))
        self.rewards = dict(zip(self.possible_agents, game.returns(self.position), strict=True))
        self.infos = {agent: {"ending": self.turn.ending} for agent in self.agents}

    @property
    def position(self) -> Position:
        assert self.turn.position is not None
        return self.turn.position

    def step(self, action: int | None) -> None:
        """Do an action by its number, for the agent whose turn it is. One that the action mask does not have is a
        `UsageError`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        move = self._moves(seat).get(-1 if action is None else int(action))
        if move is None:
            raise UsageError(f"{agent} has no move {action} here", "action", "choose one that the action mask has")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.turn = self.turn.take(seat, move)
        self._go_on()
        self._accumulate_rewards()

    def _moves(self, seat: int) -> dict[int, Move]:
        """The moves that a seat may make now, by number."""
        found = self.turn.decision
        return self.turn.by_number if found is not None and found.seat == seat else {}

    def observe(self, agent: str) -> Json:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.action_space(agent).n, np.int8)
        mask[list(self._moves(seat))] = 1
        seen = self.table.game.sees(self.position.state, seat)
        return {"observation": np.array(self.table.vector.of(seen), np.float32), "action_mask": mask}

    def called(self, action: int) -> str:
        """A move of the agent whose turn it is, as people write it."""
        seat = self.possible_agents.index(self.agent_selection)
        return self.table.game.move_text(seat, self._moves(seat)[action])

    def render(self) -> str:
        """The whole state, hidden cards included."""
        leaves = self.table.game.codec.leaves(self.position.state)
        return "\n".join(f"{name}: {value}" for name, value in leaves)

    def close(self) -> None:
        """There is nothing to close."""
