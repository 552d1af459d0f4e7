"""`ruleslawyer sweep --windows`: responses made one window earlier and one later, within one phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.check import unasked
from ruleslawyer.cli.asking import ask_with_progress as answer
from ruleslawyer.cli.asking import asking
from ruleslawyer.cli.laws import print_break, print_sample
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import FALLS_SHORT, count, leave, print_json, print_table, say, table, with_spaces
from ruleslawyer.cli.unasked import Keep, keep_part
from ruleslawyer.studies.laws.asked import Windows

if TYPE_CHECKING:
    from ruleslawyer.studies.laws.run import Tally


@asking(Windows)
def windows(ruleset: Ruleset, asked: Windows, *, keep: Keep = False, json: Json = False) -> None:
    """Show what comes out otherwise in another window."""
    from ruleslawyer.studies.laws.report import document_of_windows

    found, inserted = answer(ruleset, asked, "windows")
    told = document_of_windows(found, inserted)
    if json:
        print_json(told)
    else:
        _print(ruleset.title, found, told)
    if keep:
        keep_part(ruleset, "windows", unasked.windows(told, ruleset.system.digest))
    leave(found.stopped)
    if found.is_new or not told["enough"]:
        raise typer.Exit(FALLS_SHORT)


def _print(title: str, found: Tally, told: JsonObject) -> None:
    responses = count(told["inserted"], "response that was inserted", "responses that were inserted")
    say(f"{title}: {responses}, {count(told['states']['scopes'], 'scope')}", "bold")
    print_sample(found, told)
    rows = table("window", "response", "opened", "inserted", numbers=(2, 3))
    for one in told["windows"]:
        rows.add_row(one["at"], one["response"], with_spaces(one["opened"]), with_spaces(one["inserted"]))
    if told["windows"]:
        print_table(rows)
    else:
        say("no window opened")
    if told["never_opened"]:
        say(f"no window opened in: {', '.join(told['never_opened'])}")
    for why, times in told["failed"].items():
        say(f"not inserted: {why}; {count(times, 'time')}", "dim")
    for at, clauses in told["said"].items():
        say(f"{at}: differs, as {', '.join(clauses)} may say", "dim")
    for one in told["differences"]:
        print_break("one window earlier and later", one)
    say()
    if not told["inserted"]:
        say("no response came out in both windows: nothing was tried")
    elif not told["differences"]:
        say("nothing differs that no clause speaks of")
    if not told["enough"]:
        say(
            f"too few: {with_spaces(told['inserted'])} of {with_spaces(found.wanted)} responses were inserted", "yellow"
        )
