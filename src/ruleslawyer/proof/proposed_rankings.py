"""The file of rankings that somebody worked out, `checks/RULESET/rankings.toml`: numbers, of which it is asked whether
they fall, and conditions, which are proved first. Nothing of it is believed."""

from __future__ import annotations

from contextlib import suppress

from ruleslawyer.base.diagnostics import Tell, UsageError
from ruleslawyer.base.files.content import is_there
from ruleslawyer.base.files.toml import Table, read_toml
from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
from ruleslawyer.engines.smt.lifted.prove import ProverMemory
from ruleslawyer.engines.smt.lifted.rankings import ProposedRanking, is_condition, judge_proposal, validate_measure
from ruleslawyer.ir.system import System
from ruleslawyer.proof.lemmas import RANKED, Instances, keep_instances, load_instances
from ruleslawyer.rulebook.claims.readings import valid_reading
from ruleslawyer.rulebook.claims.verdict import ENDINGS, PLAYERS
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

FILE = "rankings.toml"


def load_rankings(ruleset: LoadedRuleset) -> tuple[ProposedRanking, ...]:
    """The rankings proposed for a ruleset, in their order. What it does not have is a `UsageError`."""
    path = ruleset.root / "checks" / ruleset.name / FILE
    if not is_there(path):
        return ()
    file = read_toml(path, f"checks/{ruleset.name}/{FILE}", shape='write [[ranking]] with ending = "…"')
    file.expect_keys(("ranking",), "the file")
    return tuple(_ranking(table, ruleset.system) for table in file.tables("ranking"))


def _ranking(table: Table, system: System) -> ProposedRanking:
    table.expect_keys(("ending", "reading", "given", "numbers"), "a ranking")
    named = table.one_of("ending", ENDINGS)
    numbers, given = table.texts("numbers"), table.texts("given")
    if not numbers:
        raise table.wrong("no number is named", 'numbers = ["count a: Card: …"]', "ending")
    for place, number in enumerate(numbers):
        try:
            validate_measure(system, number)
        except ValueError as error:
            mend = "write `count`, `sum` or `room`, of what, and `by` which rules"
            raise table.wrong(str(error), mend, "numbers", place) from error
    for place, condition in enumerate(given):
        if not is_condition(system, condition):
            raise table.wrong(f"`{condition}` says no condition", "write `all a: Card: …`", "given", place)
    ending = next(one for one in ENDINGS if one == named)
    return ProposedRanking(ending, numbers, given, valid_reading(system, table.names("reading")))


def keep_ranking_instances(ruleset: LoadedRuleset, lemmas: Lemmas, total: float, tell: Tell) -> None:
    """Keeps the instances that answer what is asked of the rankings proposed, those of a run before first."""
    before: Instances = {}
    with suppress(UsageError):  # a file of another form is written anew
        before = load_instances(ruleset.root, ruleset.name, RANKED).get(PLAYERS, {})
    found: dict[tuple[str, str, int], str] = {}
    for one in load_rankings(ruleset):
        kept = ProverMemory(accepted=before, lasting=True)
        judge_proposal(ruleset.system, PLAYERS, lemmas, one, total, tell, one.reading, kept)
        found |= kept.accepted
    keep_instances(ruleset.root, ruleset.name, {PLAYERS: found} if found else {}, RANKED)
