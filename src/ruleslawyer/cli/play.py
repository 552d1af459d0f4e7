"""`ruleslawyer play`: step through a game in the terminal or in a browser, and ask why something may be done or not."""

from __future__ import annotations

import sys
import webbrowser
from typing import Annotated

import typer

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.bridges.web.play import FEW, Sitting
from ruleslawyer.bridges.web.room import Room
from ruleslawyer.check.scenario.consistent import broken_properties, promise
from ruleslawyer.cli import complete
from ruleslawyer.cli.game import Game
from ruleslawyer.cli.options import Json, Name, Reading, Ruling, Scope
from ruleslawyer.cli.output import INTERRUPTED, err, note, print_json, say
from ruleslawyer.cli.session import read_under, ruleset_of
from ruleslawyer.cli.waiting import quiet
from ruleslawyer.play.extensive.game import Extensive
from ruleslawyer.rulebook.claims.choices import most_in_a_state
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.read import view_of
from ruleslawyer.studies.games.bots import Opponents

LOOPBACK, PORT = "127.0.0.1", 8765
_CHANCE = ("chosen", "itself")


# Long: its parameters are the options of the verb, each with its help.
def play(
    context: typer.Context,
    name: Name,
    scope: Scope = "",
    reading: Reading = None,
    ruling: Ruling = None,
    seer: Annotated[
        str,
        typer.Option("--as", metavar="PLAYER", help="Show only what this player sees, also of what others do."),
    ] = "",
    opponent: Annotated[
        str,
        typer.Option(
            metavar="BOT",
            help="Who plays the other seats: random, greedy (by play.toml, or what the rules look at), or mcts (needs "
            "the extra openspiel). Your own seat is that of --as, or the first.",
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
    position: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="LINK",
            help="Go on from a position of a live page: its link, or the part of it behind the #.",
        ),
    ] = "",
    seed: Annotated[int, typer.Option(help="For chance and the bots: the same number gives the same game.")] = 0,
    web: Annotated[
        bool, typer.Option("--web", help="On the drawn table in a browser of this machine; needs the extra http.")
    ] = False,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="With --web: where the browser finds it; 0: at any free port.")
    ] = PORT,
    json: Json = False,
) -> None:
    """Play with the project's own code, in the terminal or in a browser: the state, who decides, and what is allowed.

    Commands are read from standard input, so that a play can be scripted; `help`
    lists them. With --json the play is printed at the end as JSON. With --web the
    game is played on its table in a browser, until Ctrl-C; docs/howto/web.md says how.

    Examples:

      ruleslawyer play megacorp --scope tiny

      ruleslawyer play daemons --scope duel --as Ann

      ruleslawyer play daemons --scope duel --opponent greedy

      ruleslawyer play daemons --from "file:///site/daemons/games.html#live=Ann:0c9f23c9.duel.MQ0"

      printf '1\\nquit\\n' | ruleslawyer play mnemonic --opponent random --seed 7

      ruleslawyer play daemons --scope duel --web --opponent greedy

      printf '1\\n2\\n?\\nquit\\n' | ruleslawyer play megacorp
    """
    ruleset = ruleset_of(context, name)
    readings, rulings = read_under(reading, ruling)
    start, scope = None, scope or ruleset.usual_scope
    if position:
        if web:
            raise UsageError("a page goes on from links of its own", "--from", "leave out --web")
        from ruleslawyer.bridges.portable.positions import parse_link

        link = parse_link(ruleset, position)
        scope, start, seer = link.scope, link.state, seer or link.seat
        readings, rulings = {**link.reading, **readings}, {**link.rulings, **rulings}
    system = ruleset.transition_system(scope, readings, rulings, direct=True)
    if broken := broken_properties(system, start) if start else ():
        note(f"no game should come to this position, for it breaks: {'; '.join(map(promise, broken))}")
    pays = bool(opponent) or most_in_a_state(system.system, system.scope) > FEW
    extensive = Extensive(system, compiled=pays)
    players, seat = extensive.seats, extensive.seat(seer, "--as") if seer else 0 if opponent else None
    if chance not in ("", *_CHANCE):
        raise UsageError(f"chance does not move `{chance[:60]}`", "--chance", nearest(chance[:60], _CHANCE))
    if web and json:
        raise UsageError("a game in the browser is saved in the browser", "--json", "leave it out, or --web")
    if not web and port != PORT:
        raise UsageError("there is no port without --web", "--port", "name both, or neither")
    by_itself = chance == "itself" or (bool(opponent) and not chance)
    if web:
        _in_browser(ruleset, scope, readings, rulings, Sitting(
            None if seat is None else players[seat], opponent, by_itself, seed
        ), port)  # fmt: skip
        return
    others = Opponents.for_seats(extensive, ruleset, opponent, seat, by_itself=by_itself, seed=seed)
    game = Game(view_of(ruleset), others, quiet=json, seer=seat, start=start)
    if not json:
        say(f"{ruleset.title}, scope {scope}; `help` lists the commands", "bold")
        if others.bot is not None and seat is not None:
            say(f"you are {players[seat]}; {opponent} plays the others: {others.bot.says}")
    to_its_end = game.run()
    if json:
        print_json(game.document())
    if not to_its_end:
        err().print("interrupted: the play ends here")
        raise typer.Exit(INTERRUPTED)


def _in_browser(
    ruleset: LoadedRuleset, scope: str, reading: dict[str, str], rulings: dict[str, str], sitting: Sitting, port: int
) -> None:  # fmt: skip
    """Serve the page on this machine alone, and open it where a person looks at the terminal."""
    try:
        from ruleslawyer.bridges.serve.http import listen
        from ruleslawyer.bridges.web import pages
    except ImportError as error:
        mend = "install it: pip install 'ruleslawyer[http]'"
        raise UsageError(f"a table in the browser needs {error.name or 'fastapi'}, an extra", "--web", mend) from None
    try:
        with listen(LOOPBACK, port, "--port") as at:
            room = Room(ruleset, scope, reading, rulings, sitting)
            address = f"http://{LOOPBACK}:{at.getsockname()[1]}/"
            say(f"{ruleset.title} is played at {address}; Ctrl-C ends it")
            sys.stdout.flush()
            if sys.stdout.isatty():
                webbrowser.open(address)
            with quiet():
                pages.serve(room, at)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
