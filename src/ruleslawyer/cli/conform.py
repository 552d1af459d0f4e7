"""`ruleslawyer conform`: another implementation over JSON lines, held against the reference."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import expect_writable, write_whole
from ruleslawyer.bridges.conform.asked import Conform, Identify
from ruleslawyer.bridges.conform.export import session_json
from ruleslawyer.bridges.conform.program import command_of
from ruleslawyer.bridges.conform.session import Session
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.conformed import print_identification, print_session
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, err, print_json, to_text
from ruleslawyer.play.saved import play_document
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.semantics.trace import play


@asking(Conform, identify="scenarios")
def conform(
    ruleset: Ruleset,
    asked: Conform,
    *,
    identify: Annotated[
        bool, typer.Option("--identify", help="Find out which readings it follows; it is not told which to follow.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the play that shows the difference, for `play FILE`.")
    ] = None,
    json: Json = False,
) -> None:
    """Show each kind of difference, or which readings it follows."""
    program = command_of(asked.command)[0]
    if asked.files and not asked.scenarios:
        place = asked.files[0].name[:100]
        raise UsageError("files are played with --scenarios", place, "add --scenarios, or leave it out")
    if identify and (asked.scenarios or save is not None):
        mend = "identify first, then name the answers with --reading"
        raise UsageError("--identify plays plays of its own, and saves none", "--identify", mend)
    expect_writable(save, "--save")
    clauses = ruleset.register.clauses if ruleset.register else {}
    if identify:
        given = {one.name: getattr(asked, one.name) for one in fields(Identify)}
        follows = ask_with_progress(ruleset, Identify(**given), program)
        print_identification(ruleset.name, ruleset.title, follows, clauses, json)
        _leave(follows.stopped, follows.consistent)
        return
    found = ask_with_progress(ruleset, asked, program)
    if save is not None:
        _save(found, save)
    if json:
        print_json(session_json(ruleset.name, found, clauses))
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
    """The play of the first difference that is met by a play of the rules, as `play FILE` reads it."""
    if found.savable is None:
        return
    way = found.savable.difference.way
    system, codec = found.savable.system, found.savable.codec
    write_whole(file, to_text(play_document(play(system, way.start, way.taken), codec, system.rulings)))
