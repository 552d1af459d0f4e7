"""Quotients of an explored graph: its states in classes that agree on some fields, and what leads from class to class.

Nobody can read thousands of states; by phase, by who decides, or by chosen fields they are a picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.exploration.explored import ExploredGraph, network_of
from ruleslawyer.ir import types as t
from ruleslawyer.rulebook.claims.result import Class, Quotient
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

MOST_CLASSES = 150
"""Classes that a picture has at most; a finer view is made coarser."""
MOST_STATES = 30_000
"""States of a graph that are looked at one by one."""
FEW_STATES = 500
"""The same where time is short."""
PHASE, PLAYER = "phase", "player"
"""Views of every game: where the turn is, and who decides."""
JOINT = " · "
"""Between the parts of a phase: the fields that say where the turn is, and what is pending there."""


@dataclass(frozen=True, slots=True)
class Views:
    """The views to look at a graph by, besides the usual views; most: the states beyond which a graph is not looked
    at."""

    wanted: tuple[tuple[str, ...], ...] = ()
    most: int = MOST_STATES


@dataclass(frozen=True)
class _NumberedGraph:
    """An explored graph, whichever engine explored it: states by number, edges by the numbers of both ends."""

    system: TransitionSystem
    states: Sequence[State]
    initial: frozenset[int]
    deadlocks: frozenset[int]
    edges: Counter[tuple[int, int, str]]


def quotients(found: ExploredGraph, views: Views) -> tuple[Quotient, ...]:
    """The views of an explored graph, the usual ones and then those that are wanted; none where it has too many states
    to look at."""
    if found.counts.states > views.most or found.unlisted:
        return ()
    graph = network_of(found)
    numbers = {state: i for i, state in enumerate(graph)}
    edges = Counter((numbers[a], numbers[b], data["instance"].action) for a, b, data in graph.edges(data=True))
    starts, stuck = (
        frozenset(numbers[state] for state, so in graph.nodes(data=what) if so) for what in ("initial", "deadlock")
    )
    return _all(_NumberedGraph(found.system, list(numbers), starts, stuck, edges), views.wanted)


def _all(found: _NumberedGraph, wanted: Sequence[tuple[str, ...]]) -> tuple[Quotient, ...]:
    parts = _parts(found.system)
    for view in wanted:
        for part in view:
            if part not in parts:
                raise UsageError(f"there is no field `{part}` to look by", "--by", nearest(part, parts))
    phase, player = (_quotient(found, (part,), parts) for part in (PHASE, PLAYER))
    both = _quotient(found, (PHASE, PLAYER), parts)
    shown = [q for q in (phase, player) if len(q.classes) > 1]
    if len(both.classes) > max(len(phase.classes), len(player.classes)):
        shown.append(both)
    shown += [_quotient(found, view, parts) for view in wanted]
    if len(found.states) <= MOST_CLASSES:
        shown.append(_whole(found))
    return tuple(shown)


Part = Callable[[State], str]


def _parts(system: TransitionSystem) -> dict[str, Part]:
    """The parts by which a view may look: the phase, who decides, and every field."""
    schema, codec = system.schema, Codec(system.system, system.scope)
    fields: dict[str, Part] = {}
    steps = []
    for slot in schema.slots:
        fields[slot.field.name] = _field(codec, slot.field.type, schema.index[slot.field.name])
        if isinstance(slot.field.type, t.Enum):
            steps.append(fields[slot.field.name])

    def phase(state: State) -> str:
        innermost = schema.innermost(state)
        return JOINT.join([*(step(state) for step in steps), *([innermost] if innermost else [])]) or "play"

    def player(state: State) -> str:
        if system.is_over(state):
            return "the end"
        try:
            who = system.awaits(state)
        except BranchEnds:
            return "nobody can tell"
        names = [] if who == t.CHANCE else [system.scope.names[system.system.players][i] for i in sorted(who)]
        return " and ".join(names) or ("chance" if who == t.CHANCE else "nobody")

    return {**fields, PHASE: phase, PLAYER: player}


def _field(codec: Codec, type_: t.Type, index: int) -> Part:
    return lambda state: codec.text(type_, state.fields[index])


def _quotient(found: _NumberedGraph, view: tuple[str, ...], parts: dict[str, Part]) -> Quotient:
    labels = [tuple(parts[part](state) for part in view) for state in found.states]
    by, note = view, ""
    while len(set(labels)) > MOST_CLASSES and len(by) > 1:
        by = by[:-1]
        labels = [label[:-1] for label in labels]
        note = (
            f"By {', '.join(view)} there are more than {MOST_CLASSES} classes: {', '.join(view[len(by) :])} left out."
        )
    common = [label for label, _ in Counter(labels).most_common()]
    if len(common) > MOST_CLASSES:
        kept = set(common[: MOST_CLASSES - 1])
        note = f"{len(common) - len(kept)} classes, each with fewer states than the others, are drawn as one."
        labels = [label if label in kept else ("…",) * len(by) for label in labels]
    return _quotient_of(found, by, labels, note)


def _whole(found: _NumberedGraph) -> Quotient:
    """Every state by itself, told by its fields."""
    codec = Codec(found.system.system, found.system.scope)
    labels = [(f"{i}", *(f"{name}: {text}" for name, text in codec.fields(s))) for i, s in enumerate(found.states)]
    return _quotient_of(found, (), labels, "")


def _quotient_of(found: _NumberedGraph, by: tuple[str, ...], labels: Sequence[tuple[str, ...]], note: str) -> Quotient:
    numbers = {label: i for i, label in enumerate(dict.fromkeys(labels))}
    place = [numbers[label] for label in labels]
    ended = [i for i, state in enumerate(found.states) if found.system.is_over(state)]
    counted = (range(len(place)), found.initial, ended, found.deadlocks)
    sizes, starts, ends, stuck = (Counter(place[i] for i in some) for some in counted)
    edges: Counter[tuple[int, int, str]] = Counter()
    for (a, b, action), number in found.edges.items():
        edges[place[a], place[b], action] += number
    classes = tuple(Class(label, sizes[i], starts[i], ends[i], stuck[i]) for label, i in numbers.items())
    return Quotient(by, classes, tuple((a, b, action, n) for (a, b, action), n in sorted(edges.items())), note)


def quotient_json(found: Quotient) -> Json:
    """The quotient as JSON, for the report."""
    return {
        "by": list(found.by),
        "classes": [
            {
                "label": list(c.label),
                "states": c.states,
                "initial": c.initial,
                "ended": c.ended,
                "deadlocks": c.deadlocks,
            }
            for c in found.classes
        ],
        "edges": [{"from": a, "to": b, "action": action, "transitions": n} for a, b, action, n in found.edges],
        "note": found.note,
    }
