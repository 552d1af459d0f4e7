"""Earlier results of a verb, used where nothing that it reads has changed: answers are data, found by all they depend
on."""

from __future__ import annotations

from typing import Annotated

import typer

from ruleslawyer.cli.output import count

UNCHANGED = "nothing has changed since this was made: what was found then (--fresh computes it anew)"


def reuse_note(known: int, asked: int, one: str) -> str:
    """The same where of many questions some are known."""
    about = f"{known} of {count(asked, one)} known: nothing that can matter in them has changed"
    return f"{about} (--fresh computes them anew)"


Fresh = Annotated[bool, typer.Option("--fresh", help="Compute everything anew, and believe nothing that is kept.")]
