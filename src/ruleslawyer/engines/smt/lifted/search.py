"""Proofs for any number of members looked for, of every sort that the book does not number.

A state property is shown by induction over all sub-steps, or over what happens between states of rest; a check of a
step from the rule itself and what is shown of states. Nothing is refuted here: a property that no induction shows is
UNKNOWN, with the rule at which it stops. Nothing of it is believed either: what is found is proposed (`proposed`), and
`door.py` proves it.

Long: one search, each stage of which goes on with what the one before it found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from time import thread_time
from typing import Any

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.engines.smt.certify.argument import LEVELS, Level, levels_from, parse_key
from ruleslawyer.engines.smt.lifted.answered import QueryCache
from ruleslawyer.engines.smt.lifted.asking import CandidateFailure, InductionProver, KInductionProver, find_failing_rule
from ruleslawyer.engines.smt.lifted.clauses import Clause, clause_candidate
from ruleslawyer.engines.smt.lifted.conditions import (
    candidates_by_key,
    check_candidate,
    given_laws,
    implicit_conditions,
)
from ruleslawyer.engines.smt.lifted.houdini import Houdini, HoudiniResult
from ruleslawyer.engines.smt.lifted.induction import Candidate, Reads, denial
from ruleslawyer.engines.smt.lifted.lemmas import LapsedLemma, Lemmas
from ruleslawyer.engines.smt.lifted.phases import find_strengthening, suggest_candidates
from ruleslawyer.engines.smt.lifted.question import relation_of
from ruleslawyer.engines.smt.lifted.situation import Situation, situation
from ruleslawyer.engines.smt.lifted.unwritten import ImplicitCheck, place_in_words, violations
from ruleslawyer.engines.smt.lifted.verdict import (
    CANNOT_BE_LIFTED,
    OF_A_STATE,
    OF_EACH,
    ProofVerdict,
    every_property,
    proof_method,
    unknown_verdict,
)
from ruleslawyer.ir.rules import Check
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.relation import Step
from ruleslawyer.lifted.terms import FALSE, subterms
from ruleslawyer.lifted.values import LiftingError
from ruleslawyer.semantics.state import State

NO_TIME = "there was no time left for it"
FROM_SOME_STATE = "from some state, perhaps one that no play reaches, the rule breaks it"
AT_FIRST = "it is broken as the game begins, with some members"
FOR_PHASES = 0.3
"""The share of the time of states for conditions of phases, before all others."""
BY_THEMSELVES = 0.4
"""The share of the time for each property of states by itself, before they are tried together."""
AT_ONCE = 0.3
"""The share of a question's time for whether a property of states follows from what is known of one."""
PATIENCE, LONG = (0.5, 3.0), (6.0,)
"""Shares of a question's time for one property of states by itself, at first and then; and for one that was proved."""
FOR_STATES = 0.6
"""The share of all time that properties of states may have, before those of steps are asked again."""
BRIEF = 0.5
"""The share of a question's time while nothing is known of states yet."""
FOR_RULES, BRIEFLY = 0.2, 0.5
"""The share of the time that is left for whether each rule can be taken, and seconds for each of them."""
FOR_STUCK, TO_SHOW = 0.1, 10.0
"""The share of all time, and the most seconds, that is kept for what is not shown of properties that are named: a state
to look at, and what would close it."""
FOR_GUESSES, GUESSES = 0.7, 150
"""The share of the time that is left for guesses at what plays keep, and how many of them are asked."""
FOR_SHARES = 0.4
"""The share of the time that is left for who else may have a share of a sum."""
BY_NAME = ("apart", "unbroken")
"""Kinds of properties that are asked by name alone."""
Guess = Callable[[Reads], Sequence[Clause]]
"""What may hold of some fields and frames, and nobody wrote down."""


class Search:
    """One run over some properties. only: with what a run before kept, and nothing else. given: conditions of states
    that are known already, each with those on which it rests; but: properties that are not looked for."""

    def __init__(
        self, system: System, players: int | None, properties: Collection[str] | None, reading: Mapping[str, str],
        timeout: float, total: float, tell: Tell, states: Sequence[State], lemmas: Lemmas | None = None,
        guess: Guess | None = None, *, only: bool = False, answered: QueryCache | None = None,
        given: Mapping[str, Iterable[str]] | None = None, but: Collection[str] = (),
    ) -> None:  # fmt: skip
        self.answered = answered
        self.states, self.lemmas, self.only = states, lemmas or Lemmas(), only
        self.guess, self.kept = guess, HoudiniResult([])
        self.in_chains: set[str] = set()
        self.system, self.tell, self.timeout = system, tell, timeout
        self.late = thread_time() + total
        self.is_named = properties is not None and not only
        self.end = self.late - min(FOR_STUCK * total, TO_SHOW) if self.is_named else self.late
        self.wanted = [
            check for check in every_property(system) if check.name not in but and _is_asked(check, properties)
        ]
        self.players, self.reading = players, reading
        self.found: dict[str, ProofVerdict] = {}
        self.unproved: dict[str, ProofVerdict] = {}
        self.tried = False
        self.never: dict[str, tuple[str, ...]] = {}
        """The rules that it seems can never be taken, each with the conditions on which that rests."""
        self.known: list[Candidate] = []
        self.given = given or {}

    def run(self) -> list[ProofVerdict]:
        try:
            self._lift()
            self._take_over()
            if self._is_left():
                self._look()
            if not self.only:
                self._note_untaken_rules()
                self._look_for_states()
            if self.is_named:
                self._look_for_closings()
        except KeyboardInterrupt:
            for check in list(self._remaining()):
                self.found[check.name] = replace(self._unknown_verdict(check, "interrupted"), interrupted=True)
        for check in list(self._remaining()):
            late = replace(self._unknown_verdict(check, NO_TIME), late=True)
            self.found[check.name] = self.unproved.get(check.name, late)
        return [self.found[check.name] for check in self.wanted if check.name in self.found]

    def _look(self) -> None:
        self._steps()  # most need no lemma
        self._clauses_at_first()
        if not self._is_left():
            return
        self._states()
        self._steps()
        self._ask_unwritten()
        self._ask_guesses()
        self._share_out()
        self._one_after_the_other()

    def _is_left(self) -> bool:
        """Whether anything is looked for at all."""
        return next(self._remaining(), None) is not None

    def _take_over(self) -> None:
        """Begins with the conditions that are known already."""
        there = [*candidates_by_key(self.relation, [*self.given])]
        self.kept.add(HoudiniResult(there, rests={one.key: {*self.given[one.key]} for one in there}))
        self.known = self.kept.candidates

    def _lift(self) -> None:
        self.tell("rules are lifted")
        self.relation, solver = relation_of(self.system, self.players)
        given = [law for laws in given_laws(self.relation, self.reading).values() for law in laws]
        self.induction = InductionProver(self.relation, solver, self.timeout, given, self.answered)
        self.chains = KInductionProver(self.induction)

    def _remaining(self) -> Iterator[Check | ImplicitCheck]:
        kinds = ("always", "step", *OF_EACH)
        return (c for c in self.wanted if c.kind in kinds and c.name not in self.found)

    def _unknown_verdict(self, check: Check | ImplicitCheck, reason: str = "", rule: str = "") -> ProofVerdict:
        return replace(unknown_verdict(self.system, self.players, check, reason), rule=rule)

    def _without(self, check: Check | ImplicitCheck, unlifted: tuple[str, str]) -> ProofVerdict:
        """Nothing is known of a property where a rule is not lifted that may break it."""
        rule, reason = unlifted
        place = _rule_place(self.system, rule) if check.kind == "unbroken" else ""
        return self._unknown_verdict(check, f"the rule {CANNOT_BE_LIFTED}: {reason}{place}", rule)

    def _proof_of(
        self, check: Check | ImplicitCheck, method: str, seconds: float, used: Iterable[str] = ()
    ) -> ProofVerdict:
        """A proof, and all on which it rests, directly or not."""
        cone = self.kept.cone(used)
        known = [c for c in self.known if c.key in cone and c.name != check.name]
        return replace(
            self._unknown_verdict(check), proposed=True, method=method, seconds=seconds,
            lemmas=tuple(c.name for c in known if c.declared), found=tuple(c.key for c in known if not c.declared),
            known=tuple(c.key for c in known),
        )  # fmt: skip

    def _failure_of(
        self, check: Check | ImplicitCheck, fallen: CandidateFailure | None, seconds: float
    ) -> ProofVerdict:
        """The reason why induction does not show a property."""
        if fallen is None:
            return replace(self._unknown_verdict(check, NO_TIME), seconds=seconds, late=True)
        return replace(
            self._unknown_verdict(check, _why(fallen), fallen.rule), seconds=seconds, late=_late(fallen),
            situation=None if self.only else self._situation(check, fallen),
        )  # fmt: skip

    def _situation(self, check: Check | ImplicitCheck, fallen: CandidateFailure) -> Situation | None:
        """The situation in the solver's model, where it has one."""
        if fallen.asked is None or fallen.asked.answer != "sat" or fallen.asked.model is None:
            return None
        step, model = next((step for step in self.induction.steps if step.key == fallen.rule), None), fallen.asked.model
        if step is None:  # a property, of a state as it is
            return None
        try:
            if isinstance(check, ImplicitCheck):
                every = (doubt.wrong for doubt in violations(self.induction, check) if doubt.step.key == step.key)
                wrong = next(filter(model.value, every), None)
            elif check.kind == "step":
                wrong = denial(self.relation.of_step(check, step))
            else:
                wrong = self.induction.goal(step, replace(check_candidate(self.relation, check), level="rest"))[0]
        except LiftingError:
            return None
        return None if wrong is None else situation(self.relation, step, model, wrong)

    def _look_for_states(self) -> None:
        """Looks for the first rule that breaks a property for which no time was left, so that there is a state to look
        at."""
        for check in self.wanted:
            one, began = self.found.get(check.name), thread_time()
            if not isinstance(check, Check) or check.kind not in ("always", "step"):
                continue
            if one is not None and one.reason != NO_TIME:
                continue
            self.tell(f"{check.name}: where it may break")
            try:
                fallen = self._first_break(check, self.late, self.known, min(self.timeout, BRIEFLY))
            except LiftingError:
                continue
            if fallen is not None:
                seconds = thread_time() - began
                self.found[check.name] = replace(self._failure_of(check, fallen, seconds), late=True)

    def _first_break(
        self, check: Check, end: float, known: Sequence[Candidate], seconds: float, *, whole: bool = False
    ) -> CandidateFailure | None:  # fmt: skip
        """The first rule after which a property is false in some model, of what is known. whole: or of which it is not
        shown that it is not, or not in time."""
        candidate, of_states = replace(check_candidate(self.relation, check), level="rest"), check.kind == "always"
        known = [*known, *([candidate] if of_states else [])]
        for step in self.induction.steps if of_states else self.induction.steps_of(check.of):
            if thread_time() > end:
                return CandidateFailure(step.key, None, late=True) if whole else None
            if of_states:
                if not self.induction.may_break(step, candidate):
                    continue
                wrong, laws = self.induction.goal(step, candidate)
            else:
                said = self.relation.of_step(check, step)
                wrong, laws = denial(said), said.laws
            if wrong is not FALSE:
                asked = self.induction.ask(step, wrong, laws, known, seconds).asked
                if asked.answer == "sat" or (whole and asked.answer != "unsat"):
                    return CandidateFailure(step.key, asked)
        return None

    def _look_for_closings(self) -> None:
        """Looks for a small condition with which a property would be shown. The state that it excludes is looked for
        anew, so that it breaks nothing that was shown meanwhile."""
        end = self.late
        for check in self.wanted:
            one = self.found.get(check.name)
            if thread_time() > end:
                break
            if one is None or one.proposed or one.situation is None or check.kind in BY_NAME:
                continue
            self.tell(f"{check.name}: what would close it")
            again = (
                None if isinstance(check, ImplicitCheck) else self._first_break(check, end, self.known, self.timeout)
            )
            if again is not None and (there := self._situation(check, again)) is not None:
                one = self.found[check.name] = replace(one, situation=there, rule=again.rule)
            assert one.situation is not None
            about = self.relation.world.reads(check.function) if isinstance(check, Check) else frozenset()
            found = find_strengthening(
                self.system, one.situation, self.guess(about) if self.guess and about else (), self.states,
                self.kept.names, partial(self._closes, check, end),
            )  # fmt: skip
            if found is not None:
                self.found[check.name] = replace(one, closing=found.text)

    def _closes(self, check: Check | ImplicitCheck, end: float, clause: Clause) -> bool:
        """Whether no rule breaks a property where a condition holds of every state before. It has to hold as a game
        begins: what never does closes whatever one likes."""
        condition, seconds = clause_candidate(self.relation, clause), min(self.timeout, BRIEFLY)
        known = [*self.known, condition]
        if thread_time() > end:
            return False
        try:
            for step in (step for step in self.induction.steps if step.kind == "initial"):
                if self.induction.ask(step, *self.induction.goal(step, condition), (), seconds).asked.answer != "unsat":
                    return False
            if isinstance(check, ImplicitCheck):
                return not isinstance(find_failing_rule(self.induction, check, known, seconds, end), CandidateFailure)
            return self._first_break(check, end, known, seconds, whole=True) is None
        except LiftingError:
            return False

    # --- states -----------------------------------------------------------------------------------------------------

    def _states(self) -> None:
        """All that always holds is tried as a lemma, whether it was asked or not."""
        began = thread_time()
        always = [check for check in self.system.checks.values() if check.kind == "always"]
        others = len(always) - sum(check in self.wanted for check in always)
        lemmas = f", {others} of them as lemmas alone" if others else ""
        self.tell(f"{len(always)} properties of states{lemmas}")
        unlifted = self.induction.lifting_gap()
        if unlifted is not None:
            self.found |= {check.name: self._without(check, unlifted) for check in always}
            return
        end = thread_time() + (self.end - thread_time()) * FOR_STATES
        self._of_a_state(always)  # by types and what is forgotten alone
        before = [one for one in self._kept_before(always) if one.name not in self.found]
        # What counts makes a question long for all with which it is asked.
        self._by_themselves([one for one in before if one.key in self.lemmas.lone and self._counts(one)], LONG)
        self._together(before, end, firm=True)  # what was inductive once is so at once
        self._by_themselves([one for one in before if one.declared], LONG)
        if not self.only and thread_time() < end:
            made = suggest_candidates(self.relation, self.states)
            self._together([c for c in made if self._plain(c)], thread_time() + (end - thread_time()) * FOR_PHASES)
            every = [check_candidate(self.relation, check) for check in always if check.name not in self.found]
            self._by_themselves(every, PATIENCE)
            if self.states or len(every) > 1:
                self._together([*every, *made], end)
        for check in always:
            if check.name not in self.found:
                self._said_of(check, (thread_time() - began) / max(1, len(always)))
        self._of_a_state(always)

    def _of_a_state(self, always: Sequence[Check]) -> None:
        """Show the properties of a state that follow from what is proved of it."""
        if self.induction.lifting_gap() is not None:
            return
        before = dict(map(parse_key, self.lemmas.steps))
        wanted = before if self.only else [check.name for check in always]
        for check in always:
            done = check.name in self.kept.names or self._is_proved(check)
            if done or check.name not in wanted or thread_time() > self.end:
                continue
            began = thread_time()
            candidate = check_candidate(self.relation, check)
            for level in levels_from(before.get(check.name, "")):
                try:
                    standing, formula = self.induction.standing(level), candidate.says(self.relation.base)
                except LiftingError:
                    break
                wrong, seconds = denial(formula), min(self.timeout * AT_ONCE, self.end - thread_time())
                answer = self.induction.ask(standing, wrong, formula.laws, self.kept.candidates, seconds, again=False)
                if answer.asked.answer == "unsat":
                    self.known = self.kept.candidates
                    verdict = self._proof_of(check, OF_A_STATE, thread_time() - began, answer.used)
                    self.found[check.name] = replace(verdict, level=level)
                    break

    def _together(self, candidates: Sequence[Candidate], end: float, *, firm: bool = False) -> None:
        """The largest part of what is not known yet that is inductive beside what is, as far as the time allows."""
        done = self.kept.names
        left = [one for one in candidates if one.name not in done]
        self.kept.add(Houdini(self.induction, left, self.kept.candidates, end, self.tell, firm=firm).run())

    def _plain(self, candidate: Candidate) -> bool:
        """Whether a condition is of phases, frames and single numbers alone: those are shown at once, and most others
        rest on them."""
        shapes = self.relation.world.shapes
        return all(isinstance(read, str) or not shapes[read].keys for read in candidate.reads)

    def _counts(self, candidate: Candidate) -> bool:
        """Whether a condition speaks of how many members there are of some kind, or of what they add up to."""
        folds = self.relation.world.folds.by_name
        try:
            said = candidate.says(self.relation.base).holds
        except LiftingError:
            return False
        symbols = (t for t in subterms([said]) if t.op == "symbol")
        return any(str(t.value) in folds and folds[str(t.value)].kind == "sum" for t in symbols)

    def _said_of(self, check: Check, seconds: float) -> None:
        """The verdict on a property of states, as far as that is known."""
        self.known = self.kept.candidates
        one = next((c for c in self.known if c.name == check.name), None)
        if one is not None:
            shown = proof_method(check.kind, one.key, (), chained=one.key in self.in_chains)
            self.found[check.name] = replace(self._proof_of(check, shown, seconds, [one.key]), level=one.level)
        else:
            why = self.kept.fallen.get(f"rest: {check.name}")
            if why is not None:
                self.found[check.name] = self._failure_of(check, why, seconds)

    def _kept_before(self, always: Sequence[Check]) -> list[Candidate]:
        """The candidates that an earlier run kept."""
        levels = dict(map(parse_key, (*self.lemmas.states, *self.lemmas.conditions)))
        found = [check_candidate(self.relation, check) for check in always]
        found += implicit_conditions(self.relation, [parse_key(key)[0] for key in self.lemmas.conditions])
        return [replace(one, level=levels[one.name]) for one in found if one.name in levels]

    def _by_themselves(self, candidates: Sequence[Candidate], shares: Sequence[float]) -> None:
        """The properties that need no other: that is quick, where all together take long. What else is known makes a
        question long too. What was asked for comes first, and what may only be of use to it has an equal part each of
        the time that is left."""
        end = thread_time() + (self.end - thread_time()) * BY_THEMSELVES
        wanted_names = {check.name for check in self.wanted}
        ordered = sorted(candidates, key=lambda candidate: candidate.name not in wanted_names)
        for share in shares:
            for i, candidate in enumerate(ordered):
                if candidate.name in self.kept.names or thread_time() > end:
                    continue
                self.tell(f"{candidate.name} by itself")
                now = thread_time()
                last = min(end, now + share * self.timeout)
                if candidate.name not in wanted_names:
                    last = min(last, now + (end - now) / (len(ordered) - i))
                firm = candidate.key in self.lemmas.lone
                outcome = Houdini(self.induction, [candidate], self.kept.candidates, last, firm=firm).run()
                self.kept.fallen |= outcome.fallen
                if candidate in outcome.candidates:  # of fewer states it may hold of all with others
                    self.kept.add(outcome)

    # --- steps ------------------------------------------------------------------------------------------------------

    def _steps(self) -> None:
        for check in list(self._remaining()):
            if not isinstance(check, Check) or check.kind != "step" or thread_time() > self.end:
                continue
            if not self.tried and check.name in self.lemmas.steps:
                continue
            self.tell(f"{check.name}, {len(self.found)} properties done")
            began = thread_time()
            found = self._step(check, began)
            if found.proposed or not found.rule or self.tried:
                self.found[check.name] = found
            else:
                self.unproved[check.name] = found
        self.tried = True

    def _step(
        self, check: Check, began: float, chains: KInductionProver | None = None, end: float = 0.0
    ) -> ProofVerdict:
        unlifted = self.induction.lifting_gap(check.of)
        if unlifted is not None:
            return self._without(check, unlifted)
        used: set[str] = set()
        for step in self.induction.steps_of(check.of):
            why = self._fails(check, step, used, chains, end)
            if why is not None:
                return self._failure_of(check, why, thread_time() - began)
        shown = proof_method(check.kind, "", used, chained=chains is not None)
        return self._proof_of(check, shown, thread_time() - began, used)

    def _fails(
        self, check: Check, step: Step, used: set[str], chains: KInductionProver | None = None, end: float = 0.0
    ) -> CandidateFailure | None:
        """The reason why a check is not shown of a rule, nor until a time of those before it; else what it rests on is
        added to `used`."""
        try:
            said = self.relation.of_step(check, step)
        except LiftingError as error:
            return CandidateFailure(step.key, None, str(error))
        wrong = denial(said)
        if wrong is FALSE:
            return None
        first = not self.tried and not self.only  # briefly, while nothing is known of states
        seconds = min(self.timeout * (BRIEF if first else 1), self.end - thread_time())
        if seconds <= 0:
            return CandidateFailure(step.key, None, late=True)
        answer = self.induction.ask(step, wrong, said.laws, self.known, seconds, again=not first)
        if answer.asked.answer == "unsat":
            used |= answer.used
            return None
        if chains is not None and answer.asked.answer == "sat":
            return chains.after(step, wrong, said.laws, self.known, end, used)
        return CandidateFailure(step.key, answer.asked)

    # --- what nobody wrote --------------------------------------------------------------------------------------------

    def _clauses_at_first(self) -> None:
        """Ask of clauses and checks briefly, before anything is known of states: most need nothing but their rules."""
        whole, timeout, now = self.end, self.timeout, thread_time()
        self.end, self.timeout = now + (whole - now) * FOR_STATES, timeout * AT_ONCE
        self._ask_unwritten(first=True)
        self.end, self.timeout = whole, timeout

    def _ask_unwritten(self, *, first: bool = False) -> None:
        """Ask what nobody wrote. first: no ranges, and what falls is asked again, but for what cannot be lifted."""
        for candidate in list(self._remaining()):
            if isinstance(candidate, Check) or thread_time() > self.end or (first and candidate.kind == "writes"):
                continue
            self.tell(f"{candidate.name}, {len(self.found)} properties done")
            began = thread_time()
            unlifted = self.induction.lifting_gap()
            if unlifted is not None:
                self.found[candidate.name] = self._without(candidate, unlifted)
                continue
            try:
                outcome = find_failing_rule(self.induction, candidate, self.known, self.timeout, self.end)
            except LiftingError as error:
                outcome = CandidateFailure("", None, str(error))
            seconds = thread_time() - began
            if isinstance(outcome, CandidateFailure):
                again = first and (candidate.kind == "apart" or outcome.asked is not None or outcome.late)
                (self.unproved if again else self.found)[candidate.name] = self._failure_of(candidate, outcome, seconds)
            else:
                self.found[candidate.name] = self._proof_of(candidate, OF_EACH[candidate.kind], seconds, outcome)

    # --- rules one after the other ----------------------------------------------------------------------------------

    def _one_after_the_other(self) -> None:
        """Asks the properties that some rule breaks from some state of rules one after the other, each in its share of
        the time that is left. Others may rest on what that shows."""
        levels = dict(map(parse_key, self.lemmas.chains))
        stuck = [c for c in self.system.checks.values() if self._is_stuck_at_state(c)]
        if self.only:
            stuck = [c for c in stuck if c.name in self.lemmas.properties and c.name not in levels]
            stuck += [c for c in self.system.checks.values() if c.name in levels]
        began = len(self.known)
        for i, check in enumerate(stuck):
            self.tell(f"{check.name}, rules one after the other")
            now = thread_time()
            end = now + (self.end - now) / (len(stuck) - i)
            if check.kind == "always":
                self._states_in_chains(
                    check, (levels[check.name],) if self.only and check.name in levels else LEVELS, end
                )
            else:
                found = self._step(check, now, self.chains, end)
                if found.proposed:
                    self.found[check.name] = found
        if len(self.known) > began:
            self._again((), self.end)

    def _is_stuck_at_state(self, check: Check) -> bool:
        one = self.found.get(check.name)
        return one is not None and not one.proposed and one.reason == FROM_SOME_STATE

    def _is_proved(self, check: Check | ImplicitCheck) -> bool:
        one = self.found.get(check.name)
        return one is not None and one.proposed

    def _states_in_chains(self, check: Check, levels: Iterable[Level], end: float) -> None:
        began = thread_time()
        for level in levels:
            candidate = replace(check_candidate(self.relation, check), level=level)
            used = self.chains.of_states(candidate, self.kept.candidates, end)
            if not isinstance(used, CandidateFailure):
                self.in_chains.add(candidate.key)
                self.kept.add(HoudiniResult([candidate], rests={candidate.key: used}))
                self._said_of(check, thread_time() - began)
                break

    def _again(self, more: Sequence[Candidate], end: float) -> None:
        """Asks the unproved properties again, with what is known now, and with more candidates."""
        stuck = {name for name, one in self.found.items() if not one.proposed}
        left = [check for check in self.system.checks.values() if check.name in stuck]
        always = [check for check in left if check.kind == "always"]
        tried = [*(check_candidate(self.relation, check) for check in always), *more]
        kept = Houdini(self.induction, tried, self.kept.candidates, end, self.tell).run()
        self.kept.add(replace(kept, fallen={}))
        self.known = self.kept.candidates
        for check in always:
            self._said_of(check, 0.0)
        for check in left:
            if check.kind == "step" and thread_time() < self.end:
                found = self._step(check, thread_time())
                if found.proposed:
                    self.found[check.name] = found

    # --- shares of sums ---------------------------------------------------------------------------------------------

    def _share_out(self) -> None:
        """Asks what is stuck and counts once more, with everybody that is known as who may have a share of a sum."""
        stuck = [c for c in self.wanted if c.name in self.found and not self._is_proved(c)]
        if self.only or not stuck or not any(f.kind == "sum" for f in self.relation.world.folds.by_name.values()):
            return
        self.tell("shares of sums")
        solver, now, whole = self.induction.solver, thread_time(), self.end
        solver.wide, self.end = True, now + (whole - now) * FOR_SHARES
        self._again((), self.end)
        for one in stuck:
            if not isinstance(one, Check) and self.found[one.name].reason.startswith(FROM_SOME_STATE):
                del self.found[one.name]
        self._ask_unwritten()
        solver.wide, self.end = False, whole

    # --- guesses ------------------------------------------------------------------------------------------------------

    def _ask_guesses(self) -> None:
        """Asks the properties that no method shows beside candidates about the fields of which they speak."""
        names = {name for name, one in self.found.items() if not one.proposed}
        stuck = [check for check in self.wanted if isinstance(check, Check) and check.name in names]
        if self.guess is None or not stuck or thread_time() > self.end:
            return
        if self.induction.lifting_gap() is not None:
            return
        self.tell("guesses at what plays keep")
        about = frozenset[Any]().union(*(self.relation.world.reads(check.function) for check in stuck))
        done = self.kept.names
        made = [clause_candidate(self.relation, clause) for clause in self.guess(about) if clause.text not in done]
        now = thread_time()
        self._again(made[:GUESSES], now + (self.end - now) * FOR_GUESSES)

    # --- rules that are never taken -----------------------------------------------------------------------------------

    def _note_untaken_rules(self) -> None:
        """A proof about a rule of which the hypotheses exclude one another is none that anybody wants to hear of."""
        late = thread_time() + (self.end - thread_time()) * FOR_RULES
        for step in sorted(self.induction.steps, key=lambda step: step.kind != "initial"):
            if thread_time() >= late:
                break
            used = self.induction.never(step, self.known, min(self.timeout, BRIEFLY))
            if used is not None:
                cone = self.kept.cone(used)
                self.never[step.key] = tuple(c.key for c in self.known if c.key in cone)

    # --- what was kept once -----------------------------------------------------------------------------------------

    def lapses(self) -> Iterator[LapsedLemma]:
        """The conditions that nobody wrote down, and that were kept once and are not now; of properties the verdict
        says so."""
        there = {c.name for c in self._kept_before([])}
        for key in self.lemmas.conditions:
            fallen = self.kept.fallen.get(key)
            if any(c.key == key for c in self.known):
                continue
            if fallen is not None:
                yield LapsedLemma(key, fallen.rule, _why(fallen), _late(fallen), property=False)
            elif parse_key(key)[0] in there:
                yield LapsedLemma(key, "", NO_TIME, late=True, property=False)
            else:
                yield LapsedLemma(key, "", "nothing of this name is looked for", property=False)


def _is_asked(one: Check | ImplicitCheck, properties: Collection[str] | None) -> bool:
    """Whether a property is among those, where some are named; that clauses never clash, or checks never fail, is
    asked by name alone."""
    return one.kind not in BY_NAME if properties is None else one.name in properties


def _why(fallen: CandidateFailure) -> str:
    if fallen.late:
        return NO_TIME
    if fallen.asked is None:
        return f"it {CANNOT_BE_LIFTED}: {fallen.reason}"
    if fallen.asked.answer == "sat":
        first = AT_FIRST if fallen.rule.startswith("initial ") else FROM_SOME_STATE
        return f"{first}: {fallen.reason}" if fallen.reason else first
    return f"the solver gave up: {fallen.asked.reason}"


def _late(fallen: CandidateFailure) -> bool:
    return fallen.late or (fallen.asked is not None and fallen.asked.answer == "unknown")


def _rule_place(system: System, key: str) -> str:
    """The place of a rule that is called so."""
    kind, _, name = key.rpartition(" ")
    rule = {"initial": {name: system.initial}, "duty": system.duties, "": system.actions}.get(kind, {}).get(name)
    return place_in_words(getattr(rule, "origin", None))
