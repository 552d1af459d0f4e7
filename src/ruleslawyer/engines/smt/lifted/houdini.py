"""The largest part of some candidates that is inductive together, found by Houdini (Flanagan, Leino 2001); and whether
a scope can meet what is assumed of members.

What is wrong in a model is dropped, or weakened to fewer states; an answer stands until something is dropped on which
it rests. When time is out, what was not shown goes, and with it whatever rests on it: what is left is inductive.

Sets without end would do as well for the questions of a proof, and no scope has such.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from time import thread_time

import z3

from ruleslawyer.engines.smt.lifted.asking import CandidateFailure, InductionProver
from ruleslawyer.engines.smt.lifted.induction import Candidate
from ruleslawyer.engines.smt.lifted.phases import weaken_by_phase
from ruleslawyer.engines.smt.lifted.question import Solver
from ruleslawyer.engines.smt.lifted.translate import Evaluation
from ruleslawyer.engines.smt.lifted.verdict import split_sizes
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.relation import Relation, Step
from ruleslawyer.lifted.terms import BOOL, FALSE, TRUE, Term, both, either, member, substitute, subterms, symbol
from ruleslawyer.lifted.values import NUMBER, LiftingError, part_of
from ruleslawyer.lifted.world import Law, player_sizes

TOGETHER = 16
"""Candidates that are asked of a rule together."""
PATIENCE = (0.2, 1.0)
"""Shares of a question's time: what needs more is left until all else is done, and then asked in halves."""
BRIEF = 0.3
"""The share for candidates that are no property, or one that may still be weakened: there are many of them."""


@dataclass(slots=True)
class HoudiniResult:
    """The inductive candidates that Houdini leaves. whole: there was time to ask all. rests: by what each was shown."""

    candidates: list[Candidate]
    fallen: dict[str, CandidateFailure] = field(default_factory=dict)
    whole: bool = False
    rests: dict[str, set[str]] = field(default_factory=dict)

    @property
    def names(self) -> set[str]:
        """The names of the candidates, at whatever level."""
        return {c.name for c in self.candidates}

    def add(self, other: HoudiniResult) -> None:
        """Adds candidates that were shown besides, by these and more."""
        self.candidates = [*self.candidates, *other.candidates]
        self.fallen |= other.fallen
        self.rests |= other.rests
        self.whole = other.whole

    def cone(self, keys: Iterable[str]) -> set[str]:
        """The candidates with these keys and all by which they are shown, directly or not."""
        found, waiting = set[str](), list(keys)
        while waiting:
            key = waiting.pop()
            if key not in found:
                found.add(key)
                waiting += self.rests.get(key, ())
        return found


@dataclass(frozen=True, slots=True)
class _Task:
    """The task to show that a rule keeps some candidates. late: how often it was put off."""

    step: Step
    keys: tuple[str, ...]
    late: int = 0


class Houdini:
    """One run: a queue of what has to be asked. firm: each property was shown of the states of its level once, and is
    given its whole time before it is said of fewer."""

    def __init__(
        self, about: InductionProver, candidates: Sequence[Candidate], base: Sequence[Candidate], end: float,
        tell: Callable[[str], None] = lambda _: None, *, firm: bool = False,
    ) -> None:  # fmt: skip
        self.about, self.base, self.end, self.tell, self.firm = about, base, end, tell, firm
        self.together = 1 if firm else TOGETHER
        self.left = {c.key: c for c in candidates}
        self.fallen: dict[str, CandidateFailure] = {}
        self.shown: list[tuple[_Task, frozenset[str]]] = []
        self.queues: tuple[list[_Task], ...] = tuple([] for _ in PATIENCE)

    def run(self) -> HoudiniResult:
        unlifted = self.about.lifting_gap()
        if unlifted is not None:  # a rule of which nothing is known may break each of them
            rule, why = unlifted
            self.fallen |= {key: CandidateFailure(rule, None, why) for key in self.left}
            self.left.clear()
            return self._result(whole=True)
        for step in self.about.steps:
            if thread_time() >= self.end:  # what a candidate says after each rule takes long to make, too
                self.left.clear()
                return self._result(whole=False)
            keys = [key for key, candidate in list(self.left.items()) if self._owes(step, candidate)]
            for i in range(0, len(keys), self.together):
                self._put(step, keys[i : i + self.together], 0)
        while thread_time() < self.end:
            queue = next((q for q in self.queues if q), None)
            if queue is None:
                return self._result(whole=True)
            self.tell(f"{len(self.left)} conditions of states, {sum(map(len, self.queues))} questions")
            self._do(self._next(queue))
        self._close()
        return self._result(whole=False)

    def _result(self, *, whole: bool) -> HoudiniResult:
        rests: dict[str, set[str]] = {}
        for task, used in self.shown:
            for key in task.keys:
                rests.setdefault(key, set()).update(used)
        return HoudiniResult(list(self.left.values()), self.fallen, whole, rests)

    def _owes(self, step: Step, candidate: Candidate) -> bool:
        """Whether something is to be shown of a candidate at a rule. One that cannot be said after it is dropped, and
        so is one that can be said of no state before a rule, since nothing could rest on it."""
        if candidate.key not in self.left:
            return False
        try:
            self.about.statement(candidate)
        except LiftingError as error:
            self._drop(candidate.key, CandidateFailure("", None, str(error)))
            return False
        try:
            return self.about.may_break(step, candidate)
        except LiftingError as error:
            self._drop(candidate.key, CandidateFailure(step.key, None, str(error)))
            return False

    def _next(self, queue: list[_Task]) -> _Task:
        """The first task, with others of its rule."""
        first = queue.pop(0)
        keys = dict.fromkeys(first.keys)
        for task in [task for task in queue if task.step is first.step]:
            if first.late == 0 and len(keys) + len(task.keys) <= self.together:
                keys.update(dict.fromkeys(task.keys))
                queue.remove(task)
        return _Task(first.step, tuple(keys), first.late)

    def _do(self, task: _Task) -> None:
        keys = [key for key in task.keys if key in self.left]
        if not keys:
            return
        goals = {key: self.about.goal(task.step, self.left[key]) for key in keys}
        laws = tuple(law for _, more in goals.values() for law in more)
        wrong = either(*(wrong for wrong, _ in goals.values()))
        known = [*self.base, *self.left.values()]
        last = task.late == len(PATIENCE) - 1 and len(keys) == 1 and self._final(keys[0])
        answer = self.about.ask(task.step, wrong, laws, known, self._seconds(task, keys), again=last)
        found = answer.asked
        if found.answer == "unsat":
            self.shown.append((_Task(task.step, tuple(keys)), answer.used))
            return
        model = found.model
        suspects = [key for key in keys if model is not None and model.value(goals[key][0])]
        if found.answer == "sat" and suspects:
            self._put(task.step, [key for key in keys if key not in suspects], task.late)
            for key in suspects:
                if not self._final(key) or (len(keys) == 1 and last):
                    less = None if model is None else self._less(self.left[key], model, task.step.after)
                    self._drop(key, CandidateFailure(task.step.key, found), less)
                else:
                    self._put(task.step, [key], len(PATIENCE) - 1)
        elif task.late < len(PATIENCE) - 1:
            suspects = [key for key in keys if found.hint is not None and found.hint.value(goals[key][0])]
            if 0 < len(suspects) < len(keys):  # one that is wrong makes the question long for all
                self._put(task.step, [key for key in keys if key not in suspects], task.late)
                for key in suspects:
                    self._put(task.step, [key], task.late + 1)
            else:
                self._put(task.step, keys, task.late + 1)
        elif len(keys) == 1:
            self._drop(keys[0], CandidateFailure(task.step.key, found))
        else:
            half = len(keys) // 2
            self._put(task.step, keys[:half], task.late)
            self._put(task.step, keys[half:], task.late)

    def _less(self, one: Candidate, model: Evaluation, after: Store) -> Candidate | None:
        less = None if one.declared else weaken_by_phase(self.about.relation, one, model, after)
        return None if less is None else replace(less, level=one.level)

    def _final(self, key: str) -> bool:
        """Whether the candidate is a property in its last form: there all ways are tried."""
        return self.left[key].declared and (self.firm or _weaker(self.left[key]) is None)

    def _seconds(self, task: _Task, keys: Sequence[str]) -> float:
        share = PATIENCE[task.late]
        if not any(self._final(key) for key in keys):
            share *= BRIEF
        return min(self.about.seconds * share, self.end - thread_time())

    def _put(self, step: Step, keys: Sequence[str], late: int) -> None:
        if keys:
            self.queues[late].append(_Task(step, tuple(keys), late))

    def _drop(self, key: str, why: CandidateFailure, less: Candidate | None = None) -> None:
        """Take a candidate out, and ask again what rests on it; what it says of fewer states takes its place, or less
        than it said."""
        gone = self.left.pop(key)
        self.fallen[key] = why
        for task in self._shaken(key):
            self._put(task.step, [other for other in task.keys if other != key], 0)
        weaker = less or _weaker(gone)
        if weaker is not None and weaker.key not in self.left and weaker.key not in self.fallen:
            self.left[weaker.key] = weaker
            for step in self.about.steps:
                if self._owes(step, weaker):
                    self._put(step, [weaker.key], 0)

    def _shaken(self, key: str) -> list[_Task]:
        """Withdraws the tasks that were shown by a candidate which has fallen."""
        again = [task for task, used in self.shown if key in used]
        self.shown = [(task, used) for task, used in self.shown if key not in used]
        return again

    def _close(self) -> None:
        """Leave what was shown of every rule, by what is left."""
        waiting = [key for queue in self.queues for task in queue for key in task.keys]
        while waiting:
            key = waiting.pop()
            if self.left.pop(key, None) is not None:
                waiting += [other for task in self._shaken(key) for other in task.keys]


def _weaker(one: Candidate) -> Candidate | None:
    """The same of fewer states; nothing of those at rest, and no guess of more than two kinds."""
    if one.level == "strong":
        return replace(one, level="settled")
    return replace(one, level="rest") if one.level == "settled" and one.declared else None


MOST, SECONDS, AT_ONCE = 8, 5.0, 1.0
"""Members of each sort, at most, that are looked for; seconds for all of them; seconds for what excludes itself."""


class AssumptionCheck:
    """The assumptions of one ruleset with so many players (None: any number), and whether a scope can meet them."""

    def __init__(self, system: System, players: int | None) -> None:
        self.system, self.players = system, players

    @cached_property
    def is_met(self) -> bool:
        """Whether some few members meet all of it, at least one of each sort."""
        return self._is_met(1)

    @cached_property
    def is_met_with_empty_sorts(self) -> bool:
        """Whether some few members meet all of it, where sorts but the players may be empty: proofs are not about such
        a scope, and it is explored."""
        return self._is_met(0)

    @cached_property
    def never(self) -> tuple[str, ...]:
        """The assumptions that no scope with members of every sort can meet together, none of them for nothing; empty
        where that is not shown."""
        names = tuple(self.system.assumptions)
        if self.is_met or not self._excludes_itself(names):
            return ()
        for name in names:
            left = tuple(one for one in names if one != name)
            names = left if self._excludes_itself(left) else names
        return names

    @cached_property
    def obstacles(self) -> tuple[str, ...]:
        """The assumptions of which each by itself no few members are found to meet; if there is none, all of them,
        which none are found to meet together."""
        names = tuple(self.system.assumptions)
        return tuple(name for name in names if not self._is_met(1, (name,))) or names

    def _is_met(self, least: int, names: tuple[str, ...] | None = None) -> bool:
        names = tuple(self.system.assumptions) if names is None else names
        end = thread_time() + SECONDS
        return not names or any(thread_time() < end and self._is_met_by(sizes, names) for sizes in self._sizes(least))

    def _sizes(self, least: int) -> Iterator[Mapping[str, int]]:
        """Numbers of members of each sort, the fewest first."""
        sorts, fixed = split_sizes(self.system, self.players)
        every = product(*(range(max(least, sort == self.system.players), MOST + 1) for sort in sorts))
        for some in sorted(every, key=lambda some: (max(some, default=0), sum(some))):
            yield {**dict(fixed), **dict(zip(sorts, some, strict=True))}

    def _is_met_by(self, sizes: Mapping[str, int], names: tuple[str, ...]) -> bool:
        """Whether so many members meet some assumptions. Where something is said by a symbol that is not printed on
        members, a model would not show it."""
        # A law that names no variable would not show that there is nobody of whom it speaks.
        relation, laws = self._laws(sizes, tuple(name for name in names if self._is_of_somebody(name, sizes)))
        if relation.left_out:
            return False
        said = both(*(one for law in laws for one in _each(law, relation.world.sizes)))
        printed = {f"{sort.name}.{a.name}" for sort in self.system.sorts.values() for a in sort.attributes}
        symbols = (str(one.value) for one in subterms([said]) if one.op == "symbol")
        if not all(name.startswith(NUMBER) or part_of(name)[1] in printed for name in symbols):
            return False
        translation = Solver(relation.world).translation
        solver = z3.SimpleSolver(translation.context)
        solver.set("timeout", int(AT_ONCE * 1000))
        translation.put(solver, said)
        return bool(solver.check() == z3.sat)

    def _is_of_somebody(self, name: str, sizes: Mapping[str, int]) -> bool:
        """Whether there are members of each sort of which an assumption is said."""
        parameters = self.system.assumptions[name].function.parameters
        return all(sizes[p.type.name] for p in parameters if isinstance(p.type, t.Sort))

    def _excludes_itself(self, names: tuple[str, ...]) -> bool:
        relation, laws = self._laws(player_sizes(self.system, self.players), names)
        somebody = (substitute(matrix, {v: symbol(v.sort, f"some {v.sort}") for v in of}) for of, matrix in laws)
        return Solver(relation.world).ask(both(*somebody), (), laws, AT_ONCE).answer == "unsat"

    def _laws(self, sizes: Mapping[str, int], names: tuple[str, ...]) -> tuple[Relation, list[Law]]:
        """The laws of some assumptions, and what types promise of all of which they speak."""
        relation = Relation(self.system, sizes, {}, lambda _: False)
        found = [law for name, laws in relation.assumption_laws.items() if name in names for law in laws]
        return relation, found + relation.world.laws


def _each(law: Law, sizes: Mapping[str, int]) -> Iterator[Term]:
    """A law of each choice of members of sorts that have a size."""
    variables, matrix = law
    every = ((FALSE, TRUE) if v.sort == BOOL else [member(v.sort, k) for k in range(sizes[v.sort])] for v in variables)
    for members in product(*every):
        yield substitute(matrix, dict(zip(variables, members, strict=True)))
