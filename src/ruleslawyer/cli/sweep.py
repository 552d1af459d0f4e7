"""`ruleslawyer sweep`: scopes that nobody chose, by covering arrays, and what they meet that nobody knew."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleslawyer.base.files.kept import answers_folder
from ruleslawyer.base.files.write import expect_writable
from ruleslawyer.cli.elsewhere import cluster_at
from ruleslawyer.cli.options import LONGEST, Cluster, Json, Name
from ruleslawyer.cli.output import count, incomplete, leave, print_json, progress, say, shown, spaced, table
from ruleslawyer.cli.remembered import UNCHANGED, Fresh, still_known
from ruleslawyer.cli.session import ruleset_of
from ruleslawyer.rulebook.claims.limits import Limits, default_memory
from ruleslawyer.rulebook.rulesets.loaded import remember

if TYPE_CHECKING:
    from ruleslawyer.studies.sweep.sweep import New, Swept

DONE, CARDS = "done.jsonl", 2


# Long: its parameters are the options of the verb, each with its help.
def sweep(
    context: typer.Context,
    name: Name,
    cards: Annotated[
        int | None,
        typer.Option(
            min=1, max=9, help="Deal decks of 1 to so many cards.", show_default=f"{CARDS}, or as many as there are"
        ),
    ] = None,
    strength: Annotated[
        int, typer.Option(min=1, max=4, help="Every combination of values of so many factors occurs.")
    ] = 2,
    every: Annotated[
        int, typer.Option(min=0, help="Where there are up to so many ways to deal one card, or two, deal them all.")
    ] = 500,
    minutes: Annotated[
        float | None, typer.Option(min=0.01, max=LONGEST, help="Stop after so long; shrinking has a quarter more.")
    ] = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="Ask every option of the questions that plays ask, in each scope too.")
    ] = False,
    write: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write what is found here: scope files, scenarios and drafts of findings."),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Note each scope here, and go on from what it says.", show_default=f"DIR/{DONE}"
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes.")] = 1,
    max_states: Annotated[int, typer.Option(min=1, help="Give a scope up after this many states.")] = 2_000,
    max_seconds: Annotated[float, typer.Option(min=0.01, max=LONGEST, help="Give a scope up after this long.")] = 20.0,
    cluster: Cluster = None,
    fresh: Fresh = False,
    json: Json = False,
) -> None:
    """Make scopes from attributes, places and numbers, explore each, and say what they meet that nobody knew.

    What is dealt is said in checks/RULESET/sweep.toml, as docs/howto/sweep.md
    describes it; without that file the attributes of one sort of the first
    scope are varied, by their types: of another sort than the players where
    there is one. Which is said. Of every STRENGTH factors each combination of values is in some
    scope. New is an event or a deadlock that no finding names, a property that
    is violated and not expected to be, and a rule that no hand-made scope makes
    live. Each comes with the least scope and the shortest play that were found.

    The exit code is 1 when something new is found, or not everything was looked
    at. Ctrl-C prints what was found so far. Each scope is kept in your cache, so
    that the same command goes on from there, and after an edit explores only
    those to which it may matter.

    Examples:

      ruleslawyer sweep mere_mortals --cards 1

      ruleslawyer sweep daemons --minutes 2 --write build/sweep

      ruleslawyer sweep daemons --cards 1 --strength 3 --readings --json
    """
    from ruleslawyer.studies.sweep.done import noted
    from ruleslawyer.studies.sweep.plan import load_plan
    from ruleslawyer.studies.sweep.position import kept
    from ruleslawyer.studies.sweep.report import document
    from ruleslawyer.studies.sweep.sweep import Sweep
    from ruleslawyer.studies.sweep.written import write_found

    ruleset = ruleset_of(context, name)
    plan = load_plan(ruleset)
    beside = write / DONE if write is not None else None
    expect_writable(beside, "--write")
    expect_writable(resume, "--resume")
    limits = Limits(max_states, max_seconds, max(1, default_memory() // workers))
    remember(ruleset)
    asked = cluster_at(cluster, [ruleset], besides_workers=workers != 1)
    header = {
        "rules": ruleset.system.digest, "plan": plan.digest, "max_states": max_states, "readings": readings,
    }  # fmt: skip
    with progress(f"{ruleset.name}, sweep") as tell, asked or nullcontext():
        one = Sweep(
            ruleset, plan, cards=cards or min(CARDS, len(plan.dealt)), strength=strength, every=every,
            minutes=minutes, limits=limits, readings=readings,
            workers=asked.ahead if asked else workers, done=noted(resume or beside, header), tell=tell,
            elsewhere=asked.map if asked else None,
            answers=answers_folder(), fresh=fresh,
        )  # fmt: skip
        found = one.run()
    files = write_found(write, ruleset, found) if write is not None else {}
    if json:
        print_json(document(ruleset.name, found, kept(ruleset), files))
    else:
        _print(ruleset.title, found, len(kept(ruleset)))
        for written in files.values():
            for path in filter(None, (written.scope, written.scenario, written.finding)):
                say(f"written: {path}")
    leave(found.stopped, found.new or found.bounded)


def _print(title: str, found: Swept, kept: int) -> None:
    from ruleslawyer.studies.sweep.report import figures_json, ordered

    say(f"{title}: {count(found.scopes, 'scope')}, {count(found.states, 'state')}", "bold")
    begun = found.scopes - found.given
    given = f"; in {found.given} the position is given," if found.given else ""
    say(f"base: {found.plan.base}; {count(begun, 'scope')} set up by the rules{given}")
    if found.given:
        say(f"not reached by play, and keeps all {kept} properties that always hold")
    say(f"varied{f' by type, as {found.plan.by_type}' if found.plan.by_type else ''}: {found.plan.varied()}")
    for name, why in found.plan.fixed.items() if found.plan.by_type else ():
        say(f"not varied: {name}, as {why}")
    if found.known:
        say(UNCHANGED if found.known == found.scopes else still_known(found.known, found.scopes, "scope"))
    incomplete(found.stopped)
    say(f"{count(found.compared, 'step')} from sampled states taken by the interpreter too")
    for why, number in found.bounded.items():
        say(f"not explored whole: {count(number, 'scope')}, {why}")
    for why, number in found.refusals.items():
        say(f"not dealt: {count(number, 'scope')}, as {why}")
    rows = table(found.plan.sort, "combinations", "impossible", "refused", "dealt", "whole", "met", numbers=range(1, 7))
    for figures in found.figures:
        counted = figures_json(figures)
        numbers = (spaced(counted[key]) for key in ("every", "impossible", "refused", "dealt", "whole", "met"))
        rows.add_row(f"{len(figures.members)}{', all dealt' if figures.exhaustive else ''}", *numbers)
    if rows.row_count:
        say()
        shown(rows)
        say("of each combination of values: whether it was in a scope that was explored, explored whole, and whether")
        say(f"in one state each {found.plan.sort} of it has come up, so that it says more than the beginning did")
    for new in ordered(found):
        _print_new(new, found.plan.sort)
    if not found.new:
        say()
        so_far = " so far" if found.stopped else ""
        nothing = f"nothing new was found{so_far} in {count(found.scopes, 'scope')}"
        say(nothing if found.scopes else "no scope was explored: nothing is said of what is new")


def _print_new(new: New, sort: str) -> None:
    from ruleslawyer.studies.sweep.report import said

    say()
    say(str(new.met), "yellow")
    say(f"  {len(new.case.members)} of {sort}, {count(new.states, 'state')}: {said(new.case.values)}")
    if not new.shrunk:
        say("  a smaller scope may show it: there was no time to look for one")
    if new.met.play:
        say(f"  {', '.join(new.met.play)}")
