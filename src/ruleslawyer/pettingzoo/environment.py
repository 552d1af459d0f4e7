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

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.extensive.chance import expect_said, shares
from ruleslawyer.extensive.game import CHANCE, Extensive, Move, Position
from ruleslawyer.extensive.numbering import Numbering
from ruleslawyer.extensive.vector import Vector
from ruleslawyer.rulesets.loaded import LoadedProject, LoadedRuleset
from ruleslawyer.semantics.sight import observe

LONGEST = 1_000
"""Moves and outcomes of chance after which a game is given up without a winner, unless told otherwise."""


def env(
    ruleset: LoadedRuleset | str,
    scope: str = "tiny",
    reading: Mapping[str, str] | None = None,
    *,
    uniform: bool = False,
    longest: int = LONGEST,
    project: Path | str | None = None,
) -> Any:
    """One scope as an environment that refuses calls in the wrong order. ruleset: its name in a project, which is the
    one that the folder lies in, this folder's, or else the bundled one."""
    found = ruleset if isinstance(ruleset, LoadedRuleset) else LoadedProject.at(project).ruleset(ruleset)
    return wrappers.OrderEnforcingWrapper(Environment(found, scope, reading, uniform=uniform, longest=longest))


class Environment(AECEnv):  # type: ignore[misc]  # the library has no types
    """Each agent observes what its player sees, as numbers, with a mask of what it may do; all zeros out of turn."""

    def __init__(
        self,
        ruleset: LoadedRuleset,
        scope: str,
        reading: Mapping[str, str] | None = None,
        *,
        uniform: bool = False,
        longest: int = LONGEST,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"ruleslawyer_{ruleset.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.game = Extensive(ruleset.transition_system(scope, reading), compiled=True)
        if longest < 1:
            raise UsageError("a game has one move at least", "longest", "give a number from 1 on")
        expect_said(self.game, uniform=uniform)
        self.uniform, self.longest = uniform, longest
        self.beginnings = self.game.beginnings
        if not self.beginnings:
            raise UsageError("no game can begin in this scope", scope, "`explore` shows why")
        self.numbering, self.vector = Numbering(self.game), Vector(self.game)
        self.possible_agents = list(self.game.seats)
        moves = max(1, self.numbering.moves)
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in self.possible_agents}
        seen = spaces.Box(-np.inf, np.inf, (self.vector.size,), np.float32)
        mask = spaces.Box(0, 1, (moves,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.throws = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.throws = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        _, state = self.beginnings[int(self.throws.integers(len(self.beginnings)))]
        self.position, self.length = Position(state), 0
        self.agent_selection = self.agents[0]
        self._go_on()

    def _go_on(self) -> None:
        """Let chance move until somebody decides, or the game is over."""
        found = self.game.decision(self.position)
        while found is not None and found.seat == CHANCE and self.length < self.longest:
            likely = shares(self.game, found.moves, uniform=self.uniform)
            self._take(CHANCE, found.moves[int(self.throws.choice(len(found.moves), p=likely))])
            found = self.game.decision(self.position)
        if found is None:
            self._end("terminations", self.game.ending(self.position))
        elif self.length >= self.longest:
            self._end("truncations", f"given up after {self.length} moves, without a winner")
        else:
            self.agent_selection = self.possible_agents[found.seat]

    def _end(self, how: str, ending: str) -> None:
        setattr(self, how, dict.fromkeys(self.agents, True))
        returns = self.game.returns(self.position)
        self.rewards = dict(zip(self.possible_agents, returns, strict=True))
        self.infos = {agent: {"ending": ending} for agent in self.agents}

    def _take(self, seat: int, move: Move) -> None:
        self.position = self.game.after(self.position, seat, move)
        self.length += 1

    def step(self, action: int | None) -> None:
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
        self._take(seat, move)
        self._go_on()
        self._accumulate_rewards()

    def _moves(self, seat: int) -> dict[int, Move]:
        """What a seat may do now, by number."""
        found = self.game.decision(self.position)
        if found is None or found.seat != seat or self.length >= self.longest:
            return {}
        return {self.numbering.number(seat, move): move for move in found.moves}

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.action_space(agent).n, np.int8)
        mask[list(self._moves(seat))] = 1
        seen = observe(self.game.system, self.game.codec, self.position.state, seat)
        return {"observation": np.array(self.vector.of(seen), np.float32), "action_mask": mask}

    def called(self, action: int) -> str:
        """A move of the agent whose turn it is, as people write it."""
        seat = self.possible_agents.index(self.agent_selection)
        return self.game.called(seat, self._moves(seat)[action])

    def render(self) -> str:
        """The whole state, hidden cards included."""
        leaves = self.game.codec.leaves(self.position.state)
        return "\n".join(f"{name}: {value}" for name, value in leaves)

    def close(self) -> None:
        """There is nothing to close."""
