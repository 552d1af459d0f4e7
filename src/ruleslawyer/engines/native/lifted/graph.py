"""The explored graph as arrays, by the code of the ruleset: every edge with the instance that it takes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np

from ruleslawyer.engines.native.graph import Graph, TooLarge, gathered
from ruleslawyer.engines.native.kernel import TURN_END
from ruleslawyer.engines.native.lifted.explore import Lifted
from ruleslawyer.engines.native.lifted.play import asked
from ruleslawyer.engines.native.lifted.scope_data import MOST_CHOICES, Layout, bound, choices, firsts, values
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import Fair
from ruleslawyer.semantics.fairness import places
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance


def edges(lifted: Lifted, memory: int | None = None) -> LiftedGraph:
    """The graph of an exploration; `memory`: mebibytes that it may take, else it is `TooLarge`."""
    if firsts(lifted.layout)[""] > MOST_CHOICES:
        raise TooLarge("the graph needs more choices of parameters than can be numbered")
    with lifted.crew(1) as crew:
        kept = gathered(lifted, crew, lifted.set_library, memory)
    for context in lifted.contexts:
        context.logged()
    return LiftedGraph(lifted, *kept)  # type: ignore[arg-type]


class LiftedGraph(Graph):
    """A graph whose labels number all choices of the parameters of all actions."""

    native: Lifted  # type: ignore[assignment]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return firsts(self.native.layout)

    @cached_property
    def _names(self) -> list[str]:
        return list(self._numbers)

    def action(self, label: int) -> str:
        begins = list(self._numbers.values())[:-1]
        return self._names[bisect_right(begins, label & (TURN_END - 1)) - 1]

    def of_actions(self, names: Iterable[str]) -> Any:
        found = np.zeros(self.digraph.edges, dtype=np.bool_)
        for name in names:
            first = self._numbers[name]
            stop = self._numbers[self._names[self._names.index(name) + 1]]
            found |= (self.choices >= first) & (self.choices < stop)
        return found

    def instance(self, before: State, label: int, after: State) -> Instance:
        name = self.action(label)
        number = (label & (TURN_END - 1)) - self._numbers[name]
        return Instance(name, arguments(self.native.layout, name, number, self.native.system.awaits(before)))

    def asked(self, function: Function) -> tuple[Any, Any]:
        """What a function says in every state: where it holds, and where it cannot be evaluated."""
        column = next(i for i, (_, f) in enumerate(asked(self.native.book.low)) if f is function)
        said = self._answers[:, column]
        return said == 1, said > 1

    @cached_property
    def _answers(self) -> Any:
        lifted = self.native
        columns = len(asked(lifted.book.low))
        answers = np.zeros((lifted.found.size, columns), dtype=np.uint8)
        ask = lifted.book.library.function("answers", "ppiip")
        context = lifted.contexts[0].array.ctypes.data
        done = 0
        for _, partition, first, stop in lifted.found.slices():
            rows = answers[done : done + stop - first]
            ask(context, lifted.found.set.states[partition].address, first, stop, rows.ctypes.data)
            done += stop - first
        lifted.contexts[0].logged()
        return answers

    def sets(self, fair: Fair) -> Any:
        """For each edge, the number of its fair set; -1 where it is in none."""
        at = places(self.native.system.system, fair)
        labels, which = np.unique(self.choices, return_inverse=True)
        known: dict[tuple[Any, ...], int] = {}
        numbers = np.full(len(labels), -1, dtype=np.int32)
        first = self._numbers[fair.action]
        for i, label in enumerate(labels.tolist()):
            if self.action(label) == fair.action:
                args = arguments(self.native.layout, fair.action, label - first)
                numbers[i] = known.setdefault(tuple(args[place] for place in at), len(known))
        return numbers[which.reshape(-1)] if len(labels) else np.full(self.digraph.edges, -1, np.int32)


def arguments(layout: Layout, name: str, number: int, awaited: frozenset[int] = frozenset()) -> tuple[Any, ...]:
    """The arguments of an action's choice by its number; `awaited`: who chooses, of a joint action."""
    action = layout.system.actions[name]
    found: list[Any] = []
    for parameter in reversed(action.function.parameters[2 if action.framed else 1 :]):
        number, digit = divmod(number, choices(layout, name, parameter.name))
        found.append(_value(layout, f"{name}.{parameter.name}", parameter.type, digit, awaited))
    return tuple(reversed(found))


def _value(layout: Layout, name: str, type_: t.Type, digit: int, awaited: frozenset[int]) -> Any:
    match type_:
        case t.Bool():
            return bool(digit)
        case t.Int():
            return bound(layout, name, "low") + digit
        case t.Optional(item):
            return None if digit == 0 else _value(layout, name, item, digit - 1, awaited)
        case t.Set():
            return frozenset(i for i in range(digit.bit_length()) if digit >> i & 1)
        case t.Map(key, item):
            seats: list[Any] = []
            for seat in reversed(range(values(layout, name, key))):
                digit, one = divmod(digit, values(layout, name, item))
                seats.append(_value(layout, name, item, one, awaited) if seat in awaited else None)
            return tuple(reversed(seats))
    return digit
