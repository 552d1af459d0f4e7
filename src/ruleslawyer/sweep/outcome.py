"""One scope of a sweep explored: what nobody knew of it before, the rules that were live, and which cards came up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleslawyer.check.options import load_declared
from ruleslawyer.claims.as_json import Json, calls
from ruleslawyer.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.claims.occurrence import deadlock_key, why_deadlocked
from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.evidence.verify import Unexplained
from ruleslawyer.exploration.come_up import come_up
from ruleslawyer.exploration.explore import explore_graph, result_of, unreplayed
from ruleslawyer.ir.scope import Scope
from ruleslawyer.processes.executor import Question
from ruleslawyer.rulesets.loaded import LoadedRuleset, loaded_ruleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.sweep.known import CAP, names

if TYPE_CHECKING:
    from ruleslawyer.exploration.native import NativeExploration

SAMPLED = 3
"""States of a scope whose steps the interpreter takes again."""
DIFFER = "engines differ"


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
    had all come up in one state: something is said of them there that the beginning did not say. compared: steps that
    the interpreter took too."""

    states: int
    stopped: str
    met: tuple[Met, ...]
    live: tuple[str, ...]
    up: tuple[tuple[str, ...], ...]
    compared: int

    def json(self) -> Json:
        return {
            "states": self.states,
            "stopped": self.stopped,
            "met": [[m.kind, list(m.key), m.title, list(m.cites), list(m.play)] for m in self.met],
            "live": list(self.live),
            "up": [list(members) for members in self.up],
            "compared": self.compared,
        }

    @staticmethod
    def read(found: Any) -> Outcome:
        met = tuple(Met(kind, tuple(key), title, tuple(c), tuple(p)) for kind, key, title, c, p in found["met"])
        up = tuple(tuple(members) for members in found["up"])
        return Outcome(found["states"], found["stopped"], met, tuple(found["live"]), up, found["compared"])


@dataclass(frozen=True, slots=True)
class Task(Question[Outcome]):
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
    """Explore; Ctrl-C is raised. Plays are looked for only where something is met that may be news."""
    graph, known = _graph(ruleset.in_scope(task.scope, brief=True), task.limits), names(ruleset)
    codec = Codec(ruleset.system, task.scope)
    if isinstance(graph, Exploration):
        result, compared = result_of(graph), 0
        met = [*unknown(known.of_result(result), codec), *_differing(result.unreplayed)]
    else:
        compared, met = _sampled(graph)
        new = known.news(graph)
        met += [*unknown(new, codec), *_differing(_unreplayed(graph, new))]
    if task.readings:
        met += _options(ruleset, task)
    up = tuple(sorted(come_up(graph, task.sort)))
    states = graph.states if isinstance(graph, Exploration) else graph.found.size
    return Outcome(states, _stopped(graph), tuple(met), _live(graph), up, compared)


def _stopped(graph: Exploration | NativeExploration) -> str:
    """Why not the whole scope was explored; empty where it was."""
    keys, found = (graph.events, graph) if isinstance(graph, Exploration) else (graph.event_keys, graph.found)
    capped = sorted(key[1] for key in keys if key[0] == CAP)
    return found.stopped or (f"plays end at the cap of {', '.join(capped)}" if capped else "")


def live_in(ruleset: LoadedRuleset, scope: str, limits: Limits) -> tuple[str, ...]:
    """The rules that are live in a scope of the ruleset."""
    return _live(_graph(ruleset.transition_system(scope), limits))


def _graph(system: TransitionSystem, limits: Limits) -> Exploration | NativeExploration:
    """One thread: scopes are small, and workers have some each."""
    graph = explore_graph(system, limits, large=True, workers=1)
    if (graph if isinstance(graph, Exploration) else graph.found).stopped == BY_CTRL_C:
        raise KeyboardInterrupt
    return graph


def _live(graph: Exploration | NativeExploration) -> tuple[str, ...]:
    return tuple(sorted(name for name in graph.live if not name.startswith("§")))


def _sampled(graph: NativeExploration) -> tuple[int, list[Met]]:
    """How many steps the interpreter took too, and where it says something else."""
    from ruleslawyer.exploration.sampled import sampled  # it loads the engine

    found = sampled(graph, SAMPLED)
    return found.steps, [Met(DIFFER, (DIFFER, "steps"), said, (), ()) for said in found.differing[:1]]


def _unreplayed(graph: NativeExploration, new: Unexplained) -> Iterator[str]:
    """The plays to what is new that the interpreter does not take, or that do not show it."""
    return unreplayed(new.violated, new.events, new.deadlocks, {"interpreter": graph.system})


def unknown(new: Unexplained, codec: Codec) -> Iterator[Met]:
    """Events and deadlocks that no finding names, properties violated that nobody expects."""

    def play(trace: Trace | None) -> tuple[str, ...]:
        return tuple(calls(trace, codec)) if trace is not None else ()

    for event in new.events:
        yield Met(event.event.kind, event.event.key, event.event.title, event.event.cites, play(event.trace))
    for dead in new.deadlocks:
        yield Met("deadlock", deadlock_key(dead), why_deadlocked(dead), (), play(dead.trace))
    for verdict in new.violated:
        yield Met("violated", ("violated", verdict.name), verdict.name, verdict.cites, play(verdict.trace))


def _differing(problems: Iterable[str]) -> Iterator[Met]:
    """Plays that the interpreter does not take."""
    for problem in problems:
        yield Met(DIFFER, (DIFFER, problem.partition(":")[0]), problem, (), ())


def _options(ruleset: LoadedRuleset, task: Task) -> Iterator[Met]:
    """What an option of a question shows, and the default does not, and options.toml does not declare."""
    from ruleslawyer.variants.options import ask_options  # it makes code

    declared = load_declared(ruleset.root, ruleset.name, ruleset.system)
    found = ask_options(ruleset.in_scope(task.scope), task.limits)
    for shown in found.shown if found is not None else ():
        if not any(one.covers(shown) for one in declared):
            reading = ", ".join(f"{choice}={option}" for choice, option in sorted(shown.reading.items()))
            yield Met("reading", ("reading", reading, shown.shows), str(shown), (), ())
