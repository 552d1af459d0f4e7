"""The ledger of silence of a ruleset, and for as long as is wished the plays in which its lines decide."""

from __future__ import annotations

from collections import Counter
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.files.content import Json
from ruleslawyer.exploration.study.study import Studied, Study
from ruleslawyer.rulebook.declared import LONGEST, Option, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.ledger.line import KINDS, OPEN, STATUSES, Line

if TYPE_CHECKING:  # what plays is loaded where plays are looked for
    from ruleslawyer.studies.ledger.decisive_plays import Decides

EACH, SCOPES = 80, 4
"""States of one scope in which a line is asked, and scopes: to make rules anew takes half a second."""


@dataclass
class Silence(Studied):
    """decides: by kind and name where a line alone decides. tried: lines for which that was looked for."""

    ruleset: str
    lines: list[Line]
    decides: dict[tuple[str, str], Decides] = field(default_factory=dict)
    tried: set[tuple[str, str]] = field(default_factory=set)

    @property
    def open(self) -> list[Line]:
        """The lines that nobody answers for, first those that are seen to decide."""
        found = (line for line in self.lines if line.status == OPEN)
        return sorted(found, key=lambda line: (line.kind, line.name) not in self.decides)

    def counts(self) -> dict[str, dict[str, int]]:
        """How many lines there are of each kind, by who answers for them."""
        found = Counter((line.kind, line.status) for line in self.lines)
        return {kind: {status: found[kind, status] for status in STATUSES} for kind in KINDS}

    def document(self) -> Json:
        """The result as JSON, for scripts."""
        return {
            "ruleset": self.ruleset,
            "complete": not self.stopped,
            "stopped": self.stopped or None,
            "open": len(self.open),
            "counts": self.counts(),
            "lines": [{**line.json(), "play": self._play(line)} for line in self.lines],
            "seconds": round(self.seconds, 3),
        }

    def _play(self, line: Line) -> Json | None:
        found = self.decides.get((line.kind, line.name))
        return {"scope": found.scope, "play": list(found.play), "says": found.says} if found else None


@dataclass(frozen=True)
class Ledger(Told["Silence"]):
    """List what the model decides and no clause says, and what answers for it.

    Lines are the conditions of domains, whose decision it is, when fields are
    forgotten, conditions behind which nothing is done, numbers that are cut off,
    procedures that open together, first values and helpers; and numbers of
    players for which the register has no number. A line is answered
    for by a clause, by a doubt that is asked there, or by the model alone, with a
    reason; what stands around it is seen, and checks/RULESET/ledger.toml says the
    rest (docs/howto/ledger.md). That two duties are due together, and nothing says
    which comes first, is a gap that explorations meet.
    Exit code 1 where a line is open.

    With --minutes the shortest play is looked for in which an open line alone
    decides: without it something else could be chosen, or would come of it.

    Examples:

      ruleslawyer spec daemons --ledger

      ruleslawyer spec daemons --ledger --minutes 1 --kind domain

      ruleslawyer spec mnemonic --ledger --json
    """

    _: KW_ONLY
    minutes: Annotated[
        float | None, Option("Look for plays in which lines decide, for so long.", min=0.01, max=LONGEST)
    ] = None

    def __call__(self, ruleset: LoadedRuleset, /) -> Silence:
        from ruleslawyer.studies.ledger.decided import ledger_of

        lines, decided = ledger_of(ruleset)
        decided.expect_lines(lines)
        found = Silence(ruleset.name, lines)
        if self.minutes is None:
            return found
        study = Study.of_minutes(self.minutes, self.progress)
        return study.run(found, _Searching(ruleset, study, found).lines)


class _Searching:
    def __init__(self, ruleset: LoadedRuleset, study: Study, found: Silence) -> None:
        self.ruleset, self.study, self.found = ruleset, study, found

    def lines(self) -> None:
        """The lines in whose place another thing could stand, what is open first."""
        from ruleslawyer.studies.hunt.spots import Spot, Spots
        from ruleslawyer.studies.ledger.decisive_plays import decides

        near = Spots(self.ruleset, 0, EACH)
        near.scopes = near.scopes[:SCOPES]
        spots: dict[str, list[Spot]] = {}
        for spot in near.of_scopes():
            self.study.expect_time()
            spots.setdefault(spot.where, []).append(spot)
        wanted = [line for line in self.found.lines if line.others]
        wanted.sort(key=lambda line: line.status != OPEN)
        for number, line in enumerate(wanted):
            self.study.expect_time()
            self.study.tell(f"{number + 1} of {len(wanted)} lines, {len(self.found.decides)} decide")
            self.found.tried.add((line.kind, line.name))
            one = decides(self.ruleset.system, line, spots)
            if one is not None:
                self.found.decides[line.kind, line.name] = one
