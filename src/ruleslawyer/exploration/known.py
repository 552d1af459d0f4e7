"""Knowledge of a rule before anything is explored: the values of attributes, numbers and fields that never change, and
how far a rule comes with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from ruleslawyer.core.clauses import choice_value
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.abstract import (
    ANY,
    Abstract,
    Calling,
    Env,
    Leaf,
    Node,
    Piece,
    Unknown,
    Valued,
    Values,
    either,
    together,
)
from ruleslawyer.ir.nodes import Function
from ruleslawyer.lang.records import SILENT
from ruleslawyer.semantics.sizes import domain_size
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

MOST_TRIED = 1 << 14
"""Choices of a function's arguments that are looked at."""


class Known(Valued):
    """`kept`: a state with the value of each field that never has another; `varying`: the other fields, by their frame
    (empty: the state)."""

    def __init__(self, system: TransitionSystem, kept: State | None, varying: frozenset[tuple[str, str]]) -> None:
        super().__init__(system.system.helpers)
        self.transitions, self.system = system, system.system
        self.scope, self.schema = system.scope, system.schema
        self.kept, self.varying = kept, varying

    def argument_choices(self, function: Function) -> Iterator[Env] | None:
        """Every choice of the members among a function's arguments; None where there are too many."""
        typed = [(slot, p.type) for slot, p in enumerate(function.parameters) if isinstance(p.type, t.Sort | t.Enum)]
        choices = [range(domain_size(type_, self.system, self.scope)) for _, type_ in typed]
        if prod(map(len, choices)) > MOST_TRIED:
            return None
        slots = [slot for slot, _ in typed]
        return ({s: frozenset({one}) for s, one in zip(slots, chosen, strict=True)} for chosen in product(*choices))

    def may_be(self, asked: n.Expr | Function, given: Env, value: object) -> bool:
        """Whether something may have a value, or fail, as far as it is known."""
        found = self.may(asked, given)
        return found is None or isinstance(found, Unknown) or value in found

    def counts(self, node: n.Arith | n.Fold) -> None:
        """A number has no bounds here."""

    def leaf(self, node: Leaf, given: Sequence[Values]) -> Values:
        match node:
            case n.Choice(key=("off", rule)):
                return frozenset({int(rule in self.scope.off)})
            case n.Choice(key=key):
                system = self.transitions
                return frozenset({choice_value(self.system, key, system.reading, system.rulings)})
            case n.Number(name=name):
                return frozenset({self.scope.constants[name]})
            case n.Attr(sort=sort, name=name):
                return _entries(self.scope.attributes[sort, name], given)
            case n.Read(record=None, field=field) if self.kept and ("", field) not in self.varying:
                return _entries(self.kept.fields[self.schema.index[field]], given)
            case n.IsOpen(frame=frame) if self.kept and (frame, "") not in self.varying:
                return frozenset({self.kept.frames[self.schema.frame_index[frame]] is not None})
        return ANY


class Reached(Abstract):
    """The nodes of a piece that are come to under a reading and with its rulings, where fields that never change hold
    what they hold."""

    constant = Valued.constant

    def __init__(self, known: Known, function: Callable[[object], Function | None]) -> None:
        """`function`: that which runs where a node is come to."""
        self.known, self._function, self._found = known, function, list[Node]()
        self._results: dict[tuple[int, tuple[Values, ...]], Values] = {}
        self._nodes: dict[int, tuple[Piece, list[Node]]] = {}

    def nodes(self, piece: Piece) -> list[Node]:
        if id(piece) not in self._nodes:
            self._found = []
            self.through(piece)
            self._nodes[id(piece)] = piece, self._found
        return self._nodes[id(piece)][1]

    def meet(self, node: Node) -> None:
        self._found.append(node)

    def leaf(self, node: Leaf, given: Sequence[Values]) -> Values:
        return self.known.leaf(node, given)

    def whole(self, node: n.Expr, env: Env) -> Values:
        if isinstance(node, n.Speaks):
            return together(lambda said: said is not SILENT, self.of(node.value, env))
        return super().whole(node, env)

    def result_of_call(self, node: Calling, given: Sequence[Values]) -> Values:
        function = self._function(node)
        return ANY if function is None else self.may_be(function, tuple(given))

    def may_be(self, function: Function, given: tuple[Values, ...] = ()) -> Values:
        """The results that a function may have."""
        key = id(function), given
        if key not in self._results:
            found, self._found = self._found, []
            self._results[key] = ANY
            said = self.result(function, dict(enumerate(given)))
            either_way = not isinstance(said, Unknown) and SILENT in said and len(said) > 1
            self._results[key] = ANY if either_way else said  # what is made of a value is not where it is silent
            self._found = found
        return self._results[key]


def _entries(value: Any, keys: Sequence[Values]) -> Values:
    """The possible entries at these keys, of which some may be any; an attribute may be open."""
    if value is None:
        return ANY
    found = [value]
    for key in keys:
        found = [entry for one in found for entry in (one if isinstance(key, Unknown) else [one[k] for k in key])]
    return either([frozenset(found)])
