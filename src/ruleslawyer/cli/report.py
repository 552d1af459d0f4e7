"""`ruleslawyer report`: the site that a designer reads, from a check run now or from one that was written before."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from ruleslawyer.api import write_report_again
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli.options import LONGEST, ExploredScopes, Json, Names, Timeout
from ruleslawyer.cli.output import INTERRUPTED, err, progress, say, to_text
from ruleslawyer.cli.session import Session
from ruleslawyer.rulebook.claims.limits import IMPACT_SECONDS


# Long: its parameters are the options of the verb, each with its help.
def report(
    context: typer.Context,
    names: Names = None,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="Write the site here.")] = Path(
        "build/report"
    ),
    source: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Write the site from this report.json.gz, and check nothing."),
    ] = None,
    scope: ExploredScopes = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by",
            metavar="FIELD,…",
            help="Draw the states in classes by these fields too (`phase`, `player`, or fields of the state).",
        ),
    ] = None,
    prove: Annotated[bool, typer.Option("--prove/--no-prove", help="Prove properties in an open scope too.")] = True,
    timeout: Timeout = 15.0,
    matrix: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=LONGEST,
            metavar="SECONDS",
            help="Seconds for each rulebook to explore what every answer changes in its small scopes; 0: none.",
        ),
    ] = IMPACT_SECONDS,
    single_file: Annotated[
        bool, typer.Option("--single-file", help="Write one HTML file for each rulebook instead, to be mailed.")
    ] = False,
    finding: Annotated[
        str,
        typer.Option(
            metavar="ID",
            help="With --single-file, and one rulebook: this finding alone, to be mailed; it needs no scripts.",
        ),
    ] = "",
    live: Annotated[
        bool,
        typer.Option(
            "--live",
            help="Put the rules as code beside the pages, to play on from a finding, and whole games. The"
            " code of a large rulebook takes minutes to make, and is kept.",
        ),
    ] = False,
    address: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Where the site will be published: links to its findings then show a picture, drawn for each.",
        ),
    ] = "",
    json: Json = False,
) -> None:
    """Write the designer's report: a site that opens from its folder, without a server or a network.

    It has a front page for each rulebook, a page for each finding with its play as
    a film strip, the rulebook annotated, readings against properties, proofs,
    assumptions, and coverage. Everything is made on this machine.

    What falls short of what is expected is said in the report; `check` fails for it,
    and this does not. With --json it prints what report.json.gz has.

    Examples:

      ruleslawyer report

      ruleslawyer report megacorp -o build/megacorp

      ruleslawyer report megacorp --scope trade --by step,picked

      ruleslawyer report daemons --matrix 300

      ruleslawyer report daemons --live

      ruleslawyer report daemons --single-file -o build

      ruleslawyer report daemons --finding 015 --single-file

      ruleslawyer report --from build/report/report.json.gz -o site

      ruleslawyer report daemons --address https://example.org/rules
    """
    session: Session = context.obj
    how: Any = {"single_file": single_file, "finding": finding, "address": address}
    if source is None:
        found = session.project.report(
            output, names, scope, by=[fields.split(",") for fields in by or ()], prove=prove, timeout=timeout,
            matrix=matrix, live=live, watch=progress, **how,
        )  # fmt: skip
    elif live:
        raise UsageError("live pages need the rules", "--live", "check now: leave out --from")
    else:
        found = write_report_again(source, output, names, **how)
    for note in found.notes:
        err().print(note)
    if json:
        sys.stdout.write(to_text(found.document))
    else:
        for page in found.pages:
            say(f"report: {page.as_posix()}")
    if found.interrupted:
        err().print("interrupted: the report has what was found so far; it is incomplete")
        raise typer.Exit(INTERRUPTED)
