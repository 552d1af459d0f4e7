"""`ruleslawyer findings --lint`: what a designer would stumble over in the prose and the reasons of findings."""

from __future__ import annotations

import typer

from ruleslawyer.check.evidence.wording import KINDS, Slip
from ruleslawyer.cli.chosen import choose_findings
from ruleslawyer.cli.options import Json, Source, Which
from ruleslawyer.cli.output import FALLS_SHORT, count, print_json, say
from ruleslawyer.cli.session import Session


def lint(context: typer.Context, which: Which = None, source: Source = None, json: Json = False) -> None:
    """Read the prose of findings (of all, by default) as a designer does, who knows no names of the model.

    Named are options and names of the model, its scopes, phrases that nobody says, sentences
    about the model that no claim backs, and a “What would settle it” that is not one
    sentence to print. An open finding has a question (`ask`), which no more than three ask
    alike, and takes nothing for granted there that another finding asks; one that is high or
    medium also a crux, answers with what follows, and a sentence. A severity two steps from
    what `games --stakes --keep` measured has a reason (`severity_stays`).
    Of a withdrawn finding the reason is read: it names the lines that
    settle it, and each finding that stands and doubts all of them. With --source, what it
    quotes stands in one of them. Exit code 1 where something is otherwise.

    Examples:

      ruleslawyer findings --lint

      ruleslawyer findings megacorp --lint

      ruleslawyer findings megacorp --lint --source ../texts

      ruleslawyer findings megacorp/003 daemons/001 --lint --json
    """
    session: Session = context.obj
    found = [
        one
        for ruleset, all_ in choose_findings(session, which)
        for one in ruleset.lint_findings(*(finding.id for finding in all_), source=source)
    ]
    if json:
        print_json([one.json() for one in found])
    for one in () if json else found:
        say(f"{one.file}:{one.line}: {one.slip}")
    if not json:
        _count([one.slip for one in found])
    if found:
        raise typer.Exit(FALLS_SHORT)


def _count(found: list[Slip]) -> None:
    if not found:
        say(
            "the prose has no names of the model, each finding one sentence to print, and each withdrawal its lines",
            "green",
        )
    for kind, called in KINDS.items():
        number = sum(slip.kind == kind for slip in found)
        if number:
            say(f"{count(number, 'place')}: {called}", "yellow")
