"""`ruleslawyer adequacy`: faults put into a ruleset, and whether its scopes, its scenarios or a sweep would notice."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from ruleslawyer.base.files.write import expect_writable, write_whole
from ruleslawyer.cli.options import LONGEST, Json, Name
from ruleslawyer.cli.output import count, incomplete, leave, print_json, progress, say, shown, spaced, table, to_text
from ruleslawyer.cli.remembered import UNCHANGED, Fresh, remembered
from ruleslawyer.cli.session import ruleset_of

SHOWN = 20
"""Survivors that are printed."""


# Long: its parameters are the options of the verb, each with its help.
def adequacy(
    context: typer.Context,
    name: Name,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Try so many faults, drawn at random.", show_default="all")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of what is drawn at random.")] = 0,
    minutes: Annotated[float | None, typer.Option(min=0.01, max=LONGEST, help="Stop after so long.")] = None,
    sweep: Annotated[
        int | None,
        typer.Option(min=0, help="Scopes of a sweep, for each number of cards.", show_default="every pair of values"),
    ] = None,
    more: Annotated[int, typer.Option(min=0, help="More scopes in which only differences are looked for.")] = 100,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the figures here, such as adequacy.json among its checks.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Note each scope here, and go on from what it says.")
    ] = None,
    max_states: Annotated[int, typer.Option(min=1, help="Give a scope up after this many states.")] = 5_000,
    max_seconds: Annotated[
        float, typer.Option(min=0.01, max=LONGEST, help="Give a scope up after this long, or leave it out.")
    ] = 10.0,
    fresh: Fresh = False,
    json: Json = False,
) -> None:
    """Put faults into the rules, one at a time, and see whether anybody would notice.

    A fault changes one thing of a rule, as somebody might who writes it down: a
    bound is one more, a clause is gone, a condition is turned round. It makes a
    difference where some state, some transition or what is said of them is
    another one. The scopes of `check` notice it where something falls short, a
    finding no longer reproduces, or a rule is live in none of them; scenarios
    where one fails; a sweep where it meets something that nobody knew.

    The share that is noticed says how far HOLDS IN SCOPE may be trusted. With
    --resume the same command goes on where it stopped, also after Ctrl-C.

    Examples:

      ruleslawyer adequacy daemons --sample 100 --minutes 5

      ruleslawyer adequacy daemons --resume build/daemons.jsonl --write checks/daemons/adequacy.json

      ruleslawyer adequacy megacorp --sample 50 --seed 7 --json
    """
    from ruleslawyer.studies.adequacy.document import document
    from ruleslawyer.studies.adequacy.done import asked_of, noted
    from ruleslawyer.studies.adequacy.run import Options, Run

    ruleset = ruleset_of(context, name)
    expect_writable(write, "--write")
    expect_writable(resume, "--resume")
    options = Options(sample, seed, max_states, max_seconds, sweep, more)
    header: dict[str, Any] = {
        **asked_of(ruleset), "sample": sample, "seed": seed, "max_states": max_states, "max_seconds": max_seconds,
        "sweep": sweep, "more": more,
    }  # fmt: skip
    began = time.perf_counter()

    def make() -> dict[str, Any]:
        with progress(f"{ruleset.name}, adequacy") as tell:
            found = Run(ruleset, options, minutes=minutes, done=noted(resume, header), tell=tell).result()
        return document(ruleset.name, ruleset.system.digest, found)

    # What took a processor too long may not, another time.
    said, known = remembered(
        ruleset, "adequacy", (options,), make, dict, lambda one: not (one["stopped"] or one["slow"]), fresh=fresh
    )
    if write is not None and not said["stopped"]:
        write_whole(write, to_text(said))
    if json:
        print_json({**said, "seconds": round(time.perf_counter() - began, 3)})
    else:
        _print(ruleset.title, said, known=known)
        if write is not None and not said["stopped"]:
            say(f"written: {write}")
    leave(said["stopped"] or "")


def _print(title: str, said: dict[str, Any], *, known: bool) -> None:
    from ruleslawyer.studies.adequacy.kept import percent, sentence

    say(f"{title}: {count(said['tried'], 'fault')} of {spaced(said['every'])} tried", "bold")
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
    shown(rows)
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
