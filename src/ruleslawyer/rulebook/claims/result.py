"""The result of exploring a scope, as data: counts, verdicts, and events and deadlocks with their plays."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from ruleslawyer.base.quick_dataclass import dataclass
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.claims.premises import Premises
from ruleslawyer.rulebook.claims.verdict import Verdict, Word
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.trace import Trace


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
