"""Verdicts on what stays possible and on what must come, from the explored graph, and its fair ways round; whole plays,
with their circles.

A part is fair as it is, or some set is enabled in it and never taken: a weakly fair one in all of its states, and no
circle in it is fair; or a strongly fair one, and a fair circle avoids the states in which it is enabled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.graph import Graph, Play
from ruleslawyer.engines.native.occurrence_log import TOO_OFTEN
from ruleslawyer.engines.native.walks import OUTSIDE, StrongComponents
from ruleslawyer.ir.rules import NATURE, Check, Fair
from ruleslawyer.rulebook.claims.conclusion import (
    AGAIN_WITHOUT,
    COMES_IF_AT_ALL,
    ENDS_WITHOUT,
    FORCED_ROUND,
    FROM_SOME_STATE_ON,
    IF_AT_ALL,
    NOT_FROM_HERE,
    evaluation_failure,
    kept_from,
)
from ruleslawyer.rulebook.claims.promised import NOBODY, Single, each_promise
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.semantics.events import LOOP
from ruleslawyer.semantics.fairness import chance_actions
from ruleslawyer.semantics.trace import Trace, play
from ruleslawyer.semantics.transition import TransitionSystem

NONE = -1
"""The number of the fair set of an edge that belongs to none; of the part of a state that lies in none."""


def fairness(graph: Graph, check: Check) -> Fairness:
    """The fairness that a property assumes of plays on an explored graph, without what is outside play."""
    named = [(fair, False) for fair in check.fair if fair != NATURE] + [(fair, True) for fair in check.strongly_fair]
    kinds = [(graph.sets(fair)[graph.game_edges], strong) for fair, strong in named]
    return Fairness(graph.game, [*kinds, *([_nature(graph)] if check.by_nature else [])])


def chance_fairness(graph: Graph) -> Fairness:
    """The fairness of chance alone: the plays that it leaves with probability 0 are those that are not fair to it."""
    return Fairness(graph.game, [_nature(graph)])


def _nature(graph: Graph) -> tuple[Integers, bool]:
    """Each outcome of chance in each state as a set of its own, and strong."""
    by_chance = np.zeros(graph.game.edges, dtype=np.bool_)
    for name in chance_actions(graph.system.system):
        by_chance |= graph.sets(Fair(name))[graph.game_edges] >= 0
    return np.where(by_chance, np.arange(graph.game.edges), NONE).astype(np.int64), True


class Fairness:
    """The fair sets of a graph's edges: of each kind of set the number of each edge's, and whether it is strong."""

    def __init__(self, digraph: Digraph, kinds: Sequence[tuple[Integers, bool]]) -> None:
        self.digraph = digraph
        self.of: list[Integers] = []
        strong: list[bool] = []
        for numbers, is_strong in kinds:
            taking = digraph.moving & (numbers >= 0)
            values, which = np.unique(numbers[taking], return_inverse=True)
            of = np.full(digraph.edges, NONE, dtype=np.int32)
            of[taking] = which + len(strong)
            self.of.append(of)
            strong += [is_strong] * len(values)
        self.strong = np.array(strong, dtype=np.bool_)

    @property
    def count(self) -> int:
        """The number of sets."""
        return len(self.strong)

    @cached_property
    def _enabling(self) -> tuple[Integers, Integers]:
        """States, in their order, and sets that are enabled there: as many entries in both."""
        codes = [_code(self.digraph.sources[of >= 0], of[of >= 0], self.count) for of in self.of]
        return _decode(np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *codes])), self.count)

    def enabled_sets(self, node: int) -> list[int]:
        """The sets that are enabled in a state."""
        states, sets = self._enabling
        first, stop = np.searchsorted(states, [node, node + 1])
        return [int(one) for one in sets[first:stop]]

    def taken_sets(self, edge: int) -> list[int]:
        """The sets that an edge takes."""
        return [int(of[edge]) for of in self.of if of[edge] >= 0]

    # --- parts ----------------------------------------------------------------------------------------------------

    def parts(self, nodes: Flags) -> Integers:
        """For each state the number of the fair part of the graph it lies in, among some `nodes`, or `NONE`: a fair
        play may stay there, and meet all of it."""
        found = np.full(self.digraph.size, NONE, dtype=np.int64)
        number = 0
        while nodes.any():
            part = self.digraph.parts_without(~nodes)
            states, component = np.flatnonzero(part.circling), part.component
            fails, barred = self._unfair(part)
            fair = states[~fails[component[states]]]
            found[fair] = number + component[fair]
            number += len(fails)
            again = np.zeros(len(fails), dtype=np.bool_)
            again[component[barred]] = True
            nodes = np.zeros(self.digraph.size, dtype=np.bool_)
            nodes[states] = again[component[states]]
            nodes[barred] = False
        return found

    def _unfair(self, part: StrongComponents) -> tuple[Flags, Integers]:
        """The components that are not fair as they are; and the states that could be left out to make one so."""
        component, circling = part.component.astype(np.int64), part.circling
        number = int(component.max()) + 1
        fails = np.zeros(number, dtype=np.bool_)
        if not self.count:
            return fails, np.zeros(0, dtype=np.int64)
        taken = []
        for of in self.of:
            edges = np.flatnonzero(of >= 0)
            here, there = component[self.digraph.sources[edges]], component[self.digraph.to[edges]]
            inside = (here == there) & (here != OUTSIDE)
            taken.append(np.unique(_code(here[inside], of[edges[inside]], self.count)))
        where, sets = (enabling_array[circling[self._enabling[0]]] for enabling_array in self._enabling)
        codes = _code(component[where], sets, self.count)
        idle = ~np.isin(codes, np.concatenate(taken))
        weak, times = np.unique(codes[idle & ~self.strong[sets]], return_counts=True)
        sizes = np.bincount(component[circling], minlength=number)
        throughout = _decode(weak, self.count)[0]
        dead = np.zeros(number, dtype=np.bool_)
        dead[throughout[times == sizes[throughout]]] = True
        barred = where[idle & self.strong[sets]]
        fails[component[barred]] = True
        return fails | dead, barred[~dead[component[barred]]]

    # --- circles --------------------------------------------------------------------------------------------------

    def ring(self, begin: int, nodes: Flags) -> list[int]:
        """A fair way round through a state, as edges, among the `nodes` of its part, or those that are near where
        nothing has to be fair: every set is taken, or one that is weak is not enabled in a state on the way."""
        numbers = np.flatnonzero(nodes)
        part, edges = self.digraph.among(numbers)  # whose nodes and edges have numbers of their own
        takes: dict[int, int] = {}
        for of in self.of:
            mine = of[edges]
            taking = np.flatnonzero(mine >= 0)
            takes.update((int(mine[e]), int(e)) for e in taking[np.unique(mine[taking], return_index=True)[1]])
        ring: list[int] = []
        start = at = int(np.searchsorted(numbers, begin))
        for fair_set in self._enabled_among(nodes):
            if any(fair_set in self.taken_sets(int(edges[edge])) for edge in ring):
                continue
            if fair_set in takes:
                edge = takes[fair_set]
                ring += [*_way(part, at, int(part.sources[edge])), edge]
            else:
                met = [start, *(int(part.to[edge]) for edge in ring)]
                if any(fair_set not in self.enabled_sets(int(numbers[state])) for state in met):
                    continue
                ring += _way(
                    part, at, next(s for s, n in enumerate(numbers) if fair_set not in self.enabled_sets(int(n)))
                )
            at = int(part.to[ring[-1]])
        if ring:
            ring += _way(part, at, start)
        else:
            states = part.circle(start)
            assert states is not None
            ring += _along(part, [*states, start])
        return [int(edges[edge]) for edge in ring]

    def _enabled_among(self, nodes: Flags) -> list[int]:
        """The sets that are enabled in some of these states."""
        states, sets = self._enabling
        return [int(one) for one in np.unique(sets[nodes[states]])]


def _way(part: Digraph, first: int, goal: int) -> list[int]:
    nodes = part.path(first, goal)
    assert nodes is not None, "a part is connected"
    return list(_along(part, nodes))


def _along(part: Digraph, nodes: Sequence[int]) -> Iterator[int]:
    """The first edge of each step."""
    for a, b in pairwise(nodes):
        first = int(part.begin[a])
        yield first + int(np.argmax(part.successors(a) == b))


def _code(left: Integers, sets: Integers, count: int) -> Integers:
    """Pairs of a number and a set as one number each, in the order of the first."""
    return left.astype(np.int64) * count + sets


def _decode(codes: Integers, count: int) -> tuple[Integers, Integers]:
    return codes // max(1, count), codes % max(1, count)


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict, and the play that violates the property by its numbers; `verdict.trace` is the same play."""

    verdict: Verdict
    play: Play | None = None


@dataclass(frozen=True, slots=True)
class LivenessResult(Single):
    """The result for plays that wait for something, or for what they can still come to; and one that violates it.
    `unclear`: the states in which it cannot be evaluated, where that is the result. `rounds`: plays of which one goes
    on with forced steps that go round, where that is."""

    play: Play | None = None
    unclear: Flags | None = None
    rounds: Callable[[], Iterator[Play]] | None = None


def check_liveness(graph: Graph, check: Check) -> LivenessResult:
    """The answer to one of them by the graph alone."""
    rules = fairness(graph, check)

    def ask(members: tuple[int, ...]) -> LivenessResult:
        if check.kind == "possible":
            return _possible(graph, check, members)
        if check.kind == "eventually_always":
            return _eventually_always(graph, check, members, rules)
        return _comes(graph, check, members, rules)

    return each_promise(graph.system, check, ask, LivenessResult("VACUOUS", NOBODY))


def with_trace(graph: Graph, check: Check, found: LivenessResult) -> Answer:
    """The same with a play of the interpreter's."""
    if found.unclear is not None:
        return _unclear(graph, check, found.unclear)
    if found.rounds is None:
        return _answer_of(graph, check, found)
    for one in found.rounds():
        trace = with_forced_round(graph.system, graph.trace(one))
        if trace is not None:
            return Answer(_verdict_of(graph, check, found, trace))
    raise AssertionError("no step of the interpreter leads to forced steps that go round")


def with_forced_round(system: TransitionSystem, trace: Trace) -> Trace | None:
    """A play with the first step more that leads to forced steps which go round; None where none does."""
    assert trace.end is not None
    for instance in system.allowed_instances(trace.end):
        if instance.action in system.system.outside_play:
            continue
        if any(event.kind == LOOP for event in system.take(trace.end, instance).events):
            return play(system, trace.start.instance, (*(step.instance for step in trace.steps), instance))
    return None


def _answer_of(graph: Graph, check: Check, found: LivenessResult) -> Answer:
    trace = None if found.play is None else graph.trace(found.play)
    return Answer(_verdict_of(graph, check, found, trace), found.play)


def _verdict_of(graph: Graph, check: Check, found: LivenessResult, trace: Trace | None) -> Verdict:
    return Verdict(
        check.name, check.kind, check.origin.cites, found.word, found.reason, graph.count(), trace, member=found.member
    )


def _possible(graph: Graph, check: Check, members: tuple[int, ...]) -> LivenessResult:
    """The answer to a `possible`: where it cannot be evaluated it may hold, and states from which no such state is
    reached violate it."""
    can, (goal, unclear) = graph.still_possible[check.name, members], graph.answers_of(check.function, members)
    if not can.all():
        return LivenessResult("VIOLATED", NOT_FROM_HERE, play=graph.as_play(graph.way(int(np.argmin(can)))))
    if unclear.any():
        return LivenessResult("UNKNOWN", "", unclear=unclear)
    if graph.goes_on is None:
        return LivenessResult("UNKNOWN", TOO_OFTEN)
    if graph.goes_on.any() and not next(graph.game.leading_to(goal)).all():
        return LivenessResult("UNKNOWN", IF_AT_ALL)
    return LivenessResult("HOLDS IN SCOPE", f"from all {graph.count()} rest states")


def _unclear(graph: Graph, check: Check, where: Flags) -> Answer:
    """The answer that a property cannot be evaluated, shown in the nearest of some states."""
    node, system = int(np.argmax(where)), graph.system
    shown = graph.as_play(graph.way(node))
    event = next(e for e in system.asking(check, graph.state(node)) if e.of_property)
    reason = evaluation_failure(check, graph.trace(shown), event)[0]
    return _answer_of(graph, check, LivenessResult("UNKNOWN", reason, play=shown))


def _comes(graph: Graph, check: Check, members: tuple[int, ...], rules: Fairness) -> LivenessResult:
    """The answer to a `leads_to`, or to an `eventually`, for which each beginning asks."""
    began = graph.depths == 0, np.zeros(graph.size, dtype=np.bool_)
    asks, failed = began if check.goal is None else graph.answers_of(check.function, members)
    done, unclear = graph.answers_of(check.goal or check.function, members)
    lost = failed | unclear
    asks, done = asks & ~lost, done | lost  # where it cannot be evaluated nothing is waited for
    found = follow_plays(graph, check, np.flatnonzero(asks & ~done), done, graph.count(asks), rules)
    if lost.any() and found.word != "VIOLATED":
        return LivenessResult("UNKNOWN", "", unclear=lost)
    return found


def follow_plays(
    graph: Graph, check: Check, waits: Integers, done: Flags, asking: int, rules: Fairness | None = None
) -> LivenessResult:
    """The fair plays from some states of a graph until they are `done`; `asking`: how many states ask for that. rules:
    the fairness that the property assumes, if it is known."""
    if not asking:
        return LivenessResult("VACUOUS", "its first part never holds")
    waiting = PendingPlays(graph, waits, done)
    stays = waiting.staying("a play ends without it")
    if stays is not None:
        return stays
    endless = waiting.endless(rules or fairness(graph, check))
    if endless is not None:
        return LivenessResult("VIOLATED", "a play can go round for ever without it", play=endless)
    if check.kind == "eventually" and waiting.is_cut_off:
        return LivenessResult("UNKNOWN", COMES_IF_AT_ALL)
    return LivenessResult("HOLDS IN SCOPE", kept_from(asking))


def _eventually_always(graph: Graph, check: Check, members: tuple[int, ...], rules: Fairness) -> LivenessResult:
    holds, unclear = graph.answers_of(check.function, members)
    found = settle_plays(graph, check, ~holds & ~unclear, rules)
    if unclear.any() and found.word != "VIOLATED":
        return LivenessResult("UNKNOWN", "", unclear=unclear)
    return found


def settle_plays(graph: Graph, check: Check, wrong: Flags, rules: Fairness | None = None) -> LivenessResult:
    """Whether fair plays come to be in no `wrong` state any more. They do not where one ends there, or is there again
    and again. rules: as for `follow_plays`."""
    waiting = PendingPlays(graph, np.flatnonzero(wrong), ~wrong)
    stays = waiting.staying(ENDS_WITHOUT)
    if stays is not None:
        return stays
    again = waiting.coming_again(rules or fairness(graph, check))
    if again is not None:
        return LivenessResult("VIOLATED", AGAIN_WITHOUT, play=again)
    return LivenessResult("HOLDS IN SCOPE", FROM_SOME_STATE_ON)


class PendingPlays:
    """The plays that still wait for something: from the states that ask for it, through those without it."""

    def __init__(self, graph: Graph, asked: Integers, done: Flags) -> None:
        self.graph, self._done = graph, done
        # A start waits as long as it takes to get there, so that the whole play is as short as can be.
        self.ahead = graph.game.ahead(asked, graph.depths[asked], done)

    def _play(self, node: int, ring: Sequence[int] = ()) -> Play:
        """A shortest play that asks, and waits from there to this state; then it goes round, by edges of the game."""
        graph, waited = self.graph, self.ahead.path(node)
        stem = graph.way(waited[0])
        asked, nodes = len(stem) - 1, [*stem, *waited[1:]]
        back = len(nodes) - 1
        nodes += [int(graph.game.to[edge]) for edge in ring]
        fixed = {back + place: int(graph.game_edges[edge]) for place, edge in enumerate(ring)}
        return graph.as_play(nodes, graph.play, back if ring else None, fixed, asked)

    def staying(self, ends: str) -> LivenessResult | None:
        """Where a play ends (in words: `ends`) or is forced round where it waits, or whether that is not known; None
        where there is no such play."""
        goes_on, comes_round = self.graph.goes_on, self.graph.comes_round
        if goes_on is None or comes_round is None:
            return LivenessResult("UNKNOWN", TOO_OFTEN)
        stuck = self.dead_end(goes_on | comes_round)
        if stuck is not None:
            return LivenessResult("VIOLATED", ends, play=stuck)
        if comes_round[self.ahead.order].any():
            return LivenessResult("VIOLATED", FORCED_ROUND, rounds=partial(self.coming_to, comes_round))
        return None

    @property
    def is_cut_off(self) -> bool:
        """Whether some play may go on in a way that is not known while it waits."""
        goes_on = self.graph.goes_on
        return goes_on is None or bool(goes_on[self.ahead.order].any())

    def dead_end(self, goes_on: Flags) -> Play | None:
        """A shortest play that ends and still waits. goes_on: in which states it does not end, edges or not."""
        ends = (np.diff(self.graph.game.begin) == 0) & ~goes_on
        return next(self.coming_to(ends), None)

    def coming_to(self, some: Flags) -> Iterator[Play]:
        """Shortest plays that come to some states and still wait, the nearest first."""
        return (self._play(int(node)) for node in self.ahead.order[some[self.ahead.order]])

    def endless(self, rules: Fairness) -> Play | None:
        """A play that waits for ever, going round, and is fair."""
        order = self.ahead.order
        near = None if rules.count else self.graph.game.first_circle(order, self._done)
        if near is None:
            # Of all promises no circle is looked for but where the whole graph, gone through once, has one.
            parts = rules.parts(self.ahead.reachable_nodes & self.graph.game.parts.circling)
            waiting = order[parts[order] != NONE]
            near = (int(waiting[0]), parts == parts[waiting[0]]) if len(waiting) else (OUTSIDE, self._done)
        return self._round(rules, *near)

    def coming_again(self, rules: Fairness) -> Play | None:
        """A fair play that comes to one of the states where it waits again and again, wherever it goes between."""
        parts, order = rules.parts(self.graph.game.parts.circling), self.ahead.order
        again = order[parts[order] != NONE]
        return self._round(rules, int(again[0]), parts == parts[again[0]]) if len(again) else None

    def _round(self, rules: Fairness, begin: int, among: Flags) -> Play | None:
        return None if begin == OUTSIDE else self._play(begin, rules.ring(begin, among))
