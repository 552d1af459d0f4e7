"""`ruleslawyer solve`: what best play shows of a scope, or what bots show where it is too large."""

from __future__ import annotations

import json as json_
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.write import write_whole
from ruleslawyer.cli import complete
from ruleslawyer.cli.options import LONGEST, Json, Name, Reading, Ruling, Scope
from ruleslawyer.cli.output import count, leave, print_json, progress, say, shown, table
from ruleslawyer.cli.session import read_under, ruleset_of
from ruleslawyer.play.extensive.game import Extensive

if TYPE_CHECKING:
    from ruleslawyer.studies.solving.estimate import Estimate
    from ruleslawyer.studies.solving.readings import Compared
    from ruleslawyer.studies.solving.solve import Solved

BEGINNINGS = 12
"""Beginnings that are printed; --json has all of them."""
NAMED = 8
"""Actions and cards that are named."""
KEPT_BOTS, KEPT_GAMES = ("random", "greedy", "mcts"), 40
"""Who plays, and how often, for what is kept: the same bot on all seats."""


# Long: its parameters are the options of the verb; what is found is one row of a table after another.
def solve(
    context: typer.Context,
    name: Name,
    scope: Scope = "tiny",
    reading: Reading = None,
    ruling: Ruling = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="Solve it under each option of each question too: what it changes.")
    ] = False,
    uniform: Annotated[
        bool, typer.Option("--uniform", help="Take outcomes of chance as equally likely where no clause says so.")
    ] = False,
    face_up: Annotated[
        bool, typer.Option("--face-up", help="Play as if every hidden card lay open, and all chose openly.")
    ] = False,
    games: Annotated[
        int, typer.Option(min=0, max=1_000_000, help="Do not solve, but let bots play so many games.")
    ] = 0,
    bot: Annotated[
        str, typer.Option(metavar="BOT", help="Who plays all seats then.", autocompletion=complete.bots)
    ] = "greedy",
    seed: Annotated[int, typer.Option(min=0, help="Other games of the bots.")] = 0,
    max_states: Annotated[int, typer.Option(min=1, help="Positions that are explored at most.")] = 200_000,
    max_seconds: Annotated[
        float, typer.Option(min=0, max=LONGEST, help="For exploring, for all readings together, and for games.")
    ] = 300.0,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep what was found in solved.json among its checks, for the report.")
    ] = False,
    json: Json = False,
) -> None:
    """Who can force what from each beginning, how soon, and what the first turn is worth.

    Every position of the scope is explored, and worked out backwards from the ends.
    Hidden information is refused, unless --face-up takes every card as open. Where no
    clause says how likely chance is, it is taken as against whoever wants to force
    something, or with --uniform as equally likely. What is assumed is printed.

    Where a scope is too large, --games lets bots play it, with the same budget on all
    seats, and gives intervals of 95 of 100.

    Examples:

      ruleslawyer games megacorp --best

      ruleslawyer games mere_mortals --best --uniform --readings

      ruleslawyer games daemons --best --uniform --face-up --json

      ruleslawyer games daemons --best --scope duel --games 50 --bot greedy
    """
    from ruleslawyer.exploration.variants.choices import noting
    from ruleslawyer.studies.bots.players import measure
    from ruleslawyer.studies.solving.estimate import estimate
    from ruleslawyer.studies.solving.kept import FILE
    from ruleslawyer.studies.solving.readings import compare
    from ruleslawyer.studies.solving.solve import solve as solved

    ruleset = ruleset_of(context, name)
    if games and (readings or uniform or face_up or keep):
        raise UsageError("games of bots are not solved", "--games", "leave it out, or the options for solving")
    if keep and (json or reading or ruling):
        raise UsageError("what is kept is of the usual reading, in a file for scripts", "--keep", "give it alone")
    choices, ruled = read_under(reading, ruling)
    system, compares = ruleset.transition_system(scope, choices, ruled), readings or keep
    system = noting(system) if compares else system
    # compiled code does not tell which choices of a reading it asks for
    game, tabled, began = Extensive(system, compiled=not compares), measure(ruleset), time.perf_counter()
    best: Solved | None = None
    compared: Compared | None = None
    played: Estimate | None = None
    by_bots: tuple[Estimate, ...] = ()
    with progress(f"{name}, scope {scope}") as tell:
        if games:
            played = estimate(game, tabled, bot, games, seed=seed, seconds=max_seconds, tell=tell)
        else:
            how: dict[str, Any] = {"uniform": uniform, "face_up": face_up, "most": max_states, "seconds": max_seconds}
            best = solved(game, tabled, **how, tell=tell)
            if keep:
                swift = Extensive(ruleset.transition_system(scope), compiled=True)
                by_bots = tuple(
                    estimate(swift, tabled, one, KEPT_GAMES, seconds=max_seconds, tell=tell) for one in KEPT_BOTS
                )
            if compares:
                compared = compare(system, best, tabled, **how, tell=tell)
    found = {
        "ruleset": name,
        "scope": scope,
        "reading": dict(system.reading),
        "rulings": sorted(system.rulings),
        "uniform": uniform,
        "face_up": face_up,
        "solved": best and best.json(),
        "readings": compared and [option.json() for option in compared.options],
        "readings_left": compared and compared.left,
        "readings_unasked": compared and compared.unasked,
        "games": played and played.json(),
        "bots": [one.json() for one in by_bots] or None,
        "seconds": round(time.perf_counter() - began, 3),
    }
    if json:
        print_json(found)
    else:
        say(f"{ruleset.title}, scope {scope}", "bold")
        if best:
            _print(best)
        if compared:
            _print_readings(compared)
        if played:
            _print_games(played)
    if keep:
        file = ruleset.root / "checks" / ruleset.name / FILE
        write_whole(file, json_.dumps({k: v for k, v in found.items() if k != "seconds"}, indent=1) + "\n")
        say(f"kept in checks/{ruleset.name}/{FILE}")
    leave(played.stopped if played else f"{compared.left} options were not asked" if compared and compared.left else "")


def _print(best: Solved) -> None:
    say(f"{count(best.positions, 'position')}, all of them explored")
    for assumption in best.assumptions:
        say(f"assumed: {assumption}")
    for one in best.beginnings[:BEGINNINGS]:
        say(f"{one.called}: {best.says(one)}")
    if len(best.beginnings) > BEGINNINGS:
        say(f"and {len(best.beginnings) - BEGINNINGS} beginnings more: --json has all")
    line = best.beginnings[0]
    say(f"best play, for one: {'; '.join(line.line)}; {line.ends}")
    first = best.first
    if first.positions:
        worth = "" if first.worth is None else f"; on average it is worth {first.worth:+.4f} to have it"
        say(
            f"the first turn begins at {count(first.positions, 'position')}: at {first.first} whoever has it forces a "
            f"win, at {first.others} somebody else, at {first.nobody} nobody{worth}"
        )
    if best.never_best:
        say(f"never part of best play: {_name_counts(best.never_best)}")
    if best.decisive:
        say(f"decides (positions at which only moves with it keep the most): {_name_counts(best.decisive)}")


def _name_counts(found: tuple[tuple[str, int], ...]) -> str:
    more = f", and {len(found) - NAMED} more" if len(found) > NAMED else ""
    return ", ".join(f"{name} ({times})" for name, times in found[:NAMED]) + more


def _print_readings(compared: Compared) -> None:
    differing = [option for option in compared.options if option.differs]
    unknown = sum(option.solved is None for option in compared.options)
    say()
    say(
        f"{count(len(compared.options), 'other option')} asked; best play is another one under "
        f"{len(differing) - unknown}{f', and not worked out under {unknown}' if unknown else ''}. "
        f"{count(compared.unasked, 'more option')} of choices that never come up here, so nothing changes under "
        f"{'it' if compared.unasked == 1 else 'them'}"
    )
    rows = table("option", "best play", "worth of the first turn")
    for option in differing:
        worth = None if option.solved is None else option.solved.first.worth
        rows.add_row(f"{option.choice}={option.option}", option.says, "" if worth is None else f"{worth:+.4f}")
    if differing:
        shown(rows)


def _print_games(played: Estimate) -> None:
    say(f"{count(played.games, 'game')} of {played.bot} on all seats: {played.says}")
    for assumption in played.assumptions:
        say(f"assumed: {assumption}")
    rows = table("who", "won", "of", "95 of 100")
    for who, one in {"whoever decided first": played.first, **played.wins}.items():
        rows.add_row(who, str(one.times), str(one.of), f"{one.low:.2f} to {one.high:.2f}")
    shown(rows)
    for end, times in played.ends:
        say(f"{times:>5}  {end}")
    for pump, times in played.pumps:
        say(f"a pump in {count(times, 'game')}: {'; '.join(pump.calls)}, which leaves {', '.join(pump.gains)}")
    if not played.pumps:
        say("no game had a pump: a part that could be repeated and leaves more of something each time")
