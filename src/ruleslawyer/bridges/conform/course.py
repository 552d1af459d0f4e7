"""One play on the reference and on another implementation at once, compared after every step."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from typing import Literal

from ruleslawyer.bridges.conform.peer import Peer, Refused, View, overlay, view_of
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk
from ruleslawyer.play.explain import sentence
from ruleslawyer.play.rules import Rules
from ruleslawyer.play.sampling import Among, Sampling
from ruleslawyer.play.session import Session, first_node, put
from ruleslawyer.play.shrink import Way
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.sight import UNSEEN
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, TransitionSystem

Kind = Literal["state", "legal", "refused", "sight"]


@dataclass(frozen=True, slots=True)
class Reason:
    """The reference's explanation of one difference, and the clauses that it cites."""

    what: str
    why: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    """The place where two implementations differ. before: the reference's state in which the last answer was given;
    None at the beginning of a play. answers: the reference's and the other's, in words, by what they are about. given:
    the state that the play was begun in, where it was not begun as the rules say."""

    kind: Kind
    way: Way
    before: State | None
    answers: tuple[tuple[str, str, str], ...]
    reasons: tuple[Reason, ...]
    given: State | None = None

    @property
    def about(self) -> frozenset[str]:
        """The names that a shorter play must differ in as well: the same fields or actions."""
        return frozenset(what.partition("[")[0].partition("(")[0] for what, _, _ in self.answers)


class Disagreement(Exception):
    """A difference was found, and the play does not go on."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.kind)
        self.difference = difference


class Course:
    """A play so far. Raises `Disagreement`, or a `Fault` of the program.

    Of a state that has more choices than are listed, only those that were drawn are missed in the other's answer.
    """

    def __init__(self, system: TransitionSystem, peer: Peer, dice: Dice) -> None:
        self.system, self.peer, self.codec = system, peer, peer.codec
        self.dice = dice
        self.session = Session(Rules(system))
        self.compared = 0

    @property
    def way(self) -> Way | None:
        """The play so far, if it has begun."""
        return None if self.session.at is None else self.session.at.way

    def begin(self, start: Instance) -> Outcome | None:
        """Begin; None where the reference has no such beginning, or no state after it."""
        first = first_node(self.session.rules, start)
        if first is None or first.state is None:
            return None
        self.session.go(first)
        self._expect(None, None, first.outcome, lambda: self.peer.initial(start))
        return first.outcome

    def put(self, state: State, settled: Outcome | None) -> None:
        """Begin in a given state, where `settled` says what is forced there first."""
        first = put(self.session.rules, state, settled or Outcome(state, (), (), ()))
        self.session.go(first)
        self._expect(state, None, first.outcome, lambda: self.peer.load(state))

    def legal(self) -> list[Judged]:
        """The allowed actions, the same on both sides; of the actions that the other speaks of."""
        state = self.session.here.rest
        listed = Sampling(self.system, self.dice)
        judged = [j for j in listed.candidates(state) if j.instance.action in self.peer.claims.actions]
        allowed = {j.instance: j for j in judged if j.is_allowed}
        unknown = {j.instance for j in judged if j.judgement is None}
        try:
            theirs = self.peer.legal()
        except Refused as refused:
            raise Disagreement(self._difference("refused", (("legal", "a list", f"an error: {refused}"),))) from None
        missing = [i for i in allowed if i not in theirs]
        extra = [i for i in theirs if i not in allowed and i not in unknown]
        if listed.narrowed:
            extra = [i for i in extra if not _is_allowed(self.system, state, i)]
        self.compared += 1
        if missing or extra:
            answers = [(self.codec.call(i), "allowed", "not allowed") for i in missing]
            answers += [(self.codec.call(i), "not allowed", "allowed") for i in extra]
            reasons = tuple(self._verdict(state, i) for i in (*missing, *extra))
            raise Disagreement(self._difference("legal", tuple(answers), reasons))
        if self.peer.claims.observes:
            self.look()
        return list(allowed.values())

    def take(self, instance: Instance) -> Outcome:
        """Take an allowed action on both sides; only one that has a result."""
        before, at = self.session.state, self.session.here.take(instance)
        if at.state is not None:
            self.session.go(at)
            self._expect(before, instance, at.outcome, lambda: self.peer.step(instance))
        return at.outcome

    def look(self) -> None:
        """Compares each player's view with the reference, as far as the other speaks of it."""
        rules, state = self.session.rules, self.session.here.rest
        for player, name in enumerate(rules.seats):
            ours = rules.sees(state, player)
            try:
                theirs = self.peer.observe(player)
            except Refused as refused:
                answer = (f"observe {name}", "a state", f"an error: {refused}")
                raise Disagreement(self._difference("refused", (answer,))) from None
            self.compared += 1
            answers = tuple(
                (f"{field} seen by {name}", _short_json(ours.get(field)), _short_json(theirs.get(field)))
                for field in (*self.peer.claims.fields, *(UNSEEN,) * (UNSEEN in theirs))
                if _without_order(ours.get(field)) != _without_order(theirs.get(field))
            )
            if answers:
                clauses = tuple(c for f in self.system.system.seen.values() for c in f.origin.cites)
                reason = Reason("who knows what", "the rules of sight", clauses)
                raise Disagreement(self._difference("sight", answers, (reason,)))

    def _expect(self, before: State | None, taken: Instance | None, ours: Outcome, ask: Callable[[], View]) -> None:
        """Hold the state that the other answers with against the reference's."""
        assert ours.state is not None
        what = "initial" if taken is None else self.codec.call(taken)
        try:
            theirs = ask()
        except Refused as refused:
            reasons: tuple[Reason, ...] = ()
            if taken is not None and before is not None:
                reasons = (self._verdict(before, taken),)
            found = self._difference("refused", ((what, "a state", f"an error: {refused}"),), reasons, before)
            raise Disagreement(found) from None
        self.compared += 1
        if theirs == view_of(self.codec, ours.state, self.peer.claims.fields):
            return
        answers = tuple(self.codec.changes(ours.state, overlay(self.codec, ours.state, theirs)))
        reasons = tuple(effects(self.codec, before, ours, {place for place, _, _ in answers}))
        raise Disagreement(self._difference("state", answers, reasons, before))

    def _verdict(self, state: State, instance: Instance) -> Reason:
        found = self.session.rules.explain(state, instance)
        clauses = tuple(dict.fromkeys(c for s in found.speakers for c in s.clauses))
        return Reason(self.codec.call(instance), sentence(found), clauses)

    def _difference(
        self,
        kind: Kind,
        answers: tuple[tuple[str, str, str], ...],
        reasons: tuple[Reason, ...] = (),
        before: State | None = None,
    ) -> Difference:
        here = self.session.here
        at = here.state if kind in ("legal", "sight") else before
        return Difference(kind, here.way, at, answers, reasons, here.path[0].given)


def effects(codec: Codec, before: State | None, outcome: Outcome, places: set[str]) -> list[Reason]:
    """The effects that write what differs, then the sub-steps that wrote it, each with its clauses; all sub-steps where
    none did."""
    ran = tuple(name[1:] for name in outcome.fired if name.startswith("§"))
    found = list(_writing(codec.system, frozenset(ran), {place.partition("[")[0] for place in places}))
    wrote = False
    at = before
    for step in outcome.substeps:
        changed = {} if at is None else {p: f"{p}: {a} → {b}" for p, a, b in codec.changes(at, step.state)}
        mine = [text for place, text in changed.items() if place in places]
        if mine:
            wrote = True
            found.append(Reason(f"{step.kind} {step.name}", "; ".join(mine), step.cites))
        at = step.state
    if not wrote:
        found += [Reason(f"{s.kind} {s.name}", "does not change it", s.cites) for s in outcome.substeps]
    return [*found, Reason("all that was done", "the clauses whose effects ran", ran)]


def _writing(system: System, ran: frozenset[str], names: Set[str]) -> Iterator[Reason]:
    """The effects that ran and write one of these fields of the state, each with the rule that it is of; first those
    that write least besides."""
    found = list[tuple[int, Reason]]()
    for rule in system.rules():
        for node in walk(tuple(function.body for function in rule.functions)):
            if isinstance(node, n.Effect) and ran.issuperset(node.cites):
                written = {place.field for place in walk(node.body) if isinstance(place, n.Place)}
                if written & names:
                    about = f"writes {', '.join(sorted(written & names))}"
                    found.append((len(written), Reason(f"an effect of {rule.name}", about, node.cites)))
    yield from (reason for _, reason in sorted(found, key=lambda one: one[0]))


def _short_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)[:300]


def _without_order(value: object) -> object:
    """The same for two lists of the same things in another order: sets are lists here, and so are piles, whose order
    the states themselves are compared by."""
    if isinstance(value, dict):
        return {key: _without_order(item) for key, item in value.items()}
    return sorted(map(_short_json, value)) if isinstance(value, list) else value


def _is_allowed(system: TransitionSystem, state: State, instance: Instance) -> bool:
    """Whether an action is allowed, of a state whose choices are too many to list."""
    judged = Among(system).candidate(state, instance)
    return judged is not None and judged.is_allowed
