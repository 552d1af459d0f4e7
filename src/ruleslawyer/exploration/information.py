"""The knowledge of a seat along plays: the states between which all that it has seen and done leaves it in doubt.

A play gives a seat its view of the state where it begins, then for each action who took which, what of that was public,
and its view of what came of it. It forgets nothing (perfect recall), and it notices every action. The states in which
plays may stand that were the same to it so far are an information set. The sets are found as the states of a
deterministic automaton are found from those of one that is not, by the subset construction.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from ruleslawyer.base.files.content import Json
from ruleslawyer.engines.explore.search import Network
from ruleslawyer.exploration.explored import ExploredGraph, network_of
from ruleslawyer.play.rules import Rules, visible_args
from ruleslawyer.rulebook.claims.verdict import count_actions
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace, play, start_of
from ruleslawyer.semantics.transition import Instance, TransitionSystem

MOST_SETS = 50_000
"""Information sets of a seat, or places of plays with what all seats know there, at which it is cut."""

Seen: TypeAlias = str
"""All that a seat sees or hears at once, as text: two that are equal are the same to it."""
Set: TypeAlias = int
"""The number of an information set of a seat."""


class CachedViews(Rules):
    """The rules, with what each seat sees of a state kept: it is asked for at each edge."""

    def __init__(self, system: TransitionSystem) -> None:
        super().__init__(system)
        self._views: dict[tuple[State, int], Json] = {}
        self._looks: dict[tuple[State, int], Seen] = {}

    def sees(self, state: State, seat: int) -> Json:
        key = state, seat
        if key not in self._views:
            self._views[key] = super().sees(state, seat)
        return self._views[key]

    def look(self, state: State, seat: int) -> Seen:
        """A seat's view of a state, and who is to decide there, which everybody at a table sees."""
        key = state, seat
        if key not in self._looks:
            self._looks[key] = json.dumps([self.sees(state, seat), self._deciders(state)])
        return self._looks[key]

    def _deciders(self, state: State) -> list[str]:
        try:
            return self.whose(state)
        except BranchEnds:
            return []

    def hears(self, before: State, instance: Instance, after: State, seat: int) -> Seen:
        """All that a seat learns by an action: its own choices, what is public of others', and its view afterwards."""
        action, told = self.actions[instance.action], self.codec.instance(instance)["args"]
        actor = action.actor_of(instance.args)
        if actor != seat:
            told = visible_args(self, instance, before, after, seat)
        return json.dumps([instance.action, actor, told, self.look(after, seat)])


def canonical_order(graph: Network) -> Network:
    """The same graph, its states and choices in an order that hangs on nobody who explored: what is met first in it is
    the same, whichever engine found it."""
    made = graph.__class__()
    made.graph.update(graph.graph)
    ahead = sorted((state for state, initial in graph.nodes(data="initial") if initial), key=repr)
    made.add_nodes_from((state, graph.nodes[state]) for state in ahead)
    for state in ahead:
        for _, after, data in sorted(graph.out_edges(state, data=True), key=lambda edge: repr(edge[2]["instance"])):
            if after not in made:
                made.add_node(after, **graph.nodes[after])
                ahead.append(after)
            made.add_edge(state, after, **data)
    return made


class Seat:
    """The information sets of a seat, each found when somebody asks where a play leads from another one."""

    def __init__(self, graph: Network, eyes: CachedViews, seat: int) -> None:
        self.graph, self.eyes, self.seat = graph, eyes, seat
        self.sets: list[tuple[State, ...]] = []
        self._order = {state: number for number, state in enumerate(graph)}
        self._numbers: dict[tuple[State, ...], Set] = {}
        self._after: dict[Set, dict[Seen, Set]] = {}
        self._heard: dict[tuple[State, Instance], Seen] = {}

    @cached_property
    def starts(self) -> dict[Seen, Set]:
        """The states in which plays may begin, by how that looks."""
        begun = (state for state, initial in self.graph.nodes(data="initial") if initial)
        return self._group((self.eyes.look(state, self.seat), state) for state in begun)

    def after(self, one: Set) -> dict[Seen, Set]:
        """The information sets after an action, by what was heard of it."""
        if one not in self._after:
            steps = (
                (a, data["instance"], b) for a in self.sets[one] for _, b, data in self.graph.out_edges(a, data=True)
            )
            self._after[one] = self._group((self.hears(a, instance, b), b) for a, instance, b in steps)
        return self._after[one]

    def hears(self, before: State, instance: Instance, after: State) -> Seen:
        key = before, instance
        if key not in self._heard:
            self._heard[key] = self.eyes.hears(before, instance, after, self.seat)
        return self._heard[key]

    def _group(self, found: Iterable[tuple[Seen, State]]) -> dict[Seen, Set]:
        groups: dict[Seen, set[State]] = {}
        for seen, state in found:
            groups.setdefault(seen, set()).add(state)
        return {seen: self._number(states) for seen, states in groups.items()}

    def _number(self, found: set[State]) -> Set:
        states = tuple(sorted(found, key=self._order.__getitem__))
        if states not in self._numbers:
            self._numbers[states] = len(self.sets)
            self.sets.append(states)
        return self._numbers[states]


@dataclass(frozen=True, slots=True)
class InformationSetPlay:
    """A play after which a seat has an information set, with how many states that has, and how many look like them."""

    trace: Trace
    states: int
    looks: int


@dataclass(frozen=True, slots=True)
class Information:
    """The knowledge of a seat in a scope.

    looks: how many views of the table there are, and how many states the most common one has. sets: of how many states
    each information set is, nearest first. largest, told_apart: where the largest one is met first, and one in which
    recall leaves less than a look (None: nowhere); recalls: how many of those there are. depth: the actions after which
    there is no other set. cut: why not all were found; empty where they were.
    """

    seat: str
    looks: tuple[int, int]
    sets: tuple[int, ...]
    depth: int
    largest: InformationSetPlay
    told_apart: InformationSetPlay | None
    recalls: int
    cut: str


def information(found: ExploredGraph, seat: int, most: int = MOST_SETS) -> Information:
    """The information sets of a seat, those that are met after few actions first."""
    graph, eyes = canonical_order(network_of(found)), CachedViews(found.system)
    view = Seat(graph, eyes, seat)
    alike = Counter(eyes.look(state, seat) for state in graph)
    parents: dict[Set, tuple[Set, Seen] | None] = dict.fromkeys(view.starts.values())
    depths, ahead, cut = dict.fromkeys(parents, 0), list(parents), found.counts.stopped
    for one in ahead:
        if len(parents) > most:
            cut = cut or f"cut at {most} information sets, after {count_actions(depths[one])}"
            break
        for seen, other in view.after(one).items():
            if other not in parents:
                parents[other], depths[other] = (one, seen), depths[one] + 1
                ahead.append(other)

    def doubt(one: Set) -> InformationSetPlay:
        states = view.sets[one]
        return InformationSetPlay(_play_to(view, parents, one), len(states), alike[eyes.look(states[0], seat)])

    recalls = [one for one in ahead if len(view.sets[one]) < alike[eyes.look(view.sets[one][0], seat)]]
    return Information(
        eyes.seats[seat],
        (len(alike), max(alike.values())),
        tuple(len(view.sets[one]) for one in ahead),
        max(depths.values()),
        doubt(max(ahead, key=lambda one: len(view.sets[one]))),
        doubt(recalls[0]) if recalls else None,
        len(recalls),
        cut,
    )


def _play_to(view: Seat, parents: dict[Set, tuple[Set, Seen] | None], one: Set) -> Trace:
    """A play after which a seat has an information set: from one of its states backwards, as the seat heard it."""
    state, taken = view.sets[one][0], list[Instance]()
    while (parent := parents[one]) is not None:
        one, seen = parent
        state, instance = next(
            (a, data["instance"])
            for a, _, data in view.graph.in_edges(state, data=True)
            if a in view.sets[one] and view.hears(a, data["instance"], state) == seen
        )
        taken.append(instance)
    return play(view.eyes.system, start_of(view.eyes.system, state), tuple(reversed(taken)))
