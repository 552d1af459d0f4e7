"""`ruleslawyer cards`: a designer's list of cards against the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.write import expect_writable
from ruleslawyer.cli import complete
from ruleslawyer.cli.options import LONGEST, Json
from ruleslawyer.cli.output import count, finding_names, incomplete, leave, print_json, progress, say
from ruleslawyer.cli.session import Session
from ruleslawyer.ir.scope import Scope
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.met import Met
from ruleslawyer.rulebook.claims.premises import premises_of
from ruleslawyer.studies.cards.check import MOST_STATES, SECONDS, Check
from ruleslawyer.studies.cards.report import document, grouped
from ruleslawyer.studies.cards.result import CardsResult
from ruleslawyer.studies.cards.seats import SEATS, SORT, Card, Seats, cards_in, seats_in

cards = typer.Typer(no_args_is_help=True, help="Lists of cards, as a designer's spreadsheet has them.")
FEW = 5
"""Pairs that are named of those that meet something."""


@cards.callback()
def _cards() -> None:
    """Lists of cards, as a designer's spreadsheet has them."""


# Long: its parameters are the options of the verb, each with its help.
@cards.command("check")
def check(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The list: CSV, or TOML with a table for each card.")],
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset",
            metavar="RULESET",
            help="The ruleset's id; by default that below whose checks the file lies, or the only one.",
            autocompletion=complete.rulesets,
        ),
    ] = None,
    scope: Annotated[
        str, typer.Option(help="The scope that cards are put into.", autocompletion=complete.scopes)
    ] = "cards",
    sort: Annotated[str, typer.Option(metavar="SORT", help="The sort that the cards are.")] = SORT,
    seats: Annotated[
        str, typer.Option(metavar="A,B", help="The two members of the scope that cards take the place of.")
    ] = ",".join(SEATS),
    pairs: Annotated[bool, typer.Option(help="Look at every two cards as well.")] = True,
    max_states: Annotated[int, typer.Option(min=1, help="Give a scope up after this many states.")] = MOST_STATES,
    max_seconds: Annotated[
        float, typer.Option(min=0, max=LONGEST, help="Stop after this long; what is finished is kept.")
    ] = SECONDS,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep what is finished in this file, and go on from what is in it."),
    ] = None,
    json: Json = False,
) -> None:
    """Which cards of a list the rules do not cover, which can never be played, and which two meet a finding.

    Each card is put on either seat of a small scope, and every two cards on both,
    each way round; every play is explored, under the default reading. Then:

    Not covered: a value of the card that no rule reads or names (docs/howto/cards.md
    says exactly which); of the rules alone, whatever is played.

    Never played: no action that is allowed anywhere has the card among its arguments.

    Pairs: events, deadlocks and violated properties that no scope of one of the two
    alone meets, with the findings that name them.

    Nothing in the list is executed. What is found is a result, not a failure: the exit
    code is 1 when a bound was met, 2 for a mistake in the list.

    Examples:

      ruleslawyer check megacorp --cards checks/megacorp/cards/forty.csv

      ruleslawyer check megacorp --cards FILE --no-pairs --json

      ruleslawyer check --cards FILE --max-seconds 360 --resume cards.jsonl
    """
    session: Session = context.obj
    chosen = _ruleset(session, file, ruleset)
    seated = seats_in(chosen.system, _scope(chosen, scope), sort, [name.strip() for name in seats.split(",")])
    listed = cards_in(file.resolve(), _file_name(file, chosen), seated)
    limits = Limits(max_states, max_seconds)
    expect_writable(resume, "--resume")
    with progress(f"{chosen.name}, {count(len(listed), 'card')}") as tell:
        found = Check(seated, listed, chosen.in_scope, chosen.findings(), limits, tell, pairs, resume).result()
    if json:
        print_json(document(chosen.name, _file_name(file, chosen), found))
    else:
        _print(chosen, seated, listed, found)
    leave(found.stopped, not found.complete)


def _ruleset(session: Session, file: Path, name: str | None) -> Ruleset:
    """The ruleset that is named, or below whose checks the file lies, or the only one that there is."""
    if name is not None:
        return session.ruleset(name)
    every = session.rulesets(None)
    near = [one for one in every if file.resolve().is_relative_to(one.config.scopes.resolve().parent)]
    if len(near or every) == 1:
        return (near or every)[0]
    names = ", ".join(one.name for one in every)
    raise UsageError("it is not said whose cards these are", file.name, f"name one with --ruleset: {names}")


def _scope(ruleset: Ruleset, name: str) -> Scope:
    if name in ruleset.scopes():
        return ruleset.scope(name)
    mend = "write one, docs/howto/cards.md says how" if name == "cards" else nearest(name, ruleset.scopes())
    raise UsageError(f"{ruleset.name} has no scope `{name}` to put cards into", "--scope", mend)


def _file_name(file: Path, ruleset: Ruleset) -> str:
    """The file from the project's root, as messages show it; as it was named, where it lies elsewhere."""
    full, root = file.resolve(), ruleset.root.resolve()
    return full.relative_to(root).as_posix() if full.is_relative_to(root) else full.as_posix()


# --- for people ---------------------------------------------------------------------------------------------------


def _print(ruleset: Ruleset, seats: Seats, listed: tuple[Card, ...], found: CardsResult) -> None:
    say(f"{ruleset.title}, {count(len(listed), 'card')} in scope {seats.scope.name}", "bold")
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
    for met, names in grouped(found):
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
    return f"{met.kind}, {met.title}{met.cited}: {named}"
