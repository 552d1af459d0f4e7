"""`ruleslawyer findings RULESET --edition`: the answers to findings as changes of the book."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.cli.options import Json, Name
from ruleslawyer.cli.output import FALLS_SHORT, count, print_json, say
from ruleslawyer.cli.session import Session


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
