"""Verdicts on what stays possible and on what must come, from the explored graph; whole plays, with their circles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.engines.native.cut import TOO_OFTEN
from ruleslawyer.engines.native.fairness import NONE, Fairness, fairness
from ruleslawyer.engines.native.graph import Graph, Play
from ruleslawyer.engines.native.walks import OUTSIDE
from ruleslawyer.ir.checks import Check
from ruleslawyer.rulebook.claims.conclusion import (
    AGAIN_WITHOUT,
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
from ruleslawyer.semantics.trace import Trace, play
from ruleslawyer.semantics.transition import TransitionSystem


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict, and the play that violates the property by its numbers; `verdict.trace` is the same play."""

    verdict: Verdict
    play: Play | None = None


@dataclass(frozen=True, slots=True)
class Followed(Single):
    """The result for plays that wait for something, or for what they can still come to; and one that violates it.
    `unclear`: the states in which it cannot be evaluated, where that is the result. `rounds`: plays of which one goes
    on with forced steps that go round, where that is."""

    play: Play | None = None
    unclear: Flags | None = None
    rounds: Callable[[], Iterator[Play]] | None = None


def follow(graph: Graph, check: Check) -> Followed:
    """The answer to one of them by the graph alone."""
    rules = fairness(graph, check)

    def ask(members: tuple[int, ...]) -> Followed:
        if check.kind == "possible":
            return _possible(graph, check, members)
        if check.kind == "eventually_always":
            return _eventually_always(graph, check, members, rules)
        return _comes(graph, check, members, rules)

    return each_promise(graph.system, check, ask, Followed("VACUOUS", NOBODY))


def show(graph: Graph, check: Check, found: Followed) -> Answer:
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


def _answer_of(graph: Graph, check: Check, found: Followed) -> Answer:
    trace = None if found.play is None else graph.trace(found.play)
    return Answer(_verdict_of(graph, check, found, trace), found.play)


def _verdict_of(graph: Graph, check: Check, found: Followed, trace: Trace | None) -> Verdict:
    return Verdict(
        check.name, check.kind, check.origin.cites, found.word, found.reason, graph.count(), trace, member=found.member
    )


def _possible(graph: Graph, check: Check, members: tuple[int, ...]) -> Followed:
    """The answer to a `possible`: where it cannot be evaluated it may hold, and states from which no such state is
    reached violate it."""
    can, (goal, unclear) = graph.still_possible[check.name, members], graph.answers_of(check.function, members)
    if not can.all():
        return Followed("VIOLATED", NOT_FROM_HERE, play=graph.as_play(graph.way(int(np.argmin(can)))))
    if unclear.any():
        return Followed("UNKNOWN", "", unclear=unclear)
    if graph.goes_on is None:
        return Followed("UNKNOWN", TOO_OFTEN)
    if graph.goes_on.any() and not next(graph.game.leading_to(goal)).all():
        return Followed("UNKNOWN", IF_AT_ALL)
    return Followed("HOLDS IN SCOPE", f"from all {graph.count()} rest states")


def _unclear(graph: Graph, check: Check, where: Flags) -> Answer:
    """The answer that a property cannot be evaluated, shown in the nearest of some states."""
    node, system = int(np.argmax(where)), graph.system
    shown = graph.as_play(graph.way(node))
    event = next(e for e in system.asking(check, graph.state(node)) if e.of_property)
    reason = evaluation_failure(check, graph.trace(shown), event)[0]
    return _answer_of(graph, check, Followed("UNKNOWN", reason, play=shown))


def _comes(graph: Graph, check: Check, members: tuple[int, ...], rules: Fairness) -> Followed:
    """The answer to a `leads_to`, or to an `eventually`, for which each beginning asks."""
    began = graph.depths == 0, np.zeros(graph.size, dtype=np.bool_)
    asks, failed = began if check.goal is None else graph.answers_of(check.function, members)
    done, unclear = graph.answers_of(check.goal or check.function, members)
    lost = failed | unclear
    asks, done = asks & ~lost, done | lost  # where it cannot be evaluated nothing is waited for
    found = follow_plays(graph, check, np.flatnonzero(asks & ~done), done, graph.count(asks), rules)
    if lost.any() and found.word != "VIOLATED":
        return Followed("UNKNOWN", "", unclear=lost)
    return found


def follow_plays(
    graph: Graph, check: Check, waits: Integers, done: Flags, asking: int, rules: Fairness | None = None
) -> Followed:
    """The fair plays from some states of a graph until they are `done`; `asking`: how many states ask for that. rules:
    the fairness that the property assumes, if it is known."""
    if not asking:
        return Followed("VACUOUS", "its first part never holds")
    waiting = Waiting(graph, waits, done)
    stays = waiting.staying("a play ends without it")
    if stays is not None:
        return stays
    endless = waiting.endless(rules or fairness(graph, check))
    if endless is not None:
        return Followed("VIOLATED", "a play can go round for ever without it", play=endless)
    return Followed("HOLDS IN SCOPE", kept_from(asking))


def _eventually_always(graph: Graph, check: Check, members: tuple[int, ...], rules: Fairness) -> Followed:
    holds, unclear = graph.answers_of(check.function, members)
    found = settle_plays(graph, check, ~holds & ~unclear, rules)
    if unclear.any() and found.word != "VIOLATED":
        return Followed("UNKNOWN", "", unclear=unclear)
    return found


def settle_plays(graph: Graph, check: Check, wrong: Flags, rules: Fairness | None = None) -> Followed:
    """Whether fair plays come to be in no `wrong` state any more. They do not where one ends there, or is there again
    and again. rules: as for `follow_plays`."""
    waiting = Waiting(graph, np.flatnonzero(wrong), ~wrong)
    stays = waiting.staying(ENDS_WITHOUT)
    if stays is not None:
        return stays
    again = waiting.coming_again(rules or fairness(graph, check))
    if again is not None:
        return Followed("VIOLATED", AGAIN_WITHOUT, play=again)
    return Followed("HOLDS IN SCOPE", FROM_SOME_STATE_ON)


class Waiting:
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

    def staying(self, ends: str) -> Followed | None:
        """Where a play ends (in words: `ends`) or is forced round where it waits, or whether that is not known; None
        where there is no such play."""
        goes_on, comes_round = self.graph.goes_on, self.graph.comes_round
        if goes_on is None or comes_round is None:
            return Followed("UNKNOWN", TOO_OFTEN)
        stuck = self.dead_end(goes_on | comes_round)
        if stuck is not None:
            return Followed("VIOLATED", ends, play=stuck)
        if comes_round[self.ahead.order].any():
            return Followed("VIOLATED", FORCED_ROUND, rounds=partial(self.coming_to, comes_round))
        return None

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
