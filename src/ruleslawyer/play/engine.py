"""The rules of a scope as a program to play against, with states and choices as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.play.explain import deciders, to_json
from ruleslawyer.play.rules import Rules
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem

if TYPE_CHECKING:
    from ruleslawyer.play.compiled import CompiledEngine


class Engine:
    """Reference semantics in one scope under one reading. `code`: what answers first, where rules are compiled.

    States and choices are JSON, as `docs/json.md` has them: a state has its fields by name, a choice is
    `{"action": …, "args": {…}}`. One that does not fit the scope is a `CodecError`, a player who is none a
    `UsageError`."""

    def __init__(self, system: TransitionSystem, code: CompiledEngine | None = None) -> None:
        self.system, self.code, self.rules = system, code, Rules(system)
        self.codec = self.rules.codec

    def initial(self) -> list[Json]:
        """The initial states, each once."""
        return [self.codec.state(state) for state in dict.fromkeys(state for _, state in self.rules.starts())]

    def legal(self, state: Json) -> list[Json]:
        """The actions that are allowed in a state."""
        known = self.code.legal(state) if self.code else None
        if known is not None:
            return known
        return [self.codec.instance(instance) for instance in self.rules.every(self._state(state))]

    def step(self, state: Json, action: Json) -> Json:
        """The state after an allowed action, forced steps included; a `UsageError` says which clause forbids it."""
        after = self.code.step(state, action) if self.code else None
        if after is not None:
            return after
        return self.codec.state(self.rules.step(self._state(state), self._instance(action), "has no result here"))

    def playouts(self, state: Json, plays: int, *, seed: int = 0, longest: int = 1000) -> list[Json]:
        """How so many random plays go on from a state, each to its end or to its `longest` action: `end` (ended,
        deadlocked, broke_off, cut_off, or lost where none of the choices that were drawn is allowed), `steps`, and the
        `winners` of a game that ended. Every action that is allowed is as likely, those of chance included; of an
        action with more than 8192 choices some are drawn. The same seed plays the same. Only compiled engines do.
        Without compiled code it is a `UsageError`."""
        if self.code is None:
            raise UsageError("playouts need compiled code", "playouts", "engine(scope, compiled=True) makes it")
        return self.code.playouts(state, plays, seed, longest)

    def explain(self, state: Json, action: Json) -> Json:
        """The verdict on an action in a state, allowed or not, and every clause that speaks about it."""
        return to_json(self.rules.explain(self._state(state), self._instance(action)), self.codec)

    def awaits(self, state: Json) -> list[str]:
        """The names of the players who have a decision; `["chance"]` where it is nobody's."""
        return deciders(self.system, self._state(state))

    def observe(self, state: Json, player: str) -> Json:
        """The view that a player has of a state: of members that he does not know (a hand, what lies face down)
        nothing, and `"?"` where something else names them, or a field holds what he does not see. It is no state:
        `legal` and `step` want a whole one."""
        return self.rules.sees(self._state(state), self.rules.seat(player))

    def ended(self, state: Json) -> bool:
        known = self.code.is_over(state) if self.code else None
        return self.system.is_over(self._state(state)) if known is None else known

    def winners(self, state: Json) -> list[str]:
        return self.rules.winner_names(self._state(state))

    def payoffs(self, state: Json) -> dict[str, int] | None:
        """The payoff of each player in a state with which the game is over; None where no rule says it."""
        return self.rules.payoffs(self._state(state))

    def _state(self, state: Json) -> State:
        known = self.code.parse(state) if self.code else None
        return self.codec.parse_state(state) if known is None else known

    def _instance(self, action: Json) -> Instance:
        return self.codec.parse_instance(action, "action")
