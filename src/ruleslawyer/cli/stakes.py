"""`ruleslawyer games --stakes`: what hangs on the answers to findings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import count, incomplete, leave, print_json, print_table, say, table
from ruleslawyer.cli.stats import Keep
from ruleslawyer.studies.games.asked import Stakes

if TYPE_CHECKING:
    from ruleslawyer.studies.games.stakes import Measured


@asking(Stakes)
def stakes(ruleset: Ruleset, asked: Stakes, *, keep: Keep = False, json: Json = False) -> None:
    """Show what was measured."""
    from ruleslawyer.studies.games.kept import GAMES_FILE, expect_games, keep_stakes
    from ruleslawyer.studies.games.stakes import stakes_json

    if keep and asked.scope != ruleset.whole_game:
        raise UsageError("stakes are kept of the usual scope", "--keep", "leave --scope out")
    if keep:
        expect_games(ruleset.root, ruleset.name)
    found = ask_with_progress(ruleset, asked, "stakes")
    measured = stakes_json(found)
    if keep:
        keep_stakes(ruleset.root, ruleset.name, measured)
    if json:
        print_json(measured)
    else:
        _print(ruleset, found, measured["findings"])
        if keep:
            say(f"kept in checks/{ruleset.name}/{GAMES_FILE}")
    leave(found.stopped)


def _print(ruleset: Ruleset, found: Measured, rows: Mapping[str, JsonObject]) -> None:
    from ruleslawyer.studies.games.kept import by_stakes, in_words, measured_severity

    named = {one.finding.id: one.finding for one in found.stakes}
    head = f"{ruleset.title}, scope {found.system.scope.name}: {count(len(rows), 'finding')} measured"
    say(f"{head}, seed {found.seed}; in brackets: the interval of 95 of 100", "bold")
    incomplete(found.stopped, "this is what was measured")
    say("these are games of machines: the figures say nothing about people")
    shown = table("finding", "author", "measured", "players", "what hangs on it")
    for id_ in sorted(rows, key=lambda id_: by_stakes(rows[id_]["play"])):
        cells = f"{ruleset.name}/{id_}", named[id_].severity, measured_severity(rows[id_]["play"])
        for way, row in rows[id_]["play"].items():
            shown.add_row(*cells, way, in_words(row))
            cells = "", "", ""  # the finding stands once
    if shown.row_count:
        print_table(shown)
    for why in dict.fromkeys(found.without.values()):
        say(f"not measured, as {why.rstrip('.')}: {', '.join(i for i, one in found.without.items() if one == why)}")
