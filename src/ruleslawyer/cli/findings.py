"""`ruleslawyer findings`: what is wrong with the text, each with evidence that is asked again."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.checking.check import Explorations
from ruleslawyer.checking.readings import nearest, parse_choices
from ruleslawyer.checking.result import DeadlockResult, EventResult
from ruleslawyer.cli import complete
from ruleslawyer.cli.options import Json, Name, Names, Reading, Scope
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, count, err, out, print_json, progress, say, table
from ruleslawyer.cli.session import Session
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.evidence.draft import draft
from ruleslawyer.evidence.finding import Finding, listing
from ruleslawyer.evidence.verify import FindingResult, verify

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
    json: Json = False,
) -> None:
    """Print one finding in the words for the designer, with the questions that its evidence asks.

    Examples:

      ruleslawyer findings show megacorp 003

      ruleslawyer findings show megacorp 003 --json
    """
    session: Session = context.obj
    ruleset = session.ruleset(name)
    finding = _one(ruleset, id_)
    if json:
        print_json({
            **listing(ruleset.name, [finding], ruleset.register)[0],
            "evidence": [str(e) for e in finding.evidence], "prose": finding.prose,
        })  # fmt: skip
        return
    say(f"{finding.id}  {finding.title}", "bold")
    say(f"{finding.kind}, {finding.severity}, {finding.state}; clauses {', '.join(finding.clauses)}")
    for evidence in finding.evidence:
        say(f"evidence in {evidence.scope or 'the text'}: {evidence}")
    say()
    say(finding.prose.rstrip("\n"))


@findings.command("verify")
def verify_(context: typer.Context, names: Names = None, json: Json = False) -> None:
    """Ask the evidence of every finding again; exit code 1 where one no longer reproduces.

    Examples:

      ruleslawyer findings verify

      ruleslawyer findings verify megacorp --json
    """
    session: Session = context.obj
    found: list[tuple[Ruleset, FindingResult]] = []
    declared = [(ruleset, ruleset.findings()) for ruleset in session.rulesets(names)]
    try:
        for ruleset, all_ in declared:
            explorations = Explorations(ruleset, progress)
            for one in all_:
                found += [(ruleset, r) for r in verify([one], explorations.explored, ruleset.register)]
    except KeyboardInterrupt:
        missing = sum(len(all_) for _, all_ in declared) - len(found)
        err().print(f"interrupted: {count(missing, 'finding')} not verified; what follows was verified so far")
    if json:
        print_json([_json(ruleset, result) for ruleset, result in found])
    for ruleset, result in () if json else found:
        word = "reproduces" if result.reproduced else "NO LONGER REPRODUCES"
        title = f"{ruleset.name} {result.finding.id}: {word}: {result.finding.title}"
        say(title, "green" if result.reproduced else "red")
        for evidence in result.evidence:
            if not evidence.reproduced:
                say(f"    {evidence.evidence}: {evidence.instead}")
    if not json:
        say(f"{count(len(found), 'finding')}")
    if len(found) < sum(len(all_) for _, all_ in declared):
        raise typer.Exit(INTERRUPTED)
    if not all(result.reproduced for _, result in found):
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
    ruleset = session.ruleset(name)
    readings = parse_choices(reading or (), "--reading")
    result = Explorations(ruleset, progress).explored(scope, readings)
    met: list[EventResult | DeadlockResult] = [*result.events, *result.deadlocks]
    if number > len(met):
        raise UsageError(f"there is no event {number}", None, f"`explore` lists {len(met)}")
    path = draft(ruleset.config.findings, ruleset.findings(), met[number - 1], scope, readings)
    shown = path.relative_to(ruleset.root).as_posix() if path.is_relative_to(ruleset.root) else path.name
    print_json({"file": shown}) if json else say(f"drafted {shown}; now say what is wrong")


def _one(ruleset: Ruleset, id_: str) -> Finding:
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
             "instead": e.instead or None, "actions": e.actions}
            for e in result.evidence
        ],
    }  # fmt: skip
