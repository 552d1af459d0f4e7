"""Obligations of a proof for any number of cards, each to be unsatisfiable: questions from the rules, with no solver
asked; and numbers that fall by a sub-step.

An item is a condition of states, of those where nothing is to settle or of those at rest, a check of steps, that a
field keeps its range, or that two clauses never clash. Its questions are one for each rule that could make it wrong,
and of a range for each write. What may be used in one: what holds where the rule is taken, its checks, what types
promise, a reading, and the conditions that are items themselves.

`count a: Card: zone[a] is hand` is how many members do so, `sum p: Player: money[p]` a number over its least, and `room
p: Player: money[p]` one below its greatest, each of all members together. None is ever below 0, by what types promise.
What stands before ` and ` has to be so as well: `sum p: Player: step is draw and owed[p]` is 0 in every other step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ruleslawyer.engines.smt.certify.argument import NEVER, STATE, STEP, rules_in_words
from ruleslawyer.engines.smt.lifted.clauses import ALL, MOST, OR, Clause, over_members, parse, part_term, value_at
from ruleslawyer.engines.smt.lifted.conditions import candidates_by_key, given_laws
from ruleslawyer.engines.smt.lifted.induction import Candidate, Induction, KInduction, denial, fails
from ruleslawyer.engines.smt.lifted.unwritten import (
    ImplicitCheck,
    implicit_checks,
    mixed_signs,
    out_of_range,
    violations,
)
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.relation import Relation, Step
from ruleslawyer.lifted.terms import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Term,
    both,
    conjuncts,
    equal,
    ite,
    less,
    negate,
    number,
    subtract,
)
from ruleslawyer.lifted.values import LiftingError
from ruleslawyer.lifted.world import Law, player_sizes

FALLS, THEN, BY = "falls:", " > ", " by "
"""How a ranking's item begins, before its ending; what is between its lines, and before rules that one is last for."""
COUNT, SUM, ROOM, AND = "count ", "sum ", "room ", " and "


def measures_for_rule(lines: Sequence[str], rule: str) -> list[str]:
    """The numbers for a rule: those up to the one that it is named at, or all. What falls so falls by all."""
    named = [place for place, line in enumerate(lines) if rule in line.partition(BY)[2].split(", ")]
    return [line.partition(BY)[0] for line in lines[: named[-1] + 1 if named else None]]


def may_continue(system: System, step: Step, ending: str) -> bool:
    """Whether a play without that ending may take a rule for ever."""
    if step.kind == "duty":
        return ending != "every turn ends" or not system.duties[step.name].turn_end
    return step.kind == "settle" or (step.kind == "action" and not system.actions[step.name].outside_play)


def decrease_failures(relation: Relation, lines: Sequence[str], step: Step) -> Iterator[tuple[Term, Term]]:
    """Conditions of which one holds where of some numbers none falls by a rule, or one rises before the first that
    does: that one rises, or the last does not fall. Each alone, and with that those before it stay as they are."""
    stay = TRUE
    for line in lines:
        before, after = (measure(relation, line, store) for store in (step.before, step.after))
        wrong = negate(less(after, before)) if line == lines[-1] else less(before, after)
        yield wrong, both(stay, wrong)
        stay = both(stay, equal(after, before))


def parse_measure(system: System, line: str) -> tuple[str, Clause]:
    """The kind of a number, and what is counted or added up; ValueError where the line says no number of these."""
    kind = next((one for one in (COUNT, SUM, ROOM) if line.startswith(one)), "")
    text = f"{line.removeprefix(kind)}{'' if kind == COUNT else f'{MOST}0'}"
    clause = parse(system, (f"{ALL}{text}" if ": " in text else text).replace(AND, OR))
    if not kind or clause is None or OR in text or (kind != COUNT and clause.parts[-1].kind != "most"):
        raise ValueError(f"`{line}` says no number")
    return kind, clause


def measure(relation: Relation, line: str, store: Store) -> Term:
    """The number that a line says of a state."""
    kind, clause = parse_measure(relation.system, line)
    return over_members(clause.variables, relation.world.total, lambda put: _amount(relation, kind, clause, store, put))


def _amount(relation: Relation, kind: str, clause: Clause, store: Store, put: Mapping[str, Term]) -> Term:
    """The summand of some members."""
    *where, part = clause.parts
    so = both(*(part_term(relation, one, store, put) for one in (clause.parts if kind == COUNT else where)))
    if kind == COUNT:
        return ite(so, ONE, ZERO)
    assert part.about is not None
    type_, value = value_at(relation, part.about, store, put)
    assert isinstance(value, Term) and isinstance(type_, t.Int)
    bound = type_.low if kind == SUM else type_.high
    if bound is None:
        raise ValueError(f"{part.text} has no such bound")
    return ite(so, subtract(value, number(bound)) if kind == SUM else subtract(number(bound), value), ZERO)


RULE, GOAL, JOINED = "rule", "goal", "joined"
"""The sources of what holds where a rule is taken and of what defines its symbols; of the symbols of what is wanted;
and of that a state is the one which a rule leaves."""
KNOWN = "known "
"""How a source begins that is a condition of states."""
BEFORE = "before "
"""What stands before a source of a chain of rules, once for each rule after the one that it is of."""


class NoObligation(Exception):
    """A proof whose questions cannot be made; the message says why."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """The question whether something can be wrong after a rule. sources: what is known, by where it is from; each a
    law, of which any instance may be used. of: the rule and those before it, the last first, each by its kind and name.
    chain: the same; none where none is asked before it. other: what is enough in its place."""

    of: tuple[tuple[str, str], ...]
    wanted: Term
    sources: Mapping[str, Sequence[Law]]
    chain: tuple[Step, ...] = ()
    other: Obligation | None = None

    @property
    def rule(self) -> str:
        """The rules in words."""
        return rules_in_words(self.of)


class Obligations:
    """The questions of one ruleset. known: the keys of the conditions that may be taken as given, where they are items
    too. excluded: which conditions of the premises of loops hold of nothing, in the order in which they come up. first:
    what is asked of the rules before all else: names and premises come up in that order."""

    def __init__(
        self, system: System, players: int | None, reading: Mapping[str, str], known: Sequence[str],
        excluded: Callable[[Term], bool], first: Callable[[Induction], None] | None = None,
    ) -> None:  # fmt: skip
        self.system, self._excluded, self.premises = system, excluded, list[tuple[Term, bool]]()
        self.relation = Relation(system, player_sizes(system, players), {}, self._premise)
        self.given = given_laws(self.relation, reading)
        self.induction = Induction(self.relation, [law for laws in self.given.values() for law in laws])
        self.chains = KInduction(self.induction)
        if first is not None:
            first(self.induction)
        there = {one.key: one for one in candidates_by_key(self.relation, known)}
        missing = [name for name in known if name not in there]
        if missing:
            raise NoObligation(f"the ruleset has no condition `{missing[0]}`")
        self.known: list[Candidate] = [there[name] for name in known]
        self._laws: dict[tuple[int, str], list[Law]] = {}
        for one in self.known:
            self._laws_of(0, one)

    def _premise(self, condition: Term) -> bool:
        answer = self._excluded(condition)
        self.premises.append((condition, answer))
        return answer

    def _laws_of(self, back: int, candidate: Candidate) -> list[Law]:
        """The laws that a condition states of the state so many rules before the last."""
        key = back, candidate.key
        if key not in self._laws:
            with _lifting(candidate.key):
                said = self.chains.level(back).statement(candidate)
            self._laws[key] = [*_laws_from(said.holds), *said.laws, *(check.law for check in said.checks)]
        return self._laws[key]

    # --- items ------------------------------------------------------------------------------------------------------

    def questions(self, item: str) -> Iterator[Obligation]:
        """The questions of an item, by its name, in the order of the rules."""
        if item.startswith(STEP):
            yield from self._of_check(item.removeprefix(STEP))
        elif item.startswith(STATE):
            yield self._of_state(item.removeprefix(STATE))
        elif item.startswith(NEVER):
            yield self._of_rule(item.removeprefix(NEVER))
        elif (one := next((one for one in implicit_checks(self.system) if one.name == item), None)) is not None:
            yield from self._of_write(one.about) if one.kind == "writes" else self._of_doubts(one)
        elif item.startswith(FALLS):
            yield from self._of_ranking(item)
        else:
            yield from self._of_condition(item)

    def _of_condition(self, key: str) -> Iterator[Obligation]:
        candidate = next((one for one in self.known if one.key == key), None)
        if candidate is None:
            raise NoObligation(f"`{key}` is none of the conditions that are known")
        self._expect_liftable()
        for step in self.induction.steps:
            with _lifting(key):
                if not self.induction.may_break(step, candidate):
                    continue
                wrong, laws = self.induction.goal(step, candidate)
            yield self._question((step,), wrong, laws)

    def _of_state(self, key: str) -> Obligation:
        """No rule is asked: each state of which it speaks was reached by some, with what is known of it."""
        candidate = next(candidates_by_key(self.relation, [key]), None)
        if candidate is None:
            raise NoObligation(f"the ruleset has no condition `{key}`")
        self._expect_liftable()
        with _lifting(key):
            standing, said = self.induction.standing(candidate.level), candidate.says(self.relation.base)
        return self._alone(standing, denial(said), said.laws)

    def _of_rule(self, key: str) -> Obligation:
        """The question whether the knowledge before a rule excludes that it is taken."""
        step = next((one for one in self.induction.steps if one.key == key), None)
        if step is None:
            raise NoObligation(f"the rule {key} cannot be lifted, or there is none")
        return self._alone(step, TRUE)

    def _of_check(self, name: str) -> Iterator[Obligation]:
        check = self.system.checks.get(name)
        if check is None or check.kind != "step":
            raise NoObligation(f"the ruleset has no check of steps `{name}`")
        self._expect_liftable(check.of)
        for step in self.induction.steps_of(check.of):
            with _lifting(name):
                said = self.relation.of_step(check, step)
            wrong = denial(said)
            if wrong is not FALSE:
                yield self._question((step,), wrong, said.laws)

    def _of_write(self, field: str) -> Iterator[Obligation]:
        self._expect_liftable()
        for step in self.induction.steps:
            for check in step.walk.anywhere.get(field, ()):
                if check is None:
                    raise NoObligation(f"{step.key} writes it in a loop whose order may matter")
                known = {"world": self.relation.world.laws, **self.given}
                yield Obligation(((step.kind, step.name),), fails(check), known)
            added = step.walk.unsaid.get(field, ())
            signs = [one for one in added if one is not None]
            if len(signs) < len(added):
                raise NoObligation(f"{step.key} writes it several times, and what is there on the way is not said")
            if signs:
                one, other = (self._alone(before, wrong) for before, wrong in mixed_signs(step, signs))
                yield replace(one, other=other)
            yield from (self._alone(doubt.step, doubt.wrong) for doubt in out_of_range(step, field))

    def _of_doubts(self, one: ImplicitCheck) -> Iterator[Obligation]:
        self._expect_liftable()
        with _lifting(one.name):
            for doubt in violations(self.induction, one):
                yield self._alone(doubt.step, doubt.wrong, doubt.laws)

    def _of_ranking(self, item: str) -> Iterator[Obligation]:
        """The questions whether a rule that a play may take for ever lowers nothing, or raises something before."""
        self._expect_liftable()
        ending, _, lines = item.removeprefix(FALLS).partition(": ")
        for step in self.induction.steps:
            if may_continue(self.system, step, ending):
                with self.relation.world.folds.within(f"{FALLS}{step.key}"):
                    found = list(decrease_failures(self.relation, measures_for_rule(lines.split(THEN), step.key), step))
                for each in (each for each in found if each[1] is not FALSE):
                    one, other = (self._question((step,), wrong, ()) for wrong in each)
                    yield replace(one, other=replace(other, chain=()))

    def _expect_liftable(self, of: str | None = None) -> None:
        """An error where a rule cannot be lifted: `of`, or without it any."""
        unlifted = self.induction.lifting_gap(of)
        if unlifted is not None:
            raise NoObligation(f"the rule {unlifted[0]} cannot be lifted: {unlifted[1]}")

    def longer(self, question: Obligation) -> Iterator[Obligation]:
        """Questions that are enough in a question's place: another one, or the same after each rule that there may be
        before it, where all of these have an answer."""
        if question.other is not None:
            yield question.other
            return
        if not question.chain or self.chains.first(question.chain):
            raise NoObligation(f"nothing is asked before {question.rule}")
        self._expect_liftable()
        goal = question.sources[GOAL]
        for before in self.chains.level(len(question.chain)).steps:
            yield self._question((*question.chain, before), question.wanted, goal)

    def _alone(self, step: Step, wrong: Term, laws: Sequence[Law] = ()) -> Obligation:
        """The question of a rule before which no other is asked."""
        return replace(self._question((step,), wrong, laws), chain=())

    def _question(self, chain: tuple[Step, ...], wrong: Term, goal: Sequence[Law]) -> Obligation:
        """Rules one after the other, the last first: what is known before each of them, and that each but the first of
        them is taken in the state that the one before it leaves."""
        sources: dict[str, Sequence[Law]] = {}
        for back, step in enumerate(chain):
            if back:
                sources[f"{BEFORE * back}{JOINED}"] = self.chains.join(back, step)
            sources |= {f"{BEFORE * back}{name}": laws for name, laws in self._sources(back, step)}
        of = tuple((step.kind, step.name) for step in chain)
        return Obligation(of, wrong, {**sources, GOAL: goal}, chain)

    def _sources(self, back: int, step: Step) -> Iterator[tuple[str, Sequence[Law]]]:
        """The laws about a rule and about the state before it, by their source."""
        yield RULE, [*(law for fact in step.facts for law in _laws_from(fact)), *step.laws]
        yield from () if back else {"world": self.relation.world.laws, **self.given}.items()
        yield "check", [check.law for check in step.checks]
        if step.kind != "initial":
            yield "state", self.chains.level(back).relation.laws_before(step.kind)
            for one in self.known:
                if one.before(step.kind):
                    yield f"{KNOWN}{one.key}", self._laws_of(back, one)


@contextmanager
def _lifting(name: str) -> Iterator[None]:
    try:
        yield
    except LiftingError as error:
        raise NoObligation(f"`{name}` cannot be lifted: {error}") from error


def _laws_from(term: Term) -> list[Law]:
    return [((), part) for part in conjuncts(term) if part is not TRUE]
