"""`ruleslawyer adequacy`: faults put into a ruleset, or answers forgotten (`--options`), and who would notice."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.base.files.content import expect_writable, write_whole
from ruleslawyer.cli.asking import ask_with_progress, asking, recall_or_ask
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import (
    count,
    incomplete,
    leave,
    print_json,
    print_table,
    say,
    some,
    table,
    to_text,
    with_spaces,
)
from ruleslawyer.cli.remembered import UNCHANGED, Fresh
from ruleslawyer.rulebook.answers.memo import FILES
from ruleslawyer.studies.adequacy.asked import FILE, Adequacy, Omissions, OmissionsResult

SHOWN = 20
"""Survivors that are printed."""
Write = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Keep the figures here, such as adequacy.json among its checks.")
]


@asking(Adequacy, write="resume")
def adequacy(
    ruleset: Ruleset, asked: Adequacy, *, write: Write = None, fresh: Fresh = False, json: Json = False
) -> None:  # fmt: skip
    """Show which faults somebody would notice, and those that nobody would."""
    from ruleslawyer.studies.adequacy.run import document

    expect_writable(write, "--write")
    expect_writable(asked.resume, "--resume")
    began = time.perf_counter()
    # What took a processor too long may not, another time.
    said, known = recall_or_ask(
        ruleset, asked, "adequacy", dict, lambda one: not (one["stopped"] or one["slow"]), FILES, fresh=fresh,
        kept_as=lambda found: document(ruleset.name, ruleset.system.digest, found),
    )  # fmt: skip
    if write is not None and not said["stopped"]:
        write_whole(write, to_text(said))
    if json:
        print_json({**said, "seconds": round(time.perf_counter() - began, 3)})
    else:
        _print_faults(ruleset.title, said, known=known)
        if write is not None and not said["stopped"]:
            say(f"written: {write}")
    leave(said["stopped"] or "")


def _print_faults(title: str, said: JsonObject, *, known: bool) -> None:
    from ruleslawyer.studies.adequacy.kept import percent, sentence

    say(f"{title}: {count(said['tried'], 'fault')} of {with_spaces(said['every'])} tried", "bold")
    if known:
        say(UNCHANGED, "dim")
    looked, wanted = (sum(said[which].values()) for which in ("scopes", "wanted"))
    incomplete(said["stopped"], f"{looked} of {wanted} scopes were looked at")
    if said["no_sweep"]:
        say(f"no sweep: {said['no_sweep']}")
    elif said["varied"]:
        say(f"the sweep varies {said['varied']}")
    if said["left"]:
        say(f"left out, with {said['states']} states or more: {', '.join(said['left'])}")
    if said["slow"]:
        each, slow = said["seconds_each"], ", ".join(said["slow"])
        say(f"left out, with more than {each:g} s of a processor without any fault: {slow}")
    rows = table("kind", "faults", "differ", "hand", "sweep", "both", "scenarios", "all", numbers=range(1, 8))
    for kind, numbers in {**said["kinds"], "all": said["figures"]}.items():
        cells = [numbers[key] for key in ("faults", "differ", "hand", "sweep", "both", "plays", "all")]
        rows.add_row(kind, *map(str, cells))
    print_table(rows)
    say(sentence(said))
    survivors = said["survivors"]
    for one in survivors[:SHOWN]:
        noticed = "  (a scenario fails)" if one["play"] else ""
        say(f"  {one['fault']}, {one['place']}, differs in {one['differs']}{noticed}", "yellow")
    if len(survivors) > SHOWN:
        say(f"  and {len(survivors) - SHOWN} more: --json lists them")
    if survivors:
        by = "no scope" if said["no_sweep"] else "neither scopes nor sweep"
        say(f"noticed by {by}: {percent(len(survivors), said['figures']['differ'])} of those")


@asking(Omissions)
def omissions(ruleset: Ruleset, asked: Omissions, *, json: Json = False) -> None:
    """Show the places that nobody would miss, and options without a scenario of their own."""
    found = ask_with_progress(ruleset, asked, "options")
    if json:
        print_json(found.json())
    else:
        _print_omissions(ruleset.title, found)
    leave("", found.falls_short)


def _print_omissions(title: str, found: OmissionsResult) -> None:
    unnoticed = found.gaps
    say(f"{title}: {count(len(found.answers), 'option')}, {count(found.places, 'place')} that could forget one", "bold")
    rows = table("option", "the default taken in", "why nobody would notice")
    for one, site, why in unnoticed:
        rows.add_row(f"{one.question}.{one.option}", f"{site.function}, {site.place}", why)
    if unnoticed:
        print_table(rows)
    reasons = sum(bool(why) for *_, why in unnoticed)
    say(f"{len(unnoticed)} of {count(found.places, 'place')} unnoticed, {reasons} with a reason")
    unsaid = [f"{one.question}.{one.option}" for one, why in found.bare if not why]
    if unsaid:
        say(f"no scenario fails under the default: {some(unsaid)}", "yellow")
    for one, why in found.bare:
        if why:
            say(f"no scenario tells {one.question}.{one.option} from the default: {why}")
    for name in found.needless:
        say(f"{FILE} says why nobody would notice {name}: somebody does, or it does not ask", "yellow")
