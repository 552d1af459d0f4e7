"""`ruleslawyer games --best`: what best play shows of a scope, or what bots show where it is too large."""

from __future__ import annotations

import json as json_
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import write_whole
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import count, leave, print_json, print_table, say, table
from ruleslawyer.studies.games.asked import Solve

if TYPE_CHECKING:
    from ruleslawyer.studies.games.estimate import Estimate
    from ruleslawyer.studies.games.readings import OptionComparison
    from ruleslawyer.studies.games.solve import GameSolution

BEGINNINGS = 12
"""Beginnings that are printed; --json has all of them."""
NAMED = 8
"""Actions and cards that are named."""
BOTS = "random", "greedy", "mcts"
"""Who plays for what is kept."""
Keep = Annotated[
    bool, typer.Option("--keep", help="Keep what was found in solved.json among its checks, for the report.")
]


@asking(Solve)
def solve(ruleset: Ruleset, asked: Solve, *, keep: Keep = False, json: Json = False) -> None:
    """Show what can be forced, what other readings change, or how bots do."""
    from ruleslawyer.studies.games.kept import SOLVED_FILE

    if keep and (json or asked.reading or asked.rulings):
        raise UsageError("only a solution of the usual reading is kept, as JSON", "--keep", "give it alone")
    found = ask_with_progress(
        ruleset, replace(asked, readings=True, bots=BOTS) if keep else asked, f"scope {asked.scope}"
    )
    if json:
        print_json(found.json())
    else:
        say(f"{ruleset.title}, scope {asked.scope}", "bold")
        if found.solved:
            _print(found.solved)
        if found.compared:
            _print_readings(found.compared)
        if found.games:
            _print_games(found.games)
    if keep:
        file = ruleset.root / "checks" / ruleset.name / SOLVED_FILE
        write_whole(file, json_.dumps({k: v for k, v in found.json().items() if k != "seconds"}, indent=1) + "\n")
        games = ", ".join(f"{count(one.games, 'game')} of {one.bot}" for one in found.bots)
        say(f"kept in checks/{ruleset.name}/{SOLVED_FILE}, with {games}")
    left = found.compared.left if found.compared else 0
    leave(found.games.stopped if found.games else f"{left} options were not asked" if left else "")


def _print(best: GameSolution) -> None:
    say(f"{count(best.positions, 'position')}, all of them explored")
    for assumption in best.assumptions:
        say(f"assumed: {assumption}")
    for one in best.beginnings[:BEGINNINGS]:
        say(f"{one.called}: {best.says(one)}")
    if len(best.beginnings) > BEGINNINGS:
        say(f"and {len(best.beginnings) - BEGINNINGS} beginnings more: --json has all")
    line = best.beginnings[0]
    played = "each for itself" if len(best.players) > 2 else "best play"
    if not best.hidden:
        say(f"{played}, for one: {'; '.join([*line.line, line.ends])}")
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


def _print_readings(compared: OptionComparison) -> None:
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
        print_table(rows)


def _print_games(played: Estimate) -> None:
    say(f"{count(played.games, 'game')} of {played.bot} on all seats: {played.says}")
    for assumption in played.assumptions:
        say(f"assumed: {assumption}")
    rows = table("who", "won", "of", "95 of 100")
    for who, one in {"whoever decided first": played.first, **played.wins}.items():
        rows.add_row(who, str(one.times), str(one.of), f"{one.low:.2f} to {one.high:.2f}")
    print_table(rows)
    for who, amount in played.payoffs:
        say(f"{who} got {amount.mean:+.2f} on average [{amount.low:+.2f}, {amount.high:+.2f}]")
    for end, times in played.ends:
        say(f"{times:>5}  {end}")
    for pump, times in played.pumps:
        say(f"a pump in {count(times, 'game')}: {'; '.join(pump.calls)}, which leaves {', '.join(pump.gains)}")
    if not played.pumps:
        say("no game had a pump: a part that could be repeated and leaves more of something each time")
