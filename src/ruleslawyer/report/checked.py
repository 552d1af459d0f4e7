"""Results of checks as a report needs them: with what their names mean, what is kept beside them, and what nobody
asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.known_limits import limits_of
from ruleslawyer.check.explorations import Watch
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.check.unasked import load_parts, questions
from ruleslawyer.report.document import Checked
from ruleslawyer.rulebook.answers.memo import FILES, Memo
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.read import view_of
from ruleslawyer.studies.adequacy.kept import trust
from ruleslawyer.studies.ledger.decided import ledger_of
from ruleslawyer.studies.solving.kept import load_solution
from ruleslawyer.studies.statistics.kept import load_games

MINUTES = 0.2
"""The longest hunt of a check."""


@dataclass(frozen=True)
class Short:
    """A short hunt, as it is kept in the cache."""

    found: Json

    @property
    def whole(self) -> bool:
        return bool(self.found["stopped"] != "interrupted")


def checked_results(
    rulesets: Sequence[LoadedRuleset], results: Sequence[RulesetResult], watch: Watch, *, varied: bool = False
) -> list[Checked]:
    """Results with what their names mean; `varied`: and with time for what the plays of findings do not depend on."""
    return [
        Checked(
            result,
            of.system,
            of.register,
            varied=varied,
            known_limits=limits_of(of),
            silence=ledger_of(of)[0],
            unasked=open_questions(of, watch),
            games=load_games(of.root, of.name),
            solved=load_solution(of.root, of.name),
            trust=trust(of.root, of.name),
            view=view_of(of),
        )
        for result, of in zip(results, rulesets, strict=True)
    ]


def open_questions(ruleset: LoadedRuleset, watch: Watch) -> Json | None:
    """Questions that nobody asked, laws and windows: the kept ones; else the questions that a short hunt finds, where
    hunt.toml has `in_check`, as for a new project."""
    kept = load_parts(ruleset.root, ruleset.name)
    if kept is not None and "questions" in kept:
        return kept
    from ruleslawyer.studies.hunt.settled import states_in_check

    states = states_in_check(ruleset)
    if not states:
        return kept
    from ruleslawyer.studies.hunt.report import document
    from ruleslawyer.studies.hunt.run import Hunt

    asked = Hunt(minutes=MINUTES, states=states)

    def hunt() -> Short:
        with watch(f"{ruleset.name}, the hunt") as tell:
            return Short(document(replace(asked, progress=tell)(ruleset)))

    memo = Memo(users_answers(), ruleset, None, FILES)
    short = memo.ask(Short, hunt, lambda short: short.whole, *asked.key(ruleset))
    return {**(kept or {}), "questions": questions(short.found, ruleset.system.digest)}
