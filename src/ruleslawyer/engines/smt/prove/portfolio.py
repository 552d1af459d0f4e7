"""The portfolio: induction and a short search; then k-induction and Spacer on one core, a deep search on the other.

For a check of a step, the state after it is the one directly after the action's own sub-step, before any duty.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic

import z3

from ruleslawyer.engines.smt.certify.accepted import Accepted
from ruleslawyer.engines.smt.certify.certificate import Claim
from ruleslawyer.engines.smt.encoding.decode import node_of
from ruleslawyer.engines.smt.encoding.interrupts import interruptible
from ruleslawyer.engines.smt.encoding.relation import Relation
from ruleslawyer.engines.smt.invariants.derive import DECLARED, EXCLUDING, Lemma, candidates, shapes
from ruleslawyer.engines.smt.invariants.houdini import Houdini
from ruleslawyer.engines.smt.invariants.induction import Certifier
from ruleslawyer.engines.smt.invariants.relate import relations
from ruleslawyer.engines.smt.invariants.simulate import Plays
from ruleslawyer.engines.smt.prove.kinduction import k_induction
from ruleslawyer.engines.smt.prove.record import Record
from ruleslawyer.engines.smt.prove.result import ProofResult, count
from ruleslawyer.engines.smt.prove.search import MAX_DEPTH, RacingSearch, search
from ruleslawyer.engines.smt.prove.spacer import Horn
from ruleslawyer.engines.smt.refute.conditions import conditions as readable
from ruleslawyer.engines.smt.refute.conditions import everything, readings_for_play
from ruleslawyer.engines.smt.refute.cti import Cti, Induction, Undecided
from ruleslawyer.engines.smt.statements.assumptions import NO_CIRCLE, assumptions
from ruleslawyer.engines.smt.statements.goals import Goal, unclear
from ruleslawyer.engines.smt.statements.stated import fact
from ruleslawyer.ir.checks import UNBROKEN, WRITES
from ruleslawyer.lifted.scoped.nodes import FALSE, either, negate
from ruleslawyer.rulebook.claims.verdict import ENDS_WHERE

DERIVING = 6
"""The time for deriving invariants, in times of one property's: all share them."""
SPACER_SYMBOLS = 150
"""Spacer is asked only where no more symbols than these make up a state: beyond, it does not keep its time."""
SHALLOW = 5
"""Sub-steps of the first bounded search."""
MIDDLE = 14
"""Sub-steps of the second one, which has half of a property's time."""
MOST_PLAYS = 20
"""So many plays are looked for to find the readings under which a property fails."""
EXCLUDED = 12
"""So many states are excluded, one after the other, in which induction fails for a property."""
EXPLAINING = 0.1
"""The time for a counterexample to induction where nothing else is known, in times of a property's."""

Progress = Callable[[str], None]
Stage = tuple[str, Callable[[list[Goal]], None]]


class Portfolio:
    """The methods in their order, on all properties of a run. Lemmas and unrolled paths are shared."""

    def __init__(
        self, relation: Relation, timeout: float, directory: Path | None, progress: Progress, end: float = math.inf
    ) -> None:
        self.relation, self.timeout, self.progress = relation, timeout, progress
        self.record = Record(relation, timeout, directory, tuple(assumptions(relation.scoped)), end)
        self.beside = RacingSearch(self.record)
        self.certifier, self.plays = Certifier(relation), Plays(relation.scoped, relation.seed)
        self.candidates: list[Lemma] = []
        self.known: Sequence[Goal] = ()
        self.unfinished = ""

    def run(
        self, goals: list[Goal], known: Sequence[Goal], *, inductive: bool = False, conditions: bool = False
    ) -> list[ProofResult]:
        """A verdict on each goal; `known` are all goals that there are."""
        record, self.known = self.record, known
        ends = [g for g in known if g.kind in ("writes", "unbroken")]
        early = ends
        interrupted, asked = False, ""
        try:
            with interruptible(), self.beside:
                for name, stage in self._alone_stages() if inductive else self._stages():
                    self.beside.hear()
                    left = record.open_goals(goals)
                    if left:
                        self.progress(f"{name}: {count(len(left), 'property', 'properties')} left")
                        stage(left)
                early = [g for g in ends if not self._excludes(g)]
                for goal in goals:
                    self._evaluable(goal)
                for goal in goals if conditions else ():
                    if goal.name in record.results and record.results[goal.name].verdict == "VIOLATED":
                        self.progress(f"{goal.name}: under which readings")
                        asked = goal.name
                        self._conditions(goal)
        except KeyboardInterrupt:  # what is answered stays; no proof counts on what was not looked at
            interrupted = True
        for goal in record.open_goals(goals):
            record.gave_up(goal, interrupted=interrupted, alone=inductive)
        if interrupted and asked:
            record.results[asked] = replace(record.results[asked], interrupted=True)
        return [self._qualify(g, record.results[g.name], early) for g in goals]

    def _alone_stages(self) -> list[Stage]:
        return [
            ("the form of a state", lambda left: self._derive(shapes(self.relation.scoped))),
            ("induction", self._alone),
        ]

    def _stages(self) -> list[Stage]:
        beside = self.beside
        return [
            ("deriving invariants", lambda left: self._derive(candidates(self.relation.scoped))),
            ("induction", self._induction),
            ("bounded search", lambda left: search(self.record, left, SHALLOW)),
            ("a search beside", beside.begin),
            ("deriving more invariants", lambda left: self._derive(self._more(_invariants(left)))),
            ("induction", self._induction),
            ("bounded search", lambda left: None if beside.has_begun else search(self.record, left, MIDDLE, 0.5)),
            ("k-induction", lambda left: k_induction(self.record, _invariants(left), beside, self.certifier)),
            ("Spacer", lambda left: self._spacer(_invariants(left))),
            (
                "bounded search",
                lambda left: beside.finish() if beside.has_begun else search(self.record, left, MAX_DEPTH),
            ),
            ("counterexamples to induction", lambda left: self._explain(_invariants(left))),
        ]

    def _excludes(self, goal: Goal) -> bool:
        """Whether induction alone shows that no play comes to this, and is accepted."""
        found = self.certifier.certify(goal, self.record.lemmas, self.record.deadline(self.timeout))
        if found is None:
            return False
        claim = Claim(goal, tuple(lemma.node for lemma in found.lemmas))
        return isinstance(self.record.door.accept(claim, self.timeout), Accepted)

    def _qualify(self, goal: Goal, result: ProofResult, early: Sequence[Goal]) -> ProofResult:
        """A proof says nothing beyond a failed check: it is one up to there, and none where the model itself fails.
        `early`: the goals at whose failure a play ends, as far as induction does not exclude them."""
        results = self.record.results
        failing = [g.name for g in early if g.name in results and results[g.name].verdict == "VIOLATED"]
        if result.verdict == "VACUOUS" and goal.witness and failing:
            reason = f"no play reaches it, but some end early: {', '.join(failing)}"
            return replace(result, verdict="UNKNOWN", reason=reason)
        if goal.idle and result.verdict == "PROVED":
            reason = f"{self.relation.scoped.system.checks[goal.name].of} is never taken"
            return replace(result, verdict="VACUOUS", reason=reason)
        if goal.name == UNBROKEN and result.verdict == "PROVED" and self.relation.scoped.rounds:
            result = replace(result, assumptions=(*result.assumptions, NO_CIRCLE))
        occurs = results.get(goal.reached) if goal.reached else None
        if result.verdict == "PROVED" and occurs is not None and occurs.verdict == "VACUOUS" and not failing:
            return replace(result, verdict="VACUOUS", reason=f"proved, but no play reaches {goal.reached}")
        proved = {name for name, r in results.items() if r.verdict == "PROVED"}
        names = [g.name for g in early if g.name != result.property and g.name not in proved]
        if result.verdict != "PROVED" or not names:
            return result
        if UNBROKEN in failing:
            reason = f"proved up to a failed check of the model, which is reached: {results[UNBROKEN].reason}"
            return replace(result, verdict="UNKNOWN", reason=reason)
        limit = f"{ENDS_WHERE}{', '.join(names)}"
        return replace(result, assumptions=(*result.assumptions, limit))

    # --- induction ------------------------------------------------------------------------------------------------

    def _derive(self, lemmas: list[Lemma]) -> None:
        """Prove what can be proved of some candidates, beside the lemmas that are proved already."""
        if not lemmas:
            return
        record = self.record
        likely = self.plays.surviving(lemmas, self.timeout / 3)
        end = record.deadline(max(60.0, DERIVING * self.timeout))
        houdini = Houdini(self.relation, likely, end, record.lemmas, self.plays)
        record.lemmas = [*record.lemmas, *houdini.run()]
        self.candidates += likely
        if houdini.lost:
            lost = f"{len(houdini.lost)} of {len(likely)} candidates for invariants"
            self.unfinished = f"; there was no time to ask about {lost}"

    def _more(self, left: list[Goal]) -> list[Lemma]:
        """Candidates that relate fields to one another, and those not proved field by field; only where they are
        wanted."""
        if not left:
            return []
        proved = {lemma.node for lemma in self.record.lemmas}
        scoped = self.relation.scoped
        fields = [g.name.removeprefix(WRITES) for g in left if g.kind == "writes"]
        return [lemma for lemma in (*candidates(scoped), *relations(scoped, fields)) if lemma.node not in proved]

    def _induction(self, goals: list[Goal]) -> None:
        record = self.record
        for goal in goals:
            clock = monotonic()
            certificate = self.certifier.certify(goal, record.lemmas, record.deadline(self.timeout))
            if certificate is not None:
                helpers = [lem for lem in certificate.lemmas if lem.node is not goal.state]
                help_ = f" with {count(len(helpers), 'derived invariant')}" if helpers else ""
                nodes = tuple(lem.node for lem in certificate.lemmas)
                record.note_proof(goal, f"1-induction{help_}", 1, Claim(goal, nodes), certificate.steps, clock)
            else:
                late = ", in its time" if monotonic() - clock >= self.timeout else ""
                with_ = count(len(record.lemmas), "derived invariant")
                record.note(goal, "1-induction", f"not shown with {with_}{late}{self.unfinished}")
            record.spend(goal, clock)

    def _alone(self, goals: list[Goal]) -> None:
        """Whether the goals are inductive together, with the form of a state and no other lemma."""
        record = self.record
        form, more = list(record.lemmas), candidates(self.relation.scoped)
        states = [Lemma(goal.name, goal.state, DECLARED) for goal in goals if goal.state is not None]
        bare = Induction(self.relation, form, self.known, more)
        joint = Induction(self.relation, [*form, *states], self.known, more)
        for goal in goals:
            clock = monotonic()
            end = record.deadline(self.timeout)
            others = [g.name for g in goals if g is not goal]
            try:
                own = [lemma for lemma in states if lemma.name == goal.name]
                found, used, with_ = bare.counterexample([goal], end), own, ""
                if found is not None and others:
                    found, used, with_ = joint.counterexample(goals, end), states, f" with {', '.join(others)}"
                    if found is not None and found.broken != goal.name:  # what breaks the goal itself says more
                        found = joint.counterexample([goal], end) or found
            except Undecided:
                record.note(goal, "1-induction", "the solver gives no answer in its time")
            else:
                if found is None:
                    nodes = tuple(lemma.node for lemma in (*form, *used))
                    steps = range(len(self.relation.steps))
                    record.note_proof(goal, f"1-induction{with_}", 1, Claim(goal, nodes), steps, clock)
                else:
                    record.cti[goal.name] = self._reaching(joint if others else bare, found)
                    record.note(goal, "1-induction", f"{goal.name} is not kept{' by all together' if others else ''}")
            record.spend(goal, clock)

    def _explain(self, goals: list[Goal]) -> None:
        """Find why induction fails for the goals that are left. Where it is proved that no play reaches the state that
        shows it, that is a lemma, with which induction is asked again."""
        record = self.record
        more = [lemma for lemma in self.candidates if lemma not in record.lemmas]
        for goal in goals:
            for _ in range(EXCLUDED):
                induction = Induction(self.relation, record.lemmas, self.known, more)
                try:
                    found = induction.counterexample([goal], record.deadline(EXPLAINING * self.timeout))
                except Undecided:
                    record.note(goal, "a counterexample to induction", "none was found in its time")
                    break
                if found is None:
                    self._induction([goal])
                    break
                record.cti[goal.name] = self._reaching(induction, found)
                if not record.cti[goal.name].unreachable:
                    break

    def _reaching(self, induction: Induction, found: Cti) -> Cti:
        """A counterexample to induction, and whether it is proved that no play reaches its state."""
        node, record = induction.excluding, self.record
        if node is None:
            return found
        lemma = Lemma(found.lemma, node, EXCLUDING)
        houdini = Houdini(self.relation, [lemma], record.deadline(self.timeout), record.lemmas, self.plays)
        record.lemmas = [*record.lemmas, *houdini.run()]
        return replace(found, unreachable=self._excludes(fact([node])))

    # --- Spacer ---------------------------------------------------------------------------------------------------

    def _spacer(self, goals: list[Goal]) -> None:
        record = self.record
        deadline = record.deadline(self.timeout)
        leaves = self.relation.scoped.layout.leaves
        size = sum(len(self.relation.encoder.variables(leaf.node, None)) for leaf in leaves)
        for goal in goals:
            if size > SPACER_SYMBOLS:
                record.note(goal, "Spacer", f"not asked: a state has {size} symbols, more than {SPACER_SYMBOLS}")
                continue
            self.beside.hear()
            if goal.name in record.results:
                continue
            budget = min(record.budget(goal) / 3, deadline - monotonic())
            if budget <= 0 or all(b.node is FALSE for b in goal.bads if b.initial is None):
                record.note(goal, "Spacer", "not asked: no time was left")
                continue
            clock = monotonic()
            try:
                answer, invariant = Horn(self.relation, goal, record.lemmas).solve(clock + budget)
            except z3.Z3Exception as error:
                answer, invariant = f"unknown ({error})", None
            if answer == "unsat" and invariant is not None:
                read = node_of(self.relation.encoder, invariant)
                claim = Claim(goal, (read, *(lemma.node for lemma in record.lemmas))) if read is not None else None
                record.note_proof(goal, "Spacer", 1, claim, range(len(self.relation.steps)), clock)
            else:
                record.note(goal, "Spacer", f"no answer in its time ({answer})")
            record.spend(goal, clock)

    # --- readings -------------------------------------------------------------------------------------------------

    def _conditions(self, goal: Goal) -> None:
        """Find the readings under which a goal is violated: more plays are looked for under what is left of the
        readings."""
        scoped, play, plays = self.relation.scoped, self.record.plays[goal.name], 0
        if not any(rigid.options for rigid in scoped.world.rigids.values()):
            return
        fails, exact, end = FALSE, False, self.record.deadline(self.timeout)
        while not everything(fails) and monotonic() < end and plays < MOST_PLAYS:
            plays += 1
            fails = either(fails, readings_for_play(self.relation, goal, play))
            if everything(fails):
                break
            rest = Relation(scoped, seed=self.relation.seed, query=self.relation.query, given=(negate(fails),))
            left = self._alone_about(goal, rest, end)
            verdict = left.results[goal.name].verdict if goal.name in left.results else "UNKNOWN"
            if verdict != "VIOLATED":
                exact = verdict == "PROVED"
                break
            play = left.plays[goal.name]
        under = readable(self.relation, fails, exact=exact or everything(fails), plays=plays)
        self.record.under(goal, under)

    def _evaluable(self, goal: Goal) -> None:
        """Look again at the answers about a property that cannot be evaluated somewhere: it is known only where a
        violation or a situation is reached all the same. So what a play or a proof says is looked at again."""
        record = self.record
        result = record.results.get(goal.name)
        if result is None:
            return
        end = record.deadline(self.timeout)
        if result.witness is not None and result.witness.unclear:
            self.progress(f"{goal.name}: a violation where it can be evaluated")
            other = self._alone_about(goal.clear, self.relation, end)
            if goal.name in other.plays:
                record.results[goal.name], record.plays[goal.name] = other.results[goal.name], other.plays[goal.name]
        elif goal.kind == "sometimes" and result.verdict == "VACUOUS":
            everywhere = unclear(self.relation.scoped, goal.name)
            if everywhere is None:
                return
            found = self._alone_about(everywhere, self.relation, end).results.get(goal.name)
            if found is not None and found.witness is not None:
                record.results[goal.name] = replace(found, kind=goal.kind)
            elif found is None or found.verdict != "PROVED":
                reason = "no play reaches it, but whether it can be evaluated everywhere is not known"
                record.results[goal.name] = replace(result, verdict="UNKNOWN", reason=reason, claim=None)

    def _alone_about(self, goal: Goal, relation: Relation, end: float) -> Record:
        """The record of one goal with the lemmas that there are, on this core alone."""
        other = Portfolio(relation, max(end - monotonic(), 0.001), None, lambda message: None)
        other.record.lemmas = self.record.lemmas  # what holds under all readings
        if relation is self.relation:
            other.record.door = self.record.door
        other.decide(goal)
        return other.record

    def decide(self, goal: Goal) -> None:
        """Ask everything about one goal, with the lemmas that there are, on this core alone."""
        record = self.record
        stages: Sequence[Callable[[list[Goal]], None]] = (
            self._induction,
            lambda left: search(record, left, MIDDLE, 0.5),
            lambda left: k_induction(record, left, self.beside, self.certifier),
            self._spacer,
            lambda left: search(record, left, MAX_DEPTH),
        )
        for stage in stages:
            if goal.name not in record.results:
                stage([goal])


def _invariants(goals: Sequence[Goal]) -> list[Goal]:
    """The goals that no play may reach, without those that one has to reach."""
    return [g for g in goals if not g.witness]
