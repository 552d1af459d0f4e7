"""`ruleslawyer serve`: the reference, for other programs to play on."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.claims.readings import parse_choices
from ruleslawyer.claims.rulings import parse_rulings
from ruleslawyer.cli.options import Name, Reading, Ruling, Scope
from ruleslawyer.cli.output import INTERRUPTED
from ruleslawyer.cli.session import Session
from ruleslawyer.cli.waiting import quiet


def serve(
    context: typer.Context,
    name: Name,
    scope: Scope = "tiny",
    reading: Reading = None,
    ruling: Ruling = None,
    log: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write each game down here; those that are there go on.")
    ] = None,
) -> None:
    """Play as others ask: requests on standard input, answers on standard output, one JSON object to a line.

    The requests are those of `conform`, with this program as the implementation:
    hello, initial, legal, step, load, observe and bye. Besides there are initials,
    explain, undo, redo, state, games, end, log and resume; docs/serve.md describes
    them. The project's own code runs.

    Examples:

      printf '{"request": "initials"}\\n' | ruleslawyer serve daemons --scope duel

      ruleslawyer conform daemons --scope duel --exec "ruleslawyer serve daemons --scope duel"
    """
    # Other verbs have no use for it.
    from ruleslawyer.serve.lines import converse
    from ruleslawyer.serve.logs import Logs
    from ruleslawyer.serve.server import Server

    session: Session = context.obj
    readings, rulings = parse_choices(reading or (), "--reading"), parse_rulings(ruling or ())
    server = Server(session.ruleset(name), scope, readings, rulings, Logs(log) if log else None)
    try:
        with quiet(), suppress(BrokenPipeError):  # it waits for others
            converse(sys.stdin.buffer, sys.stdout.buffer, server.answer)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
