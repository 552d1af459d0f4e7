"""The arguments and options that several verbs share: their words in the help, and what the shell offers for them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from ruleslawyer.cli import complete
from ruleslawyer.rulebook.declared import LONGEST as LONGEST
from ruleslawyer.rulebook.declared import READING, RULING, SCOPE, TIMEOUT, Option

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*(MB|GB|TB|MiB|GiB|TiB)?", re.IGNORECASE)
_UNITS = {"": 1 << 20, "mb": 10**6, "gb": 10**9, "tb": 10**12, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40}


def mebibytes(text: str) -> int:
    """A size as mebibytes, one at least."""
    match = _SIZE.fullmatch(text.strip())
    size = int(float(match[1]) * _UNITS[(match[2] or "").lower()]) >> 20 if match else 0
    if size < 1:
        raise typer.BadParameter(f"`{text}` is no size of 1 MiB or more: such as 500MB, 2GB or 8000 (MiB)")
    return size


def as_typer(option: Option) -> Any:
    """How a field is asked for, as typer is told."""
    offers = {"autocompletion": getattr(complete, option.completes)} if option.completes else {}
    made: Any = typer.Argument if option.argument else typer.Option
    return made(*option.names, **option.how, **offers)


Json = Annotated[bool, typer.Option("--json", help="Print JSON for scripts instead of text; see docs/json.md.")]
Name = Annotated[str, typer.Argument(metavar="RULESET", help="The ruleset's id.", autocompletion=complete.rulesets)]
Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="RULESET", help="Only these; all by default.", autocompletion=complete.rulesets),
]
Which = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="RULESET [ID]",
        help="Findings of a ruleset, such as megacorp 003, or megacorp/003; all of it where there is no id.",
        autocompletion=complete.findings,
    ),
]
Source = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="The folder with the rulebook's text, to print or to hold against."),
]
Scope = Annotated[str, as_typer(SCOPE)]
Reading = Annotated[list[str] | None, as_typer(READING)]
Ruling = Annotated[list[str] | None, as_typer(RULING)]
Timeout = Annotated[float, as_typer(TIMEOUT)]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Have a Dask cluster that already runs do the work, such as tls://HOST:8786; see docs/scale.md.",
        show_default="processes of this machine",
    ),
]
MostMemory = Annotated[
    int | None,
    typer.Option(
        parser=mebibytes, metavar="SIZE", show_default="8000, or half of what there is",
        help="What states may take, such as 500MB, 2GB or a number of MiB; beyond what is given the search goes on on "
        "disk (--disk).",
    ),
]  # fmt: skip
