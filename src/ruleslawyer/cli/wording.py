"""`ruleslawyer findings --lint` and `--edition`: the prose of findings, and their answers as changes of the book."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.check.evidence.wording import KINDS, Slip
from ruleslawyer.cli.chosen import choose_findings
from ruleslawyer.cli.options import Json, Name, Source, Which
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


def edition(
    context: typer.Context,
    name: Name,
    source: Annotated[
        Path, typer.Option(metavar="DIR", help="The folder with the rulebook's text. Nothing of it is kept elsewhere.")
    ],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="Write the sheet here.")] = Path(
        "build/edition"
    ),
    json: Json = False,
) -> None:
    """Write the next edition of a rulebook: what the answers to its findings change, sentence by sentence.

    From your own copy of the text: the old sentence, the new one, and the finding that it
    answers. Whole sentences go and come; where it is open what goes, the sheet asks, and the
    exit code is 1. It is written as a page to print, in Markdown, as a diff, as a document
    with tracked changes, and as errata on cards. Beside them lies the new text.

    Examples:

      ruleslawyer findings mygame --edition --source text

      ruleslawyer findings mygame --edition --source text -o next
    """
    session: Session = context.obj
    ruleset = session.own.ruleset(name)
    made = ruleset.next_edition(source)
    if json:
        print_json(made.json())
    else:
        files = ruleset.write_edition(source, output)
        for file in files:
            say(f"written: {file.as_posix()}")
        goes, comes = sum(row.goes for row in made.rows), sum(len(row.added) for row in made.rows)
        say(f"{count(made.answers, 'finding')} answered: {count(goes, 'sentence')} go, {count(comes, 'sentence')} come")
        for finding in made.silent:
            say(f"{name}/{finding.id} is answered, and has no sentence to print", "yellow")
        for row in made.rows:
            for doubt in row.doubts:
                say(f"to decide, {', '.join(f.id for f in row.findings)}: {doubt}", "yellow")
        for one in made.nowhere:
            say(f"to decide, {one.finding.id}: where in the book it goes: {one.prints}", "yellow")
        say(f"then: ruleslawyer spec {name} --verify --source {output.as_posix()}")
    if made.asks:
        raise typer.Exit(FALLS_SHORT)
