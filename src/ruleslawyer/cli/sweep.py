"""`ruleslawyer sweep`: scopes that nobody chose, by covering arrays, and what they meet that nobody knew."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import expect_writable
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Cluster, Json
from ruleslawyer.cli.output import count, incomplete, leave, print_json, print_table, say, table, with_spaces
from ruleslawyer.cli.remembered import UNCHANGED, Fresh, reuse_note
from ruleslawyer.cli.remote import cluster_at
from ruleslawyer.studies.sweep.asked import Sweep

if TYPE_CHECKING:
    from ruleslawyer.studies.sweep.sweep import SweepDiscovery, SweepResult


@asking(Sweep)
def sweep(
    ruleset: Ruleset, asked: Sweep, *, cluster: Cluster = None, fresh: Fresh = False, json: Json = False
) -> None:  # fmt: skip
    """Show what is new, in how many scopes, and what was written."""
    from ruleslawyer.studies.sweep.plan import kept_properties
    from ruleslawyer.studies.sweep.report import document

    expect_writable(asked.resume, "--resume")
    show.leave_knowledge_out(ruleset.system)
    there = cluster_at(cluster, [ruleset], besides_workers=asked.workers != 1)
    with there or nullcontext():
        if there is not None:
            asked = replace(asked, elsewhere=there.map, workers=there.ahead)
        found = ask_with_progress(ruleset, replace(asked, fresh=fresh), "sweep")
    if json:
        print_json(document(ruleset.name, found, kept_properties(ruleset), found.written))
    else:
        _print(ruleset.title, found, len(kept_properties(ruleset)))
        for written in found.written.values():
            for path in filter(None, (written.scope, written.scenario, written.finding)):
                say(f"written: {path}")
    leave(found.stopped, found.new or found.bounded)


def _print(title: str, found: SweepResult, kept: int) -> None:
    from ruleslawyer.studies.sweep.report import figures_json, sort_discoveries

    say(f"{title}: {count(found.scopes, 'scope')}, {count(found.states, 'state')}", "bold")
    begun = found.scopes - found.given
    given = f"; in {found.given} the position is given," if found.given else ""
    say(f"base: {found.plan.base}; {count(begun, 'scope')} set up by the rules{given}")
    if found.given:
        say(f"not reached by play, and keeps all {kept} properties that always hold")
    say(f"varied{f' by type, as {found.plan.by_type}' if found.plan.by_type else ''}: {found.plan.factors_text()}")
    for name, why in found.plan.fixed.items() if found.plan.by_type else ():
        say(f"not varied: {name}, as {why}")
    if found.known:
        say(UNCHANGED if found.known == found.scopes else reuse_note(found.known, found.scopes, "scope"))
    incomplete(found.stopped)
    say(f"{count(found.compared, 'step')} from sampled states taken by the interpreter too")
    for why, number in found.bounded.items():
        say(f"not explored whole: {count(number, 'scope')}, {why}")
    for why, number in found.refusals.items():
        say(f"not dealt: {count(number, 'scope')}, as {why}")
    rows = table(found.plan.sort, "combinations", "impossible", "refused", "dealt", "whole", "met", numbers=range(1, 7))
    for figures in found.figures:
        counted = figures_json(figures)
        numbers = (with_spaces(counted[key]) for key in ("every", "impossible", "refused", "dealt", "whole", "met"))
        rows.add_row(f"{len(figures.members)}{', all dealt' if figures.exhaustive else ''}", *numbers)
    if rows.row_count:
        say()
        print_table(rows)
        say("of each combination of values: whether it was in a scope that was explored, explored whole, and whether")
        say(f"in one state each {found.plan.sort} of it has come up, so that it says more than the beginning did")
    for new in sort_discoveries(found):
        _print_new(new, found.plan.sort)
    if not found.new:
        say()
        so_far = " so far" if found.stopped else ""
        nothing = f"nothing new was found{so_far} in {count(found.scopes, 'scope')}"
        say(nothing if found.scopes else "no scope was explored: nothing is said of what is new")


def _print_new(new: SweepDiscovery, sort: str) -> None:
    from ruleslawyer.studies.sweep.report import values_text

    say()
    say(str(new.met), "yellow")
    say(f"  {len(new.case.members)} of {sort}, {count(new.states, 'state')}: {values_text(new.case.values)}")
    if not new.shrunk:
        say("  a smaller scope may show it: there was no time to look for one")
    if new.met.play:
        say(f"  {', '.join(new.met.play)}")
