"""`ruleslawyer serve`: the reference, for other programs to play on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleslawyer.claims.readings import parse_choices
from ruleslawyer.claims.rulings import parse_rulings
from ruleslawyer.cli.options import Name, Reading, Ruling, Scope
from ruleslawyer.cli.output import INTERRUPTED, err, say
from ruleslawyer.cli.session import Session
from ruleslawyer.cli.waiting import quiet
from ruleslawyer.diagnostics import UsageError

if TYPE_CHECKING:
    from ruleslawyer.serve.server import Server

LOOPBACK = "127.0.0.1"


def serve(
    context: typer.Context,
    name: Name,
    scope: Scope = "tiny",
    reading: Reading = None,
    ruling: Ruling = None,
    log: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write each game down here; those that are there go on.")
    ] = None,
    http: Annotated[
        int | None,
        typer.Option(min=0, max=65535, metavar="PORT", help="Answer over HTTP at this port instead; 0: any free one."),
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="With --http: listen here, for others than this machine.")
    ] = LOOPBACK,
) -> None:
    """Play as others ask: requests on standard input, answers on standard output, one JSON object to a line.

    The requests are those of `conform`, with this program as the implementation:
    hello, initial, legal, step, load, observe and bye. Besides there are initials,
    candidates, explain, undo, redo, reread, state, readings, findings, games, end,
    log, resume and vector; docs/serve.md describes them. The project's own code runs.

    With --http each is posted to this machine under its name, and /docs describes
    them; it needs what the extra `http` installs.

    Examples:

      printf '{"request": "initials"}\\n' | ruleslawyer serve daemons --scope duel

      ruleslawyer conform daemons --scope duel --exec "ruleslawyer serve daemons --scope duel"

      ruleslawyer serve daemons --scope duel --http 8000 --log games
    """
    # Other verbs have no use for it.
    from ruleslawyer.serve.lines import converse
    from ruleslawyer.serve.logs import Logs
    from ruleslawyer.serve.server import Server

    session: Session = context.obj
    readings, rulings = parse_choices(reading or (), "--reading"), parse_rulings(ruling or ())
    if host != LOOPBACK and http is None:
        raise UsageError("there is no address without --http", "--host", "name a port: --http 8000")
    made = partial(Server, session.ruleset(name), scope, readings, rulings, Logs(log) if log else None)
    try:
        if http is not None:
            _over_http(made, host, http)
            return
        server = made()
        with quiet(), suppress(BrokenPipeError):  # it waits for others
            converse(sys.stdin.buffer, sys.stdout.buffer, server.answer)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def _over_http(made: Callable[[], Server], host: str, port: int) -> None:
    try:
        from ruleslawyer.serve.http import is_loopback, listen
        from ruleslawyer.serve.http import serve as answer
    except ImportError as error:
        mend = "install it: pip install 'ruleslawyer[http]'"
        raise UsageError(f"HTTP needs {error.name or 'fastapi'}, an extra", "--http", mend) from None
    here = is_loopback(host)
    with listen(host, port) as at:
        server = made()
        server.rules.coded  # noqa: B018  # the first who asks need not wait until it is made
        if not here:
            err().print(f"warning: whoever reaches {host} can play here; nobody is asked for a password")
        shown = f"[{host}]" if ":" in host else host
        say(f"http://{shown}:{at.getsockname()[1]} answers, and says how at /docs; Ctrl-C ends it")
        sys.stdout.flush()
        with quiet():
            answer(server, at, anywhere=not here)
