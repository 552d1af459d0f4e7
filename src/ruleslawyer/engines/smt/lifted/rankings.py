"""Rankings for any number of cards, looked for: of all numbers that can be said of a state those that no rule raises
and some lower come first, and what they lower need not be lowered by the next (Alias, Darte, Feautrier, Gonnord, SAS
2010).

What is found, or was proposed, is one item: each rule lowers the first of the numbers that it changes. It is accepted
where proofs are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from time import thread_time

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.engines.smt.certify.accepted import Accepted, Portfolio
from ruleslawyer.engines.smt.lifted.answered import record_instances
from ruleslawyer.engines.smt.lifted.clauses import IN, IS, NOT, OPEN, SET, parse
from ruleslawyer.engines.smt.lifted.folder import ProofSubject
from ruleslawyer.engines.smt.lifted.issue import CertificateIssuer, Proposal
from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
from ruleslawyer.engines.smt.lifted.obligations import (
    BY,
    COUNT,
    FALLS,
    ROOM,
    SUM,
    THEN,
    decrease_failures,
    may_continue,
    measure,
    parse_measure,
)
from ruleslawyer.engines.smt.lifted.prove import ProverMemory
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.depth import deep_recursion
from ruleslawyer.lifted.relation import ROUND, Relation, Step
from ruleslawyer.lifted.terms import less
from ruleslawyer.rulebook.claims.verdict import Ending

BRIEFLY, AT_LENGTH = 0.5, 10.0
"""Seconds for one question, at most: of a search, and of what was proposed."""
PATIENCE, PATIENT = 30.0, 120.0
"""Seconds for the solver that accepts a file: what was found, and what was proposed, which may be long."""
MOST_LINES = 400
"""Numbers that are tried, at most."""


@dataclass(frozen=True, slots=True)
class RankingResult:
    """The result for one ending. lines: the numbers, each with the rules that it is for; left: rules that none of
    them lowers; why: it is none for another reason; late: whether time was out."""

    ending: Ending
    lines: tuple[tuple[str, tuple[str, ...]], ...]
    left: tuple[str, ...]
    accepted: Accepted | None = None
    why: str = ""
    late: bool = False


@dataclass(frozen=True, slots=True)
class ProposedRanking:
    """A ranking that somebody worked out: numbers, each with the rules that it is the last one for. reading: for which
    it is meant; given: conditions of states that it rests on, which are shown first."""

    ending: Ending
    numbers: tuple[str, ...]
    given: tuple[str, ...]
    reading: Mapping[str, str]


def is_condition(system: System, text: str) -> bool:
    """Whether a line says a condition of states of a ruleset."""
    return parse(system, text) is not None


def validate_measure(system: System, number: str) -> None:
    """A ValueError where a line says no number of a ruleset, or names a rule that it does not have."""
    line, _, by = number.partition(BY)
    parse_measure(system, line)
    rules = {*system.actions, *(f"duty {name}" for name in system.duties), f"settle {ROUND}"}
    for rule in by.split(", ") if by else ():
        if rule not in rules:
            raise ValueError(f"there is no rule `{rule}`")


def judge_proposal(
    system: System, players: int | None, lemmas: Lemmas, proposed: ProposedRanking, total: float, tell: Tell,
    chosen: Mapping[str, str], memory: ProverMemory,
) -> RankingResult:  # fmt: skip
    """A ranking that was proposed, as far as it is accepted. chosen: with what is chosen for it. memory: the instances
    of a run before, in the place of which come those of this one."""
    with deep_recursion():
        known = tuple(dict.fromkeys((*lemmas.states, *lemmas.conditions, *proposed.given)))
        end, about = thread_time() + total, ProofSubject("", players, chosen)
        judge, before = Portfolio(PATIENT), memory.accepted
        issue = CertificateIssuer(
            system, about, known, judge, AT_LENGTH, end, tell, before=before, lasting=memory.lasting
        )
        item = _item(proposed.ending, proposed.numbers)
        issue.run([Proposal(item, (item,))])
        own = {name: made for name, made in issue.door.made.items() if name == item or name in proposed.given}
        memory.accepted = record_instances(own, issue.door.obligations.relation.world)
        parts = [number.partition(BY) for number in proposed.numbers]
        lines = tuple((line, tuple(rules.split(", ")) if rules else ()) for line, _, rules in parts)
        return _judge(issue, RankingResult(proposed.ending, lines, ()), item)


def rankings(
    system: System, players: int | None, lemmas: Lemmas, endings: Sequence[Ending], total: float, tell: Tell,
    chosen: Mapping[str, str] | None = None,
) -> list[RankingResult]:  # fmt: skip
    """A ranking for each ending, under every reading of what is not chosen. players: None for any number. lemmas: what
    may be known of states, as far as it is accepted; total: seconds of the processor."""
    with deep_recursion():
        known = (*lemmas.states, *lemmas.conditions)
        issue = CertificateIssuer(
            system,
            ProofSubject("", players, chosen or {}),
            known,
            Portfolio(PATIENCE),
            BRIEFLY,
            thread_time() + total,
            tell,
        )
        gap = issue.door.obligations.induction.lifting_gap()
        if gap is not None:
            return [
                RankingResult(ending, (), (), None, f"the rule {gap[0]} cannot be lifted: {gap[1]}")
                for ending in endings
            ]
        proposals = [Proposal(key, (key,)) for key in known]
        issue.run(proposals)
        held = [candidate for candidate in issue.door.obligations.known if candidate.key in issue.proofs]
        search = _Search(issue, [candidate.key for candidate in held], thread_time() + total / 2)
        searched = [search.ranking(ending) for ending in endings]
        items = [
            _item(ranking.ending, [f"{line}{BY}{', '.join(rules)}" for line, rules in ranking.lines])
            for ranking in searched
        ]
        issue.run([Proposal(item, (item,)) for item, ranking in zip(items, searched, strict=True) if not ranking.left])
        return [_judge(issue, ranking, item) for item, ranking in zip(items, searched, strict=True)]


def _item(ending: Ending, numbers: Sequence[str]) -> str:
    return f"{FALLS}{ending}: {THEN.join(numbers)}"


def _judge(issue: CertificateIssuer, one: RankingResult, item: str) -> RankingResult:
    if one.left:
        return one
    if item in issue.proofs:
        return RankingResult(one.ending, one.lines, (), issue.proofs[item][0])
    refused = issue.refused[item]
    why = f"a ranking function was found or proposed, and not accepted: {refused.wrong}"
    return RankingResult(one.ending, one.lines, (), None, why, late=refused.late)


class _Search:
    """A search, in which it is asked once what each number does by each rule."""

    def __init__(self, issue: CertificateIssuer, known: Sequence[str], end: float) -> None:
        self.issue, self.end = issue, end
        self.relation = issue.door.obligations.relation
        self.known = [one for one in issue.door.obligations.known if one.key in known]
        self.lines = list(candidate_measures(self.relation))[:MOST_LINES]
        self._reads = {line: parse_measure(self.relation.system, line)[1].reads for line in self.lines}
        self._is_so = cache(self._asks_whether)

    def ranking(self, ending: Ending) -> RankingResult:
        steps = self.issue.door.obligations.induction.steps
        left = {step.key: step for step in steps if may_continue(self.relation.system, step, ending)}
        found: list[tuple[str, tuple[str, ...]]] = []
        while left:
            line = next((line for line in self.lines if self._is_next(line, left)), None)
            if line is None:
                break
            lowered = tuple(key for key, step in left.items() if self.lowers(line, step))
            found.append((line, lowered))
            for key in lowered:
                del left[key]
        return RankingResult(ending, tuple(found), tuple(left), late=thread_time() > self.end)

    def _is_next(self, line: str, left: dict[str, Step]) -> bool:
        """Whether no rule that is left raises a number, and some lower it."""
        touched = [step for step in left.values() if self.touches(line, step)]
        return (
            bool(touched)
            and any(self.lowers(line, step) for step in touched)
            and all(self.lowers(line, step) or self.keeps(line, step) for step in touched)
        )

    def touches(self, line: str, step: Step) -> bool:
        return step.touches(self._reads[line])

    def lowers(self, line: str, step: Step) -> bool:
        return self.touches(line, step) and self._is_so(line, step, True)

    def keeps(self, line: str, step: Step) -> bool:
        """Whether a rule does not raise a number."""
        return self._is_so(line, step, False)

    def _asks_whether(self, line: str, step: Step, strictly: bool) -> bool:
        if thread_time() > self.end:
            return False
        with self.relation.world.folds.within(f"{line} {step.key}"):
            if strictly:
                ((wrong, _),) = decrease_failures(self.relation, [line], step)
            else:
                before, after = (measure(self.relation, line, store) for store in (step.before, step.after))
                wrong = less(before, after)
        return self.issue.asking.ask(step, wrong, (), self.known, BRIEFLY).asked.answer == "unsat"


# --- what can be said of a state -----------------------------------------------------------------------------------


def candidate_measures(relation: Relation) -> Iterator[str]:
    """The numbers of a ruleset, those of few members first."""
    yield from sorted(_lines(relation), key=lambda line: (line.count(","), ": " in line, line.startswith(COUNT)))


def _lines(relation: Relation) -> Iterator[str]:
    system = relation.system
    for name in system.frames:
        yield from (f"{COUNT}{name}{OPEN}", f"{COUNT}{NOT}{name}{OPEN}")
    for (record, field), shape in relation.world.shapes.items():
        ways = [[("", n) for n in _members(system, key)] or [(_sort(key), f"m{i}")] for i, key in enumerate(shape.keys)]
        for keys in product(*ways):
            place = f"{record}.{field}" if record else field
            place += "".join(f"[{name}]" for _, name in keys)
            bound = [f"{name}: {sort}" for sort, name in keys if sort]
            yield from _of_place(system, place, bound, shape.leaf)


def _of_place(system: System, place: str, bound: list[str], leaf: t.Type) -> Iterator[str]:
    said: list[str] = []
    match leaf:
        case t.Bool():
            said = [place]
        case t.Int(low, high):
            yield from ([_line(SUM, bound, place)] if low is not None else [])
            yield from ([_line(ROOM, bound, place)] if high is not None else [])
        case t.Enum():
            said = [f"{place}{IS}{name}" for name in _members(system, leaf)]
        case t.Optional():
            said = [f"{place}{SET}"]
        case t.Set(item) | t.Pile(item) | t.Awaits(item):
            said = [f"{name}{IN}{place}" for name in _members(system, item)]
            if not said:
                said, bound = [f"x{IN}{place}"], [*bound, f"x: {_sort(item)}"]
    for one in said:
        yield from (_line(COUNT, bound, one), _line(COUNT, bound, f"{NOT}{one}"))


def _line(kind: str, bound: Sequence[str], said: str) -> str:
    return f"{kind}{', '.join(bound)}{': ' if bound else ''}{said}"


def _members(system: System, type_: t.Type) -> Sequence[str]:
    return system.enums[type_.name].members if isinstance(type_, t.Enum) else ()


def _sort(type_: t.Type) -> str:
    return type_.name if isinstance(type_, t.Sort) else ""
