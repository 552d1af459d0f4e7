"""`ruleslawyer pairs`: every pair of keywords in the scopes of its templates, and which of them interact."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.write import expect_writable, write_together
from ruleslawyer.base.processes.processors import processors
from ruleslawyer.cli import complete, show
from ruleslawyer.cli.elsewhere import cluster_at
from ruleslawyer.cli.options import Cluster, Json, Names
from ruleslawyer.cli.output import count, incomplete, leave, listed, out, print_json, progress, say, screen, to_text
from ruleslawyer.cli.remembered import UNCHANGED, Fresh, still_known
from ruleslawyer.cli.session import Session
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, default_memory
from ruleslawyer.rulebook.claims.premises import premises_of
from ruleslawyer.rulebook.claims.schema import SCHEMA
from ruleslawyer.studies.pairs.interaction import MOST_STATES, PairResult, explore_pairs
from ruleslawyer.studies.pairs.report import EVENT, LEGEND, Report, carried, lines, matrix, said, shown, variant
from ruleslawyer.studies.pairs.summary import Summary, document, page, summaries
from ruleslawyer.studies.pairs.template import Template, load_template, templates_of
from ruleslawyer.studies.pairs.variant import Explored, KeptVariants, Task, Variant

if TYPE_CHECKING:  # an optional extra
    from ruleslawyer.studies.cluster.client import Cluster as Asked

STYLES = {EVENT: "bold red", "#": "red", "x": "yellow", "?": "yellow"}
FEW = 3
"""Pairs of which every play is printed in full; of more only how many actions it has, and of so many at first."""


# Long: its parameters are the options of the verb, each with its help.
def pairs(
    context: typer.Context,
    names: Names = None,
    template: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="This template only; all by default.", autocompletion=complete.templates),
    ] = None,
    only: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="The pairs with this one, or those among several; `A,A` is one with itself."),
    ] = None,
    max_states: Annotated[int, typer.Option(min=1, help="Give a variant up after this many states.")] = MOST_STATES,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=64, help="Processes.", show_default="all cores, where there is enough to do"),
    ] = None,
    cluster: Cluster = None,
    fresh: Fresh = False,
    json: Json = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DIR", help="Write pairs.json and pairs.md into this folder."),
    ] = None,
) -> None:
    """Put every two keywords on the members of a scope, and compare what comes out with both, one and neither.

    A template is a scope with a table `pairs`: checks/RULESET/pairs/NAME.toml, as
    docs/pairs.md describes it. For each pair, at each place and each way round:

      #  changes: both have an outcome that neither alone has, or lose one that
         both alone have, or one matters only with, or only without, the other
      x  the same, but no field of the outcome by itself shows it
      !  an event, deadlock or violated property that only both raise
      +  add up: each changes outcomes, and not what the other does
      =  alone: one decides the outcomes, and the other changes nothing
      ·  never in this template, with the number of states looked at
      -  cannot meet, for the reason that the template gives
      ?  unknown: a limit was reached

    Of several templates one table more has the strongest sign of each pair, and
    the letter of the template that shows it.

    Interactions are results, not failures: the exit code is 1 when something is
    unknown or a play does not replay. Ctrl-C prints the pairs that are finished.
    What is explored is kept in your cache: the same command goes on from there, and
    after an edit explores only that to which it may matter.

    Examples:

      ruleslawyer sweep megacorp --pairs

      ruleslawyer sweep megacorp --pairs --template challenge --only FLYING,BOND

      ruleslawyer sweep megacorp --pairs --only FLYING --workers 2 -o build/pairs
    """
    if output is not None:
        expect_writable(output / "pairs.json", "--output")
    session: Session = context.obj
    chosen = [
        (ruleset, found) for ruleset in session.rulesets(names) for found in _templates(ruleset, template, bool(names))
    ]
    if template is not None and not chosen:
        raise UsageError(f"there is no template `{template}`", "--template", "leave it out to see what there is")
    keywords = [name.strip() for name in only.split(",")] if only is not None else []
    processes = workers if workers is not None else processors()
    limits = Limits(max_states, memory=max(1, default_memory() // processes))
    asked = cluster_at(cluster, [ruleset for ruleset, _ in chosen], besides_workers=workers is not None)
    began, reports = time.perf_counter(), []
    for ruleset, loaded in chosen:
        with progress(f"{ruleset.name}, {loaded.name}") as tell, asked or nullcontext():
            exploring = partial(_elsewhere, asked, ruleset, loaded.name, limits) if asked else None
            kept = KeptVariants(users_answers(fresh=fresh), ruleset, loaded, limits)
            report = Report(ruleset.name, explore_pairs(loaded, keywords, limits, workers, tell, exploring, kept))
        reports.append(report)
        if not json:
            _print(report, ruleset.title, alone=len(chosen) == 1, known=kept.known)
        if report.found.stopped == BY_CTRL_C:
            break
    for summary in () if json else summaries(reports):
        _print_summary(summary)
    if not chosen and not json:
        say("no ruleset of this project has templates of pairs")
    found = document(reports, time.perf_counter() - began)
    if output is not None:
        made = {"pairs.json": to_text({"schema": SCHEMA, **found}), "pairs.md": page(reports)}
        write_together({output / name: text for name, text in made.items()})
    if json:
        print_json(found)
    elif output is not None and reports:
        say(f"written: {(output / 'pairs.md').as_posix()}, {(output / 'pairs.json').as_posix()}")
    leave(found["stopped"] or "", not found["complete"] or any(report.found.unreplayed for report in reports))


def _elsewhere(
    asked: Asked, ruleset: Ruleset, template: str, limits: Limits, tasks: Iterable[Task]
) -> Iterator[Explored]:
    """Explores variants of a template on a cluster."""
    return asked.map(Variant(ruleset.root, ruleset.name, template, limits, *task) for task in tasks)


def _templates(ruleset: Ruleset, name: str | None, named: bool) -> list[Template]:
    """The templates of a ruleset, all of them read before anything is explored."""
    files = {path.stem: path for path in templates_of(ruleset.pairs)}
    place = ruleset.pairs.relative_to(ruleset.root).as_posix()
    if named and not files:
        mend = "write one there: a scope, and a table [pairs]; docs/pairs.md describes it"
        raise UsageError(f"{ruleset.name} has no template of pairs", place, mend)
    if named and name is not None and name not in files:
        raise UsageError(f"{ruleset.name} has no template `{name}`", place, nearest(name, files))
    wanted = [path for stem, path in files.items() if name is None or stem == name]
    return [load_template(path, f"{place}/{path.name}", ruleset.system) for path in wanted]


def _print(report: Report, title: str, *, alone: bool, known: int) -> None:
    """One screen: events first, then what changes, then the table. alone: no other template's table has these signs.
    known: how many variants an earlier run explored."""
    found = report.found
    say(f"{title}, {found.template.title}", "bold")
    asked = f"{len(found.pairs)} of {count(found.asked, 'pair')}, {count(found.variants, 'variant')}"
    say(f"{asked}; {_under(report)}")
    if known:
        say(UNCHANGED if known == found.variants else still_known(known, found.variants, "variant"))
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
        listed([f"{word}: {text}" for text in texts])
    for problem in found.unreplayed:
        say(f"INTERNAL ERROR: a trace does not replay: {problem} (please report it)", "bold red")


def _under(report: Report) -> str:
    template = report.found.template
    return premises_of(template.system, template.scope, template.reading).text()


def _matrix(report: Report) -> None:
    """Two characters to a column, so that thirty keywords fit; the numbers of the columns are written downwards."""
    _triangle(shown(report.found), matrix(report.found), 2)


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
        about = f"{carried(pair, place)}: {place.result}{said(pair, place)}{states if full else ''}"
        say(f"{about}; {_under(report)}", "bold")
        if witness is not None:
            after = show.after(witness.trace)
            say(f"  {variant(pair, place, witness)}, {after}: {report.text(witness.outcome)}")
            if full:
                show.play(witness.trace, report.codec)
        for event in place.events:
            say(f"  only with both: {event.kind}, {event.title}{event.cited}; {show.after(event.states)}", "red")
            if full:
                show.play(event.states, report.codec)
