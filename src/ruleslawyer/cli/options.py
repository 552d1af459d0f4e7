"""The arguments and options that several verbs share: their words in the help, and what the shell offers for them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import expect_writable
from ruleslawyer.cli import complete
from ruleslawyer.rulebook.claims.limits import MOST_IN_PYTHON, Compress
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
NamesOrIds = Annotated[
    list[str] | None,
    typer.Argument(metavar="RULESET", help="Only these; all by default.", autocompletion=complete.findings),
]
NamesOrClauses = Annotated[
    list[str] | None,
    typer.Argument(metavar="RULESET", help="Only these; all by default.", autocompletion=complete.registers),
]
"""The same, where the shell offers too what makes another question of it."""
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
    typer.Option(metavar="DIR", help="The folder with the rulebook's text, to print it or to check quotations."),
]
Scope = Annotated[str, as_typer(SCOPE)]
ExploredScopes = Annotated[
    list[str] | None,
    typer.Option(
        help="Explore this scope; may be repeated. By default all but those for the campaign.",
        autocompletion=complete.scopes,
    ),
]
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


def _most_memory(beyond: str = "") -> object:
    says, otherwise = "The memory for states, such as 500MB, 2GB or a number of MiB", "8000, or half of what there is"
    return typer.Option(parser=mebibytes, metavar="SIZE", show_default=otherwise, help=f"{says}{beyond}.")


MostMemory = Annotated[int | None, _most_memory()]
MemoryBeforeDisk = Annotated[int | None, _most_memory("; beyond what is given the search goes on on disk (--disk)")]
MostStates = Annotated[
    int | None,
    typer.Option(min=1, help="Stop after this many states.", show_default=f"none; {MOST_IN_PYTHON} with networkx"),
]
MostSeconds = Annotated[
    float | None, typer.Option(min=0, max=LONGEST, help="Stop after this long, the making of code included.")
]
Compressed = Annotated[
    Compress,
    typer.Option(
        help="Keep the states of the native engine as trees, which takes less memory and the same answers; auto: "
        "where they take more than an eighth of --memory."
    ),
]
PlayShown = Annotated[
    str | None,
    typer.Option(
        metavar="N",
        help="Print the shortest play to event N, the first deadlock, or of a property (or an analysis), in full.",
        autocompletion=complete.properties,
    ),
]
PlaySaved = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Save that play, for `play FILE`; as FILE.itf.json in ITF.")
]


def expect_play(trace: str | None, save: Path | None) -> None:
    """A `UsageError` where a play is to be saved and none is named, or it cannot be written there."""
    if save is not None and trace is None:
        raise UsageError("there is no play to save", "--save", "name an event with --trace N")
    expect_writable(save, "--save")
