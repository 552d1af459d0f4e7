"""`ruleslawyer findings`: what is wrong with the text, each with evidence that is asked again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.checking.beside import Workers
from ruleslawyer.checking.explorations import Explorations
from ruleslawyer.checking.export import saved_as
from ruleslawyer.checking.readings import nearest, parse_choices
from ruleslawyer.checking.result import DeadlockResult, EventResult
from ruleslawyer.cli import complete
from ruleslawyer.cli.options import Json, Name, Names, Reading, Scope
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, count, err, out, print_json, progress, say, table, to_text
from ruleslawyer.cli.saved import shown
from ruleslawyer.cli.session import Session
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.evidence.draft import draft
from ruleslawyer.evidence.finding import Finding, listing
from ruleslawyer.evidence.settle import Settled, settled
from ruleslawyer.evidence.verify import FindingResult, verify
from ruleslawyer.files import expect_writable, write_whole

findings = typer.Typer(no_args_is_help=True, help="Findings: what is wrong with the text, each with its evidence.")


@findings.command("list")
def list_(context: typer.Context, names: Names = None, json: Json = False) -> None:
    """List the findings, each with its kind, its severity and its state; --json adds clauses and source lines.

    Examples:

      ruleslawyer findings list

      ruleslawyer findings list megacorp --json
    """
    session: Session = context.obj
    rows = [row for r in session.rulesets(names) for row in listing(r.name, r.findings(), r.register)]
    if json:
        print_json(rows)
        return
    found = table("ruleset", "id", "kind", "severity", "state", "title")
    for row in rows:
        found.add_row(*(row[key] for key in ("ruleset", "id", "kind", "severity", "state", "title")))
    out().print(found) if rows else say("there are no findings")


@findings.command("show")
def show(
    context: typer.Context,
    name: Name,
    id_: Annotated[
        str, typer.Argument(metavar="ID", help="The finding's id, such as 003.", autocompletion=complete.findings)
    ],
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the play that shows it; in ITF as FILE.itf.json.")
    ] = None,
    json: Json = False,
) -> None:
    """Print one finding in the words for the designer, with the questions that its evidence asks.

    Examples:

      ruleslawyer findings show megacorp 003

      ruleslawyer findings show megacorp 003 --save 003.itf.json

      ruleslawyer findings show megacorp 003 --json
    """
    session: Session = context.obj
    ruleset = session.ruleset(name)
    finding = one(ruleset, id_)
    if save is not None:
        expect_writable(save, "--save")
        play = shown(ruleset, finding)
        write_whole(save, to_text(saved_as(save, play.trace, play.codec, play.ruled, play.violates)))
    if json:
        print_json({
            **listing(ruleset.name, [finding], ruleset.register)[0],
            "evidence": [str(e) for e in finding.evidence], "rulings": [dict(p.rulings) for p in finding.proposals],
            "prose": finding.prose,
        })  # fmt: skip
        return
    say(f"{finding.id}  {finding.title}", "bold")
    say(f"{finding.kind}, {finding.severity}, {finding.state}; clauses {', '.join(finding.clauses)}")
    for evidence in finding.evidence:
        say(f"evidence in {evidence.scope or _WHERE[evidence.ask]}: {evidence}")
    for proposal in finding.proposals:
        say(f"to be settled in {proposal.scope} by: {proposal}")
    say()
    say(finding.prose.rstrip("\n"))


@findings.command("verify")
def verify_(context: typer.Context, names: Names = None, json: Json = False) -> None:
    """Ask the evidence of every finding again, and try out the rulings that would settle it.

    Exit code 1 where one no longer reproduces, or is not settled by its ruling.

    Examples:

      ruleslawyer findings verify

      ruleslawyer findings verify megacorp --json
    """
    session: Session = context.obj
    found: list[tuple[Ruleset, FindingResult]] = []
    declared = [(ruleset, ruleset.findings()) for ruleset in session.rulesets(names)]
    try:
        with Workers() as workers:
            asked = [Explorations(ruleset, progress, workers) for ruleset, _ in declared]
            for explorations, (_, all_) in zip(asked, declared, strict=True):
                explorations.want(all_)
            workers.start()
            for explorations, (ruleset, all_) in zip(asked, declared, strict=True):
                rules = ruleset.system if ruleset.config.modules else None  # a book may have findings before a model
                for one in all_:
                    results = verify(
                        [one],
                        explorations.explored,
                        ruleset.register,
                        explorations.played,
                        rules,
                        explorations.ended,
                        explorations.discovered,
                    )
                    found += [(ruleset, r) for r in results]
    except KeyboardInterrupt:
        missing = sum(len(all_) for _, all_ in declared) - len(found)
        err().print(f"interrupted: {count(missing, 'finding')} not verified; what follows was verified so far")
    if json:
        print_json([_json(ruleset, result) for ruleset, result in found])
    for ruleset, result in () if json else found:
        word = "reproduces" if result.reproduced else "NO LONGER REPRODUCES"
        title = f"{ruleset.name} {result.finding.id}: {word}: {result.finding.title}"
        say("; ".join([title, *_under(result)]), "green" if result.reproduced else "red")
        for evidence in result.evidence:
            if not evidence.reproduced:
                say(f"    {evidence.evidence}: {evidence.instead}")
        for run in result.settled:
            if not run.shown:
                under = [run.after.premises.text()] if run.after.premises is not None else []
                say("; ".join([f"    NOT SETTLED by {run.proposal}: {run.problem}", *under]), "red")
    if not json:
        tried = [run for _, result in found for run in result.settled]
        say(f"{count(len(found), 'finding')}, {count(len(tried), 'ruling')} tried out")
    if len(found) < sum(len(all_) for _, all_ in declared):
        raise typer.Exit(INTERRUPTED)
    if not all(result.reproduced and all(s.shown for s in result.settled) for _, result in found):
        raise typer.Exit(FALLS_SHORT)


@findings.command("settle")
def settle(
    context: typer.Context,
    name: Name,
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID", help="Only these findings; all by default.", autocompletion=complete.findings),
    ] = None,
    json: Json = False,
) -> None:
    """Try out the rulings that would settle findings, and list what else they change.

    The finding's scope is explored without the ruling and with it: the finding is
    settled when what its evidence names is gone. Exit code 1 where one is not.

    Examples:

      ruleslawyer findings settle megacorp 065

      ruleslawyer findings settle megacorp --json
    """
    session: Session = context.obj
    ruleset = session.ruleset(name)
    wanted = [one(ruleset, id_) for id_ in ids] if ids else [f for f in ruleset.findings() if f.proposals]
    found = []
    interrupted = False
    try:
        with Workers() as workers:
            explorations = Explorations(ruleset, progress, workers)
            explorations.want(replace(finding, evidence=()) for finding in wanted)
            workers.start()
            for finding in wanted:
                found.append((finding, settled(finding, explorations.explored)))
    except KeyboardInterrupt:
        interrupted = True
        err().print(f"interrupted: {count(len(wanted) - len(found), 'finding')} not tried; what follows was so far")
    if json:
        print_json([
            {"ruleset": ruleset.name, "id": finding.id, "runs": [run.json() for run in runs]}
            for finding, runs in found
        ])  # fmt: skip
    for finding, runs in () if json else found:
        say(f"{ruleset.name} {finding.id}: {finding.title}", "bold")
        for run in runs:
            _say_run(run)
        if not runs:
            say("    it names no ruling")
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if not all(run.shown for _, runs in found for run in runs):
        raise typer.Exit(FALLS_SHORT)


@findings.command("new")
def new(
    context: typer.Context,
    name: Name,
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="The event, as `explore` numbers it.")],
    scope: Scope = "tiny",
    reading: Reading = None,
    json: Json = False,
) -> None:
    """Draft a finding about an event: the front matter is filled in, the prose is yours. It never overwrites.

    Examples:

      ruleslawyer findings new megacorp 2 --scope tiny
    """
    session: Session = context.obj
    ruleset = session.own.ruleset(name)
    readings = parse_choices(reading or (), "--reading")
    result = Explorations(ruleset, progress).explored(scope, readings)
    met: list[EventResult | DeadlockResult] = [*result.events, *result.deadlocks]
    if number > len(met):
        raise UsageError(f"there is no event {number}", None, f"`explore` lists {len(met)}")
    path = draft(ruleset.config.findings, ruleset.findings(), met[number - 1], scope, readings)
    shown = path.relative_to(ruleset.root).as_posix() if path.is_relative_to(ruleset.root) else path.name
    print_json({"file": shown}) if json else say(f"drafted {shown}; now say what is wrong")


_WHERE = {"text": "the text", "scenario": "a scenario"}
"""Where the queries are asked that explore nothing."""


def _say_run(run: Settled) -> None:
    """One re-run in full."""
    proposal, before = run.proposal, run.before
    under = f"; {run.after.premises.text()}" if run.after.premises is not None else ""
    say(f"  {'SETTLED' if run.shown else 'NOT SETTLED'} by {proposal}{under}", "green" if run.shown else "red")
    say(f"    in {proposal.scope}, {count(before.states, 'state')}, explored again with the ruling")
    if proposal.note:
        say(f"    {proposal.note}")
    if run.problem:
        say(f"    {run.problem}", "red")
    for what, titles in (
        ("gone", run.gone), ("still met", run.stays), ("gone too", run.vanished), ("new", run.appeared),
        ("not followed further", run.cut_short),
    ):  # fmt: skip
        for title in titles:
            say(f"    {what}: {title}")
    for name, was, is_ in run.verdicts:
        say(f"    {name} was {was}, is {is_}")
    say("    " + ", ".join(f"{name} {b}" + (f" -> {a}" if a != b else "") for name, (b, a) in run.numbers.items()))
    if run.nothing_else:
        say("    nothing else changed")


def _under(result: FindingResult) -> list[str]:
    """Under what the evidence of a finding was asked, each once."""
    asked = [(e.evidence.scope, e.premises.text()) for e in result.evidence if e.premises is not None]
    return [f"{scope}: {text}" if scope else text for scope, text in dict.fromkeys(asked)]


def one(ruleset: Ruleset, id_: str) -> Finding:
    """The finding of an id; an unknown one is a `UsageError`."""
    known = {f.id: f for f in ruleset.findings()}
    if id_ not in known:
        raise UsageError(f"{ruleset.name} has no finding `{id_}`", None, nearest(id_, known))
    return known[id_]


def _json(ruleset: Ruleset, result: FindingResult) -> dict[str, Any]:
    return {
        "ruleset": ruleset.name,
        "id": result.finding.id,
        "reproduced": result.reproduced,
        "evidence": [
            {"asked": str(e.evidence), "scope": e.evidence.scope, "reproduced": e.reproduced,
             "instead": e.instead or None, "actions": e.actions,
             "under": e.premises.text() if e.premises is not None else ""}
            for e in result.evidence
        ],
        "settled": [run.json() for run in result.settled],
    }  # fmt: skip
