"""The decoder of a `Tell`: its bits say which clauses hold, which are live, which clash. In one state a bit is true or
false; where a scope is asked as a whole it is a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, TypeVar

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.clauses import against, unbeaten
from ruleslawyer.ir.system import Clause, System

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Said(Generic[T]):
    """held: when each clause holds. live: when no live one beats it besides. clashes: when two differ. more: of norms
    and deeds whether it is allowed, of numbers which are decisive, of a question whether it is answered."""

    held: dict[str, T]
    live: dict[str, T]
    clashes: list[tuple[Clause, Clause, T]]
    more: Sequence[T]


def clauses_in_tell(
    system: System, kind: n.Telling, base: str, bits: Sequence[T], both: Callable[..., T],
    without: Callable[[T, list[T]], T],
) -> Said[T]:  # fmt: skip
    """bits: those of the `Tell`, in its order; more than it has say nothing. without: what is left of one where none of
    some others may be."""
    clauses = _clauses(system, kind, base)
    named, count = {clause.name: clause for clause in clauses}, len(clauses)
    held, more = dict(zip(named, bits, strict=False)), bits[count:]
    live, met, found = held, list[tuple[str, str, T]](), more
    pairs: Iterable[tuple[str, str]] = ()
    match kind:
        case "norms" | "deed":
            live = unbeaten(held, {clause.name: clause.over for clause in clauses}, without)
            met = [(a.name, b.name, both(live[a.name], live[b.name])) for a, b in against(clauses)]
            rivals = system.deeds[base].rivals if kind == "deed" else ()
            met += [(a, b, both(more[0], live[a], live[b])) for a, b in rivals]
        case "numbers":
            pairs, found = system.terms[base].crossings, more[count:]
        case "layers":
            pairs = combinations(named, 2)
        case "question":
            named = {option.name: option for option in system.questions[base].options if option.kind == "answer"}
            pairs, found = combinations(named, 2), more[1:]
    met += ((a, b, bit) for (a, b), bit in zip(pairs, found, strict=False))
    return Said(held, live, [(named[a], named[b], bit) for a, b, bit in met], more)


def _clauses(system: System, kind: n.Telling, base: str) -> tuple[Clause, ...]:
    match kind:
        case "norms":
            return system.norms[base]
        case "deed":
            return (system.deeds[base].permit, *system.deeds[base].clauses)
        case "layers":
            return system.terms[base].exceptions
        case "numbers":
            return system.terms[base].numeric
    return ()
