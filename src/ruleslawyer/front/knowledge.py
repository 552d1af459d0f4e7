"""`knows(who, fact)` in a check: the fact as a function of its own, and the question that the check asks instead."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.making import put
from ruleslawyer.ir.walk import walk


def fact_of(name: str, origin: Origin, fact: n.Expr) -> tuple[n.Function, tuple[n.Expr, ...]]:
    """A fact as a function of the state and of the locals of the check that it names, and these locals."""
    local = {var.slot: var for var in _free(fact)}
    given: dict[int, n.Expr] = {0: n.Var(origin, t.State(), 0, "s")}
    for at, (slot, var) in enumerate(sorted(local.items()), 1):
        given[slot] = n.Var(origin, var.type, at, var.name)
    slots = count(len(given))
    body = put(fact, given, lambda: next(slots))
    parameters = (n.Parameter("s", t.State()), *(n.Parameter(local[s].name, local[s].type) for s in sorted(local)))
    function = n.Function(
        origin, "", name, "", parameters, t.Bool(), next(slots), (n.Return(origin, body),)
    )  # fmt: skip
    return function, tuple(local[slot] for slot in sorted(local))


def reads_state(fact: n.Expr) -> bool:
    """Whether a fact is about the state at all: else it is the same in every play."""
    return any(_store(node) is not None for node in walk(fact))


def _free(fact: n.Expr) -> Iterator[n.Var]:
    """The locals of which an expression speaks and that it does not bind, without the state."""
    bound = {node.slot for node in walk(fact) if isinstance(node, n.Fold)}
    for node in walk(fact):
        if isinstance(node, n.Var) and node.slot not in bound and not isinstance(node.type, t.State):
            yield node


def _store(node: object) -> int | None:
    """The slot of the state that a node reads, if it does."""
    match node:
        case n.Read(store=store) | n.IsOpen(store=store):
            return store
        case n.Var(slot=slot, type=t.State()):
            return slot
    return None
