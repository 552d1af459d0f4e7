"""Discovery of facts that always hold of a ruleset and that nobody wrote down."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.ir.scope import Scope
from ruleslawyer.rulebook.declared import LONGEST, OpenScope, Option, Reading, Ruling, Seed, Told, certificates_of
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.discover.discover import Discovery


@dataclass(frozen=True)
class Discover(Told["Discovery"]):
    """Find facts that always hold and that nobody wrote down: laws of conservation, bounds, where things can be.

    Each is proved for any number of turns, under all readings unless one is chosen.
    What the types, the declared properties or other facts say is left out. A sort's
    name in a fact stands for each of its members. Then each declared property is
    asked again, with the facts and without.

    Exit code 1 when the time did not suffice for all of it. Ctrl-C prints what was
    proved by then.

    Examples:

      ruleslawyer prove megacorp --facts

      ruleslawyer prove memesis --facts --scope tiny --timeout 300 --json

      ruleslawyer prove daemons --facts --certificates build/facts && ruleslawyer prove --recheck build/facts
    """

    scope: OpenScope = ""
    reading: Reading = None
    rulings: Ruling = None
    _: KW_ONLY
    timeout: Annotated[float, Option("Seconds for the whole search.", min=0.001, max=LONGEST)] = 120.0
    seed: Seed = 0
    certificates: Annotated[Path | None, certificates_of("fact", "fact")] = None

    def __call__(self, ruleset: LoadedRuleset, /) -> Discovery:
        from ruleslawyer.engines.smt.certify.issue import Certification
        from ruleslawyer.engines.smt.discover import discover as solver

        system, chosen, ruled = ruleset.under(self.reading, self.rulings)
        (scope,) = self.of(ruleset)
        if not scope.is_open:
            ruleset.transition_system(self.scope, self.reading, self.rulings)  # no state is none to find anything of
        found = solver.discover(system, scope, chosen, ruled, self.timeout, self.seed, self.progress)
        if self.certificates is None or found.interrupted:
            return found
        under = dict(self.reading or {}), dict(self.rulings or {})
        certification = Certification(ruleset.name, self.scope, *under, self.certificates)
        return solver.certificates(found, certification, self.timeout, self.progress)

    def of(self, ruleset: LoadedRuleset) -> list[Scope]:
        return [ruleset.scope(self.scope)]
