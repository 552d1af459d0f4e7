"""Findings in words, as checks keep them by what they read; and what of their plays does not bear the words out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.verify import FindingResult
from ruleslawyer.check.explorations import Explorations
from ruleslawyer.check.result import Shortfall
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.answers.memo import FILES, Memo
from ruleslawyer.rulebook.table.look import Printed
from ruleslawyer.rulebook.table.told import Told, told
from ruleslawyer.rulebook.table.words import HOLE


class Stories:
    """The words of a ruleset's findings: those that a check kept, or made anew where a file has changed since."""

    def __init__(self, explorations: Explorations) -> None:
        self._explorations, ruleset = explorations, explorations.ruleset
        self._system = ruleset.system if ruleset.config.modules else None  # a book has findings before a model
        self._memo = Memo(explorations.answers, ruleset, None, FILES)
        self._known: dict[str, Json] = self._memo.read(dict, "told") or {}

    def keep(self, findings: Sequence[FindingResult]) -> None:
        """Keep the words of all findings, as their evidence was asked just now."""
        assert self._system is not None
        self._memo.write({one.finding.id: tell(self._system, one).json() for one in findings}, "told")

    def of(self, finding: Finding) -> Json:
        """The words of a finding; one with holes is played where they are not known."""
        known = self._known.get(finding.id)
        return known or self._memo.ask(dict, lambda: self._anew(finding).json(), lambda _: True, "told", finding.id)

    def _anew(self, finding: Finding) -> Told:
        alone = replace(finding, evidence=(), claims=(), proposals=())
        holes = any(map(HOLE.search, finding.story.sentences))
        for evidence in finding.evidence if holes else ():
            result = self._explorations.verify(replace(alone, evidence=(evidence,)))
            if result.first_with_play is not None:
                return tell(self._system, replace(result, finding=finding))
        return told(finding, self._system)


def tell(system: System | None, found: FindingResult, printed: Printed | None = None) -> Told:
    """A finding in words, filled in from the first of its plays. printed: what the scope of that prints, if it is at
    hand."""
    staged = found.first_with_play
    if system is None or staged is None or staged.scope is None:
        return told(found.finding, system)
    return told(found.finding, system, staged.trace, printed or Printed(system, staged.scope))


def of_stories(system: System, findings: Sequence[FindingResult]) -> Iterator[Shortfall]:
    """Shortfalls of stories: steps that the play does not have, and holes that cannot be filled in any more."""
    for result in findings:
        finding, staged = result.finding, result.first_with_play
        moment, play = finding.story.moment, staged.trace if staged else None
        if moment is not None and result.reproduced and (play is None or moment > play.length):
            about = f"finding {system.name}/{finding.id} shows step {moment}, and its play has "
            about += "none" if play is None else f"{play.length}"
            yield Shortfall("finding", "", finding.id, about, f"name one of its steps in {finding.file}")
        for error in tell(system, result).unfilled if result.reproduced else ():
            about = f"finding {system.name}/{finding.id} says what its play does not: {error}"
            scope = staged.scope.name if staged and staged.scope else ""
            yield Shortfall("finding", scope, finding.id, about, f"{error.mend} ({finding.file})")
