"""The verdict on each property under each reading of a family."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import TypeAlias

from ruleslawyer.engines.native.family import Family, FamilySearchResult
from ruleslawyer.engines.native.names import PLAY
from ruleslawyer.engines.native.occurrence_log import action_names
from ruleslawyer.engines.native.rest import UNEVALUATED
from ruleslawyer.ir.rules import FOLLOWED, Check
from ruleslawyer.rulebook.claims.conclusion import ANYTHING, may_matter, word_of
from ruleslawyer.rulebook.claims.cone import Cones, shown_by_a_play
from ruleslawyer.rulebook.claims.verdict import Word
from ruleslawyer.semantics.events import CUTS, LOOP
from ruleslawyer.semantics.transition import TransitionSystem

KINDS = {False: "violated", True: "kept", None: "unevaluated", UNEVALUATED: "unevaluated"}
"""What an answer of the interpreter, or of code, says; 0 and 1 are False and True."""


Followed: TypeAlias = Callable[[TransitionSystem, Check], Word]
"""The verdict on what may follow (`possible`, `leads_to`) under a reading, by its graph."""


def verdicts(
    family: Family, search: FamilySearchResult, followed: Followed | None = None, *, switched: bool = True
) -> dict[str, list[Word]]:
    """For each property its verdict under each reading, as a search under that reading alone would give it. What may
    follow needs the graph of each: without `followed` it is UNKNOWN. `switched`: so is what rests on rules that the
    scope leaves out."""
    masks = _answers(family, search)
    _add_beginnings(family, masks)
    every = (1 << len(search.readings)) - 1
    stopped = every if search.stopped else search.left
    ends = _Ends(family, search)
    cones = Cones.of(family.system.system, family.system.scope)
    result: dict[str, list[Word]] = {}
    for check in family.system.system.checks.values():
        unfinished = stopped | ends.may_matter(check)
        words = _words(check, masks, unfinished, ends.capped & ~stopped, len(search.readings))
        if followed and check.kind in FOLLOWED and not search.stopped:
            words = [
                word if search.left >> k & 1 else followed(system, check)
                for k, (word, system) in enumerate(zip(words, family.systems, strict=True))
            ]
        if switched and cones.switched_off(check.name):
            words = [word if shown_by_a_play(word, check.kind) else "UNKNOWN" for word in words]
        result[check.name] = words
    return result


class _Ends:
    """The readings under which branches end early, by the actions of which they are; and those under which there is no
    state of rest, as forced steps go round as a game begins."""

    def __init__(self, family: Family, found: FamilySearchResult) -> None:
        self.system = family.system
        self.by_action: dict[str, int] = {}
        self.unbegun = 0
        cut = {kind == "cap": 0 for kind in CUTS}
        for (kind, _), mask in endings(family, found).items():
            if kind in CUTS:
                cut[kind == "cap"] |= mask
        self.capped = cut[True] & ~cut[False] & sum(1 << k for k, states in enumerate(found.states) if states)
        """The readings under which the scope's caps alone cut plays off."""
        told = action_names(family.book.low)
        for (what, _, answer), mask in found.met.items():
            if what in told and not answer:
                self.by_action[told[what]] = self.by_action.get(told[what], 0) | mask
        for (kind, _), mask in family.ends.items():
            if kind in CUTS:
                self.by_action[ANYTHING] = self.by_action.get(ANYTHING, 0) | mask
            elif kind == LOOP:
                self.unbegun |= mask & sum(1 << k for k, states in enumerate(found.states) if not states)

    def may_matter(self, check: Check) -> int:
        """The readings under which what is not known may matter to a property."""
        system, scope = self.system.system, self.system.scope
        met = (mask for action, mask in self.by_action.items() if may_matter(system, scope, check, (action,)))
        return reduce(or_, met, self.unbegun)


def _answers(family: Family, found: FamilySearchResult) -> dict[tuple[str, str], int]:
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


def endings(family: Family, found: FamilySearchResult) -> dict[tuple[str, str], int]:
    """The failures at which branches end: kind and subject (none where it is a rule), each with the readings under
    which it does."""
    names = family.book.low.names
    failed, result = names.failure, dict(family.ends)
    for (what, recording, answer), mask in found.met.items():
        if what == failed and recording == PLAY:
            site = names.site_of(answer)
            key = site.kind, site.subject or ""
            result[key] = result.get(key, 0) | mask
    return result


def _words(
    check: Check, masks: Mapping[tuple[str, str], int], unfinished: int, capped: int, readings: int
) -> list[Word]:
    """The word under each of so many readings: most have the same answers, and so the same."""
    if check.kind in FOLLOWED:
        return ["UNKNOWN"] * readings
    asked = [(kind, check.name) for kind in ("violated", "kept", "unevaluated")]
    if check.reached is not None:
        asked += [(kind, check.reached) for kind in ("kept", "unevaluated")]
    said = [unfinished, capped, *(masks.get(key, 0) for key in asked)]
    known: dict[tuple[int, ...], Word] = {}
    words = []
    for k in range(readings):
        answers = tuple([mask >> k & 1 for mask in said])
        if answers not in known:
            known[answers] = _word(check, *map(bool, answers))
        words.append(known[answers])
    return words


def _word(
    check: Check, unfinished: bool, capped: bool, violated: bool, met: bool, unevaluated: bool, *paired: bool
) -> Word:
    """paired: whether the paired situation is met, and whether that is unclear somewhere; nothing where none is."""
    reached = None if not paired else True if paired[0] else None if paired[1] else False
    return word_of(
        check, violated=violated, met=met, unevaluated=unevaluated, reached=reached,
        unfinished=unfinished, capped=capped,
    )  # fmt: skip
