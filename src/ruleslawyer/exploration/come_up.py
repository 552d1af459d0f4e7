"""Which members of a sort came up together in an exploration: one state says of them what no beginning said."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.engines.native.members import said_of
from ruleslawyer.ir import types as t
from ruleslawyer.semantics.state import State

if TYPE_CHECKING:
    from ruleslawyer.exploration.native import NativeExploration

LOOKED_AT = 2_000
"""States that are looked through, the nearest first."""


def come_up(graph: Exploration | NativeExploration, sort: str) -> set[tuple[str, ...]]:
    """The sets of members of which, in one state, something else is said than in every beginning."""
    names = graph.system.scope.names[sort]
    apart = _apart(graph, sort) if isinstance(graph, Exploration) else _natively(graph, sort)
    return {tuple(name for name, up in zip(names, row, strict=True) if up) for row in apart}


def _natively(graph: NativeExploration, sort: str) -> set[tuple[bool, ...]]:
    slices = [words for _, words, _ in islice(graph.found.rest_states(), LOOKED_AT)]
    rows = np.concatenate(slices)[:LOOKED_AT]
    said = said_of(graph.by_code.layout, sort, rows)
    usual = np.zeros(said.shape[:2], dtype=np.bool_)
    for begun in said[: graph.found.initial]:
        usual |= (said == begun).all(axis=2)
    return {tuple(row) for row in np.unique(~usual, axis=0).tolist()}


def _apart(graph: Exploration, sort: str) -> set[tuple[bool, ...]]:
    fields = [(i, slot.field.type) for i, slot in enumerate(graph.system.schema.slots)]

    def said(state: State) -> list[tuple[Any, ...]]:
        members = range(graph.system.scope.size(sort))
        return [tuple(_said(type_, state.fields[i], sort, member) for i, type_ in fields) for member in members]

    begun = [said(outcome.state) for _, outcome in graph.system.initial() if outcome.state is not None]
    usual = [set(then) for then in zip(*begun, strict=True)]
    states: Iterator[State] = islice(graph.graph, LOOKED_AT)
    return {tuple(now not in then for now, then in zip(said(state), usual, strict=True)) for state in states}


def _said(type_: t.Type, value: Any, sort: str, member: int) -> Any:
    """What a field says of a member."""
    match type_:
        case t.Map(t.Sort(name), _) if name == sort:
            return value[member]
        case t.Map(_, item):
            return tuple(_said(item, one, sort, member) for one in value)
        case t.Set(t.Sort(name)) | t.Pile(t.Sort(name)) if name == sort:
            return member in value
        case t.Sort(name) | t.Optional(t.Sort(name)) if name == sort:
            return value == member
    return None
