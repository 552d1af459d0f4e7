"""`ruleslawyer report`: the site that a designer reads, from a check run now or from one that was written before."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.base.files.write import expect_writable
from ruleslawyer.check.check import check_rulesets
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.cli import complete
from ruleslawyer.cli.options import LONGEST, Json, Names, Timeout
from ruleslawyer.cli.output import INTERRUPTED, err, progress, say, to_text
from ruleslawyer.cli.session import Session
from ruleslawyer.cli.unasked import open_questions
from ruleslawyer.exploration.quotient import Views
from ruleslawyer.exploration.variants.impact import SECONDS, impact
from ruleslawyer.report.document import Checked, document
from ruleslawyer.report.edition_diff import FILE as EDITION
from ruleslawyer.report.edition_diff import edition_diff
from ruleslawyer.report.read import check_document, read_document, select
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.register.verify import source_text
from ruleslawyer.rulebook.table.read import view_of
from ruleslawyer.studies.solving.kept import load_solution
from ruleslawyer.studies.statistics.kept import load_games


# Long: its parameters are the options of the verb, each with its help.
def report(
    context: typer.Context,
    names: Names = None,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="Write the site here.")] = Path(
        "build/report"
    ),
    source: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Take what this report.json.gz says, and check nothing."),
    ] = None,
    scope: Annotated[
        list[str] | None,
        typer.Option(
            help="Explore this scope; may be repeated. By default all but those for the campaign.",
            autocompletion=complete.scopes,
        ),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by",
            metavar="FIELD,…",
            help="Draw the states in classes by these fields too (`phase`, `player`, or fields of the state).",
        ),
    ] = None,
    prove: Annotated[bool, typer.Option("--prove/--no-prove", help="Prove properties in the scope `open`.")] = True,
    timeout: Timeout = 15.0,
    matrix: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=LONGEST,
            metavar="SECONDS",
            help="Ask so long, for each rulebook, what every answer changes in its small scopes; 0: not at all.",
        ),
    ] = SECONDS,
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
            help="With the rules as code beside the pages: tables are played on from a finding, and whole games. The"
            " code of a large rulebook takes minutes to make, and is kept.",
        ),
    ] = False,
    text: Annotated[
        Path | None,
        typer.Option(
            "--source",
            metavar="DIR",
            help="The folder with the rulebook's text: the next edition's diff is against it.",
        ),
    ] = None,
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

      ruleslawyer report megacorp --source ../texts

      ruleslawyer report --from build/report/report.json.gz -o site
    """
    expect_writable(output / "index.html", "--output")
    if finding and not single_file:
        raise UsageError("one finding is written as one file", "--finding", "add --single-file")
    if finding and len(names or ()) != 1:
        raise UsageError("a finding is one of one rulebook's", "--finding", "name the rulebook, and one alone")
    if text is not None and single_file:
        raise UsageError("a diff lies beside the pages of a site", "--source", "leave out --single-file")
    if live and (single_file or source is not None):
        mend = "leave out --single-file" if single_file else "check now: leave out --from"
        raise UsageError("live pages need the rules, and files beside them", "--live", mend)
    if live:
        from ruleslawyer.bridges.portable.linking import linker

        linker("--live")  # it is missed before anything is checked
    found: JsonObject
    results: list[RulesetResult] = []
    session: Session = context.obj
    interrupted = False
    if source is not None:
        found = select(read_document(source), names)
    else:
        views = Views(tuple(tuple(view.split(",")) for view in by or ()))
        for result in check_rulesets(
            session.rulesets(names), scope, prove=prove, timeout=timeout, watch=progress, views=views,
            answers=users_answers(),
        ):  # fmt: skip
            results.append(result)
            interrupted = interrupted or result.interrupted
        of_checks = checked_results(session, results, varied=True)
        if matrix and not finding and not interrupted:
            of_checks = [_with_impact(session, one, matrix) for one in of_checks]
            interrupted = any(one.impact.interrupted for one in of_checks if one.impact)
        found = document(of_checks)
    from ruleslawyer.report import write  # pages take a while to load

    with check_document(source) if source is not None else nullcontext():
        more = {} if source is not None else write.beside(results)
        if text is not None:
            more |= _drafts(found, text)
        if finding:
            written = [write.write_finding(found, finding, output)]
        elif single_file:
            written = write.write_single_files(found, output)
        else:
            playable, code = _live(session, results, found) if live else ({}, {})
            written = [write.write_document(found, output, {**more, **code}, live=playable)]
    if json:
        sys.stdout.write(to_text(found))
    else:
        for page in written:
            say(f"report: {page.as_posix()}")
    if interrupted:
        err().print("interrupted: the report has what was found so far; it is incomplete")
        raise typer.Exit(INTERRUPTED)


def _live(session: Session, results: Sequence[RulesetResult], found: JsonObject) -> tuple[JsonObject, dict[str, str]]:
    """On which pages tables are played on, and what lies beside them."""
    from ruleslawyer.report.live.written import live, shared_files  # it makes code
    from ruleslawyer.report.site import Playable

    playable, files = {}, shared_files()
    for result, told in zip(results, found["rulesets"], strict=True):
        with progress(f"{result.name}: its rules as code, for live pages"):
            made = live(session.ruleset(result.name), result, told)
        playable[result.name] = Playable(made.moments, made.game)
        files |= {f"{result.name}/{path}": text for path, text in made.files.items()}
        for id_, why in made.left.items():
            err().print(f"{result.name}/{id_} has no live table: {why}")
    return playable, files


def _drafts(found: JsonObject, text: Path) -> dict[str, str]:
    """Drafts of the next edition of each rulebook, as differences to its text, as files of the report."""
    drafts = {}
    for r in found["rulesets"]:
        if (source := r["register"] and r["register"]["source"]) and edition_diff(r):
            drafts[f"{r['id']}/{EDITION}"] = edition_diff(r, source_text(text / source))
    if not drafts:
        err().print("no finding is answered: there is no draft of a next edition, and no diff")
    return drafts


def _with_impact(session: Session, one: Checked, seconds: float) -> Checked:
    ruleset, result = session.ruleset(one.result.name), one.result
    return replace(one, impact=impact(ruleset, result.scopes, result.others, seconds, progress, users_answers()))


def checked_results(session: Session, results: Sequence[RulesetResult], *, varied: bool = False) -> list[Checked]:
    """Results with what their names mean; `varied`: and with time for what the plays of findings do not depend on."""
    rulesets: Any = [session.ruleset(r.name) for r in results]
    return [
        Checked(
            r,
            of.system,
            of.register,
            varied=varied,
            known_limits=of.limits(),
            silence=of.silence(),
            unasked=open_questions(of),
            games=load_games(of.root, of.name),
            solved=load_solution(of.root, of.name),
            trust=of.trust(),
            view=view_of(of),
        )
        for r, of in zip(results, rulesets, strict=True)
    ]
