"""Whether somebody would notice a fault in a scope: what `check` would call short there, or a sweep new."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.verify import answer_of_scope, explain
from ruleslawyer.check.known import known_events
from ruleslawyer.check.scope import of_scope
from ruleslawyer.exploration.explore import result_of
from ruleslawyer.exploration.native import NativeExploration
from ruleslawyer.ir.checks import FOLLOWED
from ruleslawyer.rulebook.claims.expected import Expectations, expectation_of
from ruleslawyer.rulebook.claims.met import VIOLATED
from ruleslawyer.rulebook.claims.result import DeadlockKind, ScopeResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import Event
from ruleslawyer.studies.adequacy.place import Key, Place, Tried

SEARCHED = ("terminates", "scenario", "text")
"""Queries that one exploration does not answer."""


@dataclass(frozen=True)
class Usual:
    """A place without any fault. short: what falls short there. known: what a sweep would call new. named: properties
    that are met somewhere, and rules that are live. met: properties that are decided."""

    short: frozenset[Key] = frozenset()
    known: frozenset[Key] = frozenset()
    named: frozenset[str] = frozenset()
    met: frozenset[str] = frozenset()

    def json(self) -> Json:
        return {
            "short": sorted(map(list, self.short)), "known": sorted(map(list, self.known)),
            "named": sorted(self.named), "met": sorted(self.met),
        }  # fmt: skip

    @staticmethod
    def read(found: Any) -> Usual:
        short, known = (frozenset(map(tuple, found[key])) for key in ("short", "known"))
        return Usual(short, known, frozenset(found["named"]), frozenset(found["met"]))


class Notice:
    """All ways to notice a fault of a ruleset: by a report of hand-made scopes, or by a sweep."""

    def __init__(self, ruleset: LoadedRuleset) -> None:
        self.ruleset, self.system = ruleset, ruleset.system
        self.explained = known_events(ruleset)
        self.expected: Expectations = ruleset.expectations()
        self.met: frozenset[str] = frozenset(self.system.checks)
        """The properties that are met in some hand-made scope; all of them until that is known."""
        self.known: frozenset[Key] = frozenset()
        """What a sweep calls new without any fault."""
        self.live: frozenset[str] = frozenset()
        """The rules that some hand-made scope makes live, or a sweep without any fault."""

    def usual(self, place: Place, *, brief: bool = False) -> Usual:
        """The report of a place without any fault. brief: no more than what is met there."""
        named = place.base.live_rules_and_properties
        if brief:
            return Usual(named=named, met=place.base.names("kept") | place.base.names(VIOLATED))
        if place.spot.by == "sweep":
            new = self._new(place, place.native, place.base.events)
            return Usual(known=frozenset(key for key, _ in new), named=named)
        result = result_of(place.native)
        met = frozenset(v.name for v in result.verdicts if v.word not in ("VACUOUS", "UNKNOWN"))
        return Usual(self._short(place, place.native, result), named=named, met=met)

    def sign_of(self, place: Place, usual: Usual, tried: Tried) -> str:
        """How a fault is noticed in a place; empty where it is not."""
        return next(self._signs(place, usual, tried), "")

    def _signs(self, place: Place, usual: Usual, tried: Tried) -> Iterator[str]:
        if place.spot.by == "more":
            return
        fresh = tried.look.events - place.base.events
        if place.spot.by == "sweep":
            for key, about in self._new(place, tried.native, fresh):
                if key not in self.known:
                    yield about
            for rule in sorted(tried.look.names("live") - self.live):
                yield f"{rule} is live, and in no hand-made scope"
            return
        if place.spot.by == "hand":
            yield from self._quickly(place, tried, fresh)
        more = self._short(place, tried.native, result_of(tried.native)) - usual.short
        yield from sorted(f"{kind}: {subject}" for kind, subject in more)

    def _quickly(self, place: Place, tried: Tried, fresh: frozenset[Key]) -> Iterator[str]:
        """The signs by which most faults are noticed, without all that a report says."""
        scope, was, is_ = place.spot.system.scope.name, place.base.names(VIOLATED), tried.look.names(VIOLATED)
        for name in sorted(is_ - was):
            wanted = expectation_of(self.expected, scope, name)
            if wanted is None and self._states(name) and not self.explained.finding_ids(name):
                yield f"property: {name} is violated"
        for name in sorted(was - is_):
            wanted = expectation_of(self.expected, scope, name)
            if wanted is not None and wanted.verdict == "VIOLATED" and not tried.look.stopped:
                yield f"property: {name} is not violated any more"
        for event in _material(tried.native, fresh):
            if self.explained.is_new(event):
                yield f"event: {event.title}"

    def _states(self, name: str) -> bool:
        """Whether the property is one of states or steps, which is violated where it says no."""
        return self.system.checks[name].kind in ("always", "step")

    def _new(self, place: Place, native: NativeExploration, events: frozenset[Key]) -> Iterator[tuple[Key, str]]:
        """All that a sweep would call new, each with a sentence about it. `events`: which are looked at."""
        names = native.observation.names(VIOLATED)
        for name in (n for n in self.system.checks if n in names and self._states(n)):
            if self.explained.is_new(name):
                yield (VIOLATED, name), f"property: {name} is violated"
        for event in _material(native, events):
            if self.explained.is_new(event):
                yield event.key, f"event: {event.title}"
        for unspoken, forbidden in native.deadlocks:
            if self.explained.is_new(DeadlockKind(unspoken, forbidden)):
                parts = (*sorted(unspoken), *sorted(f"{base}.{norm}" for base, norm in forbidden))
                yield ("deadlock", *parts), f"deadlock: {', '.join(parts)}"
        for check in self.system.checks.values():
            asked = check.kind in FOLLOWED and self.explained.is_new(check.name)
            if asked and native.verdict(check).word == "VIOLATED":
                yield (VIOLATED, check.name), f"property: {check.name} is violated"

    def _short(self, place: Place, native: NativeExploration, result: ScopeResult) -> frozenset[Key]:
        """All that falls short in a scope, and the evidence of findings that is not there."""
        found = set(self._evidence(place, native, result))
        if place.spot.by == "hand":
            shown, unexplained = explain(result, self.explained.findings)
            for short in of_scope(self.ruleset.name, shown, unexplained, self.expected, self.met):
                found.add((short.kind, short.subject))
        return frozenset(found)

    def _evidence(self, place: Place, native: NativeExploration, result: ScopeResult) -> Iterator[tuple[str, str]]:
        reading, rules = dict(place.spot.system.reading), native.system.system
        for finding in self.explained.findings:
            backs = [(finding, e) for e in finding.evidence] + [(None, c.by) for c in finding.claims]
            for owner, evidence in backs:
                if evidence.ask in SEARCHED or evidence.scope != result.scope.name or dict(evidence.reading) != reading:
                    continue
                if not answer_of_scope(owner, evidence, result, rules).reproduced:
                    yield "finding", f"{finding.id}, {evidence}"


def _material(native: NativeExploration, keys: frozenset[Key]) -> Iterator[Event]:
    """The events, of some, that are material where they are met."""
    there = dict(native.observation.events())
    for key in sorted(keys):
        if key in there:
            found = native.occurrence(key)
            if found is not None and found.material:
                yield found.event
