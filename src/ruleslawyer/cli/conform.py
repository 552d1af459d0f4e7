"""`ruleslawyer conform`: another implementation over JSON lines, held against the reference."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.write import expect_writable, write_whole
from ruleslawyer.bridges.conform import session as sessions
from ruleslawyer.bridges.conform.export import session_json
from ruleslawyer.bridges.conform.identify import Identification
from ruleslawyer.bridges.conform.program import Program, command_of
from ruleslawyer.bridges.conform.session import Session
from ruleslawyer.cli.conformed import print_identified, print_session
from ruleslawyer.cli.options import LONGEST, Json, Name, Reading, Ruling, Scope
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, err, print_json, progress, to_text
from ruleslawyer.cli.session import read_under, ruleset_of
from ruleslawyer.play.saved import saved
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, default_memory
from ruleslawyer.semantics.trace import play


# Long: its parameters are the options of the verb, each with its help.
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
    ruling: Ruling = None,
    scenarios: Annotated[
        bool, typer.Option("--scenarios", help="Play the ruleset's scenarios instead of random plays.")
    ] = False,
    identify: Annotated[
        bool, typer.Option("--identify", help="Find out which readings it follows; it is not told which to follow.")
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

      ruleslawyer conform daemons --scope gauge --exec "node examples/node-daemons/main.mjs" --identify

      ruleslawyer conform daemons --exec "./bot --rules" --steps 10000 --seed 7 --json
    """
    words = command_of(command)
    if files and not scenarios:
        raise UsageError("files are played with --scenarios", files[0].name[:100], "add --scenarios, or leave it out")
    if identify and (scenarios or save is not None):
        mend = "identify first, then name the answers with --reading"
        raise UsageError("--identify plays plays of its own, and saves none", "--identify", mend)
    expect_writable(save, "--save")
    ruleset = ruleset_of(context, name)
    system = ruleset.transition_system(scope, *read_under(reading, ruling))
    clauses = ruleset.register.clauses if ruleset.register else {}
    if identify:
        limits = Limits(seconds=max_seconds, memory=default_memory())
        with Program(words, wait) as program, progress(f"{name}, {words[0]}") as tell:
            reading_of_it = Identification(program, system, name, limits, tell).run(steps, seed)
        print_identified(ruleset.name, ruleset.title, reading_of_it, clauses, json)
        _leave(reading_of_it.stopped, reading_of_it.consistent)
        return
    with Program(words, wait) as program, progress(f"{name}, {words[0]}") as tell:
        if scenarios:
            found = sessions.play_scenarios(program, ruleset.suite(*(files or ())).systems(), name, system, tell)
        else:
            found = sessions.walk(program, system, name, steps=steps, seed=seed, seconds=max_seconds, tell=tell)
    if save is not None:
        _save(found, save)
    if json:
        print_json(session_json(name, found, clauses))
    else:
        print_session(ruleset.title, found, clauses, save)
    _leave(found.stopped, found.agrees)


def _leave(stopped: str, agrees: bool) -> None:
    if stopped == BY_CTRL_C:
        err().print("interrupted: this is what was compared so far")
        raise typer.Exit(INTERRUPTED)
    if not agrees:
        raise typer.Exit(FALLS_SHORT)


def _save(found: Session, file: Path) -> None:
    """The play of the difference, as `replay` reads it; one that begins in a given state is none."""
    if found.found is None or found.found.difference.given is not None:
        return
    way = found.found.difference.way
    write_whole(file, to_text(saved(play(found.system, way.start, way.taken), found.codec, found.system.rulings)))
