"""One scope of a sweep explored: what nobody knew of it before, the rules that were live, and which cards came up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ruleslawyer.base.processes.executor import Question
from ruleslawyer.check.known import CAP, known_events
from ruleslawyer.check.options import load_declarations
from ruleslawyer.exploration.co_occurrence import come_up
from ruleslawyer.exploration.explore import explore_graph, replay_failures
from ruleslawyer.exploration.explored import Explored
from ruleslawyer.exploration.study.study import expect_no_ctrl_c
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.claims.limits import Limits, at_states
from ruleslawyer.rulebook.claims.met import Met, met_of
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, loaded_ruleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.sweep.done import Outcome
from ruleslawyer.studies.sweep.kept import KeptOutcomes, kept_outcomes

SAMPLED = 3
"""States of a scope whose steps the interpreter takes again."""
DIFFER = "engines differ"


@dataclass(frozen=True, slots=True)
class Task(Question[Outcome]):
    """A scope to explore, in any process. sort: of the cards. readings: whether each option is asked too. answers:
    where it may be known, and is kept. fresh: it is asked anew all the same. run: the sweep that it belongs to."""

    root: Path
    ruleset: str
    scope: Scope
    sort: str
    limits: Limits
    readings: bool
    answers: Path | None = None
    fresh: bool = False
    run: str = ""

    def __call__(self) -> Outcome:
        return self.recall() or self.back(explore_task(loaded_ruleset(self.root, self.ruleset), self))

    def recall(self) -> Outcome | None:
        return self._outcomes().read(self.scope, self.sort, self.limits, readings=self.readings, run=self.run)

    def there(self) -> Task:
        return replace(self, answers=None)

    def back(self, found: Outcome) -> Outcome:
        self._outcomes().write(found, self.scope, self.sort, self.limits, readings=self.readings, run=self.run)
        return found

    def _outcomes(self) -> KeptOutcomes:
        return kept_outcomes(loaded_ruleset(self.root, self.ruleset), self.answers, self.fresh)


def explore_task(ruleset: LoadedRuleset, task: Task) -> Outcome:
    """Explore; Ctrl-C is raised. Plays are looked for only where something is met that may be news."""
    graph = _graph(ruleset.in_scope(task.scope, brief=True), task.limits)
    codec = Codec(ruleset.system, task.scope)
    taken = graph.sample(SAMPLED)
    found = [Met(DIFFER, (DIFFER, "steps"), said) for said in taken.differing[:1]]
    new = known_events(ruleset).news(graph)
    found += [*(met_of(one, codec) for one in new), *_differing(replay_failures(new, {"interpreter": graph.system}))]
    late = _is_late(graph)
    if task.readings:
        options, stopped = _options(ruleset, task)
        found += options
        late = late or (stopped and not at_states(graph.counts.stopped))
    up = tuple(sorted(come_up(graph, task.sort)))
    events, deadlocks = tuple(sorted(graph.event_keys)), tuple(sorted(graph.deadlock_kinds))
    states, compared = graph.counts.states, taken.steps
    return Outcome(states, _why_incomplete(graph), tuple(found), _live(graph), up, compared, events, deadlocks, late)


def _why_incomplete(graph: Explored) -> str:
    """The reason why not the whole scope was explored; empty where it was."""
    capped = sorted(key[1] for key in graph.event_keys if key[0] == CAP)
    return graph.counts.stopped or (f"plays end at the cap of {', '.join(capped)}" if capped else "")


def _is_late(graph: Explored) -> bool:
    """Whether more time or memory may show more."""
    stopped = graph.counts.stopped
    return bool(stopped) and not at_states(stopped)


def live_in(ruleset: LoadedRuleset, scope: str, limits: Limits) -> Outcome:
    """The rules that are live in a scope of the ruleset; nothing else is asked of it."""
    graph = _graph(ruleset.transition_system(scope), limits)
    return Outcome(live=_live(graph), late=_is_late(graph))


def _graph(system: TransitionSystem, limits: Limits) -> Explored:
    """One thread: scopes are small, and workers have some each."""
    graph = explore_graph(system, limits, large=True, workers=1)
    expect_no_ctrl_c(graph.counts.stopped)
    return graph


def _live(graph: Explored) -> tuple[str, ...]:
    return tuple(sorted(name for name in graph.live if not name.startswith("§")))


def _differing(problems: Iterable[str]) -> Iterator[Met]:
    """Plays to what is new that the interpreter does not take, or that do not show it."""
    for problem in problems:
        yield Met(DIFFER, (DIFFER, problem.partition(":")[0]), problem)


def _options(ruleset: LoadedRuleset, task: Task) -> tuple[list[Met], bool]:
    """Effects that an option of a question shows, and the default does not, and options.toml does not declare; and
    whether something stopped the search."""
    from ruleslawyer.exploration.variants.options import ask_options  # it makes code

    declared = load_declarations(ruleset.root, ruleset.name, ruleset.system)
    found, new = ask_options(ruleset.in_scope(task.scope), task.limits), list[Met]()
    for shown in found.shown if found is not None else ():
        if not any(one.covers(shown) for one in declared):
            reading = ", ".join(f"{choice}={option}" for choice, option in sorted(shown.reading.items()))
            new.append(Met("reading", ("reading", reading, shown.shows), str(shown)))
    return new, found is None or bool(found.stopped)
