"""Verdicts on the checks that ask what players know: at each place of a play, by what each seat has seen on the way.

A place is a state with the information set of every seat, since two plays to one state may leave a seat knowing more or
less. Places are visited nearest first; what a check asks of a seat holds where it does in every state of its set.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.exploration.explored import ExploredGraph, network_of
from ruleslawyer.exploration.information import MOST_SETS, CachedViews, Seat, Set, canonical_order
from ruleslawyer.ir.rules import Check
from ruleslawyer.rulebook.claims.conclusion import Seen, cause_of
from ruleslawyer.rulebook.claims.limits import Limits, Unready
from ruleslawyer.rulebook.claims.verdict import Verdict, count_actions
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds, Event, failed_evaluation
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.state import State, Store
from ruleslawyer.semantics.trace import Trace, play, start_of
from ruleslawyer.semantics.transition import Instance, TransitionSystem

Place: TypeAlias = tuple[State, tuple[Set, ...]]
"""A state, and the number of the information set that each seat has there."""


def verdicts_on_knowledge(found: ExploredGraph, limits: Limits | None = None, most: int = MOST_SETS) -> list[Verdict]:
    """One verdict for each check that asks what players know, in declaration order. limits: of the seconds that this
    may take; what breaks a check by then is told."""
    checks = tuple(found.system.system.knowing.values())
    if not checks:
        return []
    # With a state that is missing a seat would seem to know more.
    reason = found.unlisted or found.counts.stopped
    if reason:
        return [_unanswerable(check, found, reason) for check in checks]
    limits, began = limits or Limits(), time.perf_counter()
    try:
        with limits.preparing("what players see was gathered"):
            plays = _Plays(found, checks, most)
        return list(plays.verdicts(limits.since(began)))
    except Unready as late:
        return [_unanswerable(check, found, str(late)) for check in checks]
    except UsageError as error:
        return [_unanswerable(check, found, error.message) for check in checks]


def _unanswerable(check: Check, found: ExploredGraph, reason: str) -> Verdict:
    return Verdict(check.name, check.kind, check.origin.cites, "UNKNOWN", reason, found.counts.states)


class _KnowledgeChecker(Interpreter):
    """Asks checks at a place: a fact that somebody is asked to know in every state of his information set."""

    def __init__(self, system: TransitionSystem, seats: Sequence[Seat]) -> None:
        super().__init__(system.system, system.scope, system.schema)
        self.asked, self.seats, self.sets = system, seats, tuple[Set, ...]()
        self.facts = {fact.name: fact for check in system.system.knowing.values() for fact in check.facts}
        self._known: dict[tuple[Any, ...], bool] = {}
        self.who = set[int]()
        """The seats that were asked."""

    def answer(self, check: Check, place: Place) -> bool:
        state, self.sets = place
        return bool(self._ask(check.function, state))

    def value(self, look: Look, name: str, args: tuple[object, ...]) -> Any:
        if name not in self.facts:
            return super().value(look, name, args)
        _, who, *others = args
        assert isinstance(who, int)
        self.who.add(who)
        key = name, who, self.sets[who], *others
        if key not in self._known:
            states = self.seats[who].sets[self.sets[who]]
            self._known[key] = all(self._ask(self.facts[name], state, *others) for state in states)
        return self._known[key]

    def _ask(self, function: Any, state: State, *others: object) -> Any:
        look = Look(self, self.asked.reading, self.asked.rulings)
        return look.call(function, (Store(self.schema, state), *others))


@dataclass
class _Answers:
    """The places where a check was violated, met, and could not be evaluated first."""

    violated: Place | None = None
    met: Place | None = None
    unevaluated: tuple[Place, Event] | None = None


class _Plays:
    """The places that plays come to, nearest first."""

    def __init__(self, found: ExploredGraph, checks: Sequence[Check], most: int) -> None:
        self.found, self.checks, self.most = found, checks, most
        self.graph, eyes = canonical_order(network_of(found)), CachedViews(found.system)
        self.seats = [Seat(self.graph, eyes, seat) for seat in range(len(eyes.seats))]
        self.eyes, self.knower = eyes, _KnowledgeChecker(found.system, self.seats)
        self.parents: dict[Place, tuple[Place, Instance] | None] = {}
        self.cut = ""

    def verdicts(self, limits: Limits) -> Iterator[Verdict]:
        answers, began = {check.name: _Answers() for check in self.checks}, time.perf_counter()
        for place in self._places():
            if late := limits.too_long(time.perf_counter() - began):
                deep = count_actions(len(self._way(place)))
                self.cut = f"{late}, at {len(self.parents)} places of plays, after {deep}"
                break
            for check in self.checks:
                self._ask(check, place, answers[check.name])
        system = self.found.system
        unfinished = self.cut or cause_of(self.found.occurrences, Codec(system.system, system.scope))
        for check in self.checks:
            one = answers[check.name]
            seen = Seen(
                self.found.counts.states,
                self._trace(one.violated) if one.violated else None,
                self._trace(one.met) if one.met else False,
                (self._trace(one.unevaluated[0]), one.unevaluated[1]) if one.unevaluated else None,
                self._is_reached(check, answers),
                unfinished,
            )
            yield self._in_words(seen.verdict(check), one)

    def _in_words(self, verdict: Verdict, answers: _Answers) -> Verdict:
        """A verdict with what was gone through, and between how many states those who were asked are left in doubt."""
        if answers.violated is None and verdict.word in ("HOLDS IN SCOPE", "VACUOUS") and verdict.trace is None:
            where = f"{len(self.parents)} places of plays, by all that each seat saw on the way"
            return replace(verdict, reason=f"{'in all' if verdict.word == 'HOLDS IN SCOPE' else 'in none of'} {where}")
        place = answers.violated or answers.met
        if place is None or verdict.trace is None:
            return verdict
        self.knower.who.clear()
        self.knower.answer(next(check for check in self.checks if check.name == verdict.name), place)
        doubts = (f"{self.eyes.seats[who]}: {self._possible(who, place)}" for who in sorted(self.knower.who))
        return replace(verdict, reason="; ".join((verdict.reason, *doubts)))

    def _possible(self, who: int, place: Place) -> str:
        states = len(self.seats[who].sets[place[1][who]])
        return "1 state is possible" if states == 1 else f"{states} states are possible"

    def _ask(self, check: Check, place: Place, answers: _Answers) -> None:
        try:
            holds = self.knower.answer(check, place)
        except BranchEnds as end:
            answers.unevaluated = answers.unevaluated or (
                place,
                failed_evaluation(check.name, check.origin.cites, end.event),
            )
            return
        if check.kind == "sometimes" and holds:
            answers.met = answers.met or place
        elif check.kind == "always" and not holds:
            answers.violated = answers.violated or place

    def _is_reached(self, check: Check, answers: dict[str, _Answers]) -> bool | None:
        """Whether the situation of a check is met; None where it has none, or that is not known."""
        if check.reached is None:
            return None
        if check.reached in answers:
            return answers[check.reached].met is not None
        word = self.found.word(self.found.system.system.checks[check.reached])
        return None if word == "UNKNOWN" else word == "HOLDS IN SCOPE"

    def _places(self) -> Iterator[Place]:
        begun = (state for state, initial in self.graph.nodes(data="initial") if initial)
        for state in begun:
            sets = tuple(seat.starts[self.eyes.look(state, seat.seat)] for seat in self.seats)
            self.parents[state, sets] = None
        ahead = list(self.parents)
        for place in ahead:
            yield place
            state, sets = place
            for _, after, data in self.graph.out_edges(state, data=True):
                instance = data["instance"]
                then = (
                    after,
                    tuple(
                        seat.after(one)[seat.hears(state, instance, after)]
                        for seat, one in zip(self.seats, sets, strict=True)
                    ),
                )
                if then not in self.parents:
                    if len(self.parents) >= self.most:
                        deep = len(self._way(place))
                        self.cut = self.cut or f"cut at {self.most} places of plays, after {count_actions(deep)}"
                        continue
                    self.parents[then] = place, instance
                    ahead.append(then)

    def _way(self, place: Place) -> list[Instance]:
        taken = list[Instance]()
        while (parent := self.parents[place]) is not None:
            place, instance = parent
            taken.append(instance)
        return [start_of(self.found.system, place[0]), *reversed(taken)]

    def _trace(self, place: Place) -> Trace:
        start, *taken = self._way(place)
        return play(self.found.system, start, tuple(taken))
