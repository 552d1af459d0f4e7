"""`ruleslawyer spec --ledger`: what the model decides and no clause makes."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import FALLS_SHORT, count, print_json, print_table, say, table
from ruleslawyer.studies.ledger.line import HELPER, MEANS, OPEN, STATUSES, Line
from ruleslawyer.studies.ledger.run import Ledger, Silence

Kind = Annotated[
    Literal["domain", "awaits", "matters", "else", "cut", "frames", "initial", "helper", "players"] | None,
    typer.Option("--kind", help="Print lines of this kind alone."),
]
Whole = Annotated[bool, typer.Option("--all", help="Print also the lines that something answers for.")]


@asking(Ledger)
def ledger(ruleset: Ruleset, asked: Ledger, *, kind: Kind = None, whole: Whole = False, json: Json = False) -> None:
    """Show how many lines there are by who answers for them, and those for which nobody does."""
    found = ask_with_progress(ruleset, asked, "the ledger")
    if json:
        print_json(found.document())
    else:
        _print(ruleset.title, found, kind, whole)
    if found.open:
        raise typer.Exit(FALLS_SHORT)


def _print(title: str, found: Silence, kind: str | None, whole: bool) -> None:
    say(f"{title}: {count(len(found.lines), 'decision')} of the model alone, {len(found.open)} open", "bold")
    if found.stopped:
        say(f"{found.stopped}; this is what was found by then", "bold red")
    rows = table("kind", "", *STATUSES, numbers=range(2, 2 + len(STATUSES)))
    for name, counts in found.counts().items():
        if any(counts.values()):
            rows.add_row(name, MEANS[name], *(str(counts[status]) for status in STATUSES))
    print_table(rows)
    lines = found.lines if whole else found.open
    for line in lines:
        if kind in (None, line.kind):
            _print_line(line, found)
    guessed = [line.rule for line in found.lines if line.guessed]
    if guessed:
        say(f"taken for bookkeeping, as no clause reads it (a guess): {', '.join(guessed)}", "dim")
    if found.stopped:
        left = sum(bool(line.others) and (line.kind, line.name) not in found.tried for line in found.lines)
        say(f"there was no time to look for a play for {count(left, 'line')}")
    if found.tried:
        missed = sum(key not in found.decides for key in found.tried)
        say(f"no play was found for {count(missed, 'line')}; that says nothing of other plays", "dim")


def _print_line(line: Line, found: Silence) -> None:
    who = f"{line.status} {', '.join(line.clauses)} {line.why}" if line.status != OPEN else line.by
    say(f"{line.kind}  {line.name}", "yellow" if line.status == OPEN else "dim")
    say(f"    {' '.join(who.split())} ({line.place})")
    if line.kind == HELPER and line.status == OPEN and line.says:
        say(f"    {line.says}")
    one = found.decides.get((line.kind, line.name))
    if one is not None:
        say(f"    {one.says}; {one.scope}: {', '.join(one.play)}")
