"""`ruleslawyer laws`: what two states, or two plays, that differ in one thing have in common, tried in drawn states."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check import unasked
from ruleslawyer.cli.options import LONGEST, Json, Name
from ruleslawyer.cli.output import FALLS_SHORT, count, leave, print_json, progress, say, shown, spaced, table
from ruleslawyer.cli.session import ruleset_of
from ruleslawyer.cli.unasked import Keep, keep_part
from ruleslawyer.studies.laws.run import ENOUGH, Tally, try_laws

Minutes = Annotated[
    float, typer.Option(min=0.01, max=LONGEST, help="Stop after so long; shrinking has a quarter more.")
]
Seed = Annotated[int, typer.Option(help="Where the random numbers begin.")]


def laws(
    context: typer.Context,
    name: Name,
    law: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this law; may be given again.")] = None,
    times: Annotated[
        int, typer.Option(min=1, help="A law counts, and is tried no more, once what it speaks of was met so often.")
    ] = ENOUGH,
    minutes: Minutes = 5.0,
    seed: Seed = 0,
    keep: Keep = False,
    json: Json = False,
) -> None:
    """Try laws that compare two states, or two plays, which differ in one thing, where nobody looked.

    Some laws every rulebook has: who is out is neither waited for nor chosen,
    nobody is waited for who can do nothing, and a field that stands for a term says
    which moment counts. Others a project declares, in checks/RULESET/laws.toml,
    each with its clauses: a hidden card acts as a blank one, one more point of
    attack hurts no less, independent choices commute (docs/howto/laws.md).

    The states come from scopes and from what sweeps deal, played on at random, with
    marks, places and numbers that are drawn; half of them under one option of one
    question that is not the usual one. What breaks a law is shown in the simplest
    state that was found, with the options of which each alone would keep it. A law
    that was met seldom, or never, is said to be so.

    The exit code is 1 when a law is broken that is not known to be, or not all were
    met often enough. Ctrl-C prints what was found so far.

    Examples:

      ruleslawyer sweep memesis --laws

      ruleslawyer sweep daemons --laws --law independent_choices_commute --minutes 1

      ruleslawyer sweep megacorp --laws --times 200 --seed 7 --json
    """
    from ruleslawyer.studies.laws.report import document

    if keep and law:
        raise UsageError("what is kept is of all laws", "--keep", "leave --law out")

    ruleset = ruleset_of(context, name)
    with progress(f"{ruleset.name}, laws") as tell:
        found = try_laws(ruleset, tuple(law or ()), wanted=times, minutes=minutes, seed=seed, tell=tell)
    told = document(found)
    if json:
        print_json(told)
    else:
        _print(ruleset.title, found, told)
    if keep:
        keep_part(ruleset, "laws", unasked.laws(told, ruleset.system.digest))
    leave(found.stopped)
    if found.is_new:
        raise typer.Exit(FALLS_SHORT)


def _print(title: str, found: Tally, told: dict[str, Any]) -> None:
    say(f"{title}: {count(len(found.laws), 'law')}, {count(told['states']['scopes'], 'scope')}", "bold")
    print_drawn(found, told)
    rows = table("law", "clauses", "met", "", numbers=(2,))
    for law in told["laws"]:
        clauses = "every rulebook" if law["built_in"] else ", ".join(law["clauses"])
        rows.add_row(law["name"], clauses, spaced(law["met"]), law["word"])
    shown(rows)
    for law in told["laws"]:
        if law["nothing"]:
            say(f"not tried: {law['name']}, as {law['nothing']}")
        for one in law["broken"]:
            print_break(law["name"], one)
    if not found.breaks:
        met = "nothing was tried" if not any(found.met.values()) else "no law was broken where it was tried"
        say()
        say(met)
    seldom = [law for law in told["laws"] if not law["nothing"] and law["met"] < found.wanted]
    for law in seldom:
        say(f"too few: {law['name']} was met {spaced(law['met'])} of {spaced(found.wanted)} times", "yellow")


def print_drawn(found: Tally, told: dict[str, Any]) -> None:
    """Prints how many states were looked at, and what they lack."""
    states = told["states"]
    refused = sum(found.drawing.refused.values())
    drawn = f"{spaced(states['played'])} states played to, {spaced(states['drawn'])} drawn, {spaced(refused)} refused"
    say(drawn)
    if found.stopped:
        say(f"INCOMPLETE: {found.stopped}; this is what was found so far", "bold red")
    if states["never_drawn"]:
        say(f"drawn in no state: {', '.join(states['never_drawn'])}")


def print_break(law: str, one: dict[str, Any]) -> None:
    """Prints one break of a law, and the simplest state in which it is seen."""
    say()
    known = f" (known: {one['known']})" if one["known"] else ""
    say(f"{law}, at {one['at']}{known}", "dim" if known else "yellow")
    say(f"  {one['says']}; met {count(one['times'], 'time')}")
    if one["member"] is not None:
        say(f"  {one['member']}, and {one['member']} with {_values_text(one['with'])}")
    for key, about in (("dealt", "dealt"), ("printed", "printed otherwise"), ("drawn", "drawn"), ("reading", "under")):
        if one[key]:
            say(f"  {about}: {_values_text(one[key])}")
    say(f"  {one['scope']}: {', '.join(one['play'])}")
    if not one["least"]:
        say("  a simpler state may show it: there was no time to look for one")
    if one["suffices"]:
        say(f"  each alone keeps the law there: {', '.join(one['suffices'])}")


def _values_text(values: dict[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())
