"""What every verb prints with: consoles, JSON, tables, progress, and a project's mistakes said once."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import typer
from rich import box
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from ruleslawyer.claims.limits import BY_CTRL_C
from ruleslawyer.claims.schema import SCHEMA

FALLS_SHORT = 1
MISTAKE = 2
INTERRUPTED = 130
"""What a shell gives a command that Ctrl-C ended."""

STYLES = {
    "PROVED": "green", "HOLDS IN SCOPE": "green", "BOUNDED": "yellow", "VIOLATED": "red", "VACUOUS": "yellow",
    "UNKNOWN": "yellow", "CERTIFICATE": "green", "LASSO": "red",
}  # fmt: skip


def out() -> Console:
    """The console of results: coloured only on a terminal, 80 columns wide where there is none."""
    return _console(sys.stdout.isatty(), stderr=False)


def err() -> Console:
    """The console of progress and mistakes."""
    return _console(sys.stderr.isatty(), stderr=True)


def _console(terminal: bool, *, stderr: bool) -> Console:
    return Console(
        stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=False, width=None if terminal else 80
    )


def to_text(value: Any) -> str:
    """JSON as it is printed and saved: the same bytes for the same value."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def print_json(value: Any) -> None:
    """An object, or a list of objects, each with the version of its schema."""
    shown = [_versioned(item) for item in value] if isinstance(value, list) else _versioned(value)
    sys.stdout.write(to_text(shown))


def _versioned(value: dict[str, Any]) -> dict[str, Any]:
    return {"schema": SCHEMA, **value}


def leave(stopped: str) -> None:
    """End with the exit code of an exploration that stopped early, if it did; what it found is printed already."""
    if stopped == BY_CTRL_C:
        err().print("interrupted: this is what was found so far; it is incomplete")
        raise typer.Exit(INTERRUPTED)
    if stopped:
        raise typer.Exit(FALLS_SHORT)


def say(text: str = "", style: str = "") -> None:
    """A line of results; long lines are left to the terminal, so that a script can cut them as they are."""
    out().print(Text(text, style=style), soft_wrap=True)


def rendered(text: str) -> None:
    """A text in Markdown, as a terminal can show it, in lines as wide as that is."""
    from rich.markdown import Markdown  # a tenth of a second, for one verb

    out().print(Markdown(text, hyperlinks=False))


def table(*columns: str, numbers: Iterable[int] = ()) -> Table:
    """A plain table: no frame, a rule below the head, the columns in `numbers` aligned to the right."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    right = set(numbers)
    for i, column in enumerate(columns):
        made.add_column(column, justify="right" if i in right else "left", overflow="fold")
    return made


def word(verdict: str) -> Text:
    """A verdict in its colour."""
    return Text(verdict, style=next((style for begins, style in STYLES.items() if verdict.startswith(begins)), ""))


def count(number: int, one: str, many: str = "") -> str:
    """``1 state``, ``2 states``."""
    return f"{spaced(number)} {one if number == 1 else many or one + 's'}"


def spaced(number: int) -> str:
    """``5 000``, as pages write it."""
    return f"{number:,}".replace(",", " ")


@dataclass(frozen=True)
class Spinner:
    """A line that says how far work is, and is gone with it."""

    title: str
    bar: Progress
    task: TaskID

    def __call__(self, text: str) -> None:
        self.bar.update(self.task, description=f"{self.title}: {text}")

    def lasting(self, text: str) -> None:
        """A line above it, which stays."""
        self.bar.console.print(text, soft_wrap=True)


@contextmanager
def progress(title: str) -> Iterator[Spinner | None]:
    """A line on standard error that says how far long work is; nothing where nobody looks."""
    console = err()
    if not console.is_terminal:
        yield None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        yield Spinner(title, bar, bar.add_task(title, total=None))
