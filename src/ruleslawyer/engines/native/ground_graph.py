"""The graph of a scope's own code: labels number the choices of its ground instances, conditions are ground nodes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ruleslawyer.engines.native.build import compiled
from ruleslawyer.engines.native.columns import Columns, Plan, pieces, unpacked
from ruleslawyer.engines.native.explore import Native
from ruleslawyer.engines.native.graph import Counter, Graph, Kept, gathered
from ruleslawyer.engines.native.kernel import TURN_END, first_choices, program
from ruleslawyer.engines.native.layout import slots_of
from ruleslawyer.engines.native.states import Crew
from ruleslawyer.ground.arguments import Argument
from ruleslawyer.ground.finite import Step
from ruleslawyer.ground.nodes import Node, both
from ruleslawyer.ground.rules import Rules
from ruleslawyer.ground.values import Bunch, flatten
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import Fair
from ruleslawyer.semantics.fairness import places
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance


def edges(native: Native, memory: int | None = None) -> GroundGraph:
    """The graph of an exploration; `memory`: mebibytes that it may take, else it is `TooLarge`."""
    made = program(native.prepared.model, native.prepared.packing, edges=True)
    library = compiled(made.text)
    with Crew(made, library, 1) as crew:
        return GroundGraph(native, gathered(native.found, crew, library, memory))


class GroundGraph(Graph):
    """A graph whose labels number the choices of each ground instance."""

    def __init__(self, native: Native, kept: Kept) -> None:
        super().__init__(native, kept)
        self.native, self.model = native, native.prepared.model

    # --- labels ---------------------------------------------------------------------------------------------------

    @cached_property
    def _firsts(self) -> list[int]:
        return first_choices(self.model)

    def step(self, label: int) -> Step:
        """The action's instance behind an edge."""
        return self.model.actions[bisect_right(self._firsts, label & (TURN_END - 1)) - 1]

    def action(self, label: int) -> str:
        return self.step(label).instance.name

    def called(self, label: int) -> str:
        return self.step(label).instance.label

    def of_actions(self, names: Iterable[str]) -> Any:
        wanted = frozenset(names)
        chosen = np.array([step.instance.name in wanted for step in self.model.actions], dtype=np.bool_)
        if not chosen.any():
            return np.zeros(self.digraph.edges, dtype=np.bool_)
        return chosen[self.steps]

    @property
    def steps(self) -> Any:
        """For each edge, the place of its instance among the model's actions."""
        upto = np.array(self._firsts[1:], dtype=np.uint32)
        return np.searchsorted(upto, self.choices, side="right")

    def instance(self, before: State, label: int, after: State) -> Instance:
        found, chosen = self.step(label).instance, self._chosen(label)
        for judged in self.system.candidates(before):
            if judged.allowed and judged.instance.action == found.name:
                known = zip(found.arguments, judged.instance.args, strict=True)
                if all(self._fits(a, value, chosen) for a, value in known):
                    return judged.instance
        raise AssertionError("the interpreter does not know an edge of the native explorer")

    def _chosen(self, label: int) -> dict[Node, int]:
        """The values of the parameters behind an edge; of those that do not vary none."""
        place = bisect_right(self._firsts, label & (TURN_END - 1)) - 1
        number, found = (label & (TURN_END - 1)) - self._firsts[place], {}
        for node, values in reversed(self.model.actions[place].parameters):
            number, digit = divmod(number, len(values))
            found[node] = values[digit]
        return found

    def _fits(self, argument: Argument, value: Any, chosen: Mapping[Node, int]) -> bool:
        """Whether a canonical argument is one of an edge, with the values of its parameters."""
        if not argument.symbolic:
            return bool(argument.value == value)
        pairs = [(argument.type, argument.value, value)]
        if isinstance(argument.type, t.Map):
            entries = zip(argument.value.entries, value, strict=True)
            pairs = [(argument.type.value, entry.value, one) for entry, one in entries if one is not None]
        lift = self.model.ground.shape.lift
        return all(
            int(chosen.get(node, given.value)) == int(given.value)
            for type_, nodes, one in pairs
            for node, given in zip(flatten(nodes), flatten(lift(type_, one)), strict=True)
        )

    def sets(self, fair: Fair) -> Any:
        at = places(self.system.system, fair)
        known: dict[tuple[Any, ...], int] = {}

        def number(arguments: Sequence[Any]) -> int:
            assert not any(arguments[place].symbolic for place in at), "members are taken one by one"
            return known.setdefault(tuple(arguments[place].value for place in at), len(known))

        steps = (step.instance for step in self.model.actions)
        numbers = [number(step.arguments) if step.name == fair.action else -1 for step in steps]
        return np.array(numbers, dtype=np.int32)[self.steps] if numbers else np.full(self.digraph.edges, -1, np.int32)

    # --- conditions -----------------------------------------------------------------------------------------------

    def asked(self, function: Function) -> tuple[Any, Any]:
        walk = Rules(self.model.ground.world)
        holds, unclear = self._truths([walk.holds(function, (self.model.ground.base,)), walk.failed])
        return holds & ~unclear, unclear

    @cached_property
    def ended(self) -> Any:
        (found,) = self._truths([self.model.ended])
        return found

    @cached_property
    def winning(self) -> Sequence[Any]:
        ground = self.model.ground
        walk = Rules(ground.world)
        with walk.assuming(ground.ended):
            found = walk.ask(ground.system.winners, (ground.base,))
        assert isinstance(found, Bunch)
        return self._truths([both(ground.ended, member) for member in found.members])

    def _truths(self, conditions: Sequence[Node]) -> list[Any]:
        """Conditions over the leaves in every state that was found, in the order of its number."""
        model, packing = self.model, self.native.prepared.packing
        columns = Columns(packing, slots_of(model, packing))
        asked = model.specialised(conditions)
        plan = Plan(dict.fromkeys(asked))
        answers = [np.zeros(self.found.size, dtype=np.bool_) for _ in plan.roots]
        done = 0
        for _, rows, _ in pieces(self.found.rest_states()):
            for answer, bits in zip(answers, columns.evaluate(plan, rows), strict=True):
                answer[done : done + len(rows)] = unpacked(bits, len(rows))
            done += len(rows)
        known = dict(zip(plan.roots, answers, strict=True))
        return [known[root] for root in asked]

    @property
    def counters(self) -> Sequence[Counter]:
        leaves, slots = self.model.ground.layout.leaves, self.native.prepared.packing.slots
        return [Counter(slot.name, slot.pieces) for slot in slots if leaves[slot.leaf].promised is not None]
