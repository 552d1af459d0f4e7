"""`ruleslawyer play FILE`: a saved play again, through the author's own functions and the interpreter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import expect_writable, write_whole
from ruleslawyer.cli import calls, show
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import print_json, say, to_text
from ruleslawyer.cli.session import Session
from ruleslawyer.ir.rules import OF_PLAYS
from ruleslawyer.play.opened import SAVE
from ruleslawyer.play.saved import saved_as
from ruleslawyer.rulebook.claims.cone import fairly


# Long: its parameters are the options of the verb, each with its help.
def replay(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A play saved by `explore --save` or by `play`, or one in ITF.")
    ],
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save it again, if it replays; in ITF as FILE.itf.json.")
    ] = None,
    json: Json = False,
) -> None:
    """Replay a saved play: every step must be allowed and give every state that the file lists.

    It runs through the interpreter and through the project's own code. A play that
    was saved of a violated property must violate it at its end. Exit code 2 says
    that it does not replay, at which step, and which clause forbids it.

    Examples:

      ruleslawyer play first.json

      ruleslawyer play first.json --save first.itf.json

      ruleslawyer play first.itf.json --json
    """
    expect_writable(save, "--save")
    session: Session = context.obj
    found = session.project.replay(file)
    play, problems, replays = found.play, found.problems, found.replays
    codec, trace = play.codec, play.trace
    if save is not None and replays:
        write_whole(save, to_text(saved_as(save, trace, codec, play.ruled, play.violates)))
    if json:
        print_json(found.json())
    elif replays:
        show.play(trace, codec)
        calls.after(play.ruleset, play.system.scope, trace)
        say()
        for event in found.events:
            say(f"{event['kind']}: {event['title']} [{', '.join(event['clauses'])}]")
        for name in found.violates:
            check = play.system.system.checks[name]
            how = "by waiting for ever" if check.kind in OF_PLAYS else "at its end"
            say(fairly(f"violates {name} {how}", check), "red")
        if play.has_changed_rules:
            say("the rules have changed since this play was saved")
        for name in problems:
            say(f"{name}: replays", "green")
    if not replays:
        why = next(problem for problem in problems.values() if problem)
        if len(set(problems.values())) > 1:
            why = "; ".join(f"{name}: {problem or 'it replays'}" for name, problem in problems.items())
        mend = "the rules have changed since it was saved;" if play.has_changed_rules else "mend that step, or"
        what = "does not show its violation" if found.played else "does not replay"
        raise UsageError(f"this play {what}: {why}", file.name, f"{mend} {SAVE}")
