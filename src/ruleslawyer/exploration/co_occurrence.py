"""Members of a sort that came up together in an exploration: one state says of them what no beginning said."""

from __future__ import annotations

from ruleslawyer.exploration.explored import ExploredGraph

LOOKED_AT = 2_000
"""States after which no further distance is looked at."""


def co_occurring_members(graph: ExploredGraph, sort: str) -> set[tuple[str, ...]]:
    """The sets of members of which, in one state, something else is said than in every beginning."""
    names = graph.system.scope.names[sort]
    apart = graph.said_apart(sort, LOOKED_AT)
    return {tuple(name for name, up in zip(names, row, strict=True) if up) for row in apart}
