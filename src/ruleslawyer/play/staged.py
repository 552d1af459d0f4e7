"""A transition system asked about one instance in a state that somebody made up: nothing else is enumerated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Parameter
from ruleslawyer.ir.system import Action
from ruleslawyer.play.explain import Explanation, deciders, explain
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Outcome, TransitionSystem


class Staged(TransitionSystem):
    """The same system in which one instance is all that could be chosen; a scope's bounds of numbers do not count."""

    def __init__(self, system: TransitionSystem, instance: Instance | None = None) -> None:
        super().__init__(system.machine, system.reading, system.rulings)
        self.instance = instance

    def settle(self, state: State) -> Outcome:
        """The rest state that forced steps lead to."""
        look = self._look()
        return self._outcome(look, lambda steps: self._to_rest(look, steps, state))

    def _lists_all(self, action: Action, awaited: frozenset[int]) -> bool:
        return False

    def _arguments(
        self, owner: str, parameters: tuple[Parameter, ...], awaited: frozenset[int] | None
    ) -> Iterator[tuple[object, ...]]:
        if self.instance is not None and owner == self.instance.action:
            seats = [a for p, a in zip(parameters, self.instance.args, strict=True) if isinstance(p.type, t.Map)]
            if all(_choosers(seat) == awaited for seat in seats):
                yield self.instance.args


def _choosers(seats: tuple[object, ...]) -> frozenset[int]:
    return frozenset(i for i, choice in enumerate(seats) if choice is not None)


def ask(system: TransitionSystem, codec: Codec, state: State, instance: Instance) -> Explanation:
    """The verdict on an instance, and who speaks about it; a state that somebody made up may allow none."""
    try:
        return _explain_seats(system, codec, state, explain(Staged(system, instance), codec, state, instance))
    except BranchEnds as end:
        obstacle = f"its legality cannot be decided: {end.event.title}"
        return Explanation(instance, None, False, obstacle, (), (end.event,))


def _explain_seats(system: TransitionSystem, codec: Codec, state: State, found: Explanation) -> Explanation:
    """Explain, of a joint choice, who else has to choose, or did without being asked."""
    instance = found.instance
    action = system.system.actions[instance.action]
    if not found.obstacle or action.kind != "joint" or system.schema.innermost(state) not in action.at:
        return found
    for (_, type_), value in zip(codec.parameters(action.name), instance.args, strict=True):
        if isinstance(type_, t.Map) and _choosers(value) != system.awaits(state) and not system.is_over(state):
            names = codec.members(type_.key)
            chosen = ", ".join(names[i] for i in sorted(_choosers(value))) or "nobody"
            who = ", ".join(deciders(system, state)) or "nobody"
            return replace(found, obstacle=f"{who} choose together, and {chosen} chose")
    return found
