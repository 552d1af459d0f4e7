"""Properties proved for any number of members of every sort that the book does not number.

A state property is proved by induction over all sub-steps, or over what happens between states of rest; a check of a
step from the rule itself and what is proved of states. Nothing is refuted here: a property that no induction shows is
UNKNOWN, with the rule at which it stops.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import process_time

from ruleslawyer.engines.smt.lifted.houdini import Houdini
from ruleslawyer.engines.smt.lifted.induction import Candidate, Fallen, Induction, denied
from ruleslawyer.engines.smt.lifted.question import Solver
from ruleslawyer.engines.smt.lifted.templates import templates
from ruleslawyer.ir.system import Check, System
from ruleslawyer.lifted.premises import Refusal
from ruleslawyer.lifted.relation import Relation, Step
from ruleslawyer.lifted.terms import BOOL, FALSE, INT, equal, negate, number, symbol
from ruleslawyer.lifted.values import Unlifted
from ruleslawyer.lifted.world import Law
from ruleslawyer.semantics.state import State

FOR_STATES = 0.7
"""The share of all time that properties of states may have, before those of steps are asked again."""
DEEP = 20_000
"""Calls within calls: terms are deep where a rule writes much."""
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class AnyNumber:
    """The verdict on one property: PROVED or UNKNOWN. sorts: those of which there may be any number. fixed: those
    with a size. method: how. lemmas: the properties that were known besides; found: how many conditions that nobody
    wrote down were. rule: where induction stops. reason: why."""

    property: str
    kind: str
    verdict: str
    sorts: tuple[str, ...]
    fixed: tuple[tuple[str, int], ...]
    method: str = ""
    lemmas: tuple[str, ...] = ()
    found: int = 0
    rule: str = ""
    reason: str = ""
    seconds: float = 0.0
    interrupted: bool = False

    def said(self) -> str:
        return f"PROVED for any number of {', '.join(self.sorts)}" if self.verdict == "PROVED" else self.verdict


@dataclass(frozen=True, slots=True)
class LiftedRules:
    """What became of the rules: those that cannot be lifted, with why, and the loops whose order may matter."""

    rules: int
    unlifted: Mapping[str, str]
    refusals: tuple[Refusal, ...]


@contextmanager
def _deep() -> Iterator[None]:
    """Terms are gone through by calls within calls; elsewhere what is nested so deeply is a mistake."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def relation_of(system: System, players: int) -> tuple[Relation, Solver]:
    """A ruleset's lifted relation, with so many players, and the solver for it."""
    solvers: list[Solver] = []
    relation = Relation(system, {system.players: players}, {}, lambda condition: solvers[0].excluded(condition))
    solvers.append(Solver(relation.world))
    return relation, solvers[0]


def lifted_rules(system: System, players: int) -> LiftedRules:
    """Every rule, lifted."""
    with _deep():
        relation, _ = relation_of(system, players)
        steps = [step for kind, name in relation.rules() if (step := relation.step(kind, name)) is not None]
    refusals = dict.fromkeys(refusal for step in steps for refusal in step.refusals)
    return LiftedRules(len(relation.rules()), relation.unlifted, tuple(refusals))


def provable(system: System) -> list[str]:
    """The properties that can be asked: of every state at rest, and of steps."""
    return [check.name for check in system.checks.values() if check.kind in ("always", "step")]


def prove_for_any(
    system: System,
    players: int,
    properties: Collection[str] | None = None,
    reading: Mapping[str, str] | None = None,
    timeout: float = 5.0,
    total: float = 120.0,
    progress: Tell | None = None,
    states: Sequence[State] = (),
) -> list[AnyNumber]:
    """A verdict on each property (all, or those named), under every reading that `reading` leaves.

    timeout: seconds for each question, total: for all of them. What is proved of states serves as lemmas for all; what
    Ctrl-C or the end of time interrupts is UNKNOWN, and no lemma. states: some that plays reach, which throw out
    candidates for lemmas that nobody wrote down; without any, none are tried.
    """
    tell = progress or (lambda _: None)
    with _deep():
        return _Proving(system, players, properties, reading or {}, timeout, total, tell, states).run()


class _Proving:
    def __init__(
        self, system: System, players: int, properties: Collection[str] | None, reading: Mapping[str, str],
        timeout: float, total: float, tell: Tell, states: Sequence[State],
    ) -> None:  # fmt: skip
        self.states = states
        self.system, self.tell, self.timeout = system, tell, timeout
        self.end = process_time() + total
        self.wanted = [c for c in system.checks.values() if properties is None or c.name in properties]
        self.players = players
        self.tell("rules are lifted")
        self.relation, solver = relation_of(system, players)
        self.induction = Induction(self.relation, solver, timeout, _chosen(system, reading))
        self.found: dict[str, AnyNumber] = {}
        self.unproved: dict[str, AnyNumber] = {}
        self.tried = False
        self.known: list[Candidate] = []
        self.sorts = tuple(name for name in system.sorts if name != system.players)

    def run(self) -> list[AnyNumber]:
        try:
            self._steps()  # most need no lemma
            self._states()
            if self.known:
                self._steps()
        except KeyboardInterrupt:
            for check in list(self._left()):
                self.found[check.name] = replace(self._unknown(check, "interrupted"), interrupted=True)
        for check in list(self._left()):
            late = self._unknown(check, "there was no time left for it")
            self.found[check.name] = self.unproved.get(check.name, late)
        return [self.found[check.name] for check in self.wanted if check.name in self.found]

    def _left(self) -> Iterator[Check]:
        return (c for c in self.wanted if c.kind in ("always", "step") and c.name not in self.found)

    def _unknown(self, check: Check, reason: str = "", rule: str = "") -> AnyNumber:
        fixed = ((self.system.players, self.players),)
        return AnyNumber(check.name, check.kind, "UNKNOWN", self.sorts, fixed, rule=rule, reason=reason)

    def _proved(self, check: Check, how: str, seconds: float, lemmas: tuple[str, ...]) -> AnyNumber:
        more = sum(not c.declared for c in self.known)
        verdict = replace(self._unknown(check), verdict="PROVED", seconds=seconds)
        return replace(verdict, method=how, lemmas=lemmas, found=more)

    def _fallen(self, check: Check, fallen: Fallen | None, seconds: float) -> AnyNumber:
        """Why induction does not show a property."""
        if fallen is None:
            return replace(self._unknown(check, "not shown"), seconds=seconds)
        if fallen.asked is None:
            reason = f"it cannot be lifted: {fallen.reason}"
        elif fallen.asked.answer == "sat":
            reason = "from some state, perhaps one that no play reaches, the rule breaks it"
        else:
            reason = f"the solver gave up: {fallen.asked.reason}"
        return replace(self._unknown(check, reason, fallen.rule), seconds=seconds)

    # --- states -----------------------------------------------------------------------------------------------------

    def _states(self) -> None:
        """All that always holds is tried as a lemma, whether it was asked or not."""
        began = process_time()
        always = [check for check in self.system.checks.values() if check.kind == "always"]
        self.tell(f"{len(always)} properties of states")
        unlifted = self.relation.unlifted
        if unlifted:  # what such a rule does is not known
            rule, reason = next(iter(unlifted.items()))
            for check in always:
                self.found[check.name] = self._unknown(check, f"the rule cannot be lifted: {reason}", rule)
            return
        more = templates(self.relation, self.states) if self.states else []
        end = process_time() + (self.end - process_time()) * FOR_STATES
        kept = Houdini(self.induction, [*(self._candidate(check) for check in always), *more], [], end).run()
        self.known = kept.candidates
        held = {c.name: c for c in self.known}
        for check in always:
            seconds = (process_time() - began) / max(1, len(always))
            one = held.get(check.name)
            if one is not None:
                self.found[check.name] = self._proved(check, _HOW[one.level], seconds, self._declared(one))
            else:
                why = kept.fallen.get(f"rest: {check.name}")
                if why is not None:
                    self.found[check.name] = self._fallen(check, why, seconds)

    def _candidate(self, check: Check) -> Candidate:
        reads = self.relation.reads(check.function)
        return Candidate(check.name, lambda store: self.relation.of_state(check, store), reads)

    # --- steps ------------------------------------------------------------------------------------------------------

    def _steps(self) -> None:
        for check in list(self._left()):
            if check.kind != "step" or process_time() > self.end:
                continue
            self.tell(f"{check.name}, {len(self.found)} properties done")
            began = process_time()
            found = self._step(check, began)
            if found.verdict == "PROVED" or not found.rule or self.tried:
                self.found[check.name] = found
            else:
                self.unproved[check.name] = found
        self.tried = True

    def _step(self, check: Check, began: float) -> AnyNumber:
        unlifted = self.relation.unlifted
        if check.of is not None and check.of in unlifted:
            return self._unknown(check, f"the rule cannot be lifted: {unlifted[check.of]}", check.of)
        if check.of is None and unlifted:
            rule, reason = next(iter(unlifted.items()))
            return self._unknown(check, f"the rule cannot be lifted: {reason}", rule)
        for step in self.induction.steps:
            if step.kind == "initial" or check.of not in (None, step.name if step.kind == "action" else None):
                continue
            why = self._fails(check, step)
            if why is not None:
                return self._fallen(check, why, process_time() - began)
        how = "from the rule and what is proved of states" if self.known else "from the rule"
        return self._proved(check, how, process_time() - began, self._declared())

    def _declared(self, but: Candidate | None = None) -> tuple[str, ...]:
        """The properties among what is known of states."""
        return tuple(c.name for c in self.known if c.declared and c is not but)

    def _fails(self, check: Check, step: Step) -> Fallen | None:
        try:
            said = self.relation.of_step(check, step)
        except Unlifted as error:
            return Fallen(step.key, None, str(error))
        wrong = denied(said)
        if wrong is FALSE:
            return None
        asked = self.induction.ask(step, wrong, said.laws, self.known, self.timeout).asked
        return None if asked.answer == "unsat" else Fallen(step.key, asked)


_HOW = {"strong": "induction", "settled": "induction, where nothing is to settle", "rest": "induction, at rest"}


def _chosen(system: System, reading: Mapping[str, str]) -> list[Law]:
    """A reading as laws."""
    found: list[Law] = []
    for key, option in reading.items():
        if key in system.questions:
            names = [o.name for o in system.questions[key].options]
            found.append(((), equal(symbol(INT, f"question:{key}"), number(names.index(option)))))
        else:
            second = symbol(BOOL, f"clash:{key}")
            prevails = option in ("permit", key.rpartition("/")[2])
            found.append(((), second if prevails else negate(second)))
    return found
