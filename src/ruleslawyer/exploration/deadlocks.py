"""The kinds of deadlocks: what candidates were judged to be, asked once of all that have the same in the fields that
judging reads, or of which generated code says the same."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ruleslawyer.engines.native.explore import ByCode
from ruleslawyer.engines.native.members import Said, said_of_candidates
from ruleslawyer.engines.native.slots import slots_of
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions, of_rules
from ruleslawyer.rulebook.claims.occurrence import deadlock
from ruleslawyer.semantics.events import BranchEnds

Fields = frozenset[tuple[str, str]]
_LAST: list[tuple[System, Fields]] = []
Kind = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
"""The actions that nobody speaks about, and the norms that forbid others."""


def kinds(by_code: ByCode) -> dict[Kind, list[int]]:
    """The ids of the deadlocks of each kind, nearest first."""
    found = by_code.found
    ids = sorted(found.deadlocks, key=lambda i: (found.depth_of(i), i))
    if not ids:
        return {}
    fields = judged_by(by_code.system.system)
    mask = np.zeros(found.set.words, dtype=np.uint64)
    for slot in slots_of(by_code.layout):
        if slot.cell[:2] in fields or slot.cell[1] == "":
            for piece in slot.pieces:
                mask[piece.word] |= np.uint64(piece.mask << piece.shift)
    rows = np.array([found.words(i) for i in ids], dtype=np.uint64) & mask
    _, first, which = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    places = [ids[place] for place in first.tolist()]
    known: dict[Said, Kind] = {}
    judged: list[Kind] = []
    for identity, said in zip(places, said_of_candidates(by_code, places), strict=True):
        kind = None if said is None else known.get(said)
        if kind is None:
            kind = _kind(by_code, identity)
        if said is not None:
            known[said] = kind
        judged.append(kind)
    result: dict[Kind, list[int]] = {}
    for identity, number in zip(ids, which.reshape(-1).tolist(), strict=True):
        result.setdefault(judged[number], []).append(identity)
    return result


def _kind(by_code: ByCode, identity: int) -> Kind:
    state = by_code.state(identity)
    try:
        found = deadlock(state, list(by_code.system.candidates(state)))
    except BranchEnds:  # it cannot be told whose decision it is
        found = deadlock(state, ())
    return found.unspoken, found.forbidden


def judged_by(system: System) -> Fields:
    """The fields that say whose decision it is, who is a candidate, and what clauses say of it, by their frame (empty:
    the state) and name. Kept for the rules that were asked about last."""
    if not _LAST or _LAST[0][0] is not system:
        _LAST[:] = [(system, _judged_by(system))]
    return _LAST[0][1]


def _judged_by(system: System) -> Fields:
    found = {("", trigger.field) for trigger in system.triggers.values()} | {(f, "awaits") for f in system.frames}
    reads = Functions(system).uses(_ask_functions(system)).reads
    return frozenset(found | {(record or "", field) for record, field in reads if field})


def _ask_functions(system: System) -> Iterator[Function]:
    yield from (system.awaits, system.ended)
    for action in system.actions.values():
        yield from (f for f in of_rules(action.rules()) if f is not action.function)
