"""The question of `prove --clashes`: which clauses cannot all stand, and what would settle it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.declared import (
    LONGEST,
    EachSeconds,
    EachStates,
    Memory,
    Option,
    Reading,
    Ruling,
    Told,
)
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # it loads the solver, and makes code
    from ruleslawyer.studies.clarifications.contradictions import Contradictions


@dataclass(frozen=True)
class Cores(Told["Contradictions"]):
    """Report for every two clauses that may clash whether they do, and what would settle it.

    A pair is PROVED APART (no play ever meets a clash, for any number), a
    CLASH (with its shortest play), or NOT MET (neither is known: a clash in a state
    that no play meets is no contradiction of the game). Clauses that cannot all stand
    are given as minimal sets; the smallest sets of clarifications are each tried out by
    exploring again; what there was no time for is said. The project's code is never
    executed.

    Contradictions are results: the exit code is 1 only where something is incomplete.

    Examples:

      ruleslawyer prove megacorp --clashes --scope tiny

      ruleslawyer prove memesis --clashes --scope tiny --scope combat --timeout 20 --json

      ruleslawyer prove daemons --clashes --timeout 0 --clarify 60
    """

    scope: Annotated[
        Sequence[str] | None,
        Option("Explore this scope; may be repeated. By default each that `check` explores.", completes="scopes"),
    ] = None
    reading: Reading = None
    rulings: Ruling = None
    _: KW_ONLY
    timeout: Annotated[
        float, Option("Seconds for the proof of each pair; 0: nothing is proved.", min=0, max=LONGEST)
    ] = 5.0
    budget: Annotated[float, Option("Seconds for all proofs together.", min=0.001, max=LONGEST)] = 300.0
    clarify: Annotated[
        float, Option("Seconds for trying clarifications out; 0: none is tried.", min=0, max=LONGEST)
    ] = 300.0
    max_states: EachStates = None
    max_seconds: EachSeconds = None
    memory: Memory = None

    def __call__(self, ruleset: LoadedRuleset, /) -> Contradictions:
        from ruleslawyer.studies.clarifications.contradictions import contradictions

        return contradictions(
            ruleset, [scope.name for scope in self.of(ruleset)], self.reading, self.rulings,
            timeout=self.timeout, budget=self.budget, clarify=self.clarify,
            limits=Limits.here(self.max_states, self.max_seconds, self.memory), tell=self.progress,
        )  # fmt: skip

    def of(self, ruleset: LoadedRuleset) -> list[Scope]:
        """The scopes to explore: those that are named, or all that `check` explores. An open scope among the former, or
        no scope at all, is a `UsageError`."""
        explorable = [s for s in ruleset.scopes() if not ruleset.scope(s).is_open]
        for scope in self.scope or ():
            if ruleset.scope(scope).is_open:
                mend = f"explore another one ({', '.join(explorable)})"
                raise UsageError(f"scope `{scope}` leaves something open", "--scope", mend)
        found = list(dict.fromkeys(self.scope or ruleset.explored_scopes()))
        if not found:
            raise UsageError(f"{ruleset.name} has no scope to explore", "--scope", "add one that leaves nothing open")
        return [*map(ruleset.scope, found)]
