"""Whether the sentences that authors tell of their findings can still be filled in from the plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslawyer.check.evidence.verify import FindingResult
from ruleslawyer.check.result import Shortfall
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.table.fill import HOLE, Filling, Unfilled
from ruleslawyer.rulebook.table.look import Printed


def of_stories(system: System, findings: Sequence[FindingResult]) -> Iterator[Shortfall]:
    """Shortfalls of stories: steps that the play does not have, and holes that cannot be filled in any more."""
    for result in findings:
        finding, staged = result.finding, result.first_with_play
        moment, play = finding.story.moment, staged.trace if staged else None
        if moment is not None and result.reproduced and (play is None or moment > play.length):
            about = f"finding {system.name}/{finding.id} shows step {moment}, and its play has "
            about += "none" if play is None else f"{play.length}"
            yield Shortfall("finding", "", finding.id, about, f"name one of its steps in {finding.file}")
        holes = [text for text in finding.story.sentences if HOLE.search(text)]
        if not holes or not result.reproduced:
            continue
        if staged is None or staged.scope is None or staged.trace is None:
            about = f"finding {system.name}/{finding.id} has a sentence to fill in, and no play: {holes[0]}"
            yield Shortfall("finding", "", finding.id, about, f"write the values out in {finding.file}")
            continue
        filling = Filling(Printed(system, staged.scope), staged.trace)
        for text in holes:
            try:
                filling.fill(text)
            except Unfilled as error:
                about = f"finding {system.name}/{finding.id} says what its play does not: {error}"
                yield Shortfall("finding", staged.scope.name, finding.id, about, f"{error.mend} ({finding.file})")
