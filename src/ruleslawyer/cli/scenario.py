"""`ruleslawyer scenario`: run scenario files, and list the words that they may use."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ruleslawyer.cli.options import Json, Name
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, count, err, out, print_json, progress, say, table
from ruleslawyer.cli.session import Session
from ruleslawyer.scenario.suite import ReadingRun, ScenarioResult, Suite
from ruleslawyer.scenario.words import words

scenario = typer.Typer(no_args_is_help=True, help="Scenarios: given a state, when actions are taken, then so it is.")


@scenario.command("run")
def run(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="PATH", help="Files or folders; all of the project by default.")
    ] = None,
    project: Annotated[Path | None, typer.Option("--project", metavar="DIR", help="The project's folder.")] = None,
    json: Json = False,
) -> None:
    """Run scenarios through the project's own code and through the interpreter, which have to agree.

    Exit code 1 says that one of them does not pass. docs/scenarios.md describes
    the format; `scenario words` lists what a scenario may name.

    Examples:

      ruleslawyer scenario run

      ruleslawyer scenario run checks/megacorp/scenarios/worked-examples.toml

      ruleslawyer scenario run --project ../megacorp mine.toml --json
    """
    session: Session = context.obj
    if project is not None:
        session.folder = project
    suite = Suite(session.project, paths or ())
    results: list[ScenarioResult] = []
    try:
        with progress("scenarios") as tell:
            for ruleset, one in suite.scenarios:
                if tell is not None:
                    tell(one.name)
                results.append(suite.run(ruleset, one))
    except KeyboardInterrupt:
        missing = count(len(suite.scenarios) - len(results), "scenario")
        err().print(f"interrupted: {missing} not run; what follows was run so far")
    if json:
        print_json([result.json() for result in results])
    else:
        _show(results)
    if len(results) < len(suite.scenarios):
        raise typer.Exit(INTERRUPTED)
    if not all(result.passed for result in results):
        raise typer.Exit(FALLS_SHORT)


def _show(results: list[ScenarioResult]) -> None:
    if not results:
        say("there is no scenario; write one in checks/<ruleset>/scenarios/")
        return
    file = ""
    for result in results:
        if result.scenario.file != file:
            file = result.scenario.file
            say(file, "bold")
        say(f"  {'passed' if result.passed else 'FAILED'}  {result.scenario.name}", "" if result.passed else "red")
        for found in () if result.passed else result.runs:
            _failures(found, file, several=result.scenario.readings != ({},))
    passed = sum(result.passed for result in results)
    say(f"{count(len(results), 'scenario')}, {passed} passed", "green" if passed == len(results) else "red")


def _failures(found: ReadingRun, file: str, *, several: bool) -> None:
    if several and not found.passed:
        say("    under " + (", ".join(f"{k}={v}" for k, v in found.reading.items()) or "the default reading"))
    for checked in found.checked:
        if not checked.passed:
            say(f"    {file}:{checked.line}: expected {checked.expected}")
            say(f"      found {checked.found}{f', {checked.why}' if checked.why else ''}")
    if not found.agree:
        say("    internal error: the project's code and the interpreter disagree (please report it)", "bold red")


@scenario.command("words")
def words_(
    context: typer.Context,
    name: Name,
    json: Json = False,
) -> None:
    """List the fields, actions, members, terms, questions, rules and clauses that a scenario may name.

    Examples:

      ruleslawyer scenario words megacorp

      ruleslawyer scenario words megacorp --json
    """
    session: Session = context.obj
    ruleset = session.ruleset(name)
    found = words(ruleset.system, ruleset.register, ruleset.scopes())
    if json:
        print_json(found)
        return
    say(f"scopes: {', '.join(found['scopes']) or 'none'}")
    _fields("fields of the state", found["fields"])
    for frame, fields in found["frames"].items():
        _fields(f"fields of the frame {frame}", [{**f, "name": f"{frame}.{f['name']}"} for f in fields])
    for sort, attributes in found["sorts"].items():
        _fields(f"{sort}: attributes, for a scope of your own", attributes)
    _heading("members")
    for enum, members in found["enums"].items():
        say(f"  {enum}: {', '.join(members)}")
    _fields("numbers of the book", [{**n, "type": f"{n['value']}{_cited(n)}"} for n in found["numbers"]])
    if found["start"]:
        _heading("start")
        say(f"  {_call({'name': 'start', 'parameters': found['start']})}")
    _actions(found["actions"])
    _heading("terms and questions")
    for asked in (*found["terms"], *found["questions"]):
        say(f"  {_call(asked)}: {asked['type']}{_cited(asked)}")
        if "asks" in asked:
            say(f"      {asked['asks']}")
        for option in (*asked.get("exceptions", ()), *asked.get("options", ())):
            default = " (default)" if option.get("default") else ""
            says = f": {option['says']}" if option.get("says") else ""
            say(f"      {option['name']}{default}{_cited(option)}{says}")
    _heading("clauses")
    for clause in found["clauses"]:
        say(f"  {clause['id']}  {clause['says']}")


def _heading(title: str) -> None:
    say()
    say(title, "bold")


def _fields(title: str, fields: list[dict[str, Any]]) -> None:
    if not fields:
        return
    _heading(title)
    rows = table("name", "what")
    for field in fields:
        rows.add_row(field["name"], field["type"])
    out().print(rows)


def _actions(actions: list[dict[str, Any]]) -> None:
    _heading("actions")
    for action in actions:
        inside = [place for place in action["in"] if place != "outside every frame"]
        at = f", in {' or '.join(inside)}" if inside else ""
        say(f"  {_call(action)}{at}{_cited(action)}: {action['says']}")
        for norm in action["norms"]:
            say(f"      {norm['kind']} {norm['name']}{_cited(norm)}: {norm['says']}")


def _call(rule: dict[str, Any]) -> str:
    return f"{rule['name']}({', '.join('{name}: {type}'.format(**p) for p in rule['parameters'])})"


def _cited(rule: dict[str, Any]) -> str:
    return f" [{', '.join(rule['clauses'])}]" if rule.get("clauses") else ""
