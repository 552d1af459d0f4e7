"""`ruleslawyer conform`: another implementation over JSON lines, held against the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.checking.export import saved
from ruleslawyer.checking.limits import BY_CTRL_C
from ruleslawyer.checking.readings import parse_choices
from ruleslawyer.cli import show
from ruleslawyer.cli.options import LONGEST, Json, Name, Reading, Scope
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, count, err, out, print_json, progress, say, table, to_text
from ruleslawyer.cli.session import Session as CommandSession
from ruleslawyer.conform import session as sessions
from ruleslawyer.conform.export import session_json, way_calls
from ruleslawyer.conform.program import Program, command_of
from ruleslawyer.conform.session import Session
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.files import expect_writable, write_whole
from ruleslawyer.register.clause import Clause
from ruleslawyer.semantics.trace import play

_SHOWN = 8
"""Clauses whose words are printed below a difference."""


def conform(
    context: typer.Context,
    name: Name,
    command: Annotated[
        str, typer.Option("--exec", metavar="CMD", help="The program and its arguments; no shell reads them.")
    ],
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="With --scenarios: these files or folders; all of the ruleset by default."),
    ] = None,
    scope: Scope = "tiny",
    reading: Reading = None,
    scenarios: Annotated[
        bool, typer.Option("--scenarios", help="Play the ruleset's scenarios instead of random plays.")
    ] = False,
    steps: Annotated[int, typer.Option(min=1, max=10_000_000, help="Actions of random plays to compare.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same plays.")] = 0,
    wait: Annotated[float, typer.Option(min=0.01, max=LONGEST, help="Seconds to wait for each answer.")] = 10.0,
    max_seconds: Annotated[float, typer.Option(min=0.01, max=LONGEST, help="Seconds for all random plays.")] = 600.0,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the play that shows the difference, for `replay`.")
    ] = None,
    json: Json = False,
) -> None:
    """Hold another implementation of the rules against the reference, step by step.

    The program reads requests and writes answers, one JSON object to a line;
    docs/conformance.md describes them. States and legal actions are compared
    after every step of random plays, which look for rare actions and clauses.
    The first difference is shown with the clauses that decide it, by a play that
    is made as short as can be found. A program that hangs, dies, floods or
    answers garbage is reported and started again. Exit code 1: they differ.

    Examples:

      ruleslawyer conform daemons --scope duel --exec "node examples/node-daemons/main.mjs"

      ruleslawyer conform daemons --exec "node examples/node-daemons/main.mjs" --scenarios

      ruleslawyer conform daemons --exec "./bot --rules" --steps 10000 --seed 7 --json
    """
    words = command_of(command)
    if files and not scenarios:
        raise UsageError("files are played with --scenarios", files[0].name[:100], "add --scenarios, or leave it out")
    if save is not None:
        expect_writable(save, "--save")
    opened: CommandSession = context.obj
    ruleset = opened.ruleset(name)
    system = ruleset.transition_system(scope, parse_choices(reading or (), "--reading"))
    with Program(words, wait) as program, progress(f"{name}, {words[0]}") as tell:
        if scenarios:
            found = sessions.play_scenarios(program, ruleset.suite(*(files or ())).systems(), name, system, tell)
        else:
            found = sessions.walk(program, system, name, steps=steps, seed=seed, seconds=max_seconds, tell=tell)
    if save is not None:
        _save(found, save)
    clauses = ruleset.register.clauses if ruleset.register else {}
    if json:
        print_json(session_json(name, found, clauses))
    else:
        _show(ruleset, found, clauses, save)
    if found.stopped == BY_CTRL_C:
        err().print("interrupted: this is what was compared so far")
        raise typer.Exit(INTERRUPTED)
    if not found.agrees:
        raise typer.Exit(FALLS_SHORT)


def _save(found: Session, file: Path) -> None:
    """The play of the difference, as `replay` reads it; one that begins in a given state is none."""
    if found.found is None or found.found.difference.given is not None:
        return
    way = found.found.difference.way
    write_whole(file, to_text(saved(play(found.system, way.start, way.taken), found.codec, ())))


def _show(ruleset: Ruleset, found: Session, clauses: Mapping[str, Clause], save: Path | None) -> None:
    say(f"{ruleset.title} and {found.claims.name or 'an implementation without a name'}", "bold")
    played = f"{count(found.plays, 'play')} in scope {found.system.scope.name}" if found.plays else ""
    scenes = count(found.scenarios, "scenario") if found.scenarios or found.declined else ""
    what = " and ".join(filter(None, (played, scenes))) or "nothing was played"
    say(f"{what}: {count(found.steps, 'action')}, {count(found.compared, 'answer')} compared")
    if found.not_compared and found.compared:
        say(f"not compared, since it does not speak of them: {', '.join(found.not_compared)}")
    if found.plays and found.never_taken:
        say(f"never taken: {', '.join(found.never_taken)}")
    for why, number in Counter(d.why for d in found.declined).items():
        say(f"{count(number, 'scenario')} not played: {why}")
    _faults(found)
    if found.found is not None:
        _difference(found, clauses, save)
    elif found.stopped or found.faults:
        say("; ".join(filter(None, (found.stopped, "what was compared agrees" if found.compared else ""))))
    else:
        say("they agree", "green")


def _faults(found: Session) -> None:
    for (kind, text), number in Counter((b.fault.kind, b.fault.text) for b in found.faults).items():
        say(
            f"it {kind if kind != 'garbage' else 'answers garbage'}: {text}{f' ({number} times)' * (number > 1)}", "red"
        )
        first = next(b for b in found.faults if (b.fault.kind, b.fault.text) == (kind, text))
        if first.scenario:
            say(f"  in the scenario: {first.scenario}")
        if first.way is not None:
            say("  after " + "; ".join(way_calls(first.way, found.codec)))
        if first.fault.said:
            say(f"  it said: {first.fault.said.splitlines()[-1][:200]}")


def _difference(found: Session, clauses: Mapping[str, Clause], save: Path | None) -> None:
    assert found.found is not None
    difference, codec = found.found.difference, found.codec
    say()
    say("they differ" + (f" in the scenario: {found.found_in}" if found.found_in else ""), "bold red")
    given = difference.given is not None
    if given:
        say("  from the state that the scenario gives")
    for number, call in enumerate(way_calls(difference.way, codec, given=given), int(given)):
        say(f"{number:>3}  {call}")
    if not given:
        least = "no shorter play shows it" if found.found.least else "perhaps a shorter play shows it too"
        say(f"  {count(len(difference.way), 'action')}; {least}")
    if difference.before is not None:
        say("  the state before:")
        show.state(difference.before, codec)
    rows = table("about", "the rules", "the implementation")
    for answer in difference.answers:
        rows.add_row(*answer)
    out().print(rows)
    cited: dict[str, None] = {}
    for reason in difference.reasons:
        say(f"  {reason.what}: {reason.why} [{', '.join(reason.clauses)}]")
        cited.update(dict.fromkeys(reason.clauses))
    for clause in [c for c in cited if c in clauses][:_SHOWN]:
        say(f"      {clause} {clauses[clause].says}")
    if save is not None and not given:
        say(f"  saved to {save}")
