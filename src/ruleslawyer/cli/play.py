"""`ruleslawyer play`: step through a game in the terminal, and ask why something may or may not be done."""

from __future__ import annotations

from typing import Annotated

import typer

from ruleslawyer.bots.players import measure, player
from ruleslawyer.bots.simple import Random
from ruleslawyer.claims.readings import parse_choices
from ruleslawyer.claims.rulings import parse_rulings
from ruleslawyer.cli import complete
from ruleslawyer.cli.game import Game
from ruleslawyer.cli.options import Json, Name, Reading, Ruling, Scope
from ruleslawyer.bots.others import Others
from ruleslawyer.cli.output import INTERRUPTED, err, print_json, say
from ruleslawyer.cli.session import Session
from ruleslawyer.diagnostics import UsageError, nearest
from ruleslawyer.extensive.game import Extensive
from ruleslawyer.play.saved import saved
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.table.read import view_of

_CHANCE = ("chosen", "itself")


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
    opponent: Annotated[
        str,
        typer.Option(
            metavar="BOT",
            help="Who plays the other seats: random, greedy (by play.toml, or what the rules look at), or mcts (needs "
            "ruleslawyer[openspiel]). Your own seat is that of --as, or the first.",
            autocompletion=complete.bots,
        ),
    ] = "",
    chance: Annotated[
        str,
        typer.Option(
            metavar="HOW",
            help="Whether you choose what chance does (chosen), or it moves by itself, every outcome as likely "
            "(itself).",
            show_default="chosen, and itself against an opponent",
        ),
    ] = "",
    seed: Annotated[int, typer.Option(help="For chance and the bots: the same number gives the same game.")] = 0,
    json: Json = False,
) -> None:
    """Play in the terminal with the project's own code: the state, whose decision it is, and what is allowed.

    Commands are read from standard input, so that a play can be scripted; `help`
    lists them. With --json the play is printed at the end as JSON.

    Examples:

      ruleslawyer play megacorp --scope tiny

      ruleslawyer play daemons --scope duel --as Ann

      ruleslawyer play daemons --scope duel --opponent greedy

      printf '1\\nquit\\n' | ruleslawyer play mnemonic --opponent random --seed 7

      printf '1\\n2\\n?\\nquit\\n' | ruleslawyer play megacorp
    """
    session: Session = context.obj
    ruleset = session.ruleset(name)
    readings, rulings = parse_choices(reading or (), "--reading"), parse_rulings(ruling or ())
    system = ruleset.transition_system(scope, readings, rulings, direct=True)
    players = system.scope.names[system.system.players]
    if seer and seer not in players:
        raise UsageError(f"there is no player `{seer[:60]}`", "--as", nearest(seer[:60], players))
    if chance not in ("", *_CHANCE):
        raise UsageError(f"chance does not move `{chance[:60]}`", "--chance", nearest(chance[:60], _CHANCE))
    seat = players.index(seer) if seer else 0 if opponent else None
    extensive = Extensive(ruleset.transition_system(scope, readings, rulings))
    others = Others(
        extensive,
        Random(extensive, Dice(seed)),
        seat if opponent else None,
        player(opponent, extensive, measure(ruleset), seed + 1) if opponent else None,
        chance == "itself" or (bool(opponent) and not chance),
    )
    game = Game(system, view_of(ruleset), others, quiet=json, seer=seat)
    if not json:
        say(f"{ruleset.title}, scope {scope}; `help` lists the commands", "bold")
        if others.bot is not None and seat is not None:
            say(f"you are {players[seat]}; {opponent} plays the others: {others.bot.says}")
    to_its_end = game.run()
    if json:
        print_json(saved(game.trace(), game.codec, system.rulings))
    if not to_its_end:
        err().print("interrupted: the play ends here")
        raise typer.Exit(INTERRUPTED)
