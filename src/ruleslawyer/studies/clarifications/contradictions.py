"""Whether the clauses of a ruleset contradict one another, and what would settle it.

Every pair that may clash is met by a play, or proved apart, or neither. What cannot all stand is given as cores with
their corrections; the smallest sets of clarifications are each tried out by exploring again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.check.evidence.finding import findings_of
from ruleslawyer.check.evidence.verify import explain
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.exploration.study import Study, StudyResult, expect_no_ctrl_c
from ruleslawyer.ir.rules import APART
from ruleslawyer.proof.cores import clashes, deadlocks, nearest_clashes
from ruleslawyer.proof.prove import for_any_number
from ruleslawyer.rulebook.claims.clashes import Pair, pairs
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, counting
from ruleslawyer.rulebook.claims.result import EventResult, ScopeResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.clarifications.settle import ClarificationTester, Clash, Deadlock, JointCorrection

if TYPE_CHECKING:
    from ruleslawyer.engines.smt.lifted.verdict import ProofVerdict


@dataclass(frozen=True, slots=True)
class PairResult:
    """The result for one pair of clauses.

    word: PRECEDENCE (the text lets one of them prevail), CLASH (a play meets it), PROVED APART (no play ever does), NOT
    MET (neither is known). event: where an exploration met it, in `scope`. proof: what is known of any number of cards.
    """

    pair: Pair
    word: str
    scope: str = ""
    event: EventResult | None = None
    proof: ProofVerdict | None = None


@dataclass
class Contradictions(StudyResult):
    """All of it."""

    scopes: list[ScopeResult]
    pairs: list[PairResult]
    clashes: list[Clash]
    deadlocks: list[Deadlock]
    whole: JointCorrection | None

    @property
    def cores(self) -> int:
        """How many minimal sets of clauses cannot stand together."""
        of_clashes = sum(len(found.cores.subsets.cores) for found in self.clashes)
        return of_clashes + sum(len(found.cores.subsets.cores) for found in self.deadlocks)

    @property
    def explored_clashes(self) -> list[Clash]:
        """The clashes that an exploration met: only there something can be tried out."""
        return [clash for clash in self.clashes if clash.cores.scopes]

    @property
    def smallest_sets(self) -> int | None:
        """How many smallest sets of clarifications settle all clashes that explorations met, each a choice for every
        subject. None: that is not known, as where the first choices together bring up another clash."""
        smallest = [clash.smallest for clash in self.explored_clashes]
        if not smallest:
            return 0
        if self.whole is None or self.whole.left or not all(found.complete for found in smallest):
            return None
        if len(self.whole.clarifications) > sum(len(found.corrections[0].clarifications) for found in smallest):
            return None
        return math.prod(len(found.corrections) for found in smallest)


def contradictions(
    ruleset: LoadedRuleset,
    scopes: Sequence[str],
    reading: Mapping[str, str] | None = None,
    rulings: Mapping[str, str] | None = None,
    *,
    timeout: float = 5.0,
    budget: float = math.inf,
    clarify: float = math.inf,
    limits: Limits | None = None,
    tell: Tell | None = None,
) -> Contradictions:
    """Explore the scopes, prove what they do not meet, and try out what would settle what they meet; Ctrl-C keeps what
    is finished. timeout: seconds for the proof of each pair; 0: nothing is proved. budget: seconds for all proofs.
    clarify: seconds for trying clarifications, of which each subject and deadlock gets its share; 0: none is tried.
    """
    running = Study(tell=tell)
    chosen = dict(reading or {}), dict(rulings or {})
    run = _Run(ruleset, *chosen, timeout, budget, clarify, limits or Limits(), running.tell)
    found = Contradictions([], [], [], [], None)
    with running.stopping():
        run.everything(found, scopes)
    if running.stopped:
        found.stopped, run.timeout = running.stopped, 0
        found.pairs = found.pairs or run.pairs(found)
        found.clashes = found.clashes or [Clash(cores) for cores in clashes(run.rules, found.scopes)]
    found.seconds = running.seconds
    return found


@dataclass
class _Run:
    """The explorations, with what was chosen for all of them."""

    ruleset: LoadedRuleset
    reading: dict[str, str]
    rulings: dict[str, str]
    timeout: float
    budget: float
    clarify: float
    limits: Limits
    tell: Tell

    def __post_init__(self) -> None:
        self.rules = self.ruleset.under(self.reading, self.rulings)[0]
        self.findings = findings_of(self.ruleset)

    def everything(self, found: Contradictions, scopes: Sequence[str]) -> None:
        for scope in scopes:
            result = self.explore(scope)
            found.scopes.append(result)
            expect_no_ctrl_c(result.stopped)
            if not result.complete:
                found.stopped = f"scope {scope}: {result.stopped}"
        found.pairs = self.pairs(found)
        expect_no_ctrl_c(found.stopped)
        found.clashes = [Clash(cores) for cores in clashes(self.rules, found.scopes)]
        found.deadlocks = [Deadlock(cores) for cores in deadlocks(self.rules, found.scopes)]
        if self.clarify:
            self.settle(found)

    def explore(self, scope: str) -> ScopeResult:
        self.tell(f"scope {scope}")
        system = self.ruleset.transition_system(scope, self.reading, self.rulings)
        found = explore_scope(system, None, self.limits, counting(lambda text: self.tell(f"scope {scope}: {text}")))
        return explain(found, self.findings)[0]

    def settle(self, found: Contradictions) -> None:
        """Try clarifications; each result takes the place of the one without."""
        parts = len(found.explored_clashes) + len(found.deadlocks) + 1
        settling = ClarificationTester(
            self.ruleset, self.reading, self.rulings, found.scopes, self.limits, self.clarify, parts, self.tell
        )
        for i, known in enumerate(found.clashes):
            if known.cores.scopes:
                found.clashes[i] = settling.clash(known.cores)
        for i, stuck in enumerate(found.deadlocks):
            found.deadlocks[i] = settling.deadlock(stuck.cores)
        if found.explored_clashes and all(known.smallest.corrections for known in found.explored_clashes):
            found.whole = settling.whole(found.explored_clashes)
        if settling.running.stopped == BY_CTRL_C:
            found.stopped = BY_CTRL_C
        elif settling.running.stopped and not found.stopped:
            found.stopped = f"{settling.running.stopped} ({self.clarify:g} s)"

    # --- pairs ----------------------------------------------------------------------------------------------------

    def pairs(self, found: Contradictions) -> list[PairResult]:
        """Every pair; the solver is asked about those that no exploration met."""
        nearest = nearest_clashes(found.scopes)
        everything = pairs(self.rules)
        asked = [p for p in everything if not p.over and (p.subject, p.first, p.second) not in nearest]
        proofs = self.proofs([APART + pair.key for pair in asked])
        if any(one.interrupted for one in proofs.values()):
            found.stopped = BY_CTRL_C
        return [self._pair(p, nearest.get((p.subject, p.first, p.second)), proofs.get(p.key)) for p in everything]

    def proofs(self, names: Sequence[str]) -> dict[str, ProofVerdict]:
        """The verdicts for any number of cards on pairs, by their keys."""
        from ruleslawyer.engines.smt.lifted.prove import provable

        known = provable(self.ruleset.to_prove(self.reading, self.rulings)[0], names)
        if not known or not self.timeout:
            return {}
        found = for_any_number(
            self.ruleset, known, self.reading, self.rulings, timeout=self.timeout,
            total=min(self.budget, self.timeout * len(known)), progress=lambda text: self.tell(f"proofs: {text}"),
        )  # fmt: skip
        return {one.property.removeprefix(APART): one for one in found}

    @staticmethod
    def _pair(pair: Pair, met: tuple[str, EventResult] | None, proof: ProofVerdict | None) -> PairResult:
        if met is not None:
            return PairResult(pair, "CLASH", *met)
        if pair.over:
            return PairResult(pair, "PRECEDENCE")
        return PairResult(pair, "PROVED APART" if proof and proof.verdict == "PROVED" else "NOT MET", proof=proof)
