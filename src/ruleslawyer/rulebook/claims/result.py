"""The result of exploring a scope, as data and as JSON: premises, counts, verdicts, and events with their plays."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TypeAlias

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.quick_dataclass import dataclass
from ruleslawyer.ir.rules import UNBROKEN, WRITES
from ruleslawyer.ir.schema import OPEN, GridSize, Scope, whole_name
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import leaf_type, promise
from ruleslawyer.rulebook.claims.readings import options
from ruleslawyer.rulebook.claims.verdict import Verdict, Word
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem

CHECKS, RANGES = "no check of the model fails", "every write stays in its range"
TAKEN_AS_GIVEN = f"{CHECKS}, and {RANGES}"
GIVEN = (TAKEN_AS_GIVEN, CHECKS, RANGES)
"""How what is taken as given is said, or what is left of it."""


def ranged_fields(system: System) -> list[str]:
    """The fields that hold numbers with a range, or piles with a number of places, those of a frame with its name."""
    records = [(None, system.state), *system.frames.items()]
    every = ((whole_name(record, one.name), leaf_type(one.type)) for record, of in records for one in of.fields)
    return [name for name, leaf in every if promise(leaf) is not None]


def premise_text(system: System, proved: Collection[str]) -> str:
    """The part that is left as given where these properties are proved, in words; empty where nothing is. Where all of
    them are, the first check or write to go wrong is excluded."""
    checks = () if UNBROKEN in proved else (CHECKS,)
    ranges = (RANGES,) if any(f"{WRITES}{field}" not in proved for field in ranged_fields(system)) else ()
    return ", and ".join((*checks, *ranges))


MOST_NAMED = 3
"""So many settled answers are named with each verdict; of more it is said how many they are."""


@dataclass(frozen=True, slots=True)
class Premises:
    """sizes: of each sort, in how many members. reading: choices, where they are not the defaults (of a proof all that
    were made, since it is of every reading otherwise). rulings: the questions and clashes that are ruled, each with
    its option. settled: the answers that are the model's. given: what else is taken as given, each in words."""

    sizes: tuple[tuple[str, int], ...]
    reading: tuple[tuple[str, str], ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    given: tuple[str, ...] = ()
    settled: tuple[tuple[str, str], ...] = ()

    def parts(self) -> tuple[str, ...]:
        """Each thing that a line names."""
        sizes = ", ".join(f"{sort} {number}" for sort, number in self.sizes)
        chosen = ", ".join(f"{key}={option}" for key, option in self.reading)
        ruled = ", ".join(f"{key}={option}" for key, option in self.rulings)
        named = (
            f"read as {chosen}" if chosen else "",
            f"ruled {ruled}" if ruled else "",
            _answers(self.settled),
            f"with {sizes}" if sizes else "",
        )
        return (*filter(None, named), *self.given)

    def text(self) -> str:
        return "; ".join(self.parts())

    def beside(self, reason: str) -> str:
        """A reason with what it does not name already."""
        return "; ".join([*filter(None, [reason]), *(part for part in self.parts() if part not in reason)])

    def json(self) -> Json:
        return {
            "sizes": dict(self.sizes),
            "reading": dict(self.reading),
            "rulings": {**dict(self.settled), **dict(self.rulings)},
            "given": list(self.given),
        }

    def without(self, keys: Collection[str]) -> Premises:
        """The same without choices that are gone through."""
        return replace(self, reading=tuple((key, option) for key, option in self.reading if key not in keys))

    def under(self, reading: Iterable[tuple[str, str]]) -> Premises:
        """The same with other choices besides."""
        ruled = dict(self.rulings)
        chosen = {**dict(self.reading), **{k: v for k, v in reading if k not in ruled}}
        return replace(self, reading=tuple(sorted(chosen.items())))


def _answers(settled: tuple[tuple[str, str], ...]) -> str:
    """The answers that are settled, or how many they are."""
    if len(settled) > MOST_NAMED:
        return f"{len(settled)} answers settled"
    return f"settled {', '.join(f'{key}={option}' for key, option in settled)}" if settled else ""


def premises_of(
    system: System, scope: Scope, reading: Mapping[str, str], rulings: Collection[str] = (), *, proof: bool = False
) -> Premises:
    """The premises of what is said of a scope."""
    own = {key: option for key, option in reading.items() if key not in rulings}
    chosen = sorted((k, v) for k, v in own.items() if proof or v != default_of(system, k))
    ruled = sorted((key, reading[key]) for key in rulings if key in reading)
    counts, changes = tuple(_count(system, scope)), tuple(scope_changes(scope))
    return Premises(counts, tuple(chosen), tuple(ruled), changes, system.settled)


def sizes(system: System, scope: Scope) -> tuple[tuple[str, int], ...]:
    """How many members each sort has, the players last."""
    return tuple(sorted(_count(system, scope), key=lambda one: one[0] == system.players))


def _count(system: System, scope: Scope) -> Iterator[tuple[str, int]]:
    """Each sort with its number of members; of players nothing is said where nobody plays."""
    return ((sort, len(names)) for sort, names in scope.names.items() if names or sort != system.players)


def with_premises(reason: str, premises: Premises | None) -> str:
    """A reason, and what the verdict is said under where it is known."""
    return reason if premises is None else premises.beside(reason)


def under(premises: Premises | None) -> str:
    """The premises of a verdict, in words; empty where they are not known."""
    return "" if premises is None else premises.text()


def premises(system: TransitionSystem) -> Premises:
    """The premises of an exploration."""
    return premises_of(system.system, system.scope, system.reading, system.rulings)


def default_of(system: System, key: str) -> str:
    """The option of a question, or of a clash, that holds where nobody chooses."""
    if key in system.questions:
        return system.questions[key].default
    try:
        known = options(system, key)
    except UsageError:  # a key of a model from elsewhere: nothing is its default
        return ""
    return "forbid" if known == ("permit", "forbid") else known[0]


def scope_changes(scope: Scope) -> Iterable[str]:
    """The changes that a scope makes to the game, in words."""
    if scope.off:
        yield f"switched off: {', '.join(scope.off)}"
    shrunk = [name for name in scope.shrunk if scope.constants[name] != OPEN]
    if shrunk:
        yield f"shrunk: {', '.join(f'{n} = {scope.constants[n]}' for n in shrunk)}"
    if scope.initial:
        yield f"set at the beginning: {', '.join(dict.fromkeys(name for name, _, _ in scope.initial))}"
    if scope.bounds:
        yield f"choices within bounds: {', '.join(f'{n} {a} to {b}' for n, (a, b) in scope.bounds.items())}"


@dataclass(frozen=True, slots=True)
class EventResult:
    """An event with its shortest play; `findings` are the ids that explain it (empty: nothing does)."""

    event: Event
    material: bool
    depth: int
    trace: Trace
    findings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeadlockResult:
    """A kind of deadlock with its shortest play: what is unspoken there, what is forbidden by which norm, how often.

    refused: the actions of whoever is awaited there of which the domain leaves nothing to choose, after that play.
    nobody: it is nobody's decision there.
    """

    trace: Trace
    unspoken: tuple[str, ...]
    forbidden: tuple[tuple[str, str], ...]
    states: int
    findings: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    nobody: bool = False


@dataclass(frozen=True, slots=True)
class Class:
    """States that a view does not tell apart. label: a text for each part of the view."""

    label: tuple[str, ...]
    states: int
    initial: int
    ended: int
    deadlocks: int


@dataclass(frozen=True, slots=True)
class Quotient:
    """by: the parts of the view. edges: numbers of two classes, an action, and how many transitions it stands for.
    note: what was made coarser, and why; empty where nothing was."""

    by: tuple[str, ...]
    classes: tuple[Class, ...]
    edges: tuple[tuple[int, int, str, int], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Altered:
    """The states that are reached without a ruling, and in which no event that it decides is met: how many are not
    reached with it, and how many are, but with other moves, or with another word on the game's end."""

    unreached: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class ScopeResult:
    """One exploration: counts, verdicts, events, and which rules did something.

    live: names of rules that were live in some state; decisive: norms without which some verdict would differ, clauses
    of deeds and numbers of terms without which a step would; effects: clauses whose effect ran; never_live: norms,
    options, layers, deeds with their clauses, and duties that never were.
    never_permitted: actions that had candidates and were unspoken in every one (hints under a closed world).
    contracted: nodes and edges when forced passes are contracted (each takes one of both away); None: not counted.
    orbits: states up to a permutation of members that are alike, where only one of each was explored; the counts are
    those of the whole graph then, and `all_deadlocks` is that of its deadlocks, as it is where not all are shown.
    rims: a sentence for each grid of the scope whose rim a reached state holds: the grid is no wall of the game.
    quotients: the graph in classes, by some fields, where that was asked for.
    premises: under what all of this is said.
    dealt: a sentence for each map that the scope gives in part, where the choices of the initial rule decide the rest.
    altered: what the rulings do beyond what they decide, where that was compared.
    of_trees: bytes of a state, where memory was so scarce that parts of states were shared, which changes nothing else.
    long_lists: how many lists of the members that matter hang on fewer things, as they would be too long.
    replayed_by: the machines through which every trace was replayed. unreplayed: the traces that did not, and why.
    """

    scope: Scope
    reading: tuple[tuple[str, str], ...]
    rulings: tuple[str, ...]
    engine: str
    initial: int
    states: int
    transitions: int
    depth: int
    ended: int
    complete: bool
    stopped: str
    seconds: float
    verdicts: tuple[Verdict, ...]
    events: tuple[EventResult, ...]
    deadlocks: tuple[DeadlockResult, ...]
    live: frozenset[str]
    decisive: frozenset[str]
    effects: frozenset[str]
    never_live: tuple[str, ...]
    never_permitted: tuple[str, ...]
    contracted: tuple[int, int] | None
    replayed_by: tuple[str, ...]
    unreplayed: tuple[str, ...] = ()
    orbits: int | None = None
    all_deadlocks: int | None = None
    premises: Premises | None = None
    rims: tuple[str, ...] = ()
    quotients: tuple[Quotient, ...] = ()
    altered: Altered | None = None
    dealt: tuple[str, ...] = ()
    of_trees: int = field(default=0, compare=False)
    long_lists: int = field(default=0, compare=False)

    @property
    def deadlocked(self) -> int:
        """The number of states in which nobody may act."""
        return sum(d.states for d in self.deadlocks) if self.all_deadlocks is None else self.all_deadlocks


@dataclass(frozen=True, slots=True)
class DeadlockKind:
    """The kind of a deadlock: what is unspoken, and what is forbidden by which norm, where nobody may act."""

    unspoken: tuple[str, ...]
    forbidden: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    """One exploration under rulings, to be held against the one without. It has no plays, which nobody is shown.

    words: of each property. deadlocks: their kinds, and `deadlocked` in how many states. live: rules that were live in
    some state. never_permitted: as in a `ScopeResult`. altered: what the rulings do beyond what they decide, where that
    was compared.
    """

    states: int
    transitions: int
    ended: int
    deadlocked: int
    complete: bool
    stopped: str
    words: tuple[tuple[str, Word], ...]
    events: tuple[Event, ...]
    deadlocks: tuple[DeadlockKind, ...]
    live: frozenset[str]
    never_permitted: tuple[str, ...] = ()
    premises: Premises | None = None
    altered: Altered | None = None


Result: TypeAlias = ScopeResult | Ruled
"""What an exploration met, with plays or without."""


def events_of(found: Result) -> tuple[Event, ...]:
    """The events themselves."""
    return found.events if isinstance(found, Ruled) else tuple(met.event for met in found.events)


def scope_json(ruleset: str, result: ScopeResult, codec: Codec) -> Json:
    """One exploration; every event has its shortest play as calls."""
    events = [event_result(e, codec) for e in result.events]
    verdicts = [verdict_json(v, codec, result.premises) for v in result.verdicts]
    return {
        "ruleset": ruleset,
        "scope": result.scope.name,
        "reading": dict(result.reading),
        "rulings": list(result.rulings),
        "premises": result.premises.json() if result.premises is not None else None,
        "shrunk": list(result.scope.shrunk),
        "grids": {sort: grid_json(size) for sort, size in result.scope.grids.items()},
        "off": list(result.scope.off),
        "campaign": result.scope.campaign,
        "rims": list(result.rims),
        "dealt": list(result.dealt),
        "engine": result.engine,
        "initial": result.initial,
        "states": result.states,
        "transitions": result.transitions,
        "deadlocks": result.deadlocked,
        "depth": result.depth,
        "ended": result.ended,
        "orbits": result.orbits,
        "complete": result.complete,
        "stopped": result.stopped or None,
        **by_kind(events, verdicts),
        "dead_ends": [deadlock_json(d, codec) for d in result.deadlocks],
        "properties": verdicts,
        "never_live": list(result.never_live),
        "never_permitted": list(result.never_permitted),
        "contracted": result.contracted and dict(zip(("states", "transitions"), result.contracted, strict=True)),
        "replayed_by": "direct" if "direct" in result.replayed_by else "interpreter",
        "unreplayed": list(result.unreplayed),
        "bytes_as_trees": result.of_trees or None,
        "long_lists": result.long_lists,
        "seconds": round(result.seconds, 3),
    }


def by_kind(events: Sequence[Json], properties: Sequence[Json]) -> Json:
    """Events by what they are; properties that are violated stand among the violations."""
    parts = {"contradictions": ("contradiction", "place"), "gaps": ("gap", "unspoken"), "violations": ("violation",)}
    found = {part: [e for e in events if e["kind"] in kinds] for part, kinds in parts.items()}
    found["violations"] += [p for p in properties if p["verdict"] == "VIOLATED"]
    named = {kind for kinds in parts.values() for kind in kinds}
    return {**found, "other_events": [e for e in events if e["kind"] not in named]}


def event_json(event: Event) -> Json:
    """An event for scripts; its place in the model where one is known."""
    return {
        "kind": event.kind,
        "subject": event.subject,
        "pair": list(event.pair),
        "title": event.title,
        "choice": event.choice or None,
        "options": list(event.options),
        "clauses": list(event.cites),
        "place": str(event.span) if event.span else None,
    }


def grid_json(size: GridSize) -> Json:
    """The size of a grid, with the sort that has one for each of its members."""
    return {"rows": size.rows, "columns": size.columns, "for_each": size.each}


def event_result(result: EventResult, codec: Codec) -> Json:
    return {
        **event_json(result.event),
        "material": result.material,
        "depth": result.depth,
        "findings": list(result.findings),
        "play": calls(result.trace, codec),
    }


def deadlock_json(result: DeadlockResult, codec: Codec) -> Json:
    return {
        "states": result.states,
        "depth": result.trace.length,
        "unspoken": list(result.unspoken),
        "forbidden": [list(pair) for pair in result.forbidden],
        "refused": list(result.refused),
        "nobody": result.nobody,
        "findings": list(result.findings),
        "play": calls(result.trace, codec),
    }


def verdict_json(verdict: Verdict, codec: Codec, premises: Premises | None = None) -> Json:
    return {
        "property": verdict.name,
        "kind": verdict.kind,
        "clauses": list(verdict.cites),
        "verdict": verdict.word,
        "reason": verdict.reason,
        "switched_off": list(verdict.off),
        "assumed": list(verdict.assumed),
        "fair": list(verdict.fair),
        "strongly_fair": list(verdict.strongly_fair),
        "member": dict(verdict.member),
        "up_to": dict(verdict.up_to),
        "play": calls(verdict.trace, codec) if verdict.trace is not None else None,
        "back_to": verdict.trace.back if verdict.trace is not None else None,
        "under": premises.text() if premises is not None else "",
    }


def calls(trace: Trace, codec: Codec) -> list[str]:
    """The play as a person would write it, the initial choice first."""
    instances = [trace.start.instance, *(s.instance for s in trace.steps), *([trace.last] if trace.last else [])]
    return [codec.call(instance) for instance in instances]


def violated_property(verdicts: Iterable[Verdict], name: str) -> str:
    """The name of a property that is violated; empty for any other name, or the number of an event."""
    return next((v.name for v in verdicts if v.name == name and v.word == "VIOLATED"), "")
