"""The verdict on each property under each reading of a family."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import TypeAlias

from ruleslawyer.engines.native.explore import FOLLOWED
from ruleslawyer.engines.native.family import Family, FamilyFound
from ruleslawyer.engines.native.names import PLAY
from ruleslawyer.engines.native.rest import UNEVALUATED
from ruleslawyer.ir.checks import Check
from ruleslawyer.rulebook.claims.caveats import shown_by_a_play
from ruleslawyer.rulebook.claims.conclusion import word_of
from ruleslawyer.rulebook.claims.cone import Cones
from ruleslawyer.rulebook.claims.verdict import Word
from ruleslawyer.semantics.transition import TransitionSystem

KINDS = {False: "violated", True: "kept", None: "unevaluated", UNEVALUATED: "unevaluated"}
"""What an answer of the interpreter, or of code, says; 0 and 1 are False and True."""


Followed: TypeAlias = Callable[[TransitionSystem, Check], Word]
"""The verdict on what may follow (`possible`, `leads_to`) under a reading, by its graph."""


def verdicts(
    family: Family, found: FamilyFound, followed: Followed | None = None, *, switched: bool = True
) -> dict[str, list[Word]]:
    """For each property its verdict under each reading, as a search under that reading alone would give it. What may
    follow needs the graph of each: without `followed` it is UNKNOWN. `switched`: so is what rests on rules that the
    scope leaves out."""
    masks = _answers(family, found)
    _add_beginnings(family, masks)
    unfinished = failing_readings(family, found) | found.left
    cones = Cones.of(family.system.system, family.system.scope)
    result: dict[str, list[Word]] = {}
    for check in family.system.system.checks.values():
        words = [
            _word(check, masks, k, bool(found.stopped) or bool(unfinished >> k & 1)) for k in range(len(found.readings))
        ]
        if followed and check.kind in FOLLOWED and not found.stopped:
            words = [
                word if unfinished >> k & 1 else followed(system, check)
                for k, (word, system) in enumerate(zip(words, family.systems, strict=True))
            ]
        if switched and cones.switched_off(check.name):
            words = [word if shown_by_a_play(word, check.kind) else "UNKNOWN" for word in words]
        result[check.name] = words
    return result


def _answers(family: Family, found: FamilyFound) -> dict[tuple[str, str], int]:
    """For each kind of answer and property, the readings under which some state or step gives it."""
    told = {number: what for what, number in family.book.low.names.told.items()}
    masks: dict[tuple[str, str], int] = {}
    for (what, _, answer), mask in found.met.items():
        match told[what]:
            case ("asked", name, "first"):
                key = KINDS[answer], str(name)
                masks[key] = masks.get(key, 0) | mask
    return masks


def _add_beginnings(family: Family, masks: dict[tuple[str, str], int]) -> None:
    """Adds the answers of properties of every step about the step that a game begins with."""
    checks = [c for c in family.system.system.checks.values() if c.kind == "step" and c.of is None]
    for k, system in enumerate(family.systems if checks else ()):
        for start, begun in family.beginnings[k]:
            for check in checks:
                for answer in system.step_answers(check, None, start, begun)[0]:
                    key = KINDS[answer], check.name
                    masks[key] = masks.get(key, 0) | 1 << k


def endings(family: Family, found: FamilyFound) -> dict[tuple[str, str], int]:
    """The failures at which branches end: kind and subject (none where it is a rule), each with the readings under
    which it does."""
    names = family.book.low.names
    failed, sites, result = names.failure, list(names.sites), dict(family.ends)
    for (what, recording, answer), mask in found.met.items():
        if what == failed and recording == PLAY:
            site = sites[(answer & 0xFFFFFFFF) - 1]
            key = site.kind, site.subject or ""
            result[key] = result.get(key, 0) | mask
    return result


def failing_readings(family: Family, found: FamilyFound) -> int:
    """The readings under which some branch ended in a failed check."""
    return reduce(or_, endings(family, found).values(), 0)


def _word(check: Check, masks: Mapping[tuple[str, str], int], k: int, unfinished: bool) -> Word:
    if check.kind in FOLLOWED:
        return "UNKNOWN"
    violated, met, unevaluated = (
        bool(masks.get((kind, check.name), 0) >> k & 1) for kind in ("violated", "kept", "unevaluated")
    )
    reached = _reaches(check, masks, k)
    return word_of(check, violated=violated, met=met, unevaluated=unevaluated, reached=reached, unfinished=unfinished)


def _reaches(check: Check, masks: Mapping[tuple[str, str], int], k: int) -> bool | None:
    """Whether the paired situation is met under a reading; None: not known."""
    if check.reached is None:
        return None
    met, unclear = (masks.get((kind, check.reached), 0) >> k & 1 for kind in ("kept", "unevaluated"))
    return True if met else None if unclear else False
