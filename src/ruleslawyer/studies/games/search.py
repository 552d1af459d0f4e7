"""OpenSpiel's Monte-Carlo tree search (Kocsis, Szepesvári 2006), on positions of a game in extensive form.

Where things are hidden from the seat that decides, it searches in some states that look the same to it, and takes the
move that they have in common most. Outcomes of chance are equally likely, and so is who goes first where that is open,
and what others choose unseen of a joint action: it is as if they chose after the bot, by throwing dice.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from ruleslawyer.play.extensive.game import CHANCE, Decision, Extensive, Move, Position
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.state import State
from ruleslawyer.studies.games.simple import Belief, decision_at
from ruleslawyer.studies.games.table import PlayTable, Worth

LONGEST_TRIAL = 60
"""Moves after which a random play is given up, and its position weighed by the greedy measure."""
GIVEN_UP = 0.5
"""How much the best position that was given up is worth beside a won game."""
EXPLORE = 1.4
"""How much the search looks at what it tried little: about the root of two, as UCT has it for gains within 1."""


@dataclass
class _State:
    """A state as OpenSpiel's search wants it; an action is the number of a move. seat: who searches."""

    game: Extensive
    position: Position
    seat: int

    @cached_property
    def decision(self) -> Decision | None:
        found = self.game.decision(self.position)
        if found is None or found.seat == self.seat or not found.moves[0].joint:
            return found
        return self.game.decision(replace(self.position, first=self.seat))

    def clone(self) -> _State:
        made = _State(self.game, self.position, self.seat)
        if "decision" in self.__dict__:
            made.decision = self.decision
        return made

    def is_terminal(self) -> bool:
        return self.decision is None

    def is_chance_node(self) -> bool:
        found = self.decision
        return found is not None and (found.seat == CHANCE or (found.moves[0].joint and found.seat != self.seat))

    def current_player(self) -> int:
        if self.decision is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.is_chance_node() else self.decision.seat

    def legal_actions(self, player: int | None = None) -> list[int]:
        return list(range(len(self.decision.moves))) if self.decision else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        numbers = self.legal_actions()
        return [(number, 1 / len(numbers)) for number in numbers]

    def apply_action(self, action: int) -> None:
        assert self.decision is not None
        self.position = self.game.after(self.position, self.decision.seat, self.decision.moves[action])
        del self.decision

    def returns(self) -> list[float]:
        return self.game.returns(self.position)


class _Trial(mcts.Evaluator):  # type: ignore[misc]  # the library has no types
    """A random play from a position; one that is given up is weighed by the greedy measure."""

    def __init__(self, worth: Worth, throws: np.random.RandomState) -> None:
        self.worth, self.throws = worth, throws

    def evaluate(self, state: _State) -> Any:
        now = state.clone()
        for _ in range(LONGEST_TRIAL):
            coded = now.game.compiled_code
            if coded is not None and not now.position.chosen and not now.position.broken:
                found = coded.playout(now.position.state, int(self.throws.randint(1 << 31)), LONGEST_TRIAL)
                if found is not None:
                    return self._worth_of(now.game, *found)
            actions = now.legal_actions()
            if not actions:
                return np.array(now.returns())
            now.apply_action(actions[self.throws.randint(len(actions))])
        return self._given_up(now.position.state)

    def _worth_of(self, game: Extensive, how: str, last: State | None) -> Any:
        """The worth of a play of compiled code; who breaks off, or is stuck, has won nothing."""
        if how == "ended" and last is not None:
            return np.array(game.returns(Position(last)))
        return np.zeros(self.worth.players) if how != "cut_off" or last is None else self._given_up(last)

    def _given_up(self, state: State) -> Any:
        weighed = np.array([self.worth.of(state, seat) for seat in range(self.worth.players)], float)
        return GIVEN_UP * weighed / (1 + np.abs(weighed))

    def prior(self, state: _State) -> list[tuple[int, float]]:
        return state.chance_outcomes()


class _Game:
    """A game as the search wants it."""

    def __init__(self, game: Extensive) -> None:
        seats, paid = len(game.seats), game.system.system.payoff is not None
        self.most = math.inf if paid else max(1.0, seats - 1.0)

    def get_type(self) -> Any:
        return pyspiel.GameType(
            short_name="search", long_name="search", dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION, utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=2, min_num_players=1,
            provides_information_state_string=False, provides_information_state_tensor=False,
            provides_observation_string=False, provides_observation_tensor=False,
        )  # fmt: skip

    def max_utility(self) -> float:
        return self.most


class SearchBot:
    """The bot."""

    def __init__(self, game: Extensive, wants: PlayTable, seed: int, simulations: int) -> None:
        self.game, self.simulations = game, simulations
        self.throws = np.random.RandomState(seed % (1 << 32))
        self.trial, self.belief = (
            _Trial(Worth(wants, game.system), self.throws),
            Belief(game, Dice(seed)),
        )

    @property
    def says(self) -> str:
        return f"{self.simulations} random plays for each move, by OpenSpiel's tree search"

    def choose(self, position: Position) -> Move:
        found = decision_at(self.game, position)
        if found.seat == CHANCE:
            return found.moves[self.throws.randint(len(found.moves))]
        if len(found.moves) == 1:
            return found.moves[0]
        worlds = self.belief.worlds(position.state, found)
        chosen = Counter(self._search(world, found, max(1, self.simulations // len(worlds))) for world in worlds)
        return found.moves[chosen.most_common(1)[0][0]]

    def _search(self, world: State, found: Decision, simulations: int) -> int:
        """The number of the move that is best in a state."""
        root = _State(self.game, Position(world), found.seat)
        root.decision = found
        bot = mcts.MCTSBot(_Game(self.game), EXPLORE, simulations, self.trial, random_state=self.throws)
        chosen: int = bot.step(root)
        return chosen
