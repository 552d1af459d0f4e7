"""`ruleslawyer findings lint`: what a designer would stumble over in the prose of findings."""

from __future__ import annotations

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.cli.chosen import chosen
from ruleslawyer.cli.options import Json, Which
from ruleslawyer.cli.output import FALLS_SHORT, count, print_json, say
from ruleslawyer.cli.session import Session
from ruleslawyer.evidence.finding import Finding, prose_line
from ruleslawyer.evidence.wording import KINDS, Slip, slips


def lint(context: typer.Context, which: Which = None, json: Json = False) -> None:
    """Read the prose of findings (of all, by default) as the designer does, who knows no names of the model.

    Named are options and names of the model, its scopes, phrases that nobody says, sentences
    about the model that no claim backs, and a “What would settle it” that is not one
    sentence to print. Exit code 1 where there is one of these.

    Examples:

      ruleslawyer findings lint

      ruleslawyer findings lint megacorp

      ruleslawyer findings lint megacorp/003 daemons/001 --json
    """
    session: Session = context.obj
    found = [(ruleset, f, slip) for ruleset, all_ in chosen(session, which) for f, slip in read(ruleset, all_)]
    rows = [(ruleset, f, slip, *_place(ruleset, f, slip)) for ruleset, f, slip in found]
    if json:
        print_json([
            {"ruleset": r.name, "id": f.id, "kind": slip.kind, "said": slip.said, "file": file, "line": line}
            for r, f, slip, file, line in rows
        ])  # fmt: skip
    for *_, slip, file, line in () if json else rows:
        say(f"{file}:{line}: {slip}")
    if not json:
        _count([slip for *_, slip in found])
    if found:
        raise typer.Exit(FALLS_SHORT)


def read(ruleset: Ruleset, findings: list[Finding]) -> list[tuple[Finding, Slip]]:
    """What a designer would stumble over in findings of a ruleset, who knows no names of its model and no scopes."""
    names: set[str] = set()
    if ruleset.config.modules:
        system = ruleset.system
        names = {rule.name for rule in system.rules()} | {f.name for f in system.state.fields}
        names |= system.questions.keys() | system.enums.keys() | system.checks.keys()
    scopes = ruleset.scopes()
    return [(f, slip) for f in findings for slip in slips(f, names, scopes)]


def _place(ruleset: Ruleset, finding: Finding, slip: Slip) -> tuple[str, int]:
    path = ruleset.config.findings / finding.file
    return "/".join(path.parts[-3:]), slip.line + prose_line(path) - 1


def _count(found: list[Slip]) -> None:
    if not found:
        say("the prose has no names of the model, and each finding one sentence to print", "green")
    for kind, called in KINDS.items():
        number = sum(slip.kind == kind for slip in found)
        if number:
            say(f"{count(number, 'place')}: {called}", "yellow")
