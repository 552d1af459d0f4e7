"""`ruleslawyer export` and `build`: a scope for other tools, or the rulebook as a file that runs elsewhere."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import expect_writable, write_whole
from ruleslawyer.bridges.export.exporting import Export
from ruleslawyer.bridges.portable.building import Build
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import count, err, print_json, say, with_spaces

Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write; else it is printed.")
]


@asking(Export, output="max_states")
def export(ruleset: Ruleset, asked: Export, *, output: Output = None) -> None:
    """Print the text, or write it."""
    expect_writable(output, "--output")
    found = ask_with_progress(ruleset, asked, f"scope {asked.scope}")
    for note in found.notes:
        err().print(note, soft_wrap=True)
    if output is None:
        sys.stdout.write(found.text)
    else:
        write_whole(output, found.text)


@asking(Build)
def build(ruleset: Ruleset, asked: Build, *, json: Json = False) -> None:
    """Say what was written."""
    found = ask_with_progress(ruleset, asked, "the build")
    if json:
        print_json(asdict(found))
        return
    say(f"{ruleset.title}: {count(len(found.scopes), 'scope')}, in {asked.output}", "bold")
    for name, size in found.files.items():
        say(f"  {name}  {with_spaces(size)} bytes{', not tried on such a machine' if name in found.untried else ''}")
    say(f"build: {found.build}")
    if found.version:
        say(f"version {found.version}{f', a {found.level} one' if found.level else ''}")
        for reason in found.because:
            say(f"  {reason}")
