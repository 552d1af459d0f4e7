"""Questions about clauses and readings of a scope: what depends on each clause, and all its readings at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.exploration.asked import Code
from ruleslawyer.exploration.explore import Workers
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.declared import EachSeconds, EachStates, Memory, Option, Reading, Ruling, Told
from ruleslawyer.rulebook.declared import Scope as Named
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:
    from ruleslawyer.exploration.variants.ablation import Ablation
    from ruleslawyer.exploration.variants.family import FamilyResult


@dataclass(frozen=True)
class Ablate(Told["Ablation"]):
    """Drop one clause at a time, and show what in a scope depends on it. The project's code is read, never executed.

    Dropped are norms, their exceptions, what they beat, layers of terms and
    answers. A clause without which no move, verdict or property changes is
    redundant in this scope, or the scope is too small for it. The exit code is 1
    when the exploration is incomplete. Ctrl-C prints what was found so far.

    Examples:

      ruleslawyer adequacy daemons --clauses --scope tiny

      ruleslawyer adequacy daemons --clauses --clause is_not_ready --json
    """

    scope: Named = ""
    clause: Annotated[
        Sequence[str] | None,
        Option("Drop this one only; may be repeated. By default each.", metavar="NAME", completes="parts"),
    ] = None
    reading: Reading = None
    rulings: Ruling = None
    _: KW_ONLY
    max_states: EachStates = None
    max_seconds: EachSeconds = None
    memory: Memory = None

    def __call__(self, ruleset: LoadedRuleset, /) -> Ablation:
        from ruleslawyer.exploration.variants.ablation import ablate, variants

        system, wanted = ruleset.transition_system(self.scope, self.reading, self.rulings), self.clause or ()
        if wanted:
            there = dict.fromkeys(variant.name for variant in variants(system.system))
            for name in (name for name in wanted if name not in there):
                raise UsageError(f"there is no clause `{name}`", "--clause", nearest(name, there))
        limits = Limits.here(self.max_states, self.max_seconds, self.memory)
        return ablate(system, limits, self.progress, only=wanted)

    def of(self, ruleset: LoadedRuleset) -> list[Scope]:
        return [ruleset.scope(self.scope)]


@dataclass(frozen=True)
class Family(Told["FamilyResult"]):
    """Explore all readings of a scope in one run: which questions matter, and what to answer first.

    Examples:

      ruleslawyer explore daemons --scope duel --readings

      ruleslawyer explore daemons --scope duel --readings --question zero_is_across --json
    """

    scope: Named = ""
    questions: Annotated[
        Sequence[str] | None,
        Option(
            "Combine the options of these; may be repeated.", "--question", metavar="QUESTION", completes="questions"
        ),
    ] = None
    reading: Reading = None
    rulings: Ruling = None
    _: KW_ONLY
    limits: Limits | None = None
    workers: Workers = None
    engine: Code = "auto"

    def __call__(self, ruleset: LoadedRuleset, /) -> FamilyResult:
        from ruleslawyer.exploration.variants.family import explore_family

        system = ruleset.transition_system(self.scope, self.reading, self.rulings)
        return explore_family(system, self.questions or (), self.limits, self.workers, self.progress)
