"""`ruleslawyer serve`: the reference, for other programs to play on."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli.options import Json, Name, Reading, Ruling, Scope
from ruleslawyer.cli.output import INTERRUPTED, err, print_json, say
from ruleslawyer.cli.session import Session, read_under
from ruleslawyer.cli.waiting import quiet

if TYPE_CHECKING:
    from ruleslawyer.bridges.serve.server import Server

LOOPBACK = "127.0.0.1"
_NAME = re.compile(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*|\[[0-9A-Fa-f:.]+\]")
"""A name, or an address."""


# Long: its parameters are the options of the verb, each with its help.
def serve(
    context: typer.Context,
    name: Name = "",
    scope: Scope = "",
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
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="With --http: a name by which others ask here, such as games.example.org."),
    ] = None,
    mcp: Annotated[
        bool, typer.Option("--mcp", help="Serve the whole project to an assistant instead: lint, explore, findings, …")
    ] = False,
    json: Json = False,
) -> None:
    """Serve games to programs: requests on standard input, answers on standard output, one JSON object to a line.

    The requests are those of `conform`, with this program as the implementation:
    hello, initial, legal, step, load, observe and bye. Besides there are initials,
    candidates, explain, bot, undo, redo, reread, state, readings, findings, games,
    end, log, resume and vector; docs/serve.md describes them. The project's own code
    runs.

    With --mcp it speaks the Model Context Protocol, names no ruleset, and executes none of
    the project's code; it needs what the extra `mcp` installs, and docs/howto/assistant.md
    says how an assistant starts it.

    With --http each is posted to this machine under its name, /events tells each
    change as it comes, and /docs describes them; it needs what the extra `http`
    installs. --json says in JSON where it answers.

    Examples:

      printf '{"request": "initials"}\\n' | ruleslawyer serve daemons --scope duel

      ruleslawyer conform daemons --scope duel --exec "ruleslawyer serve daemons --scope duel"

      ruleslawyer serve --mcp

      ruleslawyer serve daemons --scope duel --http 8000 --log games

      ruleslawyer serve daemons --scope duel --http 0 --json

      ruleslawyer serve daemons --http 8000 --host 0.0.0.0 --allow-host games.example.org
    """
    # Other verbs have no use for it.
    from ruleslawyer.bridges.serve.lines import converse
    from ruleslawyer.bridges.serve.logs import Logs
    from ruleslawyer.bridges.serve.server import Server

    session: Session = context.obj
    if mcp:
        _to_an_assistant(
            session, alone=not any((name, scope, reading, ruling, log, http is not None, allow_host, json))
        )
        return
    if not name:
        raise UsageError("which ruleset is to be served?", "RULESET", "name one: ruleslawyer serve mygame")
    readings, rulings = read_under(reading, ruling)
    if host != LOOPBACK and http is None:
        raise UsageError("there is no address without --http", "--host", "name a port: --http 8000")
    if allow_host and http is None:
        raise UsageError("nobody asks by a name without --http", "--allow-host", "name a port: --http 8000")
    ruleset = session.ruleset(name)
    made = partial(Server, ruleset, scope or ruleset.usual_scope, readings, rulings, Logs(log) if log else None)
    try:
        if http is not None:
            _over_http(made, host, http, allow_host or [], json=json)
            return
        server = made()
        with quiet(), suppress(BrokenPipeError):  # it waits for others
            converse(sys.stdin.buffer, sys.stdout.buffer, server.answer)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def _to_an_assistant(session: Session, *, alone: bool) -> None:
    if not alone:
        raise UsageError("--mcp serves the whole project", "--mcp", "leave out the ruleset and the other options")
    try:
        from ruleslawyer.cli.assistant import serve as assist
    except ImportError as error:
        mend = "install it: pip install 'ruleslawyer[mcp]'"
        raise UsageError(f"the protocol needs {error.name or 'mcp'}, an extra", "--mcp", mend) from None
    with quiet():  # it waits for others
        assist(session.project)


def _over_http(made: Callable[[], Server], host: str, port: int, allowed: list[str], *, json: bool) -> None:
    try:
        from ruleslawyer.bridges.serve.http import host_name, is_loopback, listen
        from ruleslawyer.bridges.serve.http import serve as answer
    except ImportError as error:
        mend = "install it: pip install 'ruleslawyer[http]'"
        raise UsageError(f"HTTP needs {error.name or 'fastapi'}, an extra", "--http", mend) from None
    for name in allowed:
        if not _NAME.fullmatch(name) or not host_name(name):
            about = f"`{name[:100]}` is no name of a host"
            raise UsageError(about, "--allow-host", "write the name alone: --allow-host games.example.org")
    here = is_loopback(host)
    with listen(host, port) as at:
        server = made()
        server.rules.compiled_code  # noqa: B018  # the first who asks need not wait until it is made
        if not here:
            err().print(f"warning: whoever reaches {host} can play here; nobody is asked for a password")
            others = f" or as {', '.join(allowed)}" if allowed else ": --allow-host NAME gives it a name"
            err().print(f"it is asked for by its address{others}")
        shown = f"[{host}]" if ":" in host else host
        url = f"http://{shown}:{at.getsockname()[1]}"
        if json:
            print_json({"url": url, "openapi": f"{url}/openapi.json", **server.rules.json()})
        else:
            say(f"{url} answers, and says how at /docs; Ctrl-C ends it")
        sys.stdout.flush()
        with quiet():
            answer(server, at, names={host_name(name) for name in allowed})
