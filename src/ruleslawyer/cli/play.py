"""`ruleslawyer play`: step through a game in the terminal, and ask why something may or may not be done."""

from __future__ import annotations

from typing import Annotated

import typer

from ruleslawyer.claims.readings import parse_choices
from ruleslawyer.claims.rulings import parse_rulings
from ruleslawyer.cli.game import Game
from ruleslawyer.cli.options import Json, Name, Reading, Ruling, Scope
from ruleslawyer.cli.output import INTERRUPTED, err, print_json, say
from ruleslawyer.cli.session import Session
from ruleslawyer.diagnostics import UsageError, nearest
from ruleslawyer.play.saved import saved
from ruleslawyer.table.read import view_of


def play(
    context: typer.Context,
    name: Name,
    scope: Scope = "tiny",
    reading: Reading = None,
    ruling: Ruling = None,
    seer: Annotated[
        str,
        typer.Option("--as", metavar="PLAYER", help="Show only what this player sees; what others do has no names."),
    ] = "",
    json: Json = False,
) -> None:
    """Play in the terminal with the project's own code: the state, whose decision it is, and what is allowed.

    Commands are read from standard input, so that a play can be scripted; `help`
    lists them. With --json the play is printed at the end as JSON.

    Examples:

      ruleslawyer play megacorp --scope tiny

      ruleslawyer play daemons --scope duel --as Ann

      printf '1\\n2\\n?\\nquit\\n' | ruleslawyer play megacorp
    """
    session: Session = context.obj
    ruleset = session.ruleset(name)
    readings, rulings = parse_choices(reading or (), "--reading"), parse_rulings(ruling or ())
    system = ruleset.transition_system(scope, readings, rulings, direct=True)
    players = system.scope.names[system.system.players]
    if seer and seer not in players:
        raise UsageError(f"there is no player `{seer[:60]}`", "--as", nearest(seer[:60], players))
    game = Game(system, view_of(ruleset), quiet=json, seer=players.index(seer) if seer else None)
    if not json:
        say(f"{ruleset.title}, scope {scope}; `help` lists the commands", "bold")
    to_its_end = game.run()
    if json:
        print_json(saved(game.trace(), game.codec, system.rulings))
    if not to_its_end:
        err().print("interrupted: the play ends here")
        raise typer.Exit(INTERRUPTED)
