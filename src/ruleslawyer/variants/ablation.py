"""Clause ablation: the ruleset without one of its clauses at a time, and what would be different in a scope.

Without a clause nothing is explored again unless some state shows that it matters (see `engines.native.difference`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from ruleslawyer.claims.limits import Limits
from ruleslawyer.claims.readings import choices
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.engines.explore.properties import verdicts
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.engines.native.difference import Difference, Place, difference
from ruleslawyer.exploration.explore import SMALL
from ruleslawyer.exploration.native import NativeExploration, explore_natively
from ruleslawyer.ground.instances import Ground
from ruleslawyer.ir.system import Action, Adjustment, Clause, Instead, Layer, Lift, Norm, Option, System, with_lifts
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem

TIMES, AT_LEAST = 10, 50_000
"""Without a clause so many times as many states are explored, or so many: without a limit on them a scope may become
endless. Verdicts are unknown then, and the numbers say how far it was explored."""

Kind = Literal["permit", "forbid", "exception", "layer", "answer", "over", "instead"]
Change = Literal["nothing", "verdicts", "moves", "unknown"]
Judging = TypeVar("Judging", bound=Norm | Instead)
Changing = TypeVar("Changing", bound=Layer | Adjustment)


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
    """The ruleset without each of its clauses, in declaration order: norms, their exceptions, what they beat, layers
    of terms, answers. Without an answer the option stays, as a reading that nothing in the text supports."""
    for action in system.actions.values():
        for base, norms, put in _bases(action):
            for (kind, name), less in _fewer_norms(norms):
                changed = _with(system, "actions", action.name, put(less))
                yield Variant(kind, name, base, _cites(norms, name), changed, action.name)
    for deed in system.deeds.values():
        for (kind, name), less_clauses in _fewer_norms(deed.clauses):
            changed_deed = replace(deed, clauses=less_clauses)
            yield Variant(
                kind, name, deed.name, _cites(deed.clauses, name), _with(system, "deeds", deed.name, changed_deed)
            )
    for term in system.terms.values():
        for what, less_layers, cites in _fewer_layers(term.exceptions):
            changed_term = replace(term, exceptions=less_layers)
            yield Variant(*what, term.name, cites, _with(system, "terms", term.name, changed_term))
        for what, less_numeric, cites in _fewer_layers(term.numeric):
            changed_term = replace(term, numeric=less_numeric)
            yield Variant(*what, term.name, cites, _with(system, "terms", term.name, changed_term))
    for question in system.questions.values():
        for found, less_options, cites in _fewer_answers(question.options):
            changed_question = replace(question, options=less_options)
            yield Variant(*found, question.name, cites, _with(system, "questions", question.name, changed_question))


def without(system: System, names: Collection[str]) -> System:
    """The ruleset without some clauses, wherever they hang."""
    for name in names:
        while True:
            less = next((v.system for v in variants(system) if v.name == name), None)
            if less is None:
                break
            system = less
    return system


def _bases(action: Action) -> Iterator[tuple[str, tuple[Norm, ...], Callable[[tuple[Norm, ...]], Action]]]:
    """The norms of an action, its seats and its members, each with how other ones are put in their place."""
    yield action.name, action.norms, lambda norms: replace(action, norms=norms)
    for i, part in enumerate(action.parts):

        def put(norms: tuple[Norm, ...], i: int = i) -> Action:
            parts = (*action.parts[:i], replace(action.parts[i], norms=norms), *action.parts[i + 1 :])
            return replace(action, parts=parts)

        yield part.name, part.norms, put


def _with(system: System, table: str, name: str, value: Any) -> System:
    changes: dict[str, Any] = {table: {**getattr(system, table), name: value}}
    return replace(system, **changes)


def _cites(clauses: Iterable[Clause], name: str) -> tuple[str, ...]:
    """The citations of one of these clauses, or of what lifts it; of `a over b`, those of `a`."""
    return {c.name: c.origin.cites for c in with_lifts(clauses)}[name.partition(" over ")[0]]


def _fewer_norms(norms: tuple[Judging, ...]) -> Iterator[tuple[tuple[Kind, str], tuple[Judging, ...]]]:
    """Norms, or clauses of a deed, without each of them, what lifts it and what it beats: what is gone, the rest."""
    for i, norm in enumerate(norms):
        others = (*norms[:i], *norms[i + 1 :])
        yield (
            (norm.kind, norm.name),
            tuple(replace(n, over=tuple(o for o in n.over if o != norm.name)) for n in others),
        )
        for name, lifts in _fewer_lifts(norm.exceptions):
            yield ("exception", name), (*norms[:i], replace(norm, exceptions=lifts), *norms[i + 1 :])
        for beaten in norm.over:
            less = replace(norm, over=tuple(o for o in norm.over if o != beaten))
            yield ("over", f"{norm.name} over {beaten}"), (*norms[:i], less, *norms[i + 1 :])


def _fewer_lifts(lifts: tuple[Lift, ...]) -> Iterator[tuple[str, tuple[Lift, ...]]]:
    for i, lift in enumerate(lifts):
        yield lift.name, (*lifts[:i], *lifts[i + 1 :])
        for name, inner in _fewer_lifts(lift.exceptions):
            yield name, (*lifts[:i], replace(lift, exceptions=inner), *lifts[i + 1 :])


def _fewer_layers(
    layers: tuple[Changing, ...],
) -> Iterator[tuple[tuple[Kind, str], tuple[Changing, ...], tuple[str, ...]]]:
    """What changes a term's value, without each part of it and what lifts it; then the citations of that part."""
    for i, layer in enumerate(layers):
        yield ("layer", layer.name), (*layers[:i], *layers[i + 1 :]), layer.origin.cites
        for name, lifts in _fewer_lifts(layer.exceptions):
            less = (*layers[:i], replace(layer, exceptions=lifts), *layers[i + 1 :])
            yield ("exception", name), less, layer.origin.cites


def _fewer_answers(
    options: tuple[Option, ...],
) -> Iterator[tuple[tuple[Kind, str], tuple[Option, ...], tuple[str, ...]]]:
    for i, option in enumerate(options):
        if option.kind != "answer":
            continue
        others = [replace(o, over=tuple(b for b in o.over if b != option.name)) for o in options]
        others[i] = replace(option, kind="reading", over=())
        yield ("answer", option.name), tuple(others), option.origin.cites
        for beaten in option.over:
            less = replace(option, over=tuple(b for b in option.over if b != beaten))
            changed = (*options[:i], less, *options[i + 1 :])
            yield ("over", f"{option.name} over {beaten}"), changed, option.origin.cites
