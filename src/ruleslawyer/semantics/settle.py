"""Settles: rules that fire by themselves. All that hold in one state act together, as a round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from ruleslawyer.ir.system import Settle
from ruleslawyer.origin import Origin
from ruleslawyer.semantics.events import ROUND, UNSETTLED, BranchEnds, Event
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.state import Schema, State, Store, domain_size


@dataclass(frozen=True, slots=True)
class Round:
    """What fires in a state: settles with their canonical arguments, in declaration order; at least one."""

    instances: tuple[tuple[Settle, tuple[Any, ...]], ...]

    @property
    def settles(self) -> tuple[Settle, ...]:
        return tuple({settle.name: settle for settle, _ in self.instances}.values())

    @property
    def name(self) -> str:
        return ROUND

    @property
    def title(self) -> str:
        """The names of its settles."""
        return ", ".join(settle.name for settle in self.settles)

    @property
    def cites(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(c for settle in self.settles for c in settle.origin.cites))

    @property
    def origin(self) -> Origin:
        return Origin(self.settles[0].origin.span, self.cites)

    @property
    def unending(self) -> BranchEnds:
        """The end of a branch in which rounds do not."""
        return BranchEnds(Event("unending", ROUND, cites=self.cites, reason=UNSETTLED))


def round_of(schema: Schema, look: Look, store: Store) -> Round | None:
    """The round that is to come in a state; None where no settle holds."""
    if not schema.system.settles:
        return None
    held = tuple(
        (settle, args)
        for settle in schema.scope.on(schema.system.settles)
        for args in _instances(schema, settle)
        if look.call(settle.when, (store, *args))
    )
    return Round(held) if held else None


def _instances(schema: Schema, settle: Settle) -> Iterator[tuple[int, ...]]:
    sizes = (domain_size(p.type, schema.system, schema.scope) for p in settle.function.parameters[1:])
    return product(*(range(size) for size in sizes))


def settled(schema: Schema, look: Look, state: State, found: Round) -> State:
    """The state after a round, without expiries: everything in it reads the state before."""
    store = Store(schema, state, ROUND)
    store.begin_simultaneous()
    for settle, args in found.instances:
        look.fired[settle.name] = None
        store.rule = settle.name
        look.call(settle.function, (store, *args))
    store.rule = ROUND
    store.end_simultaneous()
    return store.freeze()
