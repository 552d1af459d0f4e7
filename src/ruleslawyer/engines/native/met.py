"""The log of an exploration in the words of the semantics: live and decisive rules, events, what properties say; and
where each was met.

A number that was logged says which clauses held; what follows is worked out for all engines in one place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast, get_args
from weakref import WeakKeyDictionary

import numpy as np

from ruleslawyer.engines.native.explore import NativeSearch
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import ANSWER_BITS, OWN, PLAY, Site
from ruleslawyer.engines.native.occurrence_log import CUT, TIMES
from ruleslawyer.engines.native.rest import UNEVALUATED
from ruleslawyer.ir.nodes import Telling
from ruleslawyer.ir.rules import Check
from ruleslawyer.semantics.events import LOOP, gap_of
from ruleslawyer.semantics.told import events_of_tell
from ruleslawyer.semantics.transition import TransitionSystem

Key: TypeAlias = tuple[str, ...]
"""What is met: ``("live", rule)``, ``("event", kind, subject, …)``, ``("violated", property)`` and so on."""


@dataclass
class Occurrences:
    """Where each key was met: ids of rest states with their depths, nearest first. Keys of sub-steps have the id of
    the rest state whose instance leads there. whole: the keys of which no place is missing."""

    hits: dict[Key, list[tuple[int, int]]] = field(default_factory=dict)
    whole: frozenset[Key] = frozenset()

    def names(self, kind: str) -> frozenset[str]:
        """The names that were met of one kind."""
        return frozenset(key[1] for key in self.hits if key[0] == kind)

    def events(self) -> Iterator[tuple[Key, list[tuple[int, int]]]]:
        """Events by key, nearest first."""
        yield from self._events("event")

    def events_of_asking(self) -> Iterator[tuple[Key, list[tuple[int, int]]]]:
        """Events that only asking a property meets, likewise."""
        yield from self._events("asked")

    def _events(self, kind: str) -> Iterator[tuple[Key, list[tuple[int, int]]]]:
        met = ((key[1:], where) for key, where in self.hits.items() if key[0] == kind)
        yield from sorted(met, key=lambda item: (item[1][0][0], item[0]))


Row: TypeAlias = tuple[int, int, int]
"""Of a log: what, in which recording, and the answer."""
_known: WeakKeyDictionary[Lowering, dict[Row, tuple[Key, ...]]] = WeakKeyDictionary()
TELLINGS = frozenset(get_args(Telling))


def observe(by_code: NativeSearch) -> Occurrences:
    """Where each key was met, nearest first."""
    hits: dict[Key, set[int]] = {}
    reader = LogReader(by_code.system, by_code.book.low)
    rows = Counter[Row]()
    for what, recording, answer, identity in by_code.log.tolist():
        rows[what, recording, answer] += 1
        for key in reader.keys(what, recording, answer):
            hits.setdefault(key, set()).add(identity)
    # A lane that logged something less often than it may left out none of its states.
    often = {key for row, times in rows.items() if times >= TIMES for key in reader.keys(*row)}
    if by_code.beyond:  # what it stopped at is nothing that the rules say
        hits = {key: ids for key, ids in hits.items() if key[0] != "unevaluated"}
    known = np.array(sorted(set[int]().union(*hits.values())), dtype=np.int64)
    depth = dict(zip(known.tolist(), by_code.found.depths(known).tolist(), strict=True))
    found = {key: sorted((depth[i], i) for i in ids) for key, ids in hits.items()}
    for name in by_code.live():
        kind, _, of = name.rpartition(" ")
        found.setdefault((kind, of) if kind else ("effect", name[1:]) if name.startswith("§") else ("live", name), [])
    return Occurrences(found, frozenset() if by_code.found.stopped else frozenset(hits.keys() - often))


class LogReader:
    """The meaning of what is logged."""

    def __init__(self, system: TransitionSystem, low: Lowering) -> None:
        self.system, self.low = system, low
        self.checks = list(self.system.system.checks.values())
        self.told: dict[int, Any] = {number: what for what, number in self.low.names.told.items()}
        self.rules = list(self.low.names.rules)
        self._known: dict[Row, tuple[Key, ...]] = {}
        if system.system is low.system:  # scopes of the same rules log the same
            self._known = _known.setdefault(low, self._known)

    def keys(self, what: int, recording: int, answer: int) -> tuple[Key, ...]:
        """The keys that a row of the log stands for; few are different."""
        row = what, recording, answer
        if row not in self._known:
            self._known[row] = tuple(self._keys(*row))
        return self._known[row]

    def _keys(self, what: int, recording: int, answer: int) -> Iterator[Key]:
        about = self.told[what]
        check = self.checks[recording - PLAY - 1] if recording > PLAY else None
        if about[0] == "asked":
            yield from self._property_keys(self.checks[recording - PLAY - 1], about[2], answer)
        elif about[0] == CUT:
            yield LOOP if answer else CUT, about[1]
        elif about[0] == "failed":
            yield from self._failure_keys(answer, check)
        elif check is None:
            yield from self._game(about, answer)
        elif check.kind in ("always", "sometimes"):
            yield from (("asked", *key[1:]) for key in self._game(about, answer) if key[0] == "event")

    def _property_keys(self, check: Check, part: str, answer: int) -> Iterator[Key]:
        if answer == UNEVALUATED:
            yield "unevaluated", check.name
        elif check.kind in ("always", "sometimes", "step") and part == "first":
            yield "kept" if answer else "violated", check.name

    def site(self, answer: int) -> Site:
        """Where a check failed; the subject is put in."""
        site, rule = self.low.names.site_of(answer), answer >> 32
        if site.subject:
            return site
        return Site(site.kind, self.rules[rule - 1] if rule else "", site.pair)

    def _failure_keys(self, answer: int, check: Check | None) -> Iterator[Key]:
        site = self.site(answer)
        if site.kind in OWN:
            return
        if check is not None:
            yield "asked", "broken", check.name, site.subject or ""
        else:
            yield "event", site.kind, site.subject or "", *site.pair

    def _game(self, about: Sequence[str], answer: int) -> Iterator[Key]:
        if about[0] == "unspoken":
            yield "event", *about
        elif about[0] == "order":
            yield "event", *gap_of(*(self.system.system.duties[name] for name in about[1:])).key
        elif about[0] in TELLINGS:
            kind, name = cast(Telling, about[0]), about[1]
            said = events_of_tell(self.system.system, kind, name, [bool(answer >> i & 1) for i in range(ANSWER_BITS)])
            yield from (("event", *key) for key in said.events)
            yield from (("live", each) for each in said.live)
            yield from (("decisive", each) for each in said.decisive)
            if said.judgement and kind == "norms":
                yield from (("decisive", each) for each in said.judgement.decisive)
