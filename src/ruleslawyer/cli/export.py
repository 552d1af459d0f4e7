"""`ruleslawyer export`: a scope as a model for other checkers, or its explored graph for drawing tools."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import expect_writable, write_whole
from ruleslawyer.bridges.export.exporting import Export
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.output import err

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
