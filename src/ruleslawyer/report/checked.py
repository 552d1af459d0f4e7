"""Results of checks as a report needs them: with what their names mean, and what is kept beside them."""

from __future__ import annotations

from ruleslawyer.check.evidence.known_limits import limits_of
from ruleslawyer.check.explorations import Watch
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.report.document import Checked
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.read import view_of
from ruleslawyer.studies.adequacy.kept import trust
from ruleslawyer.studies.games.kept import load_games, load_solution
from ruleslawyer.studies.hunt.run import open_questions
from ruleslawyer.studies.ledger.run import ledger_of


def checked_result(of: LoadedRuleset, result: RulesetResult, watch: Watch, *, varied: bool = False) -> Checked:
    """A result with what its names mean; `varied`: and with time for what the plays of findings do not depend on."""
    return Checked(
        result,
        of.by_the_book.system,
        of.register,
        varied=varied,
        known_limits=limits_of(of),
        silence=ledger_of(of)[0],
        unasked=open_questions(of, watch),
        games=load_games(of.root, of.name),
        played=of.system.rules_digest,
        solved=load_solution(of.root, of.name),
        trust=trust(of.root, of.name),
        view=view_of(of),
    )
