"""Clause ablation: the ruleset without one of its clauses at a time, and what would be different in a scope.

Without a clause nothing is explored again unless some state shows that it matters (see `engines.native.difference`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from ruleslawyer.claims.limits import Limits
from ruleslawyer.claims.readings import choices
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.engines.explore.properties import verdicts
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.engines.native.difference import Difference, Place, difference
from ruleslawyer.exploration.explore import SMALL
from ruleslawyer.exploration.native import NativeExploration, explore_natively
from ruleslawyer.ground.instances import Ground
from ruleslawyer.ir.clauses import clauses_of, with_clauses
from ruleslawyer.ir.rules import CLAUSES, JUDGED, Role
from ruleslawyer.ir.system import Clause, Lift, Option, System
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem

TIMES, AT_LEAST = 10, 50_000
"""Without a clause so many times as many states are explored, or so many: without a limit on them a scope may become
endless. Verdicts are unknown then, and the numbers say how far it was explored."""

Kind = Literal["permit", "forbid", "exception", "layer", "answer", "over", "instead"]
Change = Literal["nothing", "verdicts", "moves", "unknown"]
_KINDS: Mapping[Role, Kind] = {"permit": "permit", "forbid": "forbid", "instead": "instead", "answer": "answer"}
"""What is dropped, by its role; whatever else changes a term's value."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A ruleset without one clause. `of`: the action (or its seat or member), term or question that it belongs to;
    `action`: the one action whose judging it changes, if it can change nothing else."""

    kind: Kind
    name: str
    of: str
    cites: tuple[str, ...]
    system: System
    action: str | None = None


@dataclass(frozen=True, slots=True)
class Ablated:
    """What is different without a clause.

    change: nothing (it is redundant in this scope), verdicts (some instance is judged otherwise, and yet the same ones
    are allowed), moves (others are allowed, or they lead elsewhere), unknown. `trace` leads to the nearest state where
    `instance` shows it. properties: name, verdict with the clause, verdict without. states and transitions: without.
    """

    kind: Kind
    name: str
    of: str
    cites: tuple[str, ...]
    change: Change
    text: str
    instance: str = ""
    trace: Trace | None = None
    properties: tuple[tuple[str, str, str], ...] = ()
    states: int | None = None
    transitions: int | None = None

    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "kind": self.kind, "name": self.name, "of": self.of, "cites": list(self.cites), "change": self.change,
            "text": self.text, "instance": self.instance,
            "after_actions": None if self.trace is None else len(self.trace),
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
    clauses: tuple[Ablated, ...]

    @property
    def redundant(self) -> tuple[Ablated, ...]:
        return tuple(c for c in self.clauses if c.change == "nothing")

    def json(self) -> dict[str, Any]:
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
    tell: Callable[[str], None] | None = None,
    workers: int | None = None,
    only: Iterable[str] = (),
) -> Ablation:
    """Drop one clause at a time. `only`: these clauses; all by default. `tell`: hears how far it is."""
    work = Ablating(system, limits or Limits(), workers)
    wanted = frozenset(only)
    dropped = [v for v in variants(system.system) if not wanted or v.name in wanted]
    found = []
    for number, variant in enumerate(dropped, 1):
        if tell:
            tell(f"{number} of {len(dropped)}: without {variant.name}")
        found.append(work.without(variant))
    native = work.explored.found
    return Ablation(native.size, native.transitions, native.complete, native.stopped, tuple(found))


class Ablating:
    def __init__(self, system: TransitionSystem, limits: Limits, workers: int | None) -> None:
        self.system, self.limits, self.workers = system, limits, workers
        self.explored = explore_natively(system, limits, None, workers)
        self.ground = _recorded(system.system, system)
        self.words = self._words(self.explored)
        self.beginnings = _beginnings(system)

    def _words(self, explored: NativeExploration) -> dict[str, str]:
        """The word of each property's verdict."""
        found: dict[str, str] = {v.name: v.word for v in explored.verdicts()}
        late = [c.name for c in explored.system.system.checks.values() if c.kind in ("possible", "leads_to")]
        if late and isinstance(explored.graph, str):  # an UNKNOWN for that reason is not the same as another
            found |= dict.fromkeys(late, f"UNKNOWN ({explored.graph})")
        return found

    def without(self, variant: Variant) -> Ablated:
        """What is different without one clause."""
        known = set(choices(variant.system))
        reading = {k: v for k, v in self.system.reading.items() if k in known}
        less = TransitionSystem(Interpreter(variant.system, self.system.scope), reading, self.system.rulings)
        judged = variant.action
        if judged is None and _beginnings(less) != self.beginnings:
            return self._compared(variant, less, "moves", "other beginnings", None)
        rules = variant.system
        if judged is not None:
            rules = replace(rules, actions={judged: rules.actions[judged]})
        theirs = _recorded(rules, less)
        found = difference(self.explored.native, self.ground, theirs, judged)
        complete = self.explored.found.complete
        if found.moves is not None:
            return self._compared(variant, less, "moves", "other moves, or other results of the same", found.moves)
        if found.undecided:
            return self._undecided(variant, less, found)
        if found.properties:
            text = "the same moves, and another answer about a property"
            return self._compared(variant, less, "verdicts", text, found.verdicts)
        if not complete:
            return self._made(variant, "unknown", f"nothing so far: {self.explored.found.stopped}")
        if found.verdicts is not None:
            return self._made(variant, "verdicts", "other verdicts, and yet the same moves", found.verdicts)
        size = self.explored.found.size
        return self._made(variant, "nothing", f"redundant in this scope: no move or verdict of {size} states changes")

    def _undecided(self, variant: Variant, less: TransitionSystem, found: Difference) -> Ablated:
        """Where not everything was compared: at least the numbers, and the properties."""
        text = f"not compared: {', '.join(found.undecided)}"
        made = self._compared(variant, less, "unknown", text, found.verdicts)
        ours = self.explored.found
        if made.states is not None and (made.states, made.transitions) != (ours.size, ours.transitions):
            return replace(made, change="moves", text="another graph")
        return made

    def _compared(
        self, variant: Variant, less: TransitionSystem, change: Change, text: str, place: Place | None
    ) -> Ablated:
        """Explored again, for what the properties say without the clause."""
        try:
            words, states, transitions = self._again(less)
        except UsageError as error:  # a number that the clause has bounded
            return self._made(variant, change, f"{text}; it cannot be explored then: {error.message}", place)
        noticed = tuple((n, word, words[n]) for n, word in self.words.items() if words[n] != word)
        made = self._made(variant, change, text, place)
        return replace(made, properties=noticed, states=states, transitions=transitions)

    def _again(self, system: TransitionSystem) -> tuple[dict[str, str], int, int]:
        """Verdicts, states and transitions without a clause. Where there are few states, making code for them would
        take longer than the reference explorer; both say the same of every property."""
        if self.explored.found.size <= SMALL:
            few = explore(system, replace(self.limits, states=min(SMALL, self.limits.states or SMALL)))
            if few.complete:
                return {v.name: v.word for v in verdicts(few)}, few.states, few.transitions
        most = max(AT_LEAST, TIMES * self.explored.found.size)
        limits = replace(self.limits, states=min(most, self.limits.states or most))
        explored = explore_natively(system, limits, None, self.workers)
        return self._words(explored), explored.found.size, explored.found.transitions

    def _made(self, variant: Variant, change: Change, text: str, place: Place | None = None) -> Ablated:
        trace = self.explored.trace(place.identity) if place else None
        label = place.label if place else ""
        return Ablated(variant.kind, variant.name, variant.of, variant.cites, change, text, label, trace)


def _recorded(rules: System, system: TransitionSystem) -> Ground:
    return Ground(
        rules, system.scope, system.reading, system.rulings,
        capped=True, family=(), apart=True, recording=True,
    )  # fmt: skip


def _beginnings(system: TransitionSystem) -> list[Any]:
    return [(instance, outcome.state) for instance, outcome in system.initial()]


# --- without a clause ------------------------------------------------------------------------------------------------


def variants(system: System) -> Iterator[Variant]:
    """The ruleset without each of its clauses, base by base: norms, layers of terms, answers, what lifts them, and
    what they beat. Without an answer the option stays, as a reading that nothing in the text supports."""
    rules = system.rules()
    cites = {rule.name: rule.cites for rule in rules}
    owner = {rule.name: rule.base for rule in rules if rule.role in JUDGED}  # a seat's is its action
    for base in dict.fromkeys(rule.base for rule in rules if rule.role in CLAUSES):
        for kind, name, less in _fewer(clauses_of(system, base)):
            behind = cites[name.partition(" over ")[0]]
            yield Variant(kind, name, base, behind, with_clauses(system, base, less), owner.get(base))


def without(system: System, names: Collection[str]) -> System:
    """The ruleset without some clauses, wherever they hang."""
    for name in names:
        while True:
            less = next((v.system for v in variants(system) if v.name == name), None)
            if less is None:
                break
            system = less
    return system


def _fewer(clauses: tuple[Clause, ...]) -> Iterator[tuple[Kind, str, tuple[Clause, ...]]]:
    """The clauses of one base without each of them, what lifts it and what it beats: what is gone, the rest."""
    for i, clause in enumerate(clauses):
        before, after = clauses[:i], clauses[i + 1 :]
        others = [_unbeaten(other, clause.name) for other in (*before, *after)]
        if isinstance(clause, Option) and clause.kind == "answer":
            others.insert(i, replace(clause, kind="reading", over=()))
        if clause.role != "reading":
            yield _KINDS.get(clause.role, "layer"), clause.name, tuple(others)
        lifted: Any = clause
        for name, lifts in _fewer_lifts(clause.exceptions):
            yield "exception", name, (*before, replace(lifted, exceptions=lifts), *after)
        for beaten in clause.over:
            yield "over", f"{clause.name} over {beaten}", (*before, _unbeaten(clause, beaten), *after)


def _unbeaten(clause: Any, name: str) -> Any:
    """The clause, no longer over another."""
    over = tuple(other for other in clause.over if other != name)
    return clause if over == clause.over else replace(clause, over=over)


def _fewer_lifts(lifts: tuple[Lift, ...]) -> Iterator[tuple[str, tuple[Lift, ...]]]:
    for i, lift in enumerate(lifts):
        yield lift.name, (*lifts[:i], *lifts[i + 1 :])
        for name, inner in _fewer_lifts(lift.exceptions):
            yield name, (*lifts[:i], replace(lift, exceptions=inner), *lifts[i + 1 :])
