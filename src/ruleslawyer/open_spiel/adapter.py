"""A scope as a `pyspiel.Game`: explicit chance, information states by what a seat saw and did, returns at the end.

Chance has the probabilities that a clause gives; without one a game is refused, unless `uniform` is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from ruleslawyer.play.extensive.game import (
    CHANCE,
    Position,
    View,
    goes_first,
    outcome_probabilities,
    view,
    view_changes,
)
from ruleslawyer.play.extensive.turns import LONGEST, Table, Turn
from ruleslawyer.rulebook.claims.readings import parse_reading
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset, loaded_ruleset

PREFIX = "ruleslawyer_"
DEFAULTS: dict[str, object] = {"scope": "", "reading": "", "uniform": False, "longest": LONGEST, "zero_sum": False}
"""The parameters of a registered game. reading: `question:option`, several of them with `;` between. zero_sum: that the
payoffs of the rules add up to 0 at each end, which nothing else tells OpenSpiel; where they do not that is an error."""


def register(project: LoadedProject | Path | str | None = None) -> list[str]:
    """Register every rulebook of a project, and give the names: of the one that a folder lies in, of this folder's, or
    else those that come with the tool. The scope and the reading are parameters of a game."""
    names = []
    found = project if isinstance(project, LoadedProject) else LoadedProject.at(project)
    for name in found.rulesets:
        ruleset = found.ruleset(name)
        type_ = _type(PREFIX + name, ruleset.title, chance=True, hidden=True, seats=None)
        pyspiel.register_game(type_, _register(ruleset))
        names.append(PREFIX + name)
    return names


def load(
    ruleset: LoadedRuleset | str,
    scope: str = "",
    reading: Mapping[str, str] | str | None = None,
    *,
    uniform: bool = False,
    longest: int = LONGEST,
    zero_sum: bool = False,
    project: Path | str | None = None,
) -> Game:
    """One scope as a game. ruleset: also its name in a project, which is the one that the folder lies in, this
    folder's, or else the bundled one. reading: also as a text, `question=option`. `uniform`: outcomes of chance are
    equally likely where no clause says how likely they are; without it such a scope is a `UsageError`. `zero_sum`:
    payoffs of the rules add up to 0 at each end; where they do not is a `ValueError` when a play comes to it."""
    found = LoadedProject.at(project).ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    said = _reading_text(parse_reading(reading))
    return Game(found, {"scope": scope, "reading": said, "uniform": uniform, "longest": longest, "zero_sum": zero_sum})


def _register(ruleset: LoadedRuleset) -> type[Game]:
    """The class of a ruleset's games, one of its own. OpenSpiel lets go of it after Python has ended, and a function
    would then bring the process down."""

    class Registered(Game):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            given = {**DEFAULTS, **(params or {})}
            super().__init__(ruleset, {**given, "reading": _reading_text(parse_reading(str(given["reading"])))})

    return Registered


def _reading_text(reading: Mapping[str, str]) -> str:
    """A reading as a parameter of OpenSpiel, in whose text `=` is its own."""
    return ";".join(f"{key}:{option}" for key, option in reading.items())


def _type(name: str, title: str, *, chance: bool, hidden: bool, seats: int | None, cancels: bool = True) -> Any:
    modes, knowing = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if chance else modes.DETERMINISTIC,
        information=knowing.IMPERFECT_INFORMATION if hidden else knowing.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if cancels and seats != 1 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats or 10,
        min_num_players=seats or 1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class _Table(Table):
    """A copy of a state shares it."""

    def __init__(self, ruleset: LoadedRuleset, params: Mapping[str, Any]) -> None:
        self.named = str(ruleset.root), ruleset.name, tuple(sorted(params.items()))
        system = ruleset.transition_system(params["scope"], parse_reading(params["reading"]))
        super().__init__(system, uniform=bool(params["uniform"]), longest=int(params["longest"]))
        self.paid, self.zero_sum = system.system.payoff is not None, bool(params["zero_sum"])
        self.seen = cache(self.game.sees)

    def __reduce__(self) -> tuple[Any, ...]:
        return _table, self.named

    def __deepcopy__(self, memo: object) -> _Table:
        return self


@cache
def _table(root: str, name: str, params: tuple[tuple[str, Any], ...]) -> _Table:
    """The table of a state that was written down, in whichever process."""
    return _Table(loaded_ruleset(Path(root), name), dict(params))


def _along(table: _Table, numbers: tuple[int, ...]) -> _Node:
    """Where these moves lead."""
    node = _Node.at_beginning(table)
    for number in numbers:
        node = node.after(number)
    return node


@dataclass(frozen=True, eq=False)
class _Node(Turn):
    """Where a play stands; a copy of it is the same."""

    table: _Table

    @classmethod
    def at_beginning(cls, table: _Table) -> _Node:
        return cls(table, None if len(table.beginnings) > 1 else Position(table.beginnings[0][1]))

    @property
    def line(self) -> list[_Node]:
        """All nodes from the first on."""
        found: list[_Node] = []
        node: Any = self
        while node is not None:
            found.append(node)
            node = node.before
        return found[::-1]

    def __reduce__(self) -> tuple[Any, ...]:
        return _along, (self.table, tuple(node.number for node in self.line[1:]))

    def __deepcopy__(self, memo: object) -> _Node:
        return self

    def view_of(self, seat: int) -> View:
        """A seat's view; nothing before it is known how the game begins."""
        if self.position is None:
            return {}
        return view(self.table.game, self.table.seen, self.position, seat)

    def history_of(self, seat: int) -> list[str]:
        """All that a seat saw and did: first the whole, then what changed."""
        said: list[str] = []
        known: View = {}
        for node in self.line:
            now = node.view_of(seat)
            said += view_changes(self.table.game, known, now, seat, node.move if node.seat == seat else None)
            known = now
        return said


class Game(pyspiel.Game):  # type: ignore[misc]  # the library has no types
    """One scope of a rulebook under one reading."""

    def __init__(self, ruleset: LoadedRuleset, params: Mapping[str, Any]) -> None:
        self.table = _Table(ruleset, params)
        game, numbering = self.table.game, self.table.numbering
        rules, seats = game.system.system, len(game.seats)
        starts = len(self.table.beginnings) if len(self.table.beginnings) > 1 else 0
        joint = any(action.kind == "joint" for action in game.scope.on(game.actions))
        paid = self.table.paid
        cancels = seats > 1 and (not paid or self.table.zero_sum)
        info = pyspiel.GameInfo(
            num_distinct_actions=max(1, numbering.moves),
            max_chance_outcomes=max(numbering.outcomes, starts),
            num_players=seats,
            min_utility=-inf if paid else -1.0 if seats > 1 else 0.0,
            max_utility=inf if paid else max(1.0, seats - 1.0),
            utility_sum=0.0 if cancels else None,
            max_game_length=self.table.longest,
        )
        type_ = _type(
            PREFIX + ruleset.name,
            ruleset.title,
            chance=bool(numbering.outcomes or starts),
            hidden=bool(rules.sights) or joint,
            seats=seats,
            cancels=cancels,
        )
        super().__init__(type_, info, dict(params))

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError("an observer of a rulebook takes no parameters")
        return Observer(self.table, recall=bool(iig_obs_type and iig_obs_type.perfect_recall))


class State(pyspiel.State):  # type: ignore[misc]  # the library has no types
    """Where a play stands."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.node = _Node.at_beginning(game.table)

    @property
    def position(self) -> Position | None:
        return self.node.position

    @property
    def ending(self) -> str:
        """How the game ended, for people; empty where it goes on."""
        return self.node.ending

    def current_player(self) -> int:
        if self.node.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        found = self.node.decision
        if found is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if found.seat == CHANCE else found.seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.node.by_number)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        table = self.node.table
        if self.node.position is None:
            return [(number, 1 / len(table.beginnings)) for number in range(len(table.beginnings))]
        moves = self.node.by_number
        return list(
            zip(moves, outcome_probabilities(table.game, tuple(moves.values()), uniform=table.uniform), strict=True)
        )

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        node = self.node
        if node.position is None:
            return node.table.game.codec.call(node.table.beginnings[action][0])
        if action not in node.by_number:
            return f"{action}, which is not possible here"
        return node.table.game.move_text(player, node.by_number[action])

    def is_terminal(self) -> bool:
        return self.node.position is not None and self.node.decision is None

    def returns(self) -> list[float]:
        node = self.node
        if node.position is None or not self.is_terminal():
            return [0.0 for _ in node.table.game.seats]
        found: list[float] = node.table.game.returns(node.position)
        together = sum(found)
        if node.table.zero_sum and together:
            raise ValueError(f"zero_sum: payoffs add up to {together:g} where {node.ending}; load the game without it")
        return found

    def __str__(self) -> str:
        node = self.node
        if node.position is None:
            return "the game has not begun"
        state = json.dumps(node.table.game.codec.state(node.position.state), separators=(",", ":"))
        chosen = [node.table.game.move_text(seat, move) for seat, move in node.position.chosen]
        first = (
            None if node.position.first is None else node.table.game.move_text(CHANCE, goes_first(node.position.first))
        )
        return " ".join(filter(None, (state, first, *chosen, self.ending)))


class Observer:
    """The view of a seat. With perfect recall that is all that it saw and did, of which there is no tensor."""

    def __init__(self, table: _Table, *, recall: bool) -> None:
        self.table, self.recall = table, recall
        self.tensor = np.zeros(0 if recall else table.vector.size, np.float32)
        self.dict = {} if recall else {"seen": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        if not self.recall:
            self.tensor[:] = self.table.vector.of(state.node.view_of(player))

    def string_from(self, state: State, player: int) -> str:
        if self.recall:
            return "\n".join(state.node.history_of(player))
        return json.dumps(state.node.view_of(player), separators=(",", ":"))
