"""Prove or refute the properties of a ruleset: induction and a short search; then k-induction and Spacer on one core,
a deep search on the other.

For a check of a step, the state after it is the one directly after the action's own sub-step, before any duty. A
verdict of PROVED is given only when a fresh z3 has solved every obligation again from its file.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

import z3

from ruleslawyer.checking.caveats import resting, switched
from ruleslawyer.checking.cone import Cones
from ruleslawyer.checking.limits import BY_CTRL_C
from ruleslawyer.checking.readings import nearest
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.engines.smt import obligations as files
from ruleslawyer.engines.smt.assumptions import NO_CIRCLE, assumptions
from ruleslawyer.engines.smt.certificate import Claim
from ruleslawyer.engines.smt.conditions import Conditions, allowed, everything
from ruleslawyer.engines.smt.conditions import conditions as readable
from ruleslawyer.engines.smt.derive import DECLARED, Lemma, candidates, shapes
from ruleslawyer.engines.smt.from_z3 import node_of
from ruleslawyer.engines.smt.goals import Goal, goals_of
from ruleslawyer.engines.smt.houdini import Houdini
from ruleslawyer.engines.smt.induction import Certifier
from ruleslawyer.engines.smt.interrupts import interruptible
from ruleslawyer.engines.smt.paths import Play, Unrolling, initial_situation
from ruleslawyer.engines.smt.race import Beside, News, Outlet, plain, played, possible
from ruleslawyer.engines.smt.relate import relations
from ruleslawyer.engines.smt.relation import Relation
from ruleslawyer.engines.smt.seal import Sealing, sealed
from ruleslawyer.engines.smt.simulate import surviving
from ruleslawyer.engines.smt.spacer import Horn
from ruleslawyer.engines.smt.stuck import Induction, Stuck, Undecided
from ruleslawyer.engines.smt.terms import all_of
from ruleslawyer.engines.smt.witness import ProofStep, Witness, concrete
from ruleslawyer.ground.instances import Ground
from ruleslawyer.ground.nodes import FALSE, either, negate
from ruleslawyer.ground.world import Unsupported
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import UNBROKEN, WRITES, System

DERIVING = 6
"""The time for deriving invariants, in times of one property's: all share them. A round is kept whole or not at all."""
SPACER_SYMBOLS = 150
"""Spacer is asked only where no more symbols than these make up a state: beyond, it does not keep its time."""
SHALLOW = 5
"""Sub-steps of the first bounded search."""
MIDDLE = 14
"""Sub-steps of the second one, which has half of a property's time."""
MOST_PLAYS = 20
"""So many plays are looked for to find the readings under which a property fails."""
MAX_K = 8
"""The largest k of k-induction."""
MAX_DEPTH = 40
"""The largest depth of the bounded search, if time allows."""
EXPLAINING = 0.1
"""The time for a counterexample to induction where nothing else is known, in times of a property's."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ProofResult:
    """The verdict on one property, with what it rests on.

    verdict: PROVED, VIOLATED, BOUNDED, UNKNOWN, VACUOUS; HOLDS IN SCOPE for a `sometimes` that a play reaches. method:
    how. k: the depth in sub-steps, where one is meant. clauses: those of the property and of the instances that the
    argument or the play rests on. assumptions: all that was taken as given. obligations: the number of files that a
    fresh z3 solved again. witness: the play, where there is one, and `steps` its steps. interrupted: Ctrl-C came before
    the answer. assumed: the clauses of the host on which it rests. tried: the methods that gave up, each with why.
    stuck: where nothing else is known, why induction fails. under: of a violation, the readings under which it is one.
    solvers: those that checked its questions. claim: what a certificate of it says.
    """

    property: str
    kind: str
    verdict: str
    method: str
    k: int
    seconds: float
    clauses: tuple[str, ...]
    reason: str
    assumptions: tuple[str, ...]
    obligations: int
    steps: tuple[ProofStep, ...] = ()
    witness: Witness | None = None
    interrupted: bool = False
    assumed: tuple[str, ...] = ()
    solvers: tuple[str, ...] = ("z3",)
    claim: Claim | None = None
    tried: tuple[str, ...] = ()
    stuck: Stuck | None = None
    under: Conditions | None = None

    def said(self) -> str:
        """The verdict as it is shown: a proof names the solvers that checked its obligations."""
        return f"PROVED ({', '.join(self.solvers)})" if self.verdict == "PROVED" else self.verdict


def prove(
    system: System,
    scope: Scope,
    properties: Collection[str] | None = None,
    reading: Mapping[str, str] | None = None,
    rulings: Collection[str] = (),
    timeout: float = 30.0,
    directory: Path | None = None,
    progress: Progress | None = None,
    *,
    witnesses: bool = True,
    sealing: Sealing | None = None,
    query: float = math.inf,
    seed: int = 0,
    inductive: bool = False,
    conditions: bool = False,
) -> list[ProofResult]:
    """A verdict on each property (all, or those named), under every reading that `reading` and `rulings` leave.

    Without `witnesses` no play is looked for that reaches a `sometimes`: explorers show them sooner.
    `timeout` is in seconds and for each property, `query` for each question to the solver, `seed` is the solver's;
    obligations go to one folder for each under `directory`. `inductive`: only whether they are so together, with no
    other lemma than the form of a state. `conditions`: of each violation, under which readings it is one; that has
    the time of a proof for itself. `sealing`: what certificates are made of, and where they go.
    """
    started = monotonic()
    try:
        relation = Relation(Ground(system, scope, reading, rulings), seed=seed, query=query)
    except Unsupported as error:
        names = sorted(properties) if properties is not None else [c.name for c in system.checks.values()]
        return [ProofResult(n, "", "UNKNOWN", "", 0, monotonic() - started, (), str(error), (), 0) for n in names]
    known = goals_of(relation.ground)
    _expect_known(system, properties or (), [g.name for g in known])
    goals = [g for g in known if (g.name in properties if properties is not None else witnesses or not g.witness)]
    if inductive:
        goals = [g for g in goals if not g.witness]
    with tempfile.TemporaryDirectory(prefix="ruleslawyer-") as scratch:
        prover = _Prover(relation, timeout, directory or Path(scratch), progress or (lambda message: None))
        found = prover.run(goals, known, inductive=inductive, conditions=conditions)
    cones = Cones(system, scope)
    found = [_switched(goal, result, cones) for goal, result in zip(goals, found, strict=True)]
    return found if sealing is None else sealed(relation.ground, found, sealing, timeout, progress)


def _expect_known(system: System, properties: Collection[str], known: Sequence[str]) -> None:
    """A property that there is not, or that is not for the solver, is a mistake."""
    for name in properties:
        if name in known:
            continue
        check = system.checks.get(name)
        if check is None:
            raise UsageError(f"no property `{name}`", None, nearest(name, known))
        if check.kind == "step":
            raise UsageError(f"`{name}` is a check of `{check.of}`, which never happens in this scope", None, "")
        about = (
            f"`{name}` asks what is {check.kind.replace('_', ' ')}: the solver answers `always`, `sometimes` and steps"
        )
        raise UsageError(about, None, f"`ruleslawyer explore {system.name}` answers it in a scope")


def _switched(goal: Goal, found: ProofResult, cones: Cones) -> ProofResult:
    """Nothing is proved of a cone in which the scope switches a rule off; what it rests on is said either way."""
    assumed = cones.assumed(goal.name)
    if assumed:
        found = replace(found, reason="; ".join(filter(None, (found.reason, resting(cones.system, assumed)))))
        found = replace(found, assumed=assumed)
    if not cones.scope.off:
        return found
    shown = found.verdict == ("HOLDS IN SCOPE" if goal.witness else "VIOLATED")
    concerned = cones.switched_off(goal.name)
    unknown, reason = switched(found.verdict, found.reason, shown, concerned, cones.scope.off)
    return replace(found, verdict="UNKNOWN" if unknown else found.verdict, reason=reason)


class _Prover:
    """The portfolio. Lemmas and unrolled paths are shared by all properties of a run."""

    def __init__(self, relation: Relation, timeout: float, directory: Path, progress: Progress) -> None:
        self.relation, self.timeout, self.directory, self.progress = relation, timeout, directory, progress
        self.lemmas: list[Lemma] = []
        self.certifier = Certifier(relation)
        self.spent: dict[str, float] = {}
        self.results: dict[str, ProofResult] = {}
        self.depth: dict[str, int] = {}
        self.claims: dict[str, Claim] = {}
        self.tried: dict[str, dict[str, str]] = {}
        """For each property, each method that gave up, and why."""
        self.stuck: dict[str, Stuck] = {}
        self.candidates: list[Lemma] = []
        self.unfinished, self.asked = "", ""
        self.beside: Beside | None = None
        self.outlet: Outlet | None = None
        self.searched: dict[str, Goal] = {}
        self.exhausted: set[str] = set()
        self.dropped: set[str] = set()
        """What the search beside does not go on with, and what it need not go on with."""

    def run(
        self, goals: list[Goal], known: list[Goal], *, inductive: bool = False, conditions: bool = False
    ) -> list[ProofResult]:
        self.assumptions = tuple(assumptions(self.relation.ground))
        self.known, self.alone = known, inductive
        alone: list[tuple[str, Callable[[list[Goal]], None]]] = [
            ("the form of a state", lambda left: self._derive(shapes(self.relation.ground))),
            ("induction", self._alone),
        ]
        whole: list[tuple[str, Callable[[list[Goal]], None]]] = [
            ("deriving invariants", lambda left: self._derive(candidates(self.relation.ground))),
            ("induction", self._induction),
            ("bounded search", lambda left: self._search(left, SHALLOW)),
            ("a search beside", self._begin_beside),
            ("deriving more invariants", lambda left: self._derive(self._more([g for g in left if not g.witness]))),
            ("induction", self._induction),
            ("bounded search", lambda left: None if self.beside else self._search(left, MIDDLE, 0.5)),
            ("k-induction", lambda left: self._k_induction([g for g in left if not g.witness])),
            ("Spacer", lambda left: self._spacer([g for g in left if not g.witness])),
            ("bounded search", lambda left: self._end_beside() if self.beside else self._search(left, MAX_DEPTH)),
            ("counterexamples to induction", lambda left: self._explain([g for g in left if not g.witness])),
        ]
        self.plays: dict[str, Play] = {}
        self.early: list[Goal] | None = None
        interrupted = False
        try:
            with interruptible(), self._ending_beside():
                for name, stage in alone if inductive else whole:
                    self._hear()
                    left = [g for g in goals if g.name not in self.results]
                    if left:
                        self.progress(f"{name}: {_count(len(left), 'property', 'properties')} left")
                        stage(left)
                self.early = [g for g in known if g.kind in ("writes", "unbroken") and not self._excluded(g)]
                for goal in goals if conditions else ():
                    if goal.name in self.results and self.results[goal.name].verdict == "VIOLATED":
                        self.progress(f"{goal.name}: under which readings")
                        self._conditions(goal)
        except KeyboardInterrupt:  # what is answered stays; no proof counts on what was not looked at
            interrupted = True
            if self.early is None:
                self.early = [g for g in known if g.kind in ("writes", "unbroken")]
        for goal in goals:
            if goal.name not in self.results:
                self._give_up(goal, interrupted=interrupted)
            elif interrupted and goal.name == self.asked:
                self.results[goal.name] = replace(self.results[goal.name], interrupted=True)
        found = [self._qualified(g, self.results[g.name]) for g in goals]
        return [replace(r, claim=self.claims.get(r.property)) for r in found]

    def _excluded(self, goal: Goal) -> bool:
        """Whether induction alone shows that no play ends in this way."""
        return self.certifier.certify(goal, self.lemmas, monotonic() + self.timeout) is not None

    def _qualified(self, goal: Goal, result: ProofResult) -> ProofResult:
        """A proof says nothing beyond a failed check: it is one up to there, and none where the model itself fails."""
        if goal.name == UNBROKEN and result.verdict == "PROVED" and self.relation.ground.rounds:
            result = replace(result, assumptions=(*result.assumptions, NO_CIRCLE))
        occurs = self.results.get(goal.reached) if goal.reached else None
        if result.verdict == "PROVED" and occurs is not None and occurs.verdict == "VACUOUS":
            return replace(result, verdict="VACUOUS", reason=f"proved, but no play reaches {goal.reached}")
        early = [
            g.name
            for g in self.early or ()
            if g.name != result.property and not (g.name in self.results and self.results[g.name].verdict == "PROVED")
        ]
        if result.verdict != "PROVED" or not early:
            return result
        if UNBROKEN in self.results and self.results[UNBROKEN].verdict == "VIOLATED":
            reason = f"proved up to a failed check of the model, which is reached: {self.results[UNBROKEN].reason}"
            return replace(result, verdict="UNKNOWN", reason=reason)
        limit = f"a play ends where one of these fails: {', '.join(early)}"
        return replace(result, assumptions=(*result.assumptions, limit))

    # --- stages ---------------------------------------------------------------------------------------------------

    def _derive(self, lemmas: list[Lemma]) -> None:
        """Prove what can be proved of some candidates, beside the lemmas that are proved already."""
        if not lemmas:
            return
        likely = surviving(self.relation.ground, lemmas, self.timeout / 3, seed=self.relation.seed)
        found = Houdini(self.relation, likely, monotonic() + max(60.0, DERIVING * self.timeout), self.lemmas).run()
        self.candidates += likely
        if found is None:
            self.unfinished = f"; of {len(likely)} candidates for more invariants the solver kept none: out of time"
        self.lemmas = [*self.lemmas, *(found or [])]

    def _more(self, left: list[Goal]) -> list[Lemma]:
        """What relates fields to one another, and what has not been proved field by field; only where it is wanted."""
        if not left:
            return []
        proved = {lemma.node for lemma in self.lemmas}
        ground = self.relation.ground
        fields = [g.name.removeprefix(WRITES) for g in left if g.kind == "writes"]
        return [lemma for lemma in (*candidates(ground), *relations(ground, fields)) if lemma.node not in proved]

    def _induction(self, goals: list[Goal]) -> None:
        for goal in goals:
            clock = monotonic()
            certificate = self.certifier.certify(goal, self.lemmas, clock + self.timeout)
            if certificate is not None:
                helpers = [lem for lem in certificate.lemmas if lem.node is not goal.state]
                help_ = f" with {_count(len(helpers), 'derived invariant')}" if helpers else ""
                nodes = tuple(lem.node for lem in certificate.lemmas)
                written = files.inductive(self.relation, goal, nodes)
                self.claims[goal.name] = Claim(goal, nodes)
                self._proved(goal, f"1-induction{help_}", 1, written, certificate.steps, clock)
            else:
                late = ", in its time" if monotonic() - clock >= self.timeout else ""
                with_ = _count(len(self.lemmas), "derived invariant")
                self._note(goal, "1-induction", f"not shown with {with_}{late}{self.unfinished}")
            self._spend(goal, clock)

    def _alone(self, goals: list[Goal]) -> None:
        """Whether the goals are inductive together, with the form of a state and no other lemma."""
        form, more = list(self.lemmas), candidates(self.relation.ground)
        states = [Lemma(goal.name, goal.state, DECLARED) for goal in goals if goal.state is not None]
        bare = Induction(self.relation, form, self.known, more)
        joint = Induction(self.relation, [*form, *states], self.known, more)
        for goal in goals:
            clock = monotonic()
            end = clock + self.timeout
            others = [g.name for g in goals if g is not goal]
            try:
                own = [lemma for lemma in states if lemma.name == goal.name]
                found, used, with_ = bare.counterexample([goal], end), own, ""
                if found is not None and others:
                    found, used, with_ = joint.counterexample(goals, end), states, f" with {', '.join(others)}"
                    if found is not None and found.broken != goal.name:  # what breaks the goal itself says more
                        found = joint.counterexample([goal], end) or found
            except Undecided:
                self._note(goal, "1-induction", "the solver gives no answer in its time")
            else:
                if found is None:
                    nodes = tuple(lemma.node for lemma in (*form, *used))
                    written = files.inductive(self.relation, goal, nodes)
                    self.claims[goal.name] = Claim(goal, nodes)
                    self._proved(goal, f"1-induction{with_}", 1, written, range(len(self.relation.steps)), clock)
                else:
                    self.stuck[goal.name] = found
                    self._note(goal, "1-induction", f"{goal.name} is not kept{' by all together' if others else ''}")
            self._spend(goal, clock)

    def _explain(self, goals: list[Goal]) -> None:
        """Why induction fails for what is left."""
        more = [lemma for lemma in self.candidates if lemma not in self.lemmas]
        induction = Induction(self.relation, self.lemmas, self.known, more)
        for goal in goals:
            try:
                found = induction.counterexample([goal], monotonic() + EXPLAINING * self.timeout)
            except Undecided:
                continue
            if found is not None:
                self.stuck[goal.name] = found

    def _search(self, goals: list[Goal], depth: int, share: float = 1.0) -> None:
        """Bounded search, all goals on one unrolling; each pays for its own questions, up to a share of its time."""
        end = {g.name: self.spent.get(g.name, 0.0) + share * self.timeout for g in goals}

        def left_for(goal: Goal) -> float:
            return min(self._budget(goal), end[goal.name] - self.spent.get(goal.name, 0.0))

        for goal in goals:
            if goal.name not in self.depth:
                clock = monotonic()
                answer, play = initial_situation(self.relation, goal, clock + self._budget(goal))
                if play is not None:
                    self._found(goal, play, 0, clock)
                elif answer == "unknown":
                    self.spent[goal.name] = self.timeout
                self._spend(goal, clock)
        path = Unrolling(self.relation, self.lemmas, initial=True)
        deadline = monotonic() + self.timeout * min(len(goals), 3)
        while path.depth <= depth:
            left = [g for g in goals if g.name not in self.results.keys() | self.dropped and left_for(g) > 0]
            if not left:
                for goal in goals:
                    if goal.name not in self.results and end[goal.name]:
                        self._note(goal, "bounded search", f"its time is over at depth {path.depth}")
                return
            if monotonic() >= deadline:
                for goal in left:
                    self._note(goal, "bounded search", f"no time is left for depth {path.depth}")
                return
            for goal in left:
                self.dropped.update(self.outlet.dropped() if self.outlet is not None else ())
                if self.depth.get(goal.name, -1) >= path.depth or goal.name in self.dropped:
                    continue
                clock = monotonic()
                answer, model = path.search(goal, clock + left_for(goal))
                if answer == "sat":
                    self._found(goal, path.play(model, goal), path.depth, clock)
                elif answer == "unsat":
                    self.depth[goal.name] = path.depth
                    if self.outlet is not None:
                        self.outlet.tell(News(goal.name, path.depth))
                else:
                    end[goal.name] = 0.0  # no answer in its time: no deeper question now
                    self._note(goal, "bounded search", f"no answer at depth {path.depth}: {path.why}")
                self._spend(goal, clock)
            path.extend()
        for goal in goals:
            if goal.name not in self.results and self.depth.get(goal.name) == depth:
                self._note(goal, "bounded search", f"its last depth is {depth}")

    # --- two processes --------------------------------------------------------------------------------------------

    def _begin_beside(self, goals: list[Goal]) -> None:
        """From here on the second core looks for violations, where there is one."""
        if possible():
            self.searched = {goal.name: goal for goal in goals}
            self.beside = Beside(lambda outlet: self._refute(goals, outlet))

    @contextmanager
    def _ending_beside(self) -> Iterator[None]:
        """Whatever happens inside, the search beside ends with it; what it told before is kept."""
        try:
            yield
        finally:
            if self.beside is not None:
                self._hear()
                self.beside.stop()

    def _refute(self, goals: list[Goal], outlet: Outlet) -> None:
        """In the other process."""
        self.outlet = outlet
        self._search(goals, MAX_DEPTH)

    def _hear(self, seconds: float = 0.0) -> None:
        """Take over what the search beside found."""
        for news in self.beside.news(seconds) if self.beside is not None else ():
            goal = self.searched[news.property]
            if goal.name in self.results:
                continue
            if news.play is not None:
                self._found(goal, played(self.relation, news.play), news.depth, monotonic() - news.seconds)
            elif news.why:
                self._note(goal, news.method, news.why)
                self.exhausted.add(goal.name)
            else:
                self.depth[goal.name] = news.depth

    def _await(self, goal: Goal, depth: int, deadline: float) -> bool:
        """Whether the search beside gets as deep as that without a violation; waits for it."""
        while self.depth.get(goal.name, -1) < depth and goal.name not in self.results:
            if self.beside is None or self.beside.ended or goal.name in self.exhausted or monotonic() > deadline:
                return False
            self._hear(min(1.0, max(deadline - monotonic(), 0.0)))
        return goal.name not in self.results

    def _end_beside(self) -> None:
        """Wait until the search beside has nothing left to do."""
        while self.beside is not None and not self.beside.ended:
            self._hear(1.0)
            if all(name in self.results for name in self.searched):
                return

    def _k_induction(self, goals: list[Goal]) -> None:
        if not goals:
            return
        path = Unrolling(self.relation, self.lemmas, initial=False)
        path.extend()
        share = {g.name: min(self._budget(g) / 3, 2 * self.timeout / len(goals)) for g in goals}
        for k in range(2, MAX_K + 1):
            path.extend()
            for goal in goals:
                self._hear()
                if goal.name in self.results or share[goal.name] <= 0:
                    continue
                if self.beside is None and self.depth.get(goal.name, -1) < k:
                    continue
                clock = monotonic()
                answer, _ = path.search(goal, clock + share[goal.name], keep=True)
                if answer == "unsat" and not self._await(goal, k, clock + self._budget(goal)):
                    self._note(goal, "k-induction", f"for k = {k}, but the bounded search does not get as far")
                elif answer == "unsat":
                    self.claims[goal.name] = Claim(goal, tuple(lemma.node for lemma in self.lemmas), k)
                    self._proved(goal, f"{k}-induction", k, self._k_obligations(goal, k), range(0), clock)
                elif answer == "sat":
                    self._note(goal, "k-induction", f"not for k = {k}")
                else:
                    self._note(goal, "k-induction", f"no answer for k = {k}: {path.why}")
                share[goal.name] -= monotonic() - clock
                self._spend(goal, clock)

    def _k_obligations(self, goal: Goal, k: int) -> list[files.Obligation]:
        nodes = [lemma.node for lemma in self.lemmas]
        at_first = replace(goal, bads=tuple(b for b in goal.bads if b.initial is not None))
        written = files.inductive(self.relation, at_first, nodes)
        base = Unrolling(self.relation, self.lemmas, initial=True)
        for depth in range(k):
            if depth:
                base.extend()
            written.append(
                files.Obligation(
                    f"base-{depth:03}",
                    f"{goal.name}: not after {depth} sub-steps from the beginning",
                    tuple(base.assertions(goal)),
                )
            )
        step = Unrolling(self.relation, self.lemmas, initial=False)
        for _ in range(k):
            step.extend()
        written.append(
            files.Obligation(
                f"step-of-{k}", f"{goal.name}: not after {k} sub-steps without", tuple(step.assertions(goal, keep=True))
            )
        )
        return written

    def _spacer(self, goals: list[Goal]) -> None:
        deadline = monotonic() + self.timeout
        leaves = self.relation.ground.layout.leaves
        size = sum(len(self.relation.encoder.variables(leaf.node, None)) for leaf in leaves)
        for goal in goals:
            if size > SPACER_SYMBOLS:
                self._note(goal, "Spacer", f"not asked: a state has {size} symbols, more than {SPACER_SYMBOLS}")
                continue
            self._hear()
            if goal.name in self.results:
                continue
            budget = min(self._budget(goal) / 3, deadline - monotonic())
            if budget <= 0 or all(b.node is FALSE for b in goal.bads if b.initial is None):
                self._note(goal, "Spacer", "not asked: no time was left")
                continue
            clock = monotonic()
            try:
                answer, invariant = Horn(self.relation, goal, self.lemmas).solve(clock + budget)
            except z3.Z3Exception as error:
                answer, invariant = f"unknown ({error})", None
            if answer == "unsat" and invariant is not None:
                nodes = [self.relation.encoder.encode(lemma.node) for lemma in self.lemmas]
                whole = all_of([invariant, *nodes], self.relation.encoder.context)
                written = files.spacer_obligations(self.relation, goal, whole)
                read = node_of(self.relation.encoder, invariant)
                if read is not None:
                    self.claims[goal.name] = Claim(goal, (read, *(lemma.node for lemma in self.lemmas)))
                self._proved(goal, "Spacer", 1, written, range(len(self.relation.steps)), clock)
            else:
                self._note(goal, "Spacer", f"no answer within {min(budget, self.relation.query):.3g} s ({answer})")
            self._spend(goal, clock)

    def _conditions(self, goal: Goal) -> None:
        """Under which readings a goal is violated: more plays are looked for under what is left of the readings."""
        ground, play, plays = self.relation.ground, self.plays[goal.name], 0
        self.asked = goal.name
        if not any(rigid.options for rigid in ground.world.rigids.values()):
            return
        fails, exact, end = FALSE, False, monotonic() + self.timeout
        while not everything(fails) and monotonic() < end and plays < MOST_PLAYS:
            plays += 1
            fails = either(fails, allowed(self.relation, goal, play))
            if everything(fails):
                break
            rest = Relation(ground, seed=self.relation.seed, query=self.relation.query, given=(negate(fails),))
            with tempfile.TemporaryDirectory(prefix="ruleslawyer-") as scratch:
                prover = _Prover(rest, max(end - monotonic(), 0.001), Path(scratch), lambda message: None)
                prover.lemmas = self.lemmas  # what holds under all readings
                verdict = prover.decide(goal)
            if verdict != "VIOLATED":
                exact = verdict == "PROVED"
                break
            play = prover.plays[goal.name]
        under = readable(self.relation, fails, exact=exact or everything(fails), plays=plays)
        self.results[goal.name] = replace(self.results[goal.name], under=under)

    def decide(self, goal: Goal) -> str:
        """The verdict on one goal with the lemmas that there are."""
        self.assumptions, self.plays = (), {}
        for stage in (
            self._induction,
            lambda left: self._search(left, MIDDLE, 0.5),
            self._k_induction,
            self._spacer,
            lambda left: self._search(left, MAX_DEPTH),
        ):
            if goal.name not in self.results:
                stage([goal])
        return self.results[goal.name].verdict if goal.name in self.results else "UNKNOWN"

    # --- results --------------------------------------------------------------------------------------------------

    def _budget(self, goal: Goal) -> float:
        return self.timeout - self.spent.get(goal.name, 0.0)

    def _spend(self, goal: Goal, since: float) -> None:
        self.spent[goal.name] = self.spent.get(goal.name, 0.0) + monotonic() - since

    def _note(self, goal: Goal, method: str, why: str) -> None:
        """That a method gave up on a property, and why: the last time counts."""
        self.tried.setdefault(goal.name, {})[method] = why
        if self.outlet is not None:
            self.outlet.tell(News(goal.name, method=method, why=why))

    def _clauses(self, goal: Goal, cites: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*goal.cites, *(c for group in cites for c in group))))

    def _proved(
        self, goal: Goal, method: str, k: int, written: list[files.Obligation], steps: Iterable[int], clock: float
    ) -> None:
        paths = files.write(self.directory / files.folder(goal.name), written)
        wrong = files.recheck(paths, monotonic() + max(4 * self.timeout, 10.0))
        seconds = self.spent.get(goal.name, 0.0) + monotonic() - clock
        clauses = self._clauses(goal, [self.relation.steps[i].cites for i in steps])
        if self.beside is not None:
            self.beside.drop(goal.name)
        verdict, reason = "PROVED", "z3, and a fresh z3 on every obligation"
        if not paths:
            reason = "nothing is left to prove: no write, and no instance, can come into question"
        if wrong:
            verdict, reason = "UNKNOWN", wrong
        elif goal.witness:
            verdict, reason = "VACUOUS", "proved: no play reaches it"
        self.results[goal.name] = ProofResult(
            goal.name, goal.kind, verdict, method, k, seconds, clauses, reason, self.assumptions, len(paths)
        )

    def _found(self, goal: Goal, play: Play, depth: int, clock: float) -> None:
        witness = concrete(self.relation.ground, play, goal)
        self.plays[goal.name] = play
        if self.outlet is not None:
            self.outlet.tell(News(goal.name, depth, play=plain(self.relation, play), seconds=monotonic() - clock))
        seconds = self.spent.get(goal.name, 0.0) + monotonic() - clock
        verdict = "HOLDS IN SCOPE" if goal.witness else "VIOLATED"
        reason = "a play reaches it" if goal.witness else play.reason or "a play reaches a state without it"
        self.results[goal.name] = ProofResult(
            goal.name,
            goal.kind,
            verdict,
            "bounded search",
            depth,
            seconds,
            self._clauses(goal, [s.cites for s in witness.steps]),
            reason,
            self.assumptions,
            0,
            witness.steps,
            witness,
        )

    def _give_up(self, goal: Goal, *, interrupted: bool) -> None:
        depth = self.depth.get(goal.name, -1)
        if depth >= 0:
            verdict, reason = "BOUNDED", f"no violation within {_count(depth, 'sub-step')}"
        else:
            verdict, reason = "UNKNOWN", "no method gives an answer"
        if goal.witness and depth >= 0:
            verdict, reason = "UNKNOWN", f"no play of {_count(depth, 'sub-step')} or fewer reaches it"
        if self.alone:
            reason = "induction alone does not show it"
        if interrupted:
            reason = f"{BY_CTRL_C}{f'; {reason}' if depth >= 0 else ''}"
        tried = tuple(f"{method}: {why}" for method, why in self.tried.get(goal.name, {}).items())
        self.results[goal.name] = ProofResult(
            goal.name,
            goal.kind,
            verdict,
            "bounded search" if depth >= 0 else "",
            max(depth, 0),
            self.spent.get(goal.name, 0.0),
            goal.cites,
            reason,
            self.assumptions,
            0,
            interrupted=interrupted,
            tried=tried,
            stuck=self.stuck.get(goal.name),
        )


def _count(number: int, thing: str, things: str = "") -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {things or thing + 's'}"
