"""Whether the turns and games of a ruleset end: which scopes are looked through for it, and where it is proved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.ir.schema import Scope
from ruleslawyer.proof.lemmas import INSTANCES, RANKED, load_instances, load_lemmas
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.verdict import PLAYERS
from ruleslawyer.rulebook.declared import APART, LONGEST, Option, Reading, Ruling, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # it makes code, and loads the solver
    from ruleslawyer.proof.cycles import Cycles
    from ruleslawyer.proof.termination import EndingResult, TerminationPremises


@dataclass(frozen=True)
class Terminates(Told["tuple[EndingResult, ...]"]):
    """Prove that every turn and every game ends, or show a play that goes round, or say why neither is known.

    LASSO: a play that comes back to where it was, under the default reading; an action
    that changes nothing only where nothing else goes round. ENDS WITH PROBABILITY 1: plays
    go round, but chance leaves each of them sooner or later, whatever players do and however
    likely its outcomes are. CERTIFICATE: numbers that
    fall with every step, one after the other, and never below 0, in any play, for any
    number of members, under all readings unless one is chosen; or the whole graph of a
    scope, which has no circle: it is told after how many actions each play of it has
    ended. HOLDS IN SCOPE: the same of a scope that leaves rules out. A turn ends with a
    duty that the rules declare to end it; to leave the table is no way to go on.

    No scope is needed: without one what checks/RULESET/rankings.toml proposes is asked,
    and other numbers are looked for. With --scope that scope alone is asked.

    Examples:

      ruleslawyer prove daemons --ends

      ruleslawyer prove daemons --ends --scope gauge --save round.json && ruleslawyer play round.json

      ruleslawyer prove memesis --ends --each-reading --json
    """

    scope: Annotated[
        str | None, Option("Ask this scope alone.", completes="scopes", show_default="any number of members too")
    ] = None
    explore: Annotated[
        Sequence[str] | None,
        Option(
            "Look here for plays that go round; may be repeated.", metavar="SCOPE",
            show_default="the scope itself, or all that `check` explores whole", completes="scopes",
        ),
    ] = field(default=None, kw_only=True)  # fmt: skip
    reading: Reading = None
    each_reading: Annotated[
        bool, Option("Besides, under each option of each question on its own.", "--each-reading")
    ] = field(default=False, kw_only=True)
    rulings: Ruling = None
    timeout: Annotated[float, Option("Seconds for the proofs of one reading.", min=0.001, max=LONGEST)] = field(
        default=120.0, kw_only=True
    )
    limits: Limits | None = field(default=None, kw_only=True)
    rounds: Annotated[Cycles | None, APART] = field(default=None, kw_only=True)
    """Several questions with the same share the explorations between which a reading makes no difference."""
    of_any: Annotated[TerminationPremises | None, APART] = field(default=None, kw_only=True)
    """The same of proofs for any number of cards."""

    def __call__(self, ruleset: LoadedRuleset, /) -> tuple[EndingResult, ...]:
        from ruleslawyer.proof.cycles import Cycles
        from ruleslawyer.proof.termination import terminates

        if self.each_reading:
            return self._under_each(ruleset, self.rounds or Cycles())
        explored = self.of(ruleset)
        system, chosen, ruled = ruleset.to_prove(self.reading, self.rulings)
        systems = [ruleset.transition_system(one.name, self.reading, self.rulings) for one in explored]
        return tuple(
            terminates(
                self._scope_to_certify(ruleset), systems, system, chosen, ruled,
                timeout=self.timeout, limits=self.limits or Limits(), progress=self.progress, rounds=self.rounds,
                of_any=None if self.scope else self.of_any or self._of_any(ruleset),
            )
        )  # fmt: skip

    def _scope_to_certify(self, ruleset: LoadedRuleset) -> Scope | None:
        """The scope of which something is said where nothing is proved for any number; None where there is none."""
        if self.scope:
            return ruleset.scope(self.scope)
        return ruleset.scope(ruleset.usual_scope) if ruleset.explored_scopes() else None

    def _of_any(self, ruleset: LoadedRuleset) -> TerminationPremises:
        from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
        from ruleslawyer.proof.proposed_rankings import load_rankings
        from ruleslawyer.proof.termination import TerminationPremises

        files = [load_instances(ruleset.root, ruleset.name, name).get(PLAYERS, {}) for name in (INSTANCES, RANKED)]
        instances = {**files[0], **files[1]}
        return TerminationPremises(
            load_lemmas(ruleset.root, ruleset.name) or Lemmas(), load_rankings(ruleset), instances
        )

    def _under_each(self, ruleset: LoadedRuleset, rounds: Cycles) -> tuple[EndingResult, ...]:
        """The endings under the reading, and with each option of each question that is not chosen yet, on its own."""
        chosen = self.reading or {}
        left = [question for question in ruleset.system.questions.values() if question.name not in chosen]
        others = [{**chosen, question.name: option.name} for question in left for option in question.options]
        results: list[EndingResult] = []
        of_any = None if self.scope else self._of_any(ruleset)
        for reading in (chosen, *others):
            results += replace(self, reading=reading, each_reading=False, rounds=rounds, of_any=of_any)(ruleset)
            if any(result.interrupted for result in results):
                break
        return tuple(results)

    def of(self, ruleset: LoadedRuleset) -> list[Scope]:
        """The scopes that are looked through: the one that is named, or all small enough for `check` that leave
        nothing open and switch nothing off."""
        if self.explore is not None:
            return [*map(ruleset.scope, self.explore)]
        if self.scope:
            return [ruleset.scope(self.scope)]
        return [one for one in map(ruleset.scope, ruleset.explored_scopes()) if not one.off]
