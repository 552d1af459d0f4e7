"""`ruleslawyer diff OLD NEW`: what two versions of a rulebook, its register and its model make different."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import diff as compare
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.cli.options import Json, Timeout
from ruleslawyer.cli.output import INTERRUPTED, err, out, print_json, progress, say, table


def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="A project's folder, or a report.json.gz.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The later one.")],
    ruleset: Annotated[
        list[str] | None, typer.Option(help="Compare this ruleset only; may be repeated. By default all of them.")
    ] = None,
    scope: Annotated[
        list[str] | None, typer.Option(help="In projects, explore this scope; may be repeated. By default as `check`.")
    ] = None,
    prove: Annotated[bool, typer.Option("--prove/--no-prove", help="Prove properties in projects too.")] = True,
    timeout: Timeout = 15.0,
    json: Json = False,
) -> None:
    """Compare two versions: clauses, findings, events, and verdicts that changed.

    Each version is a project's folder, which is checked now, or the report.json.gz of
    an earlier check (or the folder that has it). The exit code is 0 whatever differs.

    Examples:

      ruleslawyer diff build/before/report.json.gz build/report/report.json.gz

      ruleslawyer diff ../mygame-2nd-edition . --no-prove

      ruleslawyer diff old/report.json.gz . --ruleset megacorp --json
    """
    try:
        found = compare(old, new, ruleset, scope, prove=prove, timeout=timeout, watch=progress)
    except KeyboardInterrupt:
        err().print("interrupted: nothing is compared, as a part of a check says nothing of the rest")
        raise typer.Exit(INTERRUPTED) from None
    if json:
        print_json(found)
    else:
        _say(found)


def _say(found: JsonObject) -> None:
    for word in ("gone", "new"):
        for name in found[word]:
            say(f"{word}: the whole of {name}")
    for r in found["rulesets"]:
        say(r["title"], "bold underline")
        if r["same"]:
            say("nothing is different")
        elif r["model"]["changed"]:
            say("the model is another one")
        for part in ("clauses", "findings", "events", "properties"):
            _part(part, r[part])
        say()
    if found["same"]:
        say("the two are the same")


def _part(part: str, changes: JsonObject) -> None:
    if not any(changes.values()):
        return
    rows = table(part, "", "before", "after")
    for word in ("gone", "new"):
        for one in changes[word]:
            shown = "" if one["title"] in one["name"] else one["title"]
            rows.add_row(one["name"], word, shown if word == "gone" else "", shown if word == "new" else "")
    for one in changes["changed"]:
        for i, detail in enumerate(one["details"]):
            what = "paraphrase" if part == "clauses" and detail["what"] == "title" else detail["what"]
            rows.add_row(one["name"] if i == 0 else "", what, detail["before"], detail["after"])
    say()
    out().print(rows)
