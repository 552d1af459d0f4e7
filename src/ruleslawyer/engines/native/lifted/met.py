"""What an exploration logged, in the words of the semantics: live and decisive rules, events, what properties say.

A number that was logged says which clauses held; what follows is worked out by the same functions as the interpreter's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np

from ruleslawyer.engines.native.arrays import PARTITIONS
from ruleslawyer.engines.native.lifted.explore import TIMES, Context, Lifted
from ruleslawyer.engines.native.lifted.judging import clauses_of
from ruleslawyer.engines.native.lifted.lowering import Lowering
from ruleslawyer.engines.native.lifted.names import LOG_ENTRIES, OWN, PLAY, Site
from ruleslawyer.engines.native.lifted.rest import UNEVALUATED
from ruleslawyer.engines.native.observed import Key, Observed
from ruleslawyer.engines.native.states import Block, Crew
from ruleslawyer.ir.system import Check
from ruleslawyer.semantics.deeds import decided
from ruleslawyer.semantics.evaluate import Evaluation
from ruleslawyer.semantics.judge import weigh
from ruleslawyer.semantics.transition import TransitionSystem

LOOKED_AT = 2048
"""States of which everything that is met is logged at once."""
FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)
"""Odd numbers whose bits are mixed, to hash a row with."""
ENOUGH = 16
"""States at which something that may not matter is looked at."""
NEAR = 8
"""As many states between two that are expanded cost less than another call."""


def observed(lifted: Lifted) -> Observed:
    """Where each key was met, nearest first."""
    hits: dict[Key, set[int]] = {}
    reader = Reader(lifted.system, lifted.book.low)
    rows = Counter[tuple[int, int, int]]()
    for what, recording, answer, identity in lifted.log.tolist():
        rows[what, recording, answer] += 1
        for key in reader.keys(what, recording, answer):
            hits.setdefault(key, set()).add(identity)
    # A lane that logged something less often than it may left out none of its states.
    often = {key for row, times in rows.items() if times >= TIMES for key in reader.keys(*row)}
    if lifted.beyond:  # what it stopped at is nothing that the rules say
        hits = {key: ids for key, ids in hits.items() if key[0] != "unevaluated"}
    depth = lifted.found.depth_of
    found = {key: sorted((depth(i), i) for i in ids) for key, ids in hits.items()}
    for name in lifted.live():
        kind, _, of = name.rpartition(" ")
        found.setdefault((kind, of) if kind else ("effect", name[1:]) if name.startswith("§") else ("live", name), [])
    return Observed(found, frozenset() if lifted.found.stopped else frozenset(hits.keys() - often))


Choice: TypeAlias = tuple[str, tuple[str, ...]]
"""A key of the reading, and its options."""


def parting(lifted: Lifted, ids: Iterable[int], choice: Choice) -> set[int]:
    """Those of some states from which the options of a choice may lead elsewhere; a few that they do not may be among
    them, and none is missing."""
    by_partition: dict[int, list[int]] = {}
    for identity in ids:
        by_partition.setdefault(identity % PARTITIONS, []).append(identity)
    contexts = _options(lifted, *choice)
    with lifted.crew(1) as crew:
        return {i for asked in by_partition.values() for i in _differing(lifted, crew, asked, contexts)}


def likely_material(lifted: Lifted, choices: Mapping[Key, Choice]) -> dict[Key, list[tuple[int, int]]]:
    """For events that a choice decides (given with it): the nearest states that meet one, and from which another option
    leads elsewhere."""
    reader, found = Reader(lifted.system, lifted.book.low), dict[Key, list[tuple[int, int]]]()
    apart = {choice: _options(lifted, *choice) for choice in choices.values()}
    left = dict(choices)
    watching = lifted.context(lifted.system, times=1 << 62)
    with lifted.crew(1) as crew:
        many = min(crew.block, LOOKED_AT)
        for depth, partition, first, stop in lifted.found.slices():
            for at in range(first, stop, many):
                if not left:
                    return found
                rows = _watched(lifted, crew, (partition, at, min(at + many, stop)), watching)
                met: dict[Choice, dict[Key, list[int]]] = {}
                for *row, identity in _about(rows, reader, left):
                    for key in reader.keys(*row):
                        if key in left:
                            met.setdefault(left[key], {}).setdefault(key, []).append(identity)
                for choice, by_key in met.items():
                    asked = {identity for ids in by_key.values() for identity in ids}
                    differing = _differing(lifted, crew, asked, apart[choice])
                    for key, ids in by_key.items():
                        places = found.setdefault(key, [])
                        places += [(depth, i) for i in dict.fromkeys(ids) if i in differing][: ENOUGH - len(places)]
                left = {key: choice for key, choice in left.items() if len(found.get(key, ())) < ENOUGH}
    return found


def meeting(lifted: Lifted, ids: Iterable[int], events: Collection[tuple[str, ...]]) -> set[int]:
    """Those of some states in which one of these events (by their keys) is met, by judging what may be done there or by
    doing what is allowed."""
    reader, wanted = Reader(lifted.system, lifted.book.low), {("event", *key) for key in events}
    watching = lifted.context(lifted.system, times=1 << 62)
    found: set[int] = set()
    with lifted.crew(1) as crew:
        for asked in _by_partition(ids):
            for block in _runs(asked, min(crew.block, LOOKED_AT)):
                rows = _watched(lifted, crew, block, watching)
                found.update(identity for *_, identity in _about(rows, reader, wanted) if identity in asked)
    return found


def _by_partition(ids: Iterable[int]) -> Iterable[set[int]]:
    found: dict[int, set[int]] = {}
    for identity in ids:
        found.setdefault(identity % PARTITIONS, set()).add(identity)
    return found.values()


def _runs(asked: Collection[int], most: int) -> Iterator[Block]:
    """Blocks of at most so many states that hold those of one partition which are asked for: states that lie near one
    another are expanded together."""
    partition, indices = next(iter(asked)) % PARTITIONS, np.array(sorted(asked)) // PARTITIONS
    for run in np.split(indices, np.flatnonzero(np.diff(indices) > NEAR) + 1):
        for first in range(int(run[0]), int(run[-1]) + 1, most):
            yield partition, first, min(first + most, int(run[-1]) + 1)


def _watched(lifted: Lifted, crew: Crew, block: Block, watching: Context) -> Any:
    """What is logged of some states; of half of them at a time where the log is too short."""
    rows = lifted.watched(crew, block, watching)
    partition, first, stop = block
    if len(rows) < LOG_ENTRIES or stop - first == 1:
        return rows
    middle = (first + stop) // 2
    halves: list[Block] = [(partition, first, middle), (partition, middle, stop)]
    return np.concatenate([_watched(lifted, crew, half, watching) for half in halves])


def _about(rows: Any, reader: Reader, wanted: Container[Key]) -> list[list[int]]:
    """The rows that mean something which is wanted: there are few different ones, but for where they were met."""
    hashed = (rows[:, :3].astype(np.uint64) * FACTORS).sum(axis=1)
    _, first, which = np.unique(hashed, return_index=True, return_inverse=True)
    different = rows[first, :3]
    if not np.array_equal(different[which], rows[:, :3]):  # two have the same hash
        different, which = np.unique(rows[:, :3], axis=0, return_inverse=True)
    means = [any(key in wanted for key in reader.keys(*row)) for row in different.tolist()]
    found: list[list[int]] = rows[np.array(means, dtype=np.bool_)[which.reshape(-1)]].tolist()
    return found


def _options(lifted: Lifted, choice: str, options: Iterable[str]) -> list[Context]:
    """A context for each option of a choice."""
    return [lifted.context(lifted.system.under(choice, option), times=1 << 62) for option in options]


def _differing(lifted: Lifted, crew: Crew, asked: Collection[int], contexts: Sequence[Context]) -> set[int]:
    """Those of some states, all of one partition, that the options lead elsewhere: states that lie near one another are
    expanded together."""
    found: set[int] = set()
    indices = np.array(sorted(asked)) // PARTITIONS
    for run in np.split(indices, np.flatnonzero(np.diff(indices) > NEAR) + 1):
        block: Block = next(iter(asked)) % PARTITIONS, int(run[0]), int(run[-1]) + 1
        expanded = []
        for context in contexts:
            expanded.append(lifted.expanded(crew, block, context))
            found |= _failing(lifted, context.logged(), block)
        first, *others = expanded
        if all(np.array_equal(first, other) for other in others):
            continue
        steps = [
            dict(zip(map(bytes, rows), rows[:, -1].astype(np.uint32).tolist(), strict=True))
            for rows in (first, *others)
        ]
        found |= {parent for one in steps for row, parent in one.items() if any(row not in other for other in steps)}
    return found.intersection(asked)


def _failing(lifted: Lifted, log: Any, block: Block) -> set[int]:
    """The states of a block where a check fails, all of them where the log is too short: what fails leads nowhere, and
    so does what is forbidden, yet they are not the same."""
    partition, first, stop = block
    if len(log) == LOG_ENTRIES:
        return {index * PARTITIONS + partition for index in range(first, stop)}
    failed = lifted.book.low.names.told.get(("failed",), -1)
    return set(log[log[:, 0] == failed][:, 3].tolist())


class Reader:
    """The meaning of what is logged."""

    def __init__(self, system: TransitionSystem, low: Lowering) -> None:
        self.system, self.low = system, low
        self.checks = list(self.system.system.checks.values())
        self.told: dict[int, Any] = {number: what for what, number in self.low.names.told.items()}
        self.sites = list(self.low.names.sites)
        self.rules = list(self.low.names.rules)
        self._known: dict[tuple[int, int, int], tuple[Key, ...]] = {}

    def keys(self, what: int, recording: int, answer: int) -> tuple[Key, ...]:
        """What a row of the log means; few are different."""
        row = what, recording, answer
        if row not in self._known:
            self._known[row] = tuple(self._keys(*row))
        return self._known[row]

    def _keys(self, what: int, recording: int, answer: int) -> Iterator[Key]:
        about = self.told[what]
        check = self.checks[recording - PLAY - 1] if recording > PLAY else None
        if about[0] == "asked":
            yield from self._asked(self.checks[recording - PLAY - 1], about[2], answer)
        elif about[0] == "failed":
            yield from self._failed(answer, check)
        elif check is None:
            yield from self._game(about, answer)
        elif check.kind in ("always", "sometimes"):
            yield from (("asked", *key[1:]) for key in self._game(about, answer) if key[0] == "event")

    def _asked(self, check: Check, part: str, answer: int) -> Iterator[Key]:
        if answer == UNEVALUATED:
            yield "unevaluated", check.name
        elif check.kind in ("always", "sometimes", "step") and part == "first":
            yield "kept" if answer else "violated", check.name

    def site(self, answer: int) -> Site:
        """Where a check failed; the subject is put in."""
        site, rule = self.sites[(answer & 0xFFFFFFFF) - 1], answer >> 32
        if site.subject:
            return site
        return Site(site.kind, self.rules[rule - 1] if rule else "", site.pair)

    def _failed(self, answer: int, check: Check | None) -> Iterator[Key]:
        site = self.site(answer)
        if site.kind in OWN:
            return
        if check is not None:
            yield "asked", "broken", check.name, site.subject or ""
        else:
            yield "event", site.kind, site.subject or "", *site.pair

    def _game(self, about: Sequence[str], answer: int) -> Iterator[Key]:
        kind, name = about
        match kind:
            case "norms":
                yield from self._norms(name, answer)
            case "layers":
                yield from self._layers(name, answer)
            case "numbers":
                yield from self._numbers(name, answer)
            case "question":
                if not answer & 1:
                    yield "event", "gap", name
                answers = [o.name for o in self.system.system.questions[name].options if o.kind == "answer"]
                yield from self._pairs(name, answers, answer >> 1)
            case "deed":
                yield from self._deed(name, answer)
            case "unspoken":
                yield "event", "unspoken", name

    def _norms(self, base: str, answer: int) -> Iterator[Key]:
        held = [c for i, c in enumerate(clauses_of(self.system.system, base)) if answer >> i & 1]
        look = self._look()
        judgement = weigh(look, base, held)
        yield from self._looked(look)
        yield from (("decisive", each) for each in judgement.decisive)

    def _look(self) -> Evaluation:
        return Evaluation(self.system.machine, self.system.reading, self.system.rulings)

    def _looked(self, look: Evaluation) -> Iterator[Key]:
        yield from (("event", *key) for key in look.events)
        yield from (("live", each) for each in look.fired)
        yield from (("decisive", each) for each in look.decisive)

    def _layers(self, name: str, answer: int) -> Iterator[Key]:
        layers = [layer.name for layer in self.system.system.terms[name].exceptions]
        yield from (("live", layer) for i, layer in enumerate(layers) if answer >> i & 1)
        yield from self._pairs(name, layers, answer >> len(layers))

    def _pairs(self, name: str, clauses: Iterable[str], answer: int) -> Iterator[Key]:
        for i, pair in enumerate(combinations(clauses, 2)):
            if answer >> i & 1:
                yield "event", "contradiction", name, *pair

    def _numbers(self, name: str, answer: int) -> Iterator[Key]:
        term = self.system.system.terms[name]
        layers = [layer.name for layer in term.numeric]
        yield from (("live", layer) for i, layer in enumerate(layers) if answer >> i & 1)
        yield from (("decisive", layer) for i, layer in enumerate(layers) if answer >> len(layers) + i & 1)
        for i, pair in enumerate(term.crossings):
            if answer >> 2 * len(layers) + i & 1:
                yield "event", "contradiction", name, *pair

    def _deed(self, name: str, answer: int) -> Iterator[Key]:
        deed = self.system.system.deeds[name]
        held = [c for i, c in enumerate([deed.permit, *deed.clauses]) if answer >> i & 1]
        look = self._look()
        decided(look, deed, held)
        yield from self._looked(look)
