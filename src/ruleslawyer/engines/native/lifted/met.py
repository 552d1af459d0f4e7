"""What an exploration logged, in the words of the semantics: live and decisive rules, events, what properties say.

A number that was logged says which clauses held; what follows is worked out by the same functions as the interpreter's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from ruleslawyer.engines.native.lifted.explore import TIMES, Lifted
from ruleslawyer.engines.native.lifted.judging import clauses_of
from ruleslawyer.engines.native.lifted.lowering import Lowering
from ruleslawyer.engines.native.lifted.names import OWN, PLAY, Site
from ruleslawyer.engines.native.lifted.rest import UNEVALUATED
from ruleslawyer.engines.native.observed import Key, Observed
from ruleslawyer.ir.system import Check
from ruleslawyer.semantics.deeds import decided
from ruleslawyer.semantics.judge import weigh
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.transition import TransitionSystem


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

    def _look(self) -> Look:
        return Look(self.system.machine, self.system.reading, self.system.rulings)

    def _looked(self, look: Look) -> Iterator[Key]:
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
