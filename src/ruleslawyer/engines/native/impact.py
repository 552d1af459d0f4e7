"""Which questions matter: the verdict on each property under each reading, and what follows from all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from ruleslawyer.claims.caveats import shown_by_a_play
from ruleslawyer.claims.conclusion import word_of
from ruleslawyer.claims.cone import Cones
from ruleslawyer.claims.verdict import Word
from ruleslawyer.engines.native.arrays import PARTITIONS
from ruleslawyer.engines.native.columns import ROWS, Columns, Plan, positions
from ruleslawyer.engines.native.family import Family, FamilyFound, Reading
from ruleslawyer.engines.native.layout import slots_of
from ruleslawyer.ground.finite import assuming
from ruleslawyer.ground.nodes import FALSE, Node, both, either, negate
from ruleslawyer.ground.properties import Property
from ruleslawyer.ground.relation import Instance
from ruleslawyer.ir.system import Check


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers to some questions under which every required property holds, whatever the others are answered."""

    answers: Mapping[str, str]


def verdicts(family: Family, found: FamilyFound) -> dict[str, list[Word]]:
    """For each property its verdict under each reading, as a search under that reading alone would give it."""
    masks = _Asking(family, found).masks()
    complete, checks = not found.stopped, family.system.system.checks
    unfinished = masks.get(("ends", ""), 0) | found.ends
    cones = Cones(family.system.system, family.system.scope)
    result: dict[str, list[Word]] = {}
    for check in checks.values():
        words = [
            _word(check, {kind: mask >> k & 1 for (kind, name), mask in masks.items() if name == check.name},
                  _reached(check, masks, k), not complete or bool(unfinished >> k & 1))
            for k in range(len(found.readings))
        ]  # fmt: skip
        if cones.switched_off(check.name):
            words = [word if shown_by_a_play(word, check.kind) else "UNKNOWN" for word in words]
        result[check.name] = words
    return result


def _word(check: Check, met: Mapping[str, int], reached: bool | None, unfinished: bool) -> Word:
    if check.kind in ("possible", "leads_to") or (check.kind == "step" and not check.of):
        return "UNKNOWN"
    words = {kind: bool(met.get(kind)) for kind in ("violated", "unevaluated")}
    return word_of(check, **words, met=bool(met.get("kept")), reached=reached, unfinished=unfinished)


def _reached(check: Check, masks: Mapping[tuple[str, str], int], k: int) -> bool | None:
    """Whether the paired situation is met under a reading; None: not known."""
    if check.reached is None:
        return None
    met, unclear = (masks.get((kind, check.reached), 0) >> k & 1 for kind in ("kept", "unevaluated"))
    return True if met else None if unclear else False


class _Asking:
    """Conditions over all states of a family, each answered by the mask of the readings that meet it."""

    def __init__(self, family: Family, found: FamilyFound) -> None:
        self.family, self.found, self.model, self.ground = family, found, family.model, family.ground
        self.columns = Columns(family.layout, slots_of(family.model, family.layout))

    def masks(self) -> dict[tuple[str, str], int]:
        """For each kind of answer and property, the readings under which some state gives it."""
        asked: dict[Node, list[tuple[tuple[str, str], int]]] = {}
        for key, node in self._questions():
            for mask, (form,) in self.family.values.variants([node]):
                if form is not FALSE:
                    asked.setdefault(form, []).append((key, mask))
        result: dict[tuple[str, str], int] = {}
        plan = Plan(asked)
        for partition in range(PARTITIONS):
            words, masks = self.found.set.array(partition), self.found.set.masks_of(partition)
            for first in range(0, len(words), ROWS):
                rows, here = words[first : first + ROWS], masks[first : first + ROWS]
                answers = self.columns.evaluate(plan, rows)
                for keys, bits in zip(asked.values(), answers, strict=True):
                    where = positions(bits, len(rows))
                    if len(where):
                        met = int(np.bitwise_or.reduce(here[np.asarray(where)]))
                        for key, mask in keys:
                            result[key] = result.get(key, 0) | (met & mask)
        return result

    def _questions(self) -> Iterator[tuple[tuple[str, str], Node]]:
        model = self.model
        for found in self.ground.properties:
            if found.instance is None and found.check.kind in ("always", "sometimes"):
                holds, broken = model.specialised([found.holds, found.broken])
                yield from _answers(found.check.name, negate(broken), holds, broken)
        playing = both(model.rest, negate(model.ended))
        of_steps: dict[int, list[Property]] = {}
        for found in self.ground.properties:
            if found.instance is not None:
                of_steps.setdefault(found.instance, []).append(found)
        asked: list[tuple[Instance, list[tuple[tuple[str, str], Node]]]] = []
        for index, instance in enumerate(self.ground.steps):
            if instance.kind == "action":
                mine = [(("ends", ""), f.condition) for f in instance.failures]
                for found in of_steps.get(index, ()):
                    met = both(found.asked, negate(found.broken))
                    mine += _answers(found.check.name, met, found.holds, both(found.asked, found.broken))
                asked.append((instance, mine))
        # Together, since most of what the instances share is shared by all of them.
        nodes = iter(assuming(playing, model.specialised(node for _, mine in asked for _, node in mine)))
        for instance, mine in asked:
            here = [next(nodes) for _ in mine]
            merged: dict[tuple[str, str], list[Node]] = {}
            for chosen in self.model.with_choices(instance, here) if mine else ():
                for (key, _), node in zip(mine, chosen, strict=True):
                    merged.setdefault(key, []).append(node)
            for key, alternatives in merged.items():
                yield key, both(negate(model.ended), either(*alternatives))


def _answers(name: str, met: Node, holds: Node, broken: Node) -> list[tuple[tuple[str, str], Node]]:
    return [
        (("kept", name), both(met, holds)),
        (("violated", name), both(met, negate(holds))),
        (("unevaluated", name), broken),
    ]


# --- what follows -----------------------------------------------------------------------------------------------------


def impact(
    readings: Sequence[Reading], words: Sequence[Word], choices: Iterable[str], *, known_only: bool = False
) -> tuple[str, ...]:
    """The choices that decide a verdict: some two readings that differ in that choice alone give different ones.
    `known_only`: where not everything was explored, UNKNOWN is no verdict."""
    told = zip(readings, words, strict=True)
    known = {tuple(sorted(r.items())): word for r, word in told if not (known_only and word == "UNKNOWN")}
    deciding = []
    for choice in choices:
        groups: dict[tuple[tuple[str, str], ...], set[Word]] = {}
        for reading, word in known.items():
            groups.setdefault(tuple(p for p in reading if p[0] != choice), set()).add(word)
        if any(len(found) > 1 for found in groups.values()):
            deciding.append(choice)
    return tuple(deciding)


def smallest(
    readings: Sequence[Reading], fine: Sequence[bool], choices: Mapping[str, Sequence[str]]
) -> tuple[Answers, ...]:
    """All smallest lists of answers after which every reading that is left is fine; none where no answers do that."""
    for size in range(len(choices) + 1):
        found = []
        for questions in combinations(choices, size):
            for options in product(*(choices[q] for q in questions)):
                answers = dict(zip(questions, options, strict=True))
                left = [f for r, f in zip(readings, fine, strict=True) if answers.items() <= r.items()]
                if left and all(left):
                    found.append(Answers(answers))
        if found:
            return tuple(found)
    return ()
