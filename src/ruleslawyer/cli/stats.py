"""`ruleslawyer games`: how games go, for a designer; with `--stakes`, what hangs on the answers to findings."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import count, incomplete, leave, print_json, print_table, say, table
from ruleslawyer.rulebook.claims.expected import broken_properties
from ruleslawyer.rulebook.claims.result import premises
from ruleslawyer.studies.games.asked import Games, Stakes

if TYPE_CHECKING:
    from ruleslawyer.studies.games.figures import Figures, FindingFrequency
    from ruleslawyer.studies.games.intervals import Amount, Share
    from ruleslawyer.studies.games.stakes import Measured
    from ruleslawyer.studies.games.whole_games import Session


SHOWN = 15
"""Cards, rules and findings that are printed; --json has all of them."""
Keep = Annotated[bool, typer.Option("--keep", help="Keep what is counted in checks/RULESET/games.json.")]


@asking(Games)
def stats(ruleset: Ruleset, asked: Games, *, keep: Keep = False, json: Json = False) -> None:
    """Show what was counted."""
    from ruleslawyer.studies.games.figures import document, figures, frequencies, kept_json
    from ruleslawyer.studies.games.kept import GAMES_FILE, keep_games

    if keep and (asked.reading or asked.scope != ruleset.whole_game):
        raise UsageError("figures are kept of the usual scope and reading", "--keep", "leave --scope and --reading out")
    declared = broken_properties(ruleset.expectations())
    if keep and json:
        raise UsageError("the kept figures are JSON already", "--keep", "leave --json out")
    began = time.perf_counter()
    found = ask_with_progress(ruleset, asked, f"{asked.play.value} play")
    counted = figures(found)
    named, others = frequencies(found, ruleset.findings(), declared)
    if json:
        print_json(document(ruleset.name, found, counted, named, others, time.perf_counter() - began))
    else:
        _print_figures(ruleset, found, counted, named, others)
    if keep and not found.stopped:
        keep_games(ruleset.root, ruleset.name, kept_json(ruleset.name, found, ruleset.findings(), declared))
        say(f"kept in checks/{ruleset.name}/{GAMES_FILE}")
    leave(found.stopped, counted.ended < counted.played)


# --- for people ---------------------------------------------------------------------------------------------------


def _print_figures(
    ruleset: Ruleset,
    session: Session,
    found: Figures,
    findings: tuple[FindingFrequency, ...],
    others: tuple[FindingFrequency, ...],
) -> None:
    from ruleslawyer.studies.games.figures import LEAST, assumptions

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
    back = sum(game.taken_back > 0 for game in session.finished_games)
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
    if found.payoffs:
        say("\npayoffs", "bold")
    for name, amount in found.payoffs:
        say(f"  {name}: {_amount(amount)}")
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
        print_table(rows)
        _more(len(some), sort)


def _rules(found: Figures) -> None:
    rows = table("rule", "came up in", "decided in")
    for rule in found.rules[:SHOWN]:
        rows.add_row(rule.name, _share(rule.came_up), _share(rule.decided))
    say("")
    print_table(rows)
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


@asking(Stakes)
def stakes(ruleset: Ruleset, asked: Stakes, *, keep: Keep = False, json: Json = False) -> None:
    """Show what was measured."""
    from ruleslawyer.studies.games.kept import GAMES_FILE, expect_games, keep_stakes
    from ruleslawyer.studies.games.stakes import stakes_json

    if keep and asked.scope != ruleset.whole_game:
        raise UsageError("stakes are kept of the usual scope", "--keep", "leave --scope out")
    if keep:
        expect_games(ruleset.root, ruleset.name)
    found = ask_with_progress(ruleset, asked, "stakes")
    measured = stakes_json(found)
    if keep:
        keep_stakes(ruleset.root, ruleset.name, measured)
    if json:
        print_json(measured)
    else:
        _print_stakes(ruleset, found, measured["findings"])
        if keep:
            say(f"kept in checks/{ruleset.name}/{GAMES_FILE}")
    leave(found.stopped)


def _print_stakes(ruleset: Ruleset, found: Measured, rows: Mapping[str, JsonObject]) -> None:
    from ruleslawyer.studies.games.kept import measured_severity, stakes_in_words, stakes_sort_key

    named = {one.finding.id: one.finding for one in found.stakes}
    head = f"{ruleset.title}, scope {found.system.scope.name}: {count(len(rows), 'finding')} measured"
    say(f"{head}, seed {found.seed}; in brackets: the interval of 95 of 100", "bold")
    incomplete(found.stopped, "this is what was measured")
    say("these are games of machines: the figures say nothing about people")
    shown = table("finding", "author", "measured", "players", "what hangs on it")
    for id_ in sorted(rows, key=lambda id_: stakes_sort_key(rows[id_]["play"])):
        cells = f"{ruleset.name}/{id_}", named[id_].severity, measured_severity(rows[id_]["play"])
        for way, row in rows[id_]["play"].items():
            shown.add_row(*cells, way, stakes_in_words(row))
            cells = "", "", ""  # the finding stands once
    if shown.row_count:
        print_table(shown)
    for why in dict.fromkeys(found.without.values()):
        say(f"not measured, as {why.rstrip('.')}: {', '.join(i for i, one in found.without.items() if one == why)}")
