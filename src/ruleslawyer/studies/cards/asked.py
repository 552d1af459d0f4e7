"""The question of `cards`: a designer's list of cards against the rules."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.declared import LONGEST, Option, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # --help does not wait for what explores
    from ruleslawyer.studies.cards.result import CardsResult


@dataclass(frozen=True)
class Cards(Told["CardsResult"]):
    """Find the cards of a list that the rules do not cover, that can never be played, and of which two meet a finding.

    Each card is put on either seat of a small scope, and every two cards on both,
    each way round; every play is explored, under the default reading. Then:

    Not covered: a value of the card that no rule reads or names (docs/howto/cards.md
    says exactly which); of the rules alone, whatever is played.

    Never played: no action that is allowed anywhere has the card among its arguments.

    Pairs: events, deadlocks and violated properties that no scope of one of the two
    alone meets, with the findings that name them.

    Nothing in the list is executed. What is found is a result, not a failure: the exit
    code is 1 when a bound was met, 2 for a mistake in the list.

    Examples:

      ruleslawyer check megacorp --cards checks/megacorp/cards/forty.csv

      ruleslawyer check megacorp --cards FILE --no-pairs --json

      ruleslawyer check --cards FILE --max-seconds 360 --resume cards.jsonl
    """

    file: Annotated[
        Path, Option("The list: CSV, or TOML with a table for each card.", metavar="FILE", argument=True)
    ]  # fmt: skip
    scope: Annotated[str, Option("The scope that cards are put into.", completes="scopes")] = "cards"
    _: KW_ONLY
    sort: Annotated[str, Option("The sort that the cards are.", metavar="SORT")] = "Card"
    seats: Annotated[str, Option("The two members of the scope that cards take the place of.", metavar="A,B")] = (
        "First,Second"
    )
    pairs: Annotated[bool, Option("Look at every two cards as well.")] = True
    max_states: Annotated[int, Option("Give a scope up after this many states.", min=1)] = 1_000
    max_seconds: Annotated[float, Option("Stop after this long; what is finished is kept.", min=0, max=LONGEST)] = 300.0
    resume: Annotated[
        Path | None, Option("Keep what is finished in this file, and go on from what is in it.", metavar="FILE")
    ] = None

    def __call__(self, ruleset: LoadedRuleset, /) -> CardsResult:
        from ruleslawyer.check.evidence.finding import findings_of
        from ruleslawyer.studies.cards.check import CardsRun
        from ruleslawyer.studies.cards.seats import cards_in, seats_in

        (scope,) = self.of(ruleset)
        seats = seats_in(ruleset.system, scope, self.sort, [name.strip() for name in self.seats.split(",")])
        listed = cards_in(self.file.resolve(), file_name(self.file, ruleset), seats)
        limits, findings = Limits(self.max_states, self.max_seconds), findings_of(ruleset)
        run = CardsRun(seats, listed, ruleset.in_scope, findings, limits, self.progress, self.pairs, self.resume)
        return run.result()

    def of(self, ruleset: LoadedRuleset) -> list[Scope]:
        """The scope that the cards are put into; one that is not there is a `UsageError`."""
        if self.scope in ruleset.scopes():
            return [ruleset.scope(self.scope)]
        there = nearest(self.scope, ruleset.scopes())
        mend = "write one, docs/howto/cards.md says how" if self.scope == "cards" else there
        raise UsageError(f"{ruleset.name} has no scope `{self.scope}` to put cards into", "--scope", mend)


def file_name(file: Path, ruleset: LoadedRuleset) -> str:
    """The file from the project's root, as messages show it; as it was named, where it lies elsewhere."""
    full, root = file.resolve(), ruleset.root.resolve()
    return full.relative_to(root).as_posix() if full.is_relative_to(root) else full.as_posix()
