"""Prove or refute the properties of a ruleset: induction, bounded search, k-induction and Spacer, in that order.

For a check of a step, the state after it is the one directly after the action's own sub-step, before any duty. A
verdict of PROVED is given only when a fresh z3 has solved every obligation again from its file.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

import z3

from ruleslawyer.checking.caveats import resting, switched
from ruleslawyer.checking.cone import Cones
from ruleslawyer.checking.limits import BY_CTRL_C
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.engines.smt import obligations as files
from ruleslawyer.engines.smt.assumptions import NO_CIRCLE, assumptions
from ruleslawyer.engines.smt.certificate import Claim
from ruleslawyer.engines.smt.derive import Lemma, candidates
from ruleslawyer.engines.smt.from_z3 import node_of
from ruleslawyer.engines.smt.goals import UNBROKEN, Goal, goals_of
from ruleslawyer.engines.smt.houdini import Houdini
from ruleslawyer.engines.smt.induction import Certifier
from ruleslawyer.engines.smt.interrupts import interruptible
from ruleslawyer.engines.smt.paths import Play, Unrolling, initial_situation
from ruleslawyer.engines.smt.relate import relations
from ruleslawyer.engines.smt.relation import Relation
from ruleslawyer.engines.smt.seal import Sealing, sealed
from ruleslawyer.engines.smt.simulate import surviving
from ruleslawyer.engines.smt.spacer import Horn
from ruleslawyer.engines.smt.terms import all_of
from ruleslawyer.engines.smt.witness import ProofStep, Witness, concrete
from ruleslawyer.ground.instances import Ground
from ruleslawyer.ground.nodes import FALSE
from ruleslawyer.ground.world import Unsupported
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import WRITES, System

DERIVING = 6
"""The time for deriving invariants, in times of one property's: all share them. A round is kept whole or not at all."""
SPACER_SYMBOLS = 150
"""Spacer is asked only where no more symbols than these make up a state: beyond, it does not keep its time."""
SHALLOW = 5
"""Sub-steps of the first bounded search."""
MIDDLE = 14
"""Sub-steps of the second one, which has half of a property's time."""
MAX_K = 8
"""The largest k of k-induction."""
MAX_DEPTH = 40
"""The largest depth of the bounded search, if time allows."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ProofResult:
    """The verdict on one property, with what it rests on.

    verdict: PROVED, VIOLATED, BOUNDED, UNKNOWN, VACUOUS; HOLDS IN SCOPE for a `sometimes` that a play reaches. method:
    how. k: the depth in sub-steps, where one is meant. clauses: those of the property and of the instances that the
    argument or the play rests on. assumptions: all that was taken as given. obligations: the number of files that a
    fresh z3 solved again. witness: the play, where there is one, and `steps` its steps. interrupted: Ctrl-C came before
    the answer. assumed: the clauses of the host on which it rests. solvers: those that checked its questions; claim:
    what a certificate of it says.
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
) -> list[ProofResult]:
    """A verdict on each property (all, or those named), under every reading that `reading` and `rulings` leave.

    Without `witnesses` no play is looked for that reaches a `sometimes`: explorers show them sooner.
    `timeout` is in seconds and for each property; obligations go to one folder for each under `directory`. `sealing`:
    what certificates are made of, and where they go; none by default.
    """
    started = monotonic()
    try:
        relation = Relation(Ground(system, scope, reading, rulings))
    except Unsupported as error:
        names = sorted(properties) if properties is not None else [c.name for c in system.checks.values()]
        return [ProofResult(n, "", "UNKNOWN", "", 0, monotonic() - started, (), str(error), (), 0) for n in names]
    known = goals_of(relation.ground)
    for name in properties or ():
        if name not in {g.name for g in known}:
            raise UsageError(f"no property `{name}`", None, f"known: {', '.join(g.name for g in known)}")
    goals = [g for g in known if (g.name in properties if properties is not None else witnesses or not g.witness)]
    with tempfile.TemporaryDirectory(prefix="ruleslawyer-") as scratch:
        prover = _Prover(relation, timeout, directory or Path(scratch), progress or (lambda message: None))
        found = prover.run(goals, known)
    cones = Cones(system, scope)
    found = [_switched(goal, result, cones) for goal, result in zip(goals, found, strict=True)]
    return found if sealing is None else sealed(relation.ground, found, sealing, timeout, progress)


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

    def run(self, goals: list[Goal], known: list[Goal]) -> list[ProofResult]:
        self.assumptions = tuple(assumptions(self.relation.ground))
        stages: list[tuple[str, Callable[[list[Goal]], None]]] = [
            ("deriving invariants", lambda left: self._derive(candidates(self.relation.ground))),
            ("induction", self._induction),
            ("bounded search", lambda left: self._search(left, SHALLOW)),
            ("deriving more invariants", lambda left: self._derive(self._more([g for g in left if not g.witness]))),
            ("induction", self._induction),
            ("bounded search", lambda left: self._search(left, MIDDLE, 0.5)),
            ("k-induction", lambda left: self._k_induction([g for g in left if not g.witness])),
            ("Spacer", lambda left: self._spacer([g for g in left if not g.witness])),
            ("bounded search", lambda left: self._search(left, MAX_DEPTH)),
        ]
        interrupted = False
        try:
            with interruptible():
                for name, stage in stages:
                    left = [g for g in goals if g.name not in self.results]
                    if left:
                        self.progress(f"{name}: {_count(len(left), 'property', 'properties')} left")
                        stage(left)
                self.early = [g for g in known if g.kind in ("writes", "unbroken") and not self._excluded(g)]
        except KeyboardInterrupt:  # what is answered stays; no proof counts on what was not looked at
            interrupted = True
            self.early = [g for g in known if g.kind in ("writes", "unbroken")]
        for goal in goals:
            if goal.name not in self.results:
                self._give_up(goal, interrupted=interrupted)
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
            for g in self.early
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
        likely = surviving(self.relation.ground, lemmas, self.timeout / 3)
        found = Houdini(self.relation, likely, monotonic() + max(60.0, DERIVING * self.timeout), self.lemmas).run()
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
            self._spend(goal, clock)

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
        while path.depth <= depth and monotonic() < deadline:
            left = [g for g in goals if g.name not in self.results and left_for(g) > 0]
            if not left:
                return
            for goal in left:
                if self.depth.get(goal.name, -1) >= path.depth:
                    continue
                clock = monotonic()
                answer, model = path.search(goal, clock + left_for(goal))
                if answer == "sat":
                    self._found(goal, path.play(model, goal), path.depth, clock)
                elif answer == "unsat":
                    self.depth[goal.name] = path.depth
                else:
                    end[goal.name] = 0.0  # no answer in its time: no deeper question now
                self._spend(goal, clock)
            path.extend()

    def _k_induction(self, goals: list[Goal]) -> None:
        if not goals:
            return
        path = Unrolling(self.relation, self.lemmas, initial=False)
        path.extend()
        share = {g.name: min(self._budget(g) / 3, 2 * self.timeout / len(goals)) for g in goals}
        for k in range(2, MAX_K + 1):
            path.extend()
            for goal in goals:
                if goal.name in self.results or share[goal.name] <= 0 or self.depth.get(goal.name, -1) < k:
                    continue
                clock = monotonic()
                answer, _ = path.search(goal, clock + share[goal.name], keep=True)
                if answer == "unsat":
                    self.claims[goal.name] = Claim(goal, tuple(lemma.node for lemma in self.lemmas), k)
                    self._proved(goal, f"{k}-induction", k, self._k_obligations(goal, k), range(0), clock)
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
        if sum(len(self.relation.encoder.variables(leaf.node, None)) for leaf in leaves) > SPACER_SYMBOLS:
            return
        for goal in goals:
            budget = min(self._budget(goal) / 3, deadline - monotonic())
            if budget <= 0 or all(b.node is FALSE for b in goal.bads if b.initial is None):
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
            self._spend(goal, clock)

    # --- results --------------------------------------------------------------------------------------------------

    def _budget(self, goal: Goal) -> float:
        return self.timeout - self.spent.get(goal.name, 0.0)

    def _spend(self, goal: Goal, since: float) -> None:
        self.spent[goal.name] = self.spent.get(goal.name, 0.0) + monotonic() - since

    def _clauses(self, goal: Goal, cites: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*goal.cites, *(c for group in cites for c in group))))

    def _proved(
        self, goal: Goal, method: str, k: int, written: list[files.Obligation], steps: Iterable[int], clock: float
    ) -> None:
        paths = files.write(self.directory / files.folder(goal.name), written)
        wrong = files.recheck(paths, monotonic() + max(4 * self.timeout, 10.0))
        seconds = self.spent.get(goal.name, 0.0) + monotonic() - clock
        clauses = self._clauses(goal, [self.relation.steps[i].cites for i in steps])
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
            verdict, reason = "UNKNOWN", f"no answer within {self.timeout:g} seconds"
        if goal.witness and depth >= 0:
            verdict, reason = "UNKNOWN", f"no play of {_count(depth, 'sub-step')} or fewer reaches it"
        if interrupted:
            reason = f"{BY_CTRL_C}{f'; {reason}' if depth >= 0 else ''}"
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
        )


def _count(number: int, thing: str, things: str = "") -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {things or thing + 's'}"
