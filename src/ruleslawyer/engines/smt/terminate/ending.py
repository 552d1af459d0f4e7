"""Proofs that every turn, and every game, ends: a ranking function with its proof, or why none was found."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic

from ruleslawyer.engines.smt.certify.accepted import Judge, Refused
from ruleslawyer.engines.smt.certify.certificate import Claim
from ruleslawyer.engines.smt.certify.door import Door
from ruleslawyer.engines.smt.certify.issue import Certification, write_certificate
from ruleslawyer.engines.smt.certify.naming import file_name
from ruleslawyer.engines.smt.discover.discover import Search
from ruleslawyer.engines.smt.encoding.interrupts import interruptible
from ruleslawyer.engines.smt.encoding.relation import Asker, Relation
from ruleslawyer.engines.smt.invariants.induction import Certifier
from ruleslawyer.engines.smt.invariants.simulate import Plays
from ruleslawyer.engines.smt.statements.assumptions import premises_of_proof
from ruleslawyer.engines.smt.statements.stated import ends, idle
from ruleslawyer.engines.smt.terminate.ranking import Component, ranking
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.nodes import FALSE
from ruleslawyer.rulebook.claims.verdict import Ending

LEMMAS = 0.5
"""The part of the time that goes to invariants, at most; the endings share the rest."""
SHOWN = 6
"""Names of rules in a reason, at most."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The result for one ending. components: of the ranking function, or what was found of one; `why`: why it is none.
    idle: actions that may leave everything as they were, and are left aside. claim: what a certificate says. late:
    whether there was no time for all that was tried. solvers: who answered its questions."""

    ending: Ending
    components: tuple[Component, ...]
    why: str
    idle: tuple[str, ...]
    claim: Claim | None
    seconds: float
    late: bool = False
    solvers: tuple[str, ...] = ()


class Prover:
    """Looks for ranking functions in one scope; invariants are shared."""

    def __init__(
        self,
        system: System,
        scope: Scope,
        reading: Mapping[str, str] | None,
        rulings: Collection[str],
        timeout: float,
        seed: int = 0,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        """`timeout`: seconds for all of it. `Unsupported` where the scope has no relation."""
        self.relation = Relation(Scoped(system, scope, reading, rulings), seed=seed)
        self.premises = premises_of_proof(self.relation.scoped)
        self.seed, self.progress = seed, progress or (lambda message: None)
        self.end = monotonic() + timeout
        self.certifier = Certifier(self.relation)
        self.door = Door(self.relation.scoped, Judge(max(timeout, 10.0)))
        self.search = Search(self.relation, LEMMAS * timeout, self.seed, self.progress)

    def invariants(self) -> None:
        """Derive what ranking functions rest on; Ctrl-C is the caller's."""
        with interruptible():
            self.search.prove()

    def prove(self, ending: Ending, seconds: float) -> Ended:
        """A ranking function for one ending, within some seconds; Ctrl-C is the caller's."""
        began = monotonic()
        with interruptible():
            lemmas = self.search.lemmas
            deadline = monotonic() + seconds
            plays = Plays(self.relation.scoped, self.seed, self.search.plays)
            found = ranking(self.relation, lemmas, ending, deadline, plays, self.progress)
            if not found.is_found:
                left = f"{found.why}: {_some(found.left)}" if found.left else found.why
                why = "; ".join([left, *self.search.unfinished_work])
                late = monotonic() > deadline or bool(self.search.unfinished_work)
                return Ended(ending, found.components, why, (), None, monotonic() - began, late)
            still = self._idle(deadline)
            goal = ends(self.relation.scoped, ending, [c.node for c in found.components], aside=bool(still))
            proof = self.certifier.certify(goal, lemmas, deadline)
            if proof is None:
                why = "a ranking function was found, and its proof took too long"
                return Ended(ending, found.components, why, still, None, monotonic() - began, late=True)
            nodes = tuple(lemma.node for lemma in proof.lemmas)
            claim, patience = Claim(goal, nodes), max(seconds, 10.0)
            self.door.judge.seconds = patience
            accepted = self.door.accept(claim, patience)
        if isinstance(accepted, Refused):
            why = f"a ranking function was found, and not accepted: {accepted.wrong}"
            return Ended(ending, found.components, why, still, None, monotonic() - began, late=True)
        return Ended(ending, found.components, "", still, claim, monotonic() - began, solvers=accepted.solvers)

    def _idle(self, deadline: float) -> tuple[str, ...]:
        """The actions that may leave everything as it was, as far as the invariants say."""
        asker, nodes = Asker(self.relation), [lemma.node for lemma in self.search.lemmas]
        found: dict[str, None] = {}
        for instance in self.relation.scoped.actions:
            still = idle(instance, self.relation.scoped)
            outside = self.relation.scoped.system.actions[instance.name].outside_play
            if still is FALSE or instance.edge is FALSE or outside or instance.name in found:
                continue
            asker.open(instance.parameters, nodes)
            try:
                asker.solver.add(self.relation.encoder.encode(instance.edge), self.relation.encoder.encode(still))
                if asker.check(nodes, deadline) != "unsat":
                    found[instance.name] = None
            finally:
                asker.close()
        return tuple(found)

    def write(self, ended: Ended, certification: Certification) -> str:
        """Write the certificate of an ending; the name of its folder."""
        assert certification.directory is not None and ended.claim is not None
        claim, made = self.door.read_again(ended.claim, inf)
        folder = file_name(claim.goal.name)
        write_certificate(certification.directory / folder, self.door.relation, claim, made, "ranking", certification)
        return folder


def _some(names: Sequence[str]) -> str:
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")
