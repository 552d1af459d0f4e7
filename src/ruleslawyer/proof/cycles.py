"""Plays that go round, scope by scope; readings between which a scope makes no difference share its exploration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ruleslawyer.engines.native.analyses import Analysis, circles, longest
from ruleslawyer.engines.native.graph import Graph
from ruleslawyer.exploration.native import NativeExploration, explore_natively
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.rulebook.claims.occurrence import Occurrence
from ruleslawyer.rulebook.claims.verdict import WITH_PROBABILITY_1, Ending
from ruleslawyer.semantics.events import LOOP
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem

Choices: TypeAlias = frozenset[tuple[str, str]]

_ENDING: dict[str, Ending] = {"turn": "every turn ends", "game": "every game ends"}


@dataclass(frozen=True, slots=True)
class Cycle:
    """A play that can go round for ever. idle: where nothing else does, the actions that may leave everything as it
    was. Where the trace goes back to nothing, its last step does, in which rules come that nobody chooses. unlikely:
    whether all plays which do have probability 0 together."""

    text: str
    trace: Trace
    states: int
    idle: tuple[str, ...] = ()
    unlikely: bool = False


@dataclass(frozen=True, slots=True)
class CycleSearchResult:
    """A scope that was looked through: its states, why not all of them (if so), what goes round there; and of an ending
    that nothing keeps from coming, after how many actions it has come in every play."""

    states: int
    unfinished: str
    circles: Mapping[Ending, Cycle]
    longest: Mapping[Ending, int] = field(default_factory=dict)


class Cycles:
    """The explorations of each scope so far, asked for plays that go round.

    A choice matters only where what it decides is met: a scope that meets no event of a question is the same under all
    its options, as far as it was explored.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, frozenset[str]], list[tuple[Choices, frozenset[str], CycleSearchResult]]] = {}

    def of(self, system: TransitionSystem, limits: Limits) -> CycleSearchResult:
        """Explore a scope, or say what is known of it; Ctrl-C in an exploration is the caller's."""
        known = self._known.setdefault((system.scope.name, frozenset(system.rulings)), [])
        chosen = _unusual_choices(system)
        for others, met, found in known:
            if not {key for key, _ in others ^ chosen} & met:
                return _under(found, system.reading)
        exploration = explore_natively(system, limits)
        if exploration.found.stopped == BY_CTRL_C:
            raise KeyboardInterrupt
        found = _result_of(exploration)
        known.append((chosen, _subjects(exploration), found))
        return found


def _unusual_choices(system: TransitionSystem) -> Choices:
    """The choices of a reading that are not the default ones."""
    usual = {(question.name, question.default) for question in system.system.questions.values()}
    return frozenset(system.reading.items()) - usual


def _result_of(exploration: NativeExploration) -> CycleSearchResult:
    graph = exploration.graph
    if isinstance(graph, str):
        return CycleSearchResult(exploration.found.size, graph, {})
    found = circles(graph, exploration.why_incomplete)
    loops = [*exploration.material(lambda event: event.kind == LOOP, ())]
    made = {
        _ENDING[name]: _circle(one, graph, loops) or _endless_step(exploration, loops, name == "turn")
        for name, one in found.items()
    }
    rounds = {name: one for name, one in made.items() if one}
    lengths: dict[Ending, int] = {}
    if not exploration.why_incomplete and not loops:
        whole = (name for name, one in found.items() if one.word != "NOT APPLICABLE" and _ENDING[name] not in rounds)
        lengths = {_ENDING[name]: longest(graph, name) for name in whole}
    return CycleSearchResult(graph.size, exploration.why_incomplete, rounds, lengths)


def _circle(found: Analysis, graph: Graph, loops: Sequence[Occurrence]) -> Cycle | None:
    if found.play is None or found.play.back is None:
        return None
    trace = found.trace(graph)
    assert trace is not None
    unlikely = found.word == WITH_PROBABILITY_1 and not loops
    return Cycle(found.text, trace, found.states, found.details.get("actions", ()), unlikely)


def _endless_step(exploration: NativeExploration, loops: Iterable[Occurrence], of_a_turn: bool) -> Cycle | None:
    """A step that comes to no end: a rule stays due, and things are as they were before."""
    duties = exploration.system.system.duties
    for at in loops:
        trace = exploration.event_trace(at)
        *made, last = trace.steps[-1].substeps if trace.steps else trace.start.substeps
        back = next((i for i, one in enumerate(made, 1) if one.state == last.state), None)
        if back is None or (of_a_turn and any(s.name in duties and duties[s.name].turn_end for s in made[back:])):
            continue
        names = list(dict.fromkeys(f"`{one.name}`" for one in (*made[back:], last)))
        stays = "stays due, and changes nothing" if len(names) == 1 else "stay due, one after the other"
        return Cycle(f"{', '.join(names)} {stays}", trace, 1)
    return None


def _subjects(exploration: NativeExploration) -> frozenset[str]:
    """The subjects of events: of a question its name, of a clash the key that a reading has for it."""
    begun = (event.key for _, outcome in exploration.system.initial() for event in outcome.events)
    keys = [*begun, *(key for key, _ in exploration.observation.events())]
    return frozenset(name for _, subject, *pair in keys for name in (subject, f"{subject}:{'/'.join(pair)}"))


def _under(found: CycleSearchResult, reading: Mapping[str, str]) -> CycleSearchResult:
    """The same plays under a reading that makes no difference."""
    chosen = tuple(sorted(reading.items()))
    same = {name: replace(one, trace=replace(one.trace, reading=chosen)) for name, one in found.circles.items()}
    return replace(found, circles=same)
