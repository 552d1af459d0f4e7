"""`ruleslawyer stats`: how games go, for a designer."""

from __future__ import annotations

import json as json_
import time
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.write import write_whole
from ruleslawyer.cli import complete
from ruleslawyer.cli.options import LONGEST as LONGEST_WAIT
from ruleslawyer.cli.options import Json, Name, Reading
from ruleslawyer.cli.output import count, incomplete, leave, print_json, progress, say, shown, table
from ruleslawyer.cli.session import ruleset_of
from ruleslawyer.rulebook.claims.expected import broken, load_expected
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.premises import premises
from ruleslawyer.rulebook.claims.readings import parse_choices

if TYPE_CHECKING:
    from ruleslawyer.studies.statistics.figures import Figures
    from ruleslawyer.studies.statistics.games import Session as Games
    from ruleslawyer.studies.statistics.intervals import Amount, Share
    from ruleslawyer.studies.statistics.met import Often

SHOWN = 15
"""Cards, rules and findings that are printed; --json has all of them."""
WHOLE_DECKS, WHOLE = "full_decks", "whole"
"""The scope that is played unless another is named: the first of these that there is."""


class Play(StrEnum):
    serious = "serious"
    uniform = "uniform"
    greedy = "greedy"


# Long: its parameters are the options of the verb, each with its help.
def stats(
    context: typer.Context,
    name: Name,
    scope: Annotated[
        str | None,
        typer.Option(
            help="The scope that is played.", show_default="full_decks, else whole", autocompletion=complete.scopes
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many games.")] = 100,
    play: Annotated[Play, typer.Option(help="How players choose.")] = Play.serious,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, other games.")] = 0,
    longest: Annotated[int, typer.Option(min=1, max=60_000, help="Give a game up after this many actions.")] = 5_000,
    reading: Reading = None,
    max_seconds: Annotated[
        float, typer.Option(min=0, max=LONGEST_WAIT, help="Stop after this long; games that were played are kept.")
    ] = 300.0,
    keep: Annotated[
        bool,
        typer.Option("--keep", help="Keep what is counted in checks/RULESET/games.json."),
    ] = False,
    json: Json = False,
) -> None:
    """How games go: how long they are, how they end, who wins, what comes up, each with an interval.

    Whole games are played by generated code. Players play to win and pass: they take
    what leaves them best off at once, by the measure in checks/RULESET/play.toml, and
    where nothing does, what brings the game on. With --play greedy they never pass for
    that; with --play uniform every choice that the rules allow is as likely as every
    other. Outcomes of chance are as likely as one another, which is assumed where no
    clause says so.

    Every figure is of games that came to an end which the rules declare; with fewer than
    ten of these none is given. A finding matters in a game where another answer would
    have changed what may be done, or what comes of it: that is looked at each time.

    An interval is that of 95 of 100: Wilson's for shares, a bootstrapped one for means.
    Ctrl-C keeps the games that were played. The exit code is 1 when some did not end.

    Examples:

      ruleslawyer games daemons

      ruleslawyer games daemons --games 1000 --play greedy --seed 7

      ruleslawyer games megacorp --scope full_decks_3 --games 30 --json

      ruleslawyer games daemons --games 400 --keep
    """
    from ruleslawyer.studies.statistics.document import document, kept_json
    from ruleslawyer.studies.statistics.figures import figures
    from ruleslawyer.studies.statistics.kept import FILE
    from ruleslawyer.studies.statistics.met import met

    ruleset = ruleset_of(context, name)
    chosen = _scope(ruleset, scope)
    limits = Limits(None, max_seconds)
    choices = parse_choices(reading or [], "--reading")
    if keep and (choices or scope is not None):
        raise UsageError("what is kept is of the usual scope and reading", "--keep", "leave --scope and --reading out")
    declared = broken(load_expected(ruleset.root, ruleset.name, ruleset.system.checks))
    if keep and json:
        raise UsageError("what is kept is a file for scripts already", "--keep", "leave --json out")
    began = time.perf_counter()
    found = _play_games(ruleset, chosen, choices, play, games, seed, longest, limits)
    counted = figures(found)
    named, others = met(found, ruleset.findings(), declared)
    if json:
        print_json(document(ruleset.name, found, counted, named, others, time.perf_counter() - began))
    else:
        _print(ruleset, found, counted, named, others)
    if keep and not found.stopped:
        file = ruleset.root / "checks" / ruleset.name / FILE
        write_whole(file, json_.dumps(kept_json(ruleset.name, found, ruleset.findings(), declared), indent=1) + "\n")
        say(f"kept in checks/{ruleset.name}/{FILE}")
    leave(found.stopped, counted.ended < counted.played)


def _scope(ruleset: Ruleset, name: str | None) -> str:
    if name is not None:
        ruleset.scope(name)
        return name
    found = next((usual for usual in (WHOLE_DECKS, WHOLE) if usual in ruleset.scopes()), None)
    if found is None:
        raise UsageError(f"{ruleset.name} has no scope {WHOLE_DECKS} or {WHOLE}", "--scope", "name the one to play")
    return found


def _play_games(
    ruleset: Ruleset,
    scope: str,
    reading: dict[str, str],
    play: Play,
    games: int,
    seed: int,
    longest: int,
    limits: Limits,
) -> Games:
    from ruleslawyer.studies.statistics.games import play_games
    from ruleslawyer.studies.statistics.table import load_table

    tabled = load_table(ruleset.root, ruleset.name, ruleset.system)
    if play == Play.greedy and not tabled.wants:
        file = f"checks/{ruleset.name}/play.toml"
        raise UsageError(
            "it is not said what greedy players want", file, "write [greedy] with a field, such as life = 1"
        )
    system = ruleset.transition_system(scope, reading)
    if system.scope.is_open:
        raise UsageError(f"the scope `{scope}` leaves something open", "--scope", "name one that does not")
    with progress(f"{ruleset.name}, scope {scope}, {play.value} play") as tell:
        return play_games(system, tabled, games, way=play.value, seed=seed, longest=longest, limits=limits, tell=tell)


# --- for people ---------------------------------------------------------------------------------------------------


def _print(
    ruleset: Ruleset, session: Games, found: Figures, findings: tuple[Often, ...], others: tuple[Often, ...]
) -> None:
    from ruleslawyer.studies.statistics.document import assumptions
    from ruleslawyer.studies.statistics.figures import LEAST

    head = f"{ruleset.title}, scope {session.system.scope.name}: {count(found.played, 'game')}, {session.way} play"
    say(f"{head}; {found.ended} ended", "bold")
    incomplete(session.stopped, "these are the games that were played")
    say(f"{count(session.actions, 'action')}, seed {session.seed}; {premises(session.system).text()}")
    for text in assumptions(session):
        say(f"assumed: {text}")
    say("in brackets: the interval of 95 of 100")
    say("\nhow games end", "bold")
    for name, share in found.ends:
        say(f"  {_ENDS.get(name, name)}: {_share(share)}")
    back = sum(game.taken_back > 0 for game in session.ended)
    if back:
        say(f"  in {count(back, 'game')} of those that ended nobody could do anything, and something was taken back")
    if found.ended < LEAST:
        say(f"\nno more is said: {found.ended} of {found.played} games ended, and frequencies need {LEAST}", "bold red")
        return
    say(f"\nwhat follows is of the {count(found.ended, 'game')} that ended", "bold")
    say("\nlength", "bold")
    for what, amount in (("actions", found.length), ("turns", found.turns)):
        if amount is not None:
            say(f"  {what}: {_amount(amount)}")
    say("\nwith which action", "bold")
    for name, share in found.last[:SHOWN]:
        say(f"  {name}: {_share(share)}")
    if found.first.of or found.winners:
        say("\nwho wins, of the games that one player won alone", "bold")
    if found.first.of:
        say(f"  whoever had the first turn: {_share(found.first)}; {found.level:.0%} if turns made no difference")
    for name, share in found.winners:
        say(f"  {name}: {_share(share)}")
    _uses(found)
    _rules(found)
    say("\nfindings, by in how many games they matter", "bold")
    for met in findings[:SHOWN]:
        came_up = f"came up in {met.came_up.times} of {met.came_up.of} games"
        say(f"  {ruleset.name}/{met.id} {met.title}: {came_up}, mattered in {met.games.times}: {_share(met.games)}")
    _more(len(findings), "finding")
    for met in others:
        say(f"  no finding names it: {met.title}: mattered in {met.games.times} of {met.games.of} games", "red")
    if not findings and not others:
        say("  none came up")


def _uses(found: Figures) -> None:
    for sort in dict.fromkeys(use.sort for use in found.uses):
        some = [use for use in found.uses if use.sort == sort]
        rows = table(sort, "used in", "ended the game in", "who used it won")
        for use in some[:SHOWN]:
            rows.add_row(use.name, _share(use.used), _share(use.ended), _share(use.won) if use.won.of else "")
        say("")
        shown(rows)
        _more(len(some), sort)


def _rules(found: Figures) -> None:
    rows = table("rule", "came up in", "decided in")
    for rule in found.rules[:SHOWN]:
        rows.add_row(rule.name, _share(rule.came_up), _share(rule.decided))
    say("")
    shown(rows)
    _more(len(found.rules), "rule")
    if found.never:
        say(f"  never came up: {', '.join(found.never[:SHOWN])}{' …' if len(found.never) > SHOWN else ''}")


def _more(number: int, what: str) -> None:
    if number > SHOWN:
        say(f"  and {count(number - SHOWN, f'more {what}')}: --json has them")


def _share(share: Share) -> str:
    return f"{share.share:.0%} [{share.low:.0%}, {share.high:.0%}]"


def _amount(amount: Amount) -> str:
    spread = f"{amount.least} to {amount.most}, half of them {amount.quartiles[0]:g} to {amount.quartiles[2]:g}"
    return f"{amount.mean:.1f} [{amount.low:.1f}, {amount.high:.1f}] on average; {spread}"


_ENDS = {
    "deadlocked": "nobody can do anything",
    "broke_off": "the rules break off",
    "cut_off": "given up: too long",
    "lost": "given up: too many choices to look at",
    "beyond": "not played: no room for it",
}
