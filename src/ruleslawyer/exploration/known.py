"""Knowledge of a rule before anything is explored: the values of attributes, numbers and fields that never change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.abstract import ANY, Env, Leaf, Unknown, Valued, Values, together
from ruleslawyer.ir.nodes import Function
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
        self.system, self.scope, self.schema = system.system, system.scope, system.schema
        self.kept, self.varying = kept, varying

    def given(self, function: Function) -> Iterator[Env] | None:
        """Every choice of the members among a function's arguments; None where there are too many."""
        typed = [(slot, p.type) for slot, p in enumerate(function.parameters) if isinstance(p.type, t.Sort | t.Enum)]
        choices = [range(domain_size(type_, self.system, self.scope)) for _, type_ in typed]
        if prod(map(len, choices)) > MOST_TRIED:
            return None
        slots = [slot for slot, _ in typed]
        return ({s: frozenset({one}) for s, one in zip(slots, chosen, strict=True)} for chosen in product(*choices))

    def may_be(self, asked: n.Expr | Function, given: Env, value: Any) -> bool:
        """Whether something may have a value, or fail, as far as it is known."""
        found = self.may(asked, given)
        return found is None or isinstance(found, Unknown) or value in found

    def counts(self, node: n.Arith | n.Fold) -> None:
        """A number has no bounds here."""

    def leaf(self, node: Leaf, given: Sequence[Values]) -> Values:
        match node:
            case n.Number(name=name):
                return frozenset({self.scope.constants[name]})
            case n.Attr(sort=sort, name=name):
                return _entries(self.scope.attributes[sort, name], given)
            case n.Read(record=None, field=field) if self.kept and ("", field) not in self.varying:
                return _entries(self.kept.fields[self.schema.index[field]], given)
            case n.IsOpen(frame=frame) if self.kept and (frame, "") not in self.varying:
                return frozenset({self.kept.frames[self.schema.frame_index[frame]] is not None})
        return ANY


def _entries(value: Any, keys: Sequence[Values]) -> Values:
    """The possible entries at these keys; an attribute may be open."""

    def at(*each: int) -> Any:
        found = value
        for key in each:
            found = found[key]
        return found

    return ANY if value is None else together(at, *keys)
