"""Clause ablation: the ruleset without one of its clauses at a time, and what would be different in a scope.

In the code of a ruleset a clause that is left out is a flag. Up to 63 clauses are left out at once, each by a reading
of its own, beside the one that leaves out none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias

from ruleslawyer.base.diagnostics import NoCode, Tell, UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.engines.native.explore import search_natively
from ruleslawyer.engines.native.family import MOST_READINGS, AblatedRuleset, Family, FamilySearchResult
from ruleslawyer.engines.native.family_difference import Place
from ruleslawyer.engines.native.graph import GraphTooLarge
from ruleslawyer.engines.native.memory import PARTITIONS
from ruleslawyer.engines.native.searched_graph import choice_text, edges, word_on_plays
from ruleslawyer.engines.native.verdicts import verdicts
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.exploration.native import NativeExploration, explore_natively
from ruleslawyer.exploration.study import Study, expect_no_ctrl_c
from ruleslawyer.ir.clauses import clauses_of, with_clauses
from ruleslawyer.ir.rules import CLAUSES, FOLLOWED, Check, Role
from ruleslawyer.ir.system import Clause, Lift, Option, System
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.rulebook.claims.readings import choices
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem

Words: TypeAlias = dict[str, str]
Hanging: TypeAlias = tuple[str, ...]
"""A clause by its name, behind those of what it lifts."""
TIMES, AT_LEAST = 10, 50_000
"""Without a clause so many times as many states are explored, or so many: without a limit on them a scope may become
endless. Verdicts are unknown then, and the numbers say how far it was explored."""

Kind = Literal["permit", "forbid", "exception", "layer", "answer", "over", "instead"]
Change = Literal["nothing", "verdicts", "moves", "unknown"]
_KINDS: Mapping[Role, Kind] = {"permit": "permit", "forbid": "forbid", "instead": "instead", "answer": "answer"}
"""What is dropped, by its role; whatever else changes a term's value."""


@dataclass(frozen=True, slots=True)
class ClauseRemoval:
    """A clause that is left out. `of`: the action (or its seat or member), term or question that it belongs to."""

    kind: Kind
    name: str
    of: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Variant(ClauseRemoval):
    """A ruleset without one clause. `path`: what that belongs to, what the clause lifts, if anything, and its name."""

    system: System
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AblationEffect(ClauseRemoval):
    """The difference that leaving out a clause makes.

    change: nothing (it is redundant in this scope), verdicts (some instance is judged otherwise, and yet the same ones
    are allowed), moves (others are allowed, or they lead elsewhere), unknown. `trace` leads to the nearest state where
    `instance` shows it. properties: name, verdict with the clause, verdict without. states and transitions: without.
    """

    change: Change
    text: str
    instance: str = ""
    trace: Trace | None = None
    properties: tuple[tuple[str, str, str], ...] = ()
    states: int | None = None
    transitions: int | None = None

    def json(self) -> Json:
        found: Json = {
            "kind": self.kind, "name": self.name, "of": self.of, "cites": list(self.cites), "change": self.change,
            "text": self.text, "instance": self.instance,
            "after_actions": None if self.trace is None else self.trace.length,
            "properties": [{"name": n, "with": a, "without": b} for n, a, b in self.properties],
        }  # fmt: skip
        if self.states is not None:
            found |= {"states": self.states, "transitions": self.transitions}
        return found


@dataclass(frozen=True, slots=True)
class Ablation:
    """All clauses of a ruleset in a scope. complete: whether the scope was explored to its end with all of them."""

    states: int
    transitions: int
    complete: bool
    stopped: str
    clauses: tuple[AblationEffect, ...]

    @property
    def redundant(self) -> tuple[AblationEffect, ...]:
        return tuple(c for c in self.clauses if c.change == "nothing")

    def json(self) -> Json:
        return {
            "states": self.states,
            "transitions": self.transitions,
            "complete": self.complete,
            "stopped": self.stopped,
            "clauses": [c.json() for c in self.clauses],
            "redundant": [c.name for c in self.redundant],
        }


def ablate(
    system: TransitionSystem,
    limits: Limits | None = None,
    tell: Tell | None = None,
    workers: int | None = None,
    only: Iterable[str] = (),
) -> Ablation:
    """Drop one clause at a time. `only`: these clauses; all by default. `tell`: hears how far it is."""
    wanted = frozenset(only)
    dropped = [v for v in variants(system.system) if not wanted or v.name in wanted]
    try:
        work = AblationSearch(system, limits or Limits(), workers)
    except UsageError:  # no room for a number of the rules
        return _by_themselves(system, limits or Limits(), workers, dropped)
    if work.explored.by_code.beyond:
        return _by_themselves(system, limits or Limits(), workers, dropped)
    found: list[AblationEffect] = []
    explored, run = work.explored.found, Study(tell=tell)
    with run.stopping():
        for batch in _batches(dropped) if explored.stopped != BY_CTRL_C else ():
            run.tell(f"{len(found)} of {len(dropped)} clauses")
            found += work.without(batch)
    stopped = run.stopped or explored.stopped
    return Ablation(explored.size, explored.transitions, not stopped, stopped, tuple(found))


def _by_themselves(
    system: TransitionSystem, limits: Limits, workers: int | None, dropped: Sequence[Variant]
) -> Ablation:
    """An exploration of its own without each clause: its counts and verdicts."""
    whole = explore_scope(system, limits=limits, workers=workers)
    before = {v.name: v.word for v in whole.verdicts}
    most = max(AT_LEAST, TIMES * whole.states)
    found = []
    for variant in dropped:
        without = _less(system, variant)
        if without.has_beginning():
            less = explore_scope(without, limits=replace(limits, states=most), workers=workers)
            words: dict[str, str] = {v.name: v.word for v in less.verdicts}
            counts = less.states, less.transitions
        else:
            words, counts = dict.fromkeys(before, "UNKNOWN"), (0, 0)
        noticed = tuple((n, word, words[n]) for n, word in before.items() if words[n] != word)
        other = counts != (whole.states, whole.transitions)
        change: Change = "moves" if other else "unknown"
        text = "another graph" if other else "not compared: numbers of more than 64 bits"
        found.append(
            AblationEffect(
                variant.kind, variant.name, variant.of, variant.cites, change, text, "", None, noticed, *counts
            )
        )
    return Ablation(whole.states, whole.transitions, whole.complete, whole.stopped, tuple(found))


def _less(system: TransitionSystem, variant: Variant) -> TransitionSystem:
    known = set(choices(variant.system))
    reading = {k: v for k, v in system.reading.items() if k in known}
    return TransitionSystem(Interpreter(variant.system, system.scope), reading, system.rulings)


class AblationSearch:
    """A scope, explored with all clauses and without some of them at once."""

    def __init__(self, system: TransitionSystem, limits: Limits, workers: int | None) -> None:
        self.system, self.limits, self.workers = system, limits, workers
        self.explored = explore_natively(system, limits, None, workers)
        self.late = [c.name for c in system.system.checks.values() if c.kind in FOLLOWED]
        self.words = self._words(self.explored)
        self.beginnings, self.asked = _beginnings(system), _asked_at_first(system)
        most = max(AT_LEAST, TIMES * self.explored.found.size)
        self.most = min(most, limits.states or most)

    def _words(self, explored: NativeExploration) -> dict[str, str]:
        """The word of each property's verdict."""
        found: dict[str, str] = {v.name: v.word for v in explored.verdicts()}
        if self.late and isinstance(explored.graph, str):  # an UNKNOWN for that reason is not the same as another
            found |= dict.fromkeys(self.late, f"UNKNOWN ({explored.graph})")
        return found

    def without(self, dropped: Sequence[Variant]) -> list[AblationEffect]:
        """The differences without each of these clauses, at most 63."""
        systems = [_less(self.system, variant) if variant.of in self.asked else None for variant in dropped]
        leaving = [
            AblatedRuleset((), self.system),
            *(AblatedRuleset(v.path, s) for v, s in zip(dropped, systems, strict=True)),
        ]
        pairs = [(0, k) for k in range(1, len(leaving))]
        family = Family(self.system, [{}] * len(leaving), without=leaving)
        found = family.search(replace(self.limits, states=None), self.workers, pairs=pairs, most=self.most)
        expect_no_ctrl_c(found.stopped)
        words = verdicts(family, found, switched=False)
        return [
            self._difference_without(variant, less, family, found, k, {name: row[k] for name, row in words.items()})
            for k, (variant, less) in enumerate(zip(dropped, systems, strict=True), 1)
        ]

    def _difference_without(
        self,
        variant: Variant,
        less: TransitionSystem | None,
        family: Family,
        found: FamilySearchResult,
        k: int,
        words: Words,
    ) -> AblationEffect:
        """The difference made by leaving out clause `k`, in a search without some clauses."""
        otherwise = self._place(family, found, found.otherwise.get(k))
        if less is not None and _beginnings(less) != self.beginnings:
            made = self._difference(variant, "moves", "other beginnings")
        elif (0, k) in found.parted or k in found.failing:
            places = [self._place(family, found, place) for place in (found.parted.get((0, k)), found.failing.get(k))]
            nearest = min((p for p in places if p), key=lambda p: (self.explored.found.depth_of(p[0]), p))
            made = self._difference(variant, "moves", "other moves, or other results of the same", nearest)
        elif found.answering >> k & 1:
            text = "the same moves, and another answer about a property"
            made = self._difference(variant, "verdicts", text, otherwise)
        else:
            return self._alike(variant, otherwise, found.untold)
        if self.late and not found.left >> k & 1:
            words |= self._of_graph(variant)
        noticed = tuple((n, word, words[n]) for n, word in self.words.items() if words[n] != word)
        return replace(made, properties=noticed, states=found.states[k], transitions=found.transitions[k])

    def _alike(self, variant: Variant, otherwise: Place | None, untold: str) -> AblationEffect:
        """A clause without which the same moves are there."""
        stopped = self.explored.found.stopped or untold
        if stopped:
            return self._difference(variant, "unknown", f"nothing so far: {stopped}")
        if otherwise is not None:
            return self._difference(variant, "verdicts", "other verdicts, and yet the same moves", otherwise)
        size = self.explored.found.size
        return self._difference(
            variant, "nothing", f"redundant in this scope: no move or verdict of {size} states changes"
        )

    def _of_graph(self, variant: Variant) -> Words:
        """The verdicts on what may follow where all plays were explored, which need a graph of their own."""
        without = self.system.system, variant.path
        limits = replace(self.limits, states=self.most)
        begins = _less(self.system, variant) if variant.of in self.asked else self.system
        by_code = search_natively(begins, limits, self.workers, without=without)
        checks = self.system.system.checks
        try:
            graph = None if by_code.found.stopped else edges(by_code, limits.memory)
        except (GraphTooLarge, NoCode) as error:
            return dict.fromkeys(self.late, f"UNKNOWN ({error})")
        return {name: word_on_plays(graph, checks[name]) if graph else "UNKNOWN" for name in self.late}

    def _place(self, family: Family, found: FamilySearchResult, place: Place | None) -> Place | None:
        """The same state, by its id with all clauses."""
        if place is None:
            return None
        return self._ids[family.layout.unpack(found.set.row(place[0]))], place[1]

    @cached_property
    def _ids(self) -> dict[State, int]:
        by_code = self.explored.by_code
        slices = ((partition, range(first, stop)) for _, partition, first, stop in by_code.found.slices())
        ids = (index * PARTITIONS + partition for partition, indices in slices for index in indices)
        return {by_code.state(i): i for i in ids}

    def _difference(self, variant: Variant, change: Change, text: str, place: Place | None = None) -> AblationEffect:
        trace = self.explored.trace(place[0]) if place else None
        label = choice_text(self.explored.by_code.layout, place[1]) if place else ""
        return AblationEffect(variant.kind, variant.name, variant.of, variant.cites, change, text, label, trace)


def _batches(dropped: Sequence[Variant]) -> Iterator[Sequence[Variant]]:
    """One bit is for all clauses."""
    for first in range(0, len(dropped), MOST_READINGS - 1):
        yield dropped[first : first + MOST_READINGS - 1]


def initial_functions(system: TransitionSystem, asked: Iterable[Check] = ()) -> frozenset[int]:
    """The functions, by their identity, that run before the first state of rest; and of the properties that are asked
    of that."""
    found = set[int]()
    machine = Interpreter(system.system, system.scope, entered=found)
    begun = TransitionSystem(machine, system.reading, system.rulings)
    for start, outcome in begun.beginnings():
        for check in asked:
            begun.step_answers(check, None, start, outcome)
    return frozenset(found)


def _asked_at_first(system: TransitionSystem) -> frozenset[str]:
    """The terms, questions and deeds that come up as a game begins, and in what is said of that."""
    rules = system.system
    entered = initial_functions(system, [c for c in rules.checks.values() if c.kind == "step" and c.of is None])
    return frozenset(r.base for r in rules.rules() if any(id(function) in entered for function in r.functions))


def _beginnings(system: TransitionSystem) -> list[object]:
    return [(instance, outcome.state) for instance, outcome in system.beginnings()]


# --- without a clause ------------------------------------------------------------------------------------------------


def variants(system: System) -> Iterator[Variant]:
    """The ruleset without each of its clauses, base by base: norms, layers of terms, answers, what lifts them, and
    what they beat. Without an answer the option stays, as a reading that nothing in the text supports."""
    rules = system.rules()
    cites = {rule.name: rule.cites for rule in rules}
    for base in dict.fromkeys(rule.base for rule in rules if rule.role in CLAUSES):
        for kind, path, less in _fewer(clauses_of(system, base)):
            behind = cites[path[-1].partition(" over ")[0]]
            yield Variant(kind, path[-1], base, behind, with_clauses(system, base, less), (base, *path))


def drop_clauses(system: System, names: Collection[str]) -> System:
    """The ruleset without some clauses, wherever they hang."""
    for name in names:
        while True:
            less = next((v.system for v in variants(system) if v.name == name), None)
            if less is None:
                break
            system = less
    return system


def _fewer(clauses: tuple[Clause, ...]) -> Iterator[tuple[Kind, Hanging, tuple[Clause, ...]]]:
    """The clauses of one base without each of them, what lifts it and what it beats: what is gone, the rest."""
    for i, clause in enumerate(clauses):
        before, after = clauses[:i], clauses[i + 1 :]
        others = [_unbeaten(other, clause.name) for other in (*before, *after)]
        if isinstance(clause, Option) and clause.kind == "answer":
            others.insert(i, replace(clause, kind="reading", over=()))
        if clause.role != "reading":
            yield _KINDS.get(clause.role, "layer"), (clause.name,), tuple(others)
        by_code: Any = clause
        for path, lifts in _fewer_lifts(clause.exceptions):
            yield "exception", (clause.name, *path), (*before, replace(by_code, exceptions=lifts), *after)
        for beaten in clause.over:
            yield "over", (f"{clause.name} over {beaten}",), (*before, _unbeaten(clause, beaten), *after)


def _unbeaten(clause: Any, name: str) -> Any:
    """The clause, no longer over another."""
    over = tuple(other for other in clause.over if other != name)
    return clause if over == clause.over else replace(clause, over=over)


def _fewer_lifts(lifts: tuple[Lift, ...]) -> Iterator[tuple[Hanging, tuple[Lift, ...]]]:
    for i, lift in enumerate(lifts):
        yield (lift.name,), (*lifts[:i], *lifts[i + 1 :])
        for path, inner in _fewer_lifts(lift.exceptions):
            yield (lift.name, *path), (*lifts[:i], replace(lift, exceptions=inner), *lifts[i + 1 :])
