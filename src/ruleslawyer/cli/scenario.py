"""`ruleslawyer scenario`: run scenario files, and list the words that they may use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.check.scenario.suite import ReadingRun, ScenarioResult, Suite
from ruleslawyer.cli import complete
from ruleslawyer.cli.chosen import single
from ruleslawyer.cli.options import Json, Name
from ruleslawyer.cli.output import (
    FALLS_SHORT,
    INTERRUPTED,
    count,
    err,
    host_line,
    out,
    print_json,
    progress,
    say,
    table,
)
from ruleslawyer.cli.session import Session, ruleset_of

scenario = typer.Typer(
    no_args_is_help=True, help="Scenarios: given a state, when actions are taken, then this is what comes of it."
)


@scenario.command("run")
def run(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="RULESET|PATH", help="Rulesets, files or folders whose scenarios are run."),
    ] = None,
    project: Annotated[Path | None, typer.Option("--project", metavar="DIR", help="The project's folder.")] = None,
    json: Json = False,
) -> None:
    """Run scenarios through the project's own code and through the interpreter, which have to agree.

    Exit code 1 says that one of them does not pass. docs/scenarios.md describes
    the format; `scenario --words` lists what a scenario may name.

    Examples:

      ruleslawyer scenario megacorp

      ruleslawyer scenario checks/megacorp/scenarios/worked-examples.toml

      ruleslawyer scenario mine.toml --project ../megacorp --json
    """
    session: Session = context.obj
    if project is not None:
        session.folder = project
    suite = Suite(session.project, paths or ())
    results: list[ScenarioResult] = []
    try:
        with progress("scenarios") as tell:
            for ruleset, one in suite.scenarios:
                tell(one.name)
                results.append(suite.run(ruleset, one))
    except KeyboardInterrupt:
        missing = count(len(suite.scenarios) - len(results), "scenario")
        err().print(f"interrupted: {missing} not run; what follows was run so far")
    if json:
        print_json([result.json() for result in results])
    else:
        show_results(results)
    if len(results) < len(suite.scenarios):
        raise typer.Exit(INTERRUPTED)
    if not all(result.passed for result in results):
        raise typer.Exit(FALLS_SHORT)


def show_results(results: Sequence[ScenarioResult]) -> None:
    """Print which passed, and of the others what came otherwise."""
    if not results:
        say("there is no scenario; write one in checks/<ruleset>/scenarios/")
        return
    file = ""
    for result in results:
        if result.scenario.file != file:
            file = result.scenario.file
            say(file, "bold")
        say(f"  {'passed' if result.passed else 'FAILED'}  {result.scenario.name}", "" if result.passed else "red")
        for kind in _kinds(result) if result.passed else ():
            say(f"    {kind}", "dim")
        for found in () if result.passed else result.runs:
            _failures(found, file, several=result.scenario.readings != ({},) or bool(result.scenario.rulings))
    passed = sum(result.passed for result in results)
    say(f"{count(len(results), 'scenario')}, {passed} passed", "green" if passed == len(results) else "red")


def _kinds(result: ScenarioResult) -> list[str]:
    """The kinds of a refusal that the scenario expects without naming one."""
    wanted = [checked.found for found in result.runs for checked in found.checked if checked.expected == "not allowed"]
    return list(dict.fromkeys(wanted))


def _failures(found: ReadingRun, file: str, *, several: bool) -> None:
    if several and not found.passed:
        say("    under " + (", ".join(f"{k}={v}" for k, v in found.reading.items()) or "the default reading"))
    if found.waiting and not found.passed:
        say(f"    {found.waiting}")
    for checked in found.checked:
        if not checked.passed:
            say(f"    {file}:{checked.line}: expected {checked.expected}")
            say(f"      found {checked.found}{f', {checked.why}' if checked.why else ''}")
    if found.agree is False:
        say("    internal error: the project's code and the interpreter disagree (please report it)", "bold red")


@scenario.command("words")
def words_(
    context: typer.Context,
    name: Name,
    json: Json = False,
) -> None:
    """List the fields, actions, members, terms, questions, rules and clauses that a scenario may name.

    Examples:

      ruleslawyer scenario megacorp --words

      ruleslawyer scenario megacorp --words --json
    """
    ruleset = ruleset_of(context, name)
    found = ruleset.words()
    if json:
        print_json(found)
        return
    if found["host"] is not None:
        say(host_line(found["host"]))
    say(f"scopes: {', '.join(found['scopes']) or 'none'}")
    for title, part in (
        ("fields of the state", None),
        ("fields of the state: the game", "game"),
        ("fields of the state: bookkeeping, which another implementation may keep in its own way", "bookkeeping"),
    ):
        _fields(title, [field for field in found["fields"] if field.get("part") == part])
    for frame, fields in found["frames"].items():
        _fields(f"fields of the frame {frame}", [{**f, "name": f"{frame}.{f['name']}"} for f in fields])
    for sort, attributes in found["sorts"].items():
        _fields(f"{sort}: attributes, for a scope of your own", attributes)
    _heading("members")
    for enum, members in found["enums"].items():
        says = found["means"][enum]
        if says:
            rows = table(enum, "means")
            for member in members:
                rows.add_row(member, says.get(member, ""))
            out().print(rows)
        else:
            say(f"  {enum}: {', '.join(members)}")
    _fields("numbers of the book", [{**n, "type": f"{n['value']}{_clause_list(n)}"} for n in found["numbers"]])
    if found["start"]:
        _heading("start")
        say(f"  {_call({'name': 'start', 'parameters': found['start']})}")
    _actions(found["actions"])
    _heading("terms and questions")
    for asked in (*found["terms"], *found["questions"]):
        say(f"  {_call(asked)}: {asked['type']}{_clause_list(asked)}")
        if "asks" in asked:
            say(f"      {asked['asks']}")
        for option in (*asked.get("exceptions", ()), *asked.get("options", ())):
            default = " (default)" if option.get("default") else ""
            says = f": {option['says']}" if option.get("says") else ""
            say(f"      {option['name']}{default}{_clause_list(option)}{says}")
    _heading("clauses")
    for clause in found["clauses"]:
        say(f"  {clause['id']}  {clause['says']}")


@scenario.command("new")
def new(
    context: typer.Context,
    play: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="A play saved by `play` or `explore`, or one in ITF; or a finding, such as megacorp/001.",
        ),
    ] = None,
    finding: Annotated[
        str | None,
        typer.Option(
            metavar="RULESET/ID",
            help="The play of a finding instead, such as megacorp/001.",
            autocompletion=complete.findings,
        ),
    ] = None,
    name: Annotated[str | None, typer.Option(help="What the scenario shows.", show_default="the last action")] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Where to write.", show_default="with the ruleset's scenarios"
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Record a scenario from a play, or from the play of a finding. It never overwrites.

    The scenario expects what the last action makes of the state, whose decision
    it is then, and the contradictions and gaps on the way; it is run before it is
    written. Name what it shows, and take out what is beside the point.

    Examples:

      ruleslawyer scenario --new first.json --name "whoever cannot pay may not buy"

      ruleslawyer scenario --new --finding megacorp/001 -o one.toml
    """
    session: Session = context.obj
    if play is not None and not play.exists() and re.fullmatch(r"[a-z]\w*/[0-9]+", play.as_posix()):
        finding, play = finding or play.as_posix(), None
    if finding is not None:
        ruleset, one_ = single(session, finding)
        finding = f"{ruleset.name}/{one_.id}"
    to = session.project if output else session.own
    path = to.record_scenario(play, finding=finding or "", name=name, file=output, watch=progress)
    place = path.relative_to(session.project.root) if path.is_relative_to(session.project.root) else path
    print_json({"file": place.as_posix()}) if json else say(f"recorded {place.as_posix()}; it passes")


def _heading(title: str) -> None:
    say()
    say(title, "bold")


def _fields(title: str, fields: list[JsonObject]) -> None:
    if not fields:
        return
    _heading(title)
    columns = {"is": "what it is", "says": "when it means something"}
    more = {key: column for key, column in columns.items() if any(field.get(key) for field in fields)}
    rows = table("name", "what", *more.values())
    for field in fields:
        rows.add_row(field["name"], field["type"], *(field.get(key, "") for key in more))
    out().print(rows)


def _actions(actions: list[JsonObject]) -> None:
    _heading("actions")
    for action in actions:
        inside = [place for place in action["in"] if place != "outside every frame"]
        at = f", in {' or '.join(inside)}" if inside else ""
        say(f"  {_call(action)}{at}{_clause_list(action)}: {action['says']}")
        for norm in action["norms"]:
            say(f"      {norm['kind']} {norm['name']}{_clause_list(norm)}: {norm['says']}")


def _call(rule: JsonObject) -> str:
    return f"{rule['name']}({', '.join('{name}: {type}'.format(**p) for p in rule['parameters'])})"


def _clause_list(rule: JsonObject) -> str:
    return f" [{', '.join(rule['clauses'])}]" if rule.get("clauses") else ""
