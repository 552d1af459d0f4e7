"""Duties that may be due at once and of which no clause says which comes first, as far as their order may matter.

What two duties bring about is held against each other: themselves, and with them what expires by what they write and
every settle that may hold through it. Where neither writes what the other reads or writes, nor what ends the game or
makes a trigger wait, the two come to the same in either order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.exclusive import Exclusive
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.system import Duty, System
from ruleslawyer.ir.uses import Functions, Place

Orders: TypeAlias = Mapping[str, tuple[str, ...]]
_KNOWN: dict[int, tuple[System, Orders]] = {}
_MOST = 1 << 8


def open_orders(system: System) -> Orders:
    """For each duty those declared after it that may be due at once with it, where another order may lead elsewhere and
    no clause says which comes first; without those that have none."""
    return latest(_KNOWN, id(system), _MOST, lambda: (system, _open_orders(system)))[1]


def order_names(system: System) -> tuple[str, ...]:
    """The orders that are open, by name."""
    return tuple(order_name(first, other) for first, others in open_orders(system).items() for other in others)


def order_name(first: str, other: str) -> str:
    """How the gap is called that no clause says whether one duty comes before another."""
    return f"{first} before {other}"


def _open_orders(system: System) -> Orders:
    duties = list(system.duties.values())
    if len(duties) < 2:
        return {}
    effects, whens = _Effects(system), Exclusive(system.helpers)
    found = {
        first.name: tuple(
            other.name
            for other in duties[number:]
            if first.at == other.at
            and first.name not in other.after
            and not whens.are_apart(first.when, other.when)
            and not effects.are_apart(first, other)
        )
        for number, first in enumerate(duties, 1)
    }
    return {name: others for name, others in found.items() if others}


class _Effects:
    """The effects of each duty, with all that may follow of itself."""

    def __init__(self, system: System) -> None:
        self.system, self.functions = system, Functions(system)
        self.frames = {(frame, "") for frame in system.frames}
        self.holding: set[Place] = {(None, trigger.field) for trigger in system.triggers.values()}
        self.holding |= self.functions.uses([system.ended]).reads
        self._known: dict[str, tuple[frozenset[Place], frozenset[Place]]] = {}

    def are_apart(self, one: Duty, other: Duty) -> bool:
        """Whether neither says or does anything else for the other's having been first."""
        (reads, writes), (its_reads, its_writes) = self.of(one), self.of(other)
        clash = writes & (its_reads | its_writes) or its_writes & reads or self.holding & (writes | its_writes)
        return not clash

    def of(self, duty: Duty) -> tuple[frozenset[Place], frozenset[Place]]:
        """The places that are read and written for a duty."""
        if duty.name not in self._known:
            reads, writes = set[Place](self.frames), set[Place]()
            reads |= self.functions.uses([duty.when]).reads
            self._add([duty.function], reads, writes)
            left = [(s.when, s.function) for s in self.system.settles.values()]
            while True:
                expiring = {
                    (None, f.name) for f in self.system.state.fields if f.until and (None, f.until.field) in writes
                }
                due = [of for of in left if self.functions.uses([of[0]]).reads & writes]
                if expiring <= writes and not due:
                    break
                writes |= expiring
                left = [of for of in left if of not in due]
                for of in due:
                    self._add(of, reads, writes)
            self._known[duty.name] = frozenset(reads), frozenset(writes)
        return self._known[duty.name]

    def _add(self, functions: Iterable[n.Function], reads: set[Place], writes: set[Place]) -> None:
        found = self.functions.uses(functions)
        reads |= found.reads
        writes |= found.writes
