"""`ruleslawyer sweep --pairs`: every pair of keywords in the scopes of its templates, and which of them interact."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.write import expect_writable, write_together
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import asking
from ruleslawyer.cli.options import Cluster, Json, Names
from ruleslawyer.cli.output import count, incomplete, leave, out, print_json, print_list, progress, say, screen, to_text
from ruleslawyer.cli.remembered import UNCHANGED, Fresh, reuse_note
from ruleslawyer.cli.remote import cluster_at
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.rulebook.claims.premises import premises_of
from ruleslawyer.rulebook.claims.schema import SCHEMA
from ruleslawyer.studies.pairs.asked import Pairs
from ruleslawyer.studies.pairs.interaction import PairResult
from ruleslawyer.studies.pairs.report import (
    EVENT,
    LEGEND,
    Report,
    bearers,
    lines,
    matrix,
    remarks,
    table_keywords,
    variant,
)
from ruleslawyer.studies.pairs.summary import Pairings, Summary, page, summaries
from ruleslawyer.studies.pairs.variant import Explored, KeptVariants, Task, Variant

if TYPE_CHECKING:  # an optional extra
    from ruleslawyer.studies.cluster.client import Cluster as Working

STYLES = {EVENT: "bold red", "#": "red", "x": "yellow", "?": "yellow"}
FEW = 3
"""Pairs of which every play is printed in full; of more only how many actions it has, and of so many at first."""


@asking(Pairs, names=Names)
def pairs(
    rulesets: list[Ruleset],
    asked: Pairs,
    *,
    all_: bool,
    cluster: Cluster = None,
    fresh: Fresh = False,
    json: Json = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DIR", help="Write pairs.json and pairs.md into this folder."),
    ] = None,
) -> None:
    """Show of each template which pairs interact, and of several the strongest sign."""
    if output is not None:
        expect_writable(output / "pairs.json", "--output")
    chosen = [(ruleset, found) for ruleset in rulesets for found in asked.templates(ruleset, all_=all_)]
    if asked.template is not None and not chosen:
        raise UsageError(f"there is no template `{asked.template}`", "--template", "leave it out to see what there is")
    working = cluster_at(cluster, [ruleset for ruleset, _ in chosen], besides_workers=asked.workers is not None)
    began, reports = time.perf_counter(), []
    for ruleset, template in chosen:
        with progress(f"{ruleset.name}, {template.name}") as tell, working or nullcontext():
            exploring = partial(_elsewhere, working, ruleset, template.name, asked.limits) if working else None
            kept = KeptVariants(users_answers(fresh=fresh), ruleset, template, asked.limits)
            report = replace(asked, progress=tell).explore(ruleset, template, exploring, kept)
        reports.append(report)
        if not json:
            _print(report, ruleset.title, alone=len(chosen) == 1, known=kept.known)
        if report.found.stopped == BY_CTRL_C:
            break
    for summary in () if json else summaries(reports):
        _print_summary(summary)
    if not chosen and not json:
        say("no ruleset of this project has templates of pairs")
    found = {**Pairings(reports).json(), "seconds": round(time.perf_counter() - began, 3)}
    if output is not None:
        made = {"pairs.json": to_text({"schema": SCHEMA, **found}), "pairs.md": page(reports)}
        write_together({output / name: text for name, text in made.items()})
    if json:
        print_json(found)
    elif output is not None and reports:
        say(f"written: {(output / 'pairs.md').as_posix()}, {(output / 'pairs.json').as_posix()}")
    leave(found["stopped"] or "", not found["complete"] or any(report.found.unreplayed for report in reports))


def _elsewhere(
    working: Working, ruleset: Ruleset, template: str, limits: Limits, tasks: Iterable[Task]
) -> Iterator[Explored]:
    """Explores variants of a template on a cluster."""
    return working.map(Variant(ruleset.root, ruleset.name, template, limits, *task) for task in tasks)


def _print(report: Report, title: str, *, alone: bool, known: int) -> None:
    """One screen: events first, then what changes, then the table. alone: no other template's table has these signs.
    known: how many variants an earlier run explored."""
    found = report.found
    say(f"{title}, {found.template.title}", "bold")
    asked = f"{len(found.pairs)} of {count(found.asked, 'pair')}, {count(found.variants, 'variant')}"
    say(f"{asked}; {_under(report)}")
    if known:
        say(UNCHANGED if known == found.variants else reuse_note(known, found.variants, "variant"))
    incomplete(found.stopped, "these are the pairs that were finished")
    full = len(found.pairs) <= FEW
    telling = [pair for pair in found.pairs if pair.events or pair.result == "changes"]
    telling.sort(key=lambda pair: not pair.events)
    told = list(found.pairs) if full else telling if screen.whole else telling[:FEW]
    for pair in told:
        _details(report, pair, full=full)
    if not full and len(told) < len(telling):
        about = f"… and {len(telling) - len(told)} more pairs that change something"
        say(f"{about}: --all prints them, --only A,B the plays of one pair, -o DIR writes all", "dim")
    if alone or screen.whole:
        _matrix(report)
    for word in ("unknown", "cannot meet"):
        texts = lines(pair for pair in found.pairs if pair.result == word)
        print_list([f"{word}: {text}" for text in texts])
    for problem in found.unreplayed:
        say(f"INTERNAL ERROR: a trace does not replay: {problem} (please report it)", "bold red")


def _under(report: Report) -> str:
    template = report.found.template
    return premises_of(template.system, template.scope, template.reading).text()


def _matrix(report: Report) -> None:
    """Two characters to a column, so that thirty keywords fit; the numbers of the columns are written downwards."""
    _triangle(table_keywords(report.found), matrix(report.found), 2)


def _print_summary(summary: Summary) -> None:
    """All templates of a ruleset in one table: of each pair the strongest sign, and the letter of its template."""
    say()
    say(f"{summary.ruleset}, {summary.title}", "bold")
    _triangle(summary.keywords, summary.matrix(), 3)
    say("    " + ", ".join(f"{letter} {name}" for name, letter in summary.letters.items()), "dim")
    say("    " + ", ".join(f"{number} {sign}" for sign, number in summary.counts.items() if number))


def _triangle(names: Sequence[str], rows: Iterable[tuple[str, list[str]]], column: int) -> None:
    """A triangular table with columns of so many characters, and the meaning of the signs in it."""
    if not names:
        return
    width = max(map(len, names)) + 4
    say()
    for digit in range(len(str(len(names)))):
        numbers = (str(i).rjust(len(str(len(names)))) for i in range(1, len(names) + 1))
        say(" " * width + "".join(number[digit].ljust(column) for number in numbers).rstrip(), "dim")
    used: set[str] = set()
    for number, (name, cells) in enumerate(rows, 1):
        row = Text(f"{number:>2} {name}".ljust(width))
        for cell in cells:
            row.append(cell.ljust(column), STYLES.get(cell[:1], ""))
            used.add(cell[:1])
        out().print(row, soft_wrap=True)
    say()
    for sign, text in LEGEND.items():
        if sign in used:
            say(f" {sign}  {text}", "dim")


def _details(report: Report, pair: PairResult, *, full: bool) -> None:
    """Prints the effects of a pair at each place; in full with the plays, and where it does nothing too."""
    for place in pair.places:
        witness = place.witness
        if witness is None and not place.events and not full:
            continue
        states = f", {count(sum(place.states.values()), 'state')}" if place.states else ""
        say()
        about = f"{bearers(pair, place)}: {place.result}{remarks(pair, place)}{states if full else ''}"
        say(f"{about}; {_under(report)}", "bold")
        if witness is not None:
            after = show.after(witness.trace)
            say(f"  {variant(pair, place, witness)}, {after}: {report.text(witness.outcome)}")
            if full:
                show.play(witness.trace, report.codec)
        for event in place.events:
            say(
                f"  only with both: {event.kind}, {event.title}{event.citation_suffix}; {show.after(event.states)}",
                "red",
            )
            if full:
                show.play(event.states, report.codec)
