"""`ruleslawyer cards`: a designer's list of cards against the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import expect_writable
from ruleslawyer.cli import complete
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import count, finding_names, incomplete, leave, print_json, say
from ruleslawyer.rulebook.claims.occurrence import Met
from ruleslawyer.rulebook.claims.result import premises_of
from ruleslawyer.studies.cards.asked import Cards, file_name
from ruleslawyer.studies.cards.result import CardsResult, document, pairs_by_event

Of = Annotated[
    str | None,
    typer.Option(
        "--ruleset", metavar="RULESET", autocompletion=complete.rulesets,
        help="The ruleset's id; by default that below whose checks the file lies, or the only one.",
    ),
]  # fmt: skip

cards = typer.Typer(no_args_is_help=True, help="Lists of cards, as a designer's spreadsheet has them.")
FEW = 5
"""Pairs that are named of those that meet something."""


@cards.callback()
def _cards() -> None:
    """Lists of cards, as a designer's spreadsheet has them."""


@cards.command("check")
@asking(Cards, names=None, ruleset="scope")
def check(project: Project, asked: Cards, *, ruleset: Of = None, json: Json = False) -> None:
    """Show what is not covered, what is never played, and what is met."""
    chosen = _ruleset(project, asked.file, ruleset)
    expect_writable(asked.resume, "--resume")
    found = ask_with_progress(chosen, asked, "cards")
    if json:
        print_json(document(chosen.name, file_name(asked.file, chosen), found))
    else:
        _print(chosen, found)
    leave(found.stopped, not found.complete)


def _ruleset(project: Project, file: Path, name: str | None) -> Ruleset:
    """The ruleset that is named, or below whose checks the file lies, or the only one that there is."""
    if name is not None:
        return project.ruleset(name)
    every = [project.ruleset(name) for name in project.rulesets]
    near = [one for one in every if file.resolve().is_relative_to(one.config.scopes.resolve().parent)]
    if len(near or every) == 1:
        return (near or every)[0]
    names = ", ".join(one.name for one in every)
    raise UsageError("it is not said whose cards these are", file.name, f"name one with --ruleset: {names}")


# --- for people ---------------------------------------------------------------------------------------------------


def _print(ruleset: Ruleset, found: CardsResult) -> None:
    seats = found.seats
    say(f"{ruleset.title}, {count(found.listed, 'card')} in scope {seats.scope.name}", "bold")
    incomplete(found.stopped, "these are the cards and pairs that were finished")
    _, reading, _ = ruleset.under(None, None)
    done = f"{len(found.cards)} of {count(found.listed, 'card')}, {len(found.pairs)} of {count(found.asked, 'pair')}"
    bound = f"{found.limits.states} states each, {found.limits.seconds:g} s in all"
    say(f"{done}; bound: {bound}; {premises_of(ruleset.system, seats.scope, reading).text()}")
    _parts(found)
    none = "  none so far" if found.stopped else "  none"
    say("\nnot covered by the rules", "bold")
    for card in found.cards:
        for uncovered in card.uncovered:
            say(f"  {card.card.name} (line {card.card.line}): {uncovered}")
    if not any(card.uncovered for card in found.cards):
        say(none)
    say("\nnever played: no allowed action names it", "bold")
    for card in found.cards:
        if not card.actions:
            cut = f", not explored whole: {card.looked.stopped}" if card.looked.stopped else ""
            say(f"  {card.card.name} (line {card.card.line}): in {count(card.looked.states, 'state')}{cut}")
    if all(card.actions for card in found.cards):
        say(none)
    say("\nmet by a single card, and not by the scope without it", "bold")
    for card in found.cards:
        for met in card.looked.met:
            say(f"  {card.card.name}: {_line_of(met, ruleset.name)}", "red" if met.kind == "violated" else "")
    if not any(card.looked.met for card in found.cards):
        say(none)
    say("\nmet by two cards, and by neither alone", "bold")
    for met, names in pairs_by_event(found):
        say(f"  {_line_of(met, ruleset.name)}", "red" if met.kind == "violated" else "")
        more = f", and {len(names) - FEW} more pairs" if len(names) > FEW else ""
        say(f"    {'; '.join(names[:FEW])}{more}")
        for number, action in enumerate(met.play):
            say(f"      {number:>2} {action}")
    if not any(pair.looked.met for pair in found.pairs):
        say(none)


def _parts(found: CardsResult) -> None:
    """How many scopes a bound cut short."""
    cards = sum(bool(card.looked.stopped) for card in found.cards)
    cut = sum(bool(pair.looked.stopped) for pair in found.pairs)
    if cards or cut:
        about = f"{count(cards, 'card')} and {count(cut, 'pair')} met the bound of states"
        say(f"{about}: what comes later in their plays is not known", "yellow")


def _line_of(met: Met, of: str) -> str:
    named = finding_names(of, met.findings) or "no finding names it"
    return f"{met.kind}, {met.title}{met.citation_suffix}: {named}"
