"""One variant of a template explored: the outcomes that it has, and what is wrong in it; several processes do many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeAlias

from ruleslawyer.base.processes.executor import Question
from ruleslawyer.base.processes.parent import leave_with_parent
from ruleslawyer.engines.explore.search import Exploration, Place, explore
from ruleslawyer.exploration.study.study import Ask, answer_all, expect_no_ctrl_c
from ruleslawyer.ir.scope import Scope
from ruleslawyer.rulebook.answers.memo import Memo
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.claims.limits import Limits, at_states
from ruleslawyer.rulebook.claims.met import VIOLATED, Met, met_of
from ruleslawyer.rulebook.claims.occurrence import Deadlock, Occurrence
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, loaded_ruleset
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State, entry
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.pairs.template import Halt, Template, load_template

BY_A_CAP = "a cap was met, "

Outcome = tuple[object, ...]
Way = tuple[Instance, ...]
"""A play: the initial choice, then the instances."""
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explored:
    """A variant: its outcomes, each with the shortest play to it (nearest first), and what is wrong in it.

    events: of those that nobody knew before, what they are; `raised` has the keys of all.
    """

    states: int
    outcomes: Mapping[Outcome, Way]
    raised: frozenset[Key]
    events: tuple[Met, ...]
    stopped: str


def system_of(template: Template, scope: Scope) -> TransitionSystem:
    """The rules in a variant, under the template's reading."""
    return TransitionSystem(Interpreter(template.system, scope), template.reading)


class _Halting(TransitionSystem):
    """The rules in a variant, where play is over once an outcome can be read off: what comes after is not asked."""

    def __init__(self, system: TransitionSystem, halts: Sequence[Halt]) -> None:
        super().__init__(system.machine, system.reading, system.rulings)
        self.halts = halts

    def is_over(self, state: State) -> bool:
        return super().is_over(state) or any(self._halts(halt, state) for halt in self.halts)

    def _halts(self, halt: Halt, state: State) -> bool:
        if halt.frame and (self.schema.innermost(state) or "none") != halt.frame:
            return False
        return all(entry(state.fields[self.schema.index[name]], keys) == wanted for name, keys, wanted in halt.values)


def explore_variant(template: Template, scope: Scope, limits: Limits, known: frozenset[Key]) -> Explored:
    """Explore a variant. `known`: keys of events of which the plays are not wanted."""
    found = explore(_Halting(system_of(template, scope), template.at), limits)
    expect_no_ctrl_c(found.stopped)
    fields = [found.system.schema.index[name] for name in template.outcome]
    outcomes: dict[Outcome, Way] = {}
    for state, ended in found.graph.nodes(data="ended"):
        if ended:
            outcome = tuple(state.fields[i] for i in fields)
            if outcome not in outcomes:  # states come by depth, so that the first is a nearest
                outcomes[outcome] = found.way(state)
    raised = dict(_new_outcomes(found))
    events = tuple(make() for key, make in raised.items() if key not in known)
    capped = next((o.event.title for o in found.events.values() if o.event.kind == "cap"), "")
    stopped = found.stopped or (f"{BY_A_CAP}{capped}" if capped else "")
    return Explored(found.states, outcomes, frozenset(raised), events, stopped)


def _new_outcomes(found: Exploration) -> Iterator[tuple[Key, Callable[[], Met]]]:
    """Material events, kinds of deadlock and violated properties, each with what makes its play."""
    for key, occurrence in found.events.items():
        if occurrence.material:
            yield key, partial(_event, found, occurrence)
    for dead in found.deadlocks:
        yield met_of(dead).key, partial(_deadlock, found, dead)
    for name, place in found.violated.items():
        yield (VIOLATED, name), partial(_violation, found, name, place)


def _event(found: Exploration, at: Occurrence) -> Met:
    return replace(met_of(at.event), trace=found.event_trace(at), event=replace(at.event, span=None))


def _deadlock(found: Exploration, dead: Deadlock) -> Met:
    return replace(met_of(dead), trace=found.trace(dead.state))


def _violation(found: Exploration, name: str, place: Place) -> Met:
    cites = found.system.system.checks[name].origin.cites
    return Met(VIOLATED, (VIOLATED, name), name, cites, trace=found.trace_to(place))


# --- processes -------------------------------------------------------------------------------------------------------

Task = tuple[Scope, frozenset[Key]]
Exploring: TypeAlias = Ask[Task, Explored]
_shared: tuple[Template, Limits]
"""What every variant of a process has in common."""


def prepare(template: Template, limits: Limits) -> None:
    global _shared
    leave_with_parent()
    _shared = template, limits


def explore_task(task: Task) -> Explored:
    template, limits = _shared
    return explore_variant(template, task[0], limits, task[1])


@dataclass(frozen=True, slots=True)
class Variant(Question[Explored]):
    """A variant to explore on another machine, which reads the template from its file."""

    root: Path
    ruleset: str
    template: str
    limits: Limits
    scope: Scope
    known: frozenset[Key]

    def __call__(self) -> Explored:
        template = _template(loaded_ruleset(self.root, self.ruleset), self.template)
        return explore_variant(template, self.scope, self.limits, self.known)


@lru_cache(maxsize=4)
def _template(ruleset: LoadedRuleset, name: str) -> Template:
    file = ruleset.pairs_folder / f"{name}.toml"
    return load_template(file, file.relative_to(ruleset.root).as_posix(), ruleset.system)


# --- what is kept ----------------------------------------------------------------------------------------------------


class KeptVariants:
    """The kept variants of one template. What an end of memory stopped is not kept."""

    def __init__(self, answers: Answers, ruleset: LoadedRuleset, template: Template, limits: Limits) -> None:
        self._answers, self._ruleset = answers, ruleset
        self._question = "pairs", template.outcome, template.at, template.reading, limits.states
        self.known = 0
        """How many of those that were explored were known."""

    def exploring(self, explore: Exploring) -> Exploring:
        """Explores what is not known, and keeps it as it comes; the results come in the order of the tasks."""
        return lambda tasks: answer_all(tasks, self._recall, explore, self.write)

    def _recall(self, task: Task) -> Explored | None:
        found = self.read(task)
        self.known += found is not None
        return found

    def read(self, task: Task) -> Explored | None:
        scope, raised = task
        return Memo(self._answers, self._ruleset, scope).read(Explored, *self._question, raised)

    def write(self, task: Task, made: Explored) -> None:
        scope, raised = task
        if not made.stopped or at_states(made.stopped) or made.stopped.startswith(BY_A_CAP):
            Memo(self._answers, self._ruleset, scope).write(made, *self._question, raised)
