"""The question of `explore --readings` about one scope: all its readings at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.exploration.asked import Code
from ruleslawyer.exploration.explore import Workers
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.declared import Option, Reading, Ruling, Told
from ruleslawyer.rulebook.declared import Scope as Named
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # it makes code
    from ruleslawyer.exploration.variants.family import FamilyResult


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
