"""One play on the reference and on another implementation at once, compared after every step."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence, Set

from ruleslawyer.bridges.conform.difference import Difference, Disagreement, Kind, Reason
from ruleslawyer.bridges.conform.peer import Peer, Refused
from ruleslawyer.bridges.conform.reasons import effects, verdict
from ruleslawyer.bridges.conform.view import View, overlay, view_of
from ruleslawyer.play.explain import SingleInstanceSystem
from ruleslawyer.play.rules import Rules
from ruleslawyer.play.sampling import CandidateFilter, ChoiceSampler
from ruleslawyer.play.session import Node, Session, first_node, node_from_state
from ruleslawyer.play.shrink import ChoiceSequence
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.sight import UNSEEN, Observer
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Outcome, TransitionSystem


class Course:
    """A play so far. Raises `Disagreement`, or a `Fault` of the program.

    Of a state that has more choices than are listed, only those that were drawn are missed in the other's answer.
    """

    def __init__(self, rules: Rules, peer: Peer, dice: Dice) -> None:
        """`rules`: where they are compiled, differences are the interpreter's all the same."""
        self.system, self.peer, self.codec = rules.system, peer, peer.codec
        self.dice = dice
        self.session, self._observer = Session(rules), Observer(rules.system, rules.codec)
        self.compared = 0
        self._offered: Set[Instance] = frozenset()
        """The actions that the other allows, as it was asked last."""

    @property
    def way(self) -> ChoiceSequence | None:
        """The play so far, if it has begun."""
        return None if self.session.at is None else self.session.at.way

    def begin(self, start: Instance) -> Outcome | None:
        """Begin; None where the reference has no such beginning, or no state after it. Fields that differ already are
        set aside, and the play goes on without them."""
        first = first_node(self.session.rules, start)
        if first is None or first.state is None:
            return None
        self._start(first, "initial", None, lambda: self.peer.initial(start))
        return first.outcome

    def put(self, state: State) -> Outcome:
        """Begin in a given state: what is forced there comes first."""
        first = node_from_state(self.session.rules, state, SingleInstanceSystem(self.system).settle(state))
        if first.state is not None:
            self._start(first, "load", state, lambda: self.peer.load(state))
        return first.outcome

    def _start(self, first: Node[Rules], at: str, before: State | None, ask: Callable[[], View]) -> None:
        self.session.go(first)
        self.peer.aside = frozenset()
        try:
            self._expect(at, before, None, first, ask)
        except Disagreement as met:
            (found,) = met.differences
            if found.kind == "state" and not found.about.issuperset(self.peer.fields):
                self.peer.aside = found.about
                raise Disagreement(met.differences, []) from None
            raise

    def go_on(self) -> bool:
        """After a state that differed: whether the other takes the reference's, and the play goes on from there."""
        if not self.peer.claims.loads or self.session.state is None:
            return False
        try:
            self.put(self.session.state)
        except Disagreement as met:
            return met.common is not None
        return True

    def legal(self) -> list[Instance]:
        """The allowed actions, the same on both sides; of the actions that the other speaks of."""
        state, speaks_of = self.session.here.rest, self.peer.claims.actions
        try:
            theirs = self.peer.legal()
        except Refused as refused:
            raise self._refusal("legal", "legal", "a list", refused) from None
        self._offered = frozenset(theirs)
        self.compared += 1
        code = self.session.rules.compiled_code
        quick = code.allowed_choices(state) if code is not None else None
        common = [i for i in quick or () if i.action in speaks_of]
        found: list[Difference] = []
        if quick is None or self._offered != frozenset(common):
            common, found = self._compare(state, theirs)
        if self.peer.claims.observes:
            found += self._sights()
        if found:
            raise Disagreement(found, common)
        return common

    def _compare(self, state: State, theirs: Sequence[Instance]) -> tuple[list[Instance], list[Difference]]:
        """The actions that both allow, and the differences."""
        listed = ChoiceSampler(self.system, self.dice)
        judged = [j for j in listed.candidates(state) if j.instance.action in self.peer.claims.actions]
        allowed = {j.instance: j for j in judged if j.is_allowed}
        unknown = {j.instance for j in judged if j.judgement is None}
        missing = [i for i in allowed if i not in self._offered]
        extra = [i for i in theirs if i not in allowed and i not in unknown]
        if listed.narrowed:
            extra = [i for i in extra if not _is_allowed(self.system, state, i)]
        found = [*self._offers(state, missing, "allowed"), *self._offers(state, extra, "not allowed")]
        return [i for i in allowed if i in self._offered], found

    def offers(self, instance: Instance) -> bool:
        """Whether the other allows an action in the state in which it was asked last."""
        return instance in self._offered

    def _offers(self, state: State, instances: Iterable[Instance], ours: str) -> Iterator[Difference]:
        """The actions that one side alone allows, those of one name and of the same clauses together."""
        theirs = "not allowed" if ours == "allowed" else "allowed"
        alike: dict[tuple[str, frozenset[str]], list[Reason]] = {}
        offered: dict[tuple[str, frozenset[str]], list[Instance]] = {}
        for instance in instances:
            reason = verdict(self.session.rules, state, instance)
            key = instance.action, frozenset(reason.clauses)
            alike.setdefault(key, []).append(reason)
            offered.setdefault(key, []).append(instance)
        for (name, clauses), reasons in alike.items():
            answers = tuple((reason.what, ours, theirs) for reason in reasons)
            yield self._difference("legal", name, answers, clauses, tuple(reasons), offered=offered[name, clauses])

    def take(self, instance: Instance) -> bool:
        """Take an allowed action on both sides; only one that has a result. Whether it has."""
        before, at = self.session.state, self.session.here.take(instance)
        if at.state is not None:
            self.session.go(at)
            self._expect(instance.action, before, instance, at, lambda: self.peer.step(instance))
        return at.state is not None

    def _sights(self) -> Iterator[Difference]:
        """Each player's view that is not the reference's, as far as the other speaks of it."""
        state = self.session.here.rest
        for player in self.peer.asks_of:
            name = self.session.rules.seats[player]
            ours = self._observer.sees(state, player)
            try:
                theirs = self.peer.observe(player)
            except Refused as refused:
                yield from self._refusal("observe", f"observe {name}", "a state", refused).differences
                return
            self.compared += 1
            told = (*self.peer.fields, *(UNSEEN,) * (UNSEEN in theirs))
            unlike = [f for f in told if ours.get(f) != theirs.get(f)]
            differ = [f for f in unlike if _without_order(ours.get(f)) != _without_order(theirs.get(f))]
            if differ:
                answers = tuple(
                    (f"{f} seen by {name}", _short_json(ours.get(f)), _short_json(theirs.get(f))) for f in differ
                )
                clauses = tuple(c for f in self.system.system.sights for c in f.origin.cites)
                reason = Reason("who knows what", "the rules of sight", clauses)
                yield self._difference("sight", "observe", answers, differ, (reason,))

    def _expect(
        self, at: str, before: State | None, taken: Instance | None, node: Node[Rules], ask: Callable[[], View]
    ) -> None:
        """Hold the state that the other answers with against the reference's."""
        try:
            theirs = ask()
        except Refused as refused:
            what = at if taken is None else self.codec.call(taken)
            reasons: tuple[Reason, ...] = ()
            if taken is not None and before is not None:
                reasons = (verdict(self.session.rules, before, taken),)
            raise self._refusal(at, what, "a state", refused, reasons, before) from None
        self.compared += 1
        if theirs == view_of(self.codec.schema, node.rest, self.peer.fields):
            return
        ours, node.state = node.outcome, node.outcome.state
        if ours.state is None or theirs == view_of(self.codec.schema, ours.state, self.peer.fields):
            return
        answers = tuple(self.codec.changes(ours.state, overlay(self.codec.schema, ours.state, theirs)))
        wrote = tuple(effects(self.codec, before, ours, {place for place, _, _ in answers}))
        about = {what.partition("[")[0].partition(".")[0] for what, _, _ in answers}
        raise Disagreement([self._difference("state", at, answers, about, wrote, before, view=theirs)])

    def _refusal(
        self, at: str, what: str, ours: str, refused: Refused, reasons: tuple[Reason, ...] = (),
        before: State | None = None,
    ) -> Disagreement:  # fmt: skip
        answers = ((what, ours, f"an error: {refused}"),)
        return Disagreement([self._difference("refused", at, answers, (), reasons, before)])

    def _difference(
        self, kind: Kind, at: str, answers: tuple[tuple[str, str, str], ...], about: Iterable[str],
        reasons: tuple[Reason, ...] = (), before: State | None = None, *,
        view: View | None = None, offered: Sequence[Instance] = (),
    ) -> Difference:  # fmt: skip
        here = self.session.here
        state, given = here.state if kind in ("legal", "sight") else before, here.path[0].given
        about = frozenset(about)
        return Difference(kind, at, here.way, state, answers, reasons, about, given, view, tuple(offered))


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
    judged = CandidateFilter(system).candidate(state, instance)
    return judged is not None and judged.is_allowed
