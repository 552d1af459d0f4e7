"""An exploration, whoever made it: results, sweeps, rulings and graphs are made from this alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from ruleslawyer.engines.explore.search import Network
from ruleslawyer.ir.rules import Check
from ruleslawyer.rulebook.claims.occurrence import Kind, Occurrence
from ruleslawyer.rulebook.claims.result import DeadlockResult, EventResult
from ruleslawyer.rulebook.claims.verdict import Verdict, Word
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Steps, Trace, play
from ruleslawyer.semantics.transition import Instance, TransitionSystem

if TYPE_CHECKING:
    from ruleslawyer.engines.native.searched_graph import ChoiceGraph

N = TypeVar("N")
S = TypeVar("S", bound=Sized)
Wanted: TypeAlias = Callable[[Event], bool]
Moves: TypeAlias = "frozenset[tuple[Instance, State]] | None"
"""The allowed instances with the states that they lead to; None: the game has ended."""
Contracted: TypeAlias = "tuple[tuple[int, int] | None, tuple[EventResult, ...]]"
"""The numbers of states and transitions without forced passes (None: not counted), and the rounds of those."""
NONE_KNOWN: Mapping[tuple[str, ...], Event] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Counts:
    """How much was explored. `stopped`: why not all of it; empty where it was. seconds: of the exploration. of_trees:
    bytes of a state, where memory became scarce and states were kept as trees. long_lists: how many lists
    of the members that matter hang on fewer things, as they would be too long."""

    initial: int
    states: int
    transitions: int
    depth: int
    ended: int
    deadlocked: int
    complete: bool
    stopped: str
    seconds: float
    of_trees: int = 0
    long_lists: int = 0


@dataclass(frozen=True, slots=True)
class SampleCheck:
    """Steps that the interpreter took again. states: how many were compared; steps: how many lead on from there;
    differing: after how many actions the two differ, and how."""

    states: int
    steps: int
    differing: tuple[str, ...] = ()


class ExploredGraph(Protocol):
    """An exploration, by networkx (`reference.py`), or by generated code (`native.py`)."""

    @property
    def system(self) -> TransitionSystem: ...

    @property
    def engine(self) -> str:
        """The engine that explored, or was not ready in time."""

    @property
    def native(self) -> ExploredGraph | None:
        """The same by generated code; None where that has not explored it."""

    @property
    def counts(self) -> Counts: ...

    @property
    def steps(self) -> Steps:
        """The interpreter's answers about candidates and steps so far."""

    @property
    def live(self) -> Collection[str]:
        """Rules that were live, and clauses whose effect ran (as ``§5.4.1``), the initial rule's included."""

    @property
    def decisive(self) -> Collection[str]:
        """Norms without which a verdict would differ, and clauses without which a step, the initial rule's included."""

    @property
    def judged_actions(self) -> Collection[str]:
        """Actions that somebody could have chosen."""

    @property
    def spoken(self) -> Collection[str]:
        """Actions about which some clause spoke."""

    @property
    def rims(self) -> frozenset[str]:
        """The grids of which a reached state holds the rim."""

    # --- events and deadlocks ---------------------------------------------------------------------------------------

    @property
    def event_keys(self) -> Collection[tuple[str, ...]]:
        """Every event that was met, by its key; what asking a property alone meets is not among them."""

    @property
    def occurrences(self) -> Iterable[Occurrence]:
        """Every event where it was met first, or first materially, what asking a property meets among them."""

    def events(self, known: Mapping[tuple[str, ...], Event] = NONE_KNOWN) -> tuple[Event, ...]:
        """The same, and of none by which play it is met. known: events that another exploration of the scope met."""

    def material(self, wanted: Wanted, besides: Container[tuple[str, ...]]) -> Iterator[Occurrence]:
        """The wanted occurrences that matter; `besides`: what is looked for nowhere."""

    def event_trace(self, at: Occurrence) -> Trace:
        """The shortest play to an event: taken where a step meets it, looked at where judging does."""

    @property
    def deadlock_kinds(self) -> Collection[Kind]: ...

    def deadlock_results(self, besides: Container[Kind] = ()) -> Iterator[DeadlockResult]:
        """One of each kind, shown where nearest; `besides`: the kinds of which nobody asks."""

    @property
    def contraction(self) -> Contracted: ...

    # --- properties -------------------------------------------------------------------------------------------------

    def verdicts(self) -> Sequence[Verdict]:
        """One for each check, in declaration order."""

    def verdict(self, check: Check) -> Verdict: ...

    def word(self, check: Check) -> Word:
        """The same in a word, without a play."""

    def violations(self, besides: Container[str] = ()) -> Iterator[str]:
        """The properties that are violated; `besides`: of which nobody asks."""

    # --- the graph --------------------------------------------------------------------------------------------------

    @property
    def failure(self) -> str:
        """The reason why plays could not be followed where there was to be a graph; empty where they could."""

    @property
    def unlisted(self) -> str:
        """The reason why its graph cannot be listed; empty where it can."""

    def network(self) -> Network:
        """The states, nearest first, with `depth`, `ended` and `deadlock`, and an edge for each choice, with its
        `instance`."""

    @property
    def stored_graph(self) -> ChoiceGraph | None:
        """The graph as generated code keeps it, if it does: two such are compared as they are stored."""

    def states(self) -> Iterator[State]:
        """The rest states that were found, nearest first."""

    def moves(self, state: State) -> Moves: ...

    def said_apart(self, sort: str, most: int) -> set[tuple[bool, ...]]:
        """For each of the nearest states, of which members of a sort something else is said than in every beginning:
        distances are looked at whole, and none is begun after so many states."""

    def sample(self, most: int) -> SampleCheck:
        """The states that the interpreter leads to from up to so many states, spread evenly, compared with those that
        this leads to."""


def nearest_states(found: Iterable[tuple[int, S]], most: int) -> Iterator[S]:
    """The states at the smallest distances, at most so many, of states that come nearest first."""
    seen, last = 0, 0
    for depth, some in found:
        if seen >= most and depth > last:
            return
        seen, last = seen + len(some), depth
        yield some


def idle_events(
    system: TransitionSystem, rings: Iterable[tuple[int, Sequence[tuple[N, Instance]]]], trace: Callable[[N], Trace]
) -> Iterator[EventResult]:
    """Rounds of forced passes with the depth of each, one event for each action, of the shortest play; a round of one
    state is a deadlock, and said there."""
    least: dict[str, tuple[int, Sequence[tuple[N, Instance]]]] = {}
    for depth, ring in rings:
        action = ring[0][1].action
        known = least.get(action)
        if len(ring) > 1 and (known is None or depth + len(ring) < known[0] + len(known[1])):
            least[action] = depth, ring
    for action, (_, ring) in least.items():
        cites = system.system.actions[action].origin.cites
        event = Event("idle", action, cites=cites, reason=f"{len(ring)} forced passes lead back to where they began")
        way = trace(ring[0][0])
        instances = (*(step.instance for step in way.steps), *(forced for _, forced in ring))
        play_ = play(system, way.start.instance, instances)
        yield EventResult(event, True, play_.length, play_)


def network_of(found: ExploredGraph) -> Network:
    """The states that were found, nearest first, with `depth`, `initial`, `ended` and `deadlock`, and an edge for each
    choice, with its `instance`. A `UsageError` where the graph takes more memory than it may."""
    graph = found.network()
    begun = {outcome.state for _, outcome in found.system.initial()}
    for state, data in graph.nodes(data=True):
        data["initial"] = state in begun
    return graph
