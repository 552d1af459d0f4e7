"""One scope of a sweep explored: what nobody knew of it before, the rules that were live, and which cards came up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleslawyer.check.expected import load_expected
from ruleslawyer.check.options import load_declared
from ruleslawyer.claims.as_json import Json, calls
from ruleslawyer.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.claims.occurrence import deadlock_key, why_deadlocked
from ruleslawyer.claims.result import ScopeResult
from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.evidence.finding import Finding, findings_of
from ruleslawyer.evidence.verify import explain
from ruleslawyer.exploration.explore import explore_graph, result_of
from ruleslawyer.ir import types as t
from ruleslawyer.ir.scope import Scope
from ruleslawyer.rulesets.loaded import LoadedRuleset, loaded_ruleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace

if TYPE_CHECKING:
    from ruleslawyer.exploration.native import NativeExploration

LOOKED_AT = 2_000
"""States that are looked through for cards that came up."""


@dataclass(frozen=True, slots=True)
class Met:
    """Something that is met in a scope. key: what makes two of them the same. play: the shortest, as calls."""

    kind: str
    key: tuple[str, ...]
    title: str
    cites: tuple[str, ...]
    play: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """stopped: why not the whole scope was explored (""): it was. live: the rules that were. up: sets of members that
    had all come up in one state: something is said of them there that the beginning did not say."""

    states: int
    stopped: str
    met: tuple[Met, ...]
    live: tuple[str, ...]
    up: tuple[tuple[str, ...], ...]

    def json(self) -> Json:
        return {
            "states": self.states,
            "stopped": self.stopped,
            "met": [[m.kind, list(m.key), m.title, list(m.cites), list(m.play)] for m in self.met],
            "live": list(self.live),
            "up": [list(members) for members in self.up],
        }

    @staticmethod
    def read(found: Any) -> Outcome:
        met = tuple(Met(kind, tuple(key), title, tuple(c), tuple(p)) for kind, key, title, c, p in found["met"])
        up = tuple(tuple(members) for members in found["up"])
        return Outcome(found["states"], found["stopped"], met, tuple(found["live"]), up)


@dataclass(frozen=True, slots=True)
class Task:
    """A scope to explore, in any process. sort: of the cards. readings: whether each option is asked too."""

    root: Path
    ruleset: str
    scope: Scope
    sort: str
    limits: Limits
    readings: bool

    def __call__(self) -> Outcome:
        return explored(loaded_ruleset(self.root, self.ruleset), self)


def explored(ruleset: LoadedRuleset, task: Task) -> Outcome:
    """Explore; Ctrl-C is raised."""
    system = ruleset.in_scope(task.scope)
    graph = explore_graph(system, task.limits, large=True)
    result = result_of(graph)
    if result.stopped == BY_CTRL_C:
        raise KeyboardInterrupt
    met = [*unknown(ruleset, result, Codec(system.system, task.scope))]
    if task.readings:
        met += _options(ruleset, task)
    up = _up(graph, task.scope, task.sort)
    return Outcome(result.states, result.stopped, tuple(met), tuple(sorted(result.live)), tuple(sorted(up)))


@cache
def _known(ruleset: LoadedRuleset) -> tuple[tuple[Finding, ...], frozenset[str]]:
    """The findings, and the properties of which some scope is expected to violate them."""
    expected = load_expected(ruleset.root, ruleset.name, ruleset.system.checks)
    violated = frozenset(name for (_, name), entry in expected.items() if entry.verdict == "VIOLATED")
    return findings_of(ruleset), violated


def unknown(ruleset: LoadedRuleset, result: ScopeResult, codec: Codec) -> Iterator[Met]:
    """Events and deadlocks that no finding names, properties violated that nobody expects."""
    findings, expected = _known(ruleset)
    _, unexplained = explain(result, findings)

    def play(trace: Trace | None) -> tuple[str, ...]:
        return tuple(calls(trace, codec)) if trace is not None else ()

    for event in unexplained.events:
        yield Met(event.event.kind, event.event.key, event.event.title, event.event.cites, play(event.trace))
    for dead in unexplained.deadlocks:
        yield Met("deadlock", deadlock_key(dead), why_deadlocked(dead), (), play(dead.trace))
    for verdict in unexplained.violated:
        if verdict.name not in expected:
            yield Met("violated", ("violated", verdict.name), verdict.name, verdict.cites, play(verdict.trace))
    for problem in result.unreplayed:
        yield Met("engines differ", ("engines differ", problem.partition(":")[0]), problem, (), ())


def _options(ruleset: LoadedRuleset, task: Task) -> Iterator[Met]:
    """What an option of a question shows, and the default does not, and options.toml does not declare."""
    from ruleslawyer.variants.options import ask_options  # it makes code

    declared = load_declared(ruleset.root, ruleset.name, ruleset.system)
    found = ask_options(ruleset.in_scope(task.scope), task.limits)
    for shown in found.shown if found is not None else ():
        if not any(one.covers(shown) for one in declared):
            reading = ", ".join(f"{choice}={option}" for choice, option in sorted(shown.reading.items()))
            yield Met("reading", ("reading", reading, shown.shows), str(shown), (), ())


def _up(graph: Exploration | NativeExploration, scope: Scope, sort: str) -> set[tuple[str, ...]]:
    """The sets of members of which, in one state, something else is said than in every beginning."""
    fields = [(i, slot.field.type) for i, slot in enumerate(graph.system.schema.slots)]

    def said(state: State) -> list[tuple[Any, ...]]:
        members = range(len(scope.names[sort]))
        return [tuple(_said(type_, state.fields[i], sort, member) for i, type_ in fields) for member in members]

    begun = [said(outcome.state) for _, outcome in graph.system.initial() if outcome.state is not None]
    usual = [set(then) for then in zip(*begun, strict=True)]
    return {
        tuple(name for name, now, then in zip(scope.names[sort], said(state), usual, strict=True) if now not in then)
        for state in _states(graph)
    }


def _states(graph: Exploration | NativeExploration) -> Iterator[State]:
    if isinstance(graph, Exploration):
        return islice(graph.graph, LOOKED_AT)
    every = (int(identity) for _, _, ids in graph.found.rest_states() for identity in ids)
    return (graph.lifted.state(identity) for identity in islice(every, LOOKED_AT))


def _said(type_: t.Type, value: Any, sort: str, member: int) -> Any:
    """What a field says of a member."""
    match type_:
        case t.Map(t.Sort(name), _) if name == sort:
            return value[member]
        case t.Map(_, item):
            return tuple(_said(item, one, sort, member) for one in value)
        case t.Set(t.Sort(name)) | t.Pile(t.Sort(name)) if name == sort:
            return member in value
        case t.Sort(name) | t.Optional(t.Sort(name)) if name == sort:
            return value == member
    return None
