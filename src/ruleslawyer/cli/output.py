"""Output of every verb: consoles, JSON, tables, progress, and a project's mistakes said once."""

from __future__ import annotations

import json
import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import typer
from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, JustifyMethod, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from ruleslawyer.base.files.content import SCHEMA, Json
from ruleslawyer.cli import waiting
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C

FALLS_SHORT = 1
MISTAKE = 2
UP_TO_A_CAP = 3
"""Nothing falls short but that some properties hold up to a cap of their scope alone."""
INTERRUPTED = 130
"""What a shell gives a command that Ctrl-C ended."""
TERMINATED = 143
"""The same of one that SIGTERM ended."""

STYLES = {
    "PROVED": "green", "HOLDS IN SCOPE": "green", "HOLDS UP TO": "yellow", "VIOLATED": "red", "VACUOUS": "yellow",
    "UNCHECKED": "yellow", "UNKNOWN": "yellow", "CERTIFICATE": "green", "LASSO": "red",
    "ENDS WITH PROBABILITY 1": "green",
}  # fmt: skip

WIDE = 120
"""Text is not wider than this, however wide a terminal is."""
LINES = 18
"""So many lines of a screen a table takes where there is more to say."""
SLACK = 4
"""So many lines more are not worth a cut."""
GAP = 3
"""Columns of the terminal between two columns of a table."""
NAMED = 6
"""So many names are told where there are many."""


UNSHRUNK = "its plays may be longer than they need to be"


@dataclass(slots=True)
class Screen:
    """How much is printed: what fits a screen, or all."""

    whole: bool = False


screen = Screen()
"""That of the running command."""


def out() -> Console:
    """The console of results: coloured only on a terminal, 80 columns wide where there is none."""
    return _console(sys.stdout.isatty(), stderr=False)


def err() -> Console:
    """The console of progress and mistakes."""
    return _console(sys.stderr.isatty(), stderr=True)


def _console(terminal: bool, *, stderr: bool) -> Console:
    waiting.heard()
    made = Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=False)
    made.width = min(made.width, WIDE) if terminal else 80
    return made


def to_text(value: object) -> str:
    """JSON as it is printed and saved: the same bytes for the same value."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def print_json(value: Any) -> None:
    """An object, or a list of objects, each with the version of its schema."""
    shown = [with_version(item) for item in value] if isinstance(value, list) else with_version(value)
    waiting.heard()
    sys.stdout.write(to_text(shown))


def with_version(value: Json) -> Json:
    """An object with the version of its schema."""
    return {"schema": SCHEMA, **value}


def leave(stopped: str, short: object = False, so: str = "it is incomplete") -> None:
    """End with the exit code of an exploration that stopped early, if it did, or of what falls `short`; what was found
    is printed already. `so`: what to know of it after Ctrl-C."""
    if stopped == BY_CTRL_C:
        err().print(f"interrupted: this is what was found so far; {so}")
        raise typer.Exit(INTERRUPTED)
    if stopped or short:
        raise typer.Exit(FALLS_SHORT)


def incomplete(stopped: str, what: str = "this is what was found so far") -> None:
    """Say that the answer is incomplete, and why, if something stopped it."""
    if stopped:
        say(f"INCOMPLETE: {stopped}; {what}", "bold red")


def say(text: str = "", style: str = "") -> None:
    """A line of results. On a terminal it is wrapped at words, and what follows is indented; a script reads it as it
    is."""
    console = out()
    if not console.is_terminal:
        console.print(Text(text, style=style), soft_wrap=True)
        return
    for line in text.split("\n"):
        body = line.lstrip(" ")
        margin = len(line) - len(body)
        hanging = margin + 2 if cell_len(line) > console.width else margin
        for i, piece in enumerate(Text(body, style=style).wrap(console, max(console.width - hanging, 20))):
            piece.rstrip()
            console.print(Text(" " * (margin if i == 0 else hanging)) + piece, soft_wrap=True)


def note(text: str) -> None:
    """A line on standard error beside the results, where there is something to note."""
    if text:
        err().print(f"note: {text}", soft_wrap=True, markup=False)


def quote(text: str) -> None:
    """Lines that are shown as they are, such as those of a source with carets below them."""
    out().print(Text(text), soft_wrap=True)


def print_markdown(text: str) -> None:
    """A text in Markdown, as a terminal can show it, in lines as wide as that is."""
    from rich.markdown import Markdown  # a tenth of a second, for one verb

    console = out()
    with console.capture() as lines:
        console.print(Markdown(text, hyperlinks=False))
    sys.stdout.write(re.sub(r" +$", "", lines.get(), flags=re.MULTILINE))


def print_text(text: str, style: str = "", margin: int = 0) -> None:
    """A text in lines as wide as a page, also where a script reads it."""
    console = out()
    for piece in Text(text, style=style).wrap(console, max(console.width - margin, 20)):
        piece.rstrip()
        console.print(Text(" " * margin) + piece, soft_wrap=True)


_WORDS = re.compile(r"^\s*\S+|\S+", re.MULTILINE)
"""The first one of a line with what it is indented by."""


class Rows(Table):
    """A plain table: no frame, a rule below the head, the columns in `numbers` aligned to the right."""

    def __init__(self, heads: Sequence[str], numbers: Iterable[int] = ()) -> None:
        super().__init__(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
        self.heads, self.numbers = tuple(heads), frozenset(numbers)
        self.added: list[tuple[RenderableType | None, ...]] = []
        for i, column in enumerate(heads):
            justify: JustifyMethod = "right" if i in self.numbers else "left"
            self.add_column(column, justify=justify, overflow="fold")

    def add_row(self, *cells: RenderableType | None, **how: Any) -> None:
        self.added.append(cells)
        super().add_row(*cells, **how)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self._fit(options.max_width):
            yield from super().__rich_console__(console, options)
        else:
            yield from self._below_each_other(options.max_width)

    def _below_each_other(self, width: int) -> RenderResult:
        """The cells of each row in lines of their own, where the columns would break words."""
        for cells in self.added:
            for head, cell in zip(self.heads, cells, strict=False):
                text = cell if isinstance(cell, Text) else Text(str(cell or ""))
                named = text if cell is cells[0] else Text(f"{head}: ", style="dim") + text
                margin = 0 if cell is cells[0] else 2
                for line in named.split("\n") if text.plain else ():
                    for piece in line.wrap(Console(width=width), max(width - margin, 20)):
                        piece.rstrip()
                        yield Text(" " * margin) + piece

    def _fit(self, width: int) -> bool:
        """Makes no column narrower than its longest word, and leaves short ones as they are, and verdicts where they
        have room; false where that cannot be."""
        rows = [self.heads, *self.added]
        cells = [[str(row[i] or "") for row in rows if i < len(row)] for i in range(len(self.heads))]
        least = [max(cell_len(word) for cell in column for word in ["", *_WORDS.findall(cell)]) for column in cells]
        whole = [max(cell_len(line) for cell in column for line in cell.split("\n")) for column in cells]
        room = width - GAP * (len(cells) - 1)
        kept = [all_ if head == "verdict" else word for head, all_, word in zip(self.heads, whole, least, strict=True)]
        least = kept if sum(kept) <= room else least
        if sum(whole) <= room or sum(least) > room:
            return sum(least) <= room or len(cells) < 3
        order = sorted(range(len(cells)), key=lambda place: whole[place])
        for behind, place in enumerate(order, 1):
            rest = order[behind:]
            fair = max(least[place], min(whole[place], room // (len(rest) + 1)))
            given = min(fair, room - sum(least[other] for other in rest))
            self.columns[place].width = given
            room -= given
        return True

    def first(self, number: int) -> Rows:
        """A table of the first rows."""
        made = Rows(self.heads, self.numbers)
        for cells in self.added[:number]:
            made.add_row(*cells)
        return made


def table(*columns: str, numbers: Iterable[int] = ()) -> Rows:
    """A table to add rows to."""
    return Rows(columns, numbers)


def print_table(rows: Rows, lines: int = LINES, least: int = 1) -> None:
    """A table, or as much of it as leaves room on a screen for the rest, and how many rows more there are. least: so
    many rows are never left out, however many lines they take."""
    console, there = out(), rows.row_count
    number = there if screen.whole else max(least, _fitting(console, rows, lines))
    console.print(rows if number == there else rows.first(number))
    if number < there:
        say(f"… and {there - number} more: --all prints them", "dim")


def _fitting(console: Console, rows: Rows, lines: int) -> int:
    """How many rows fit into so many lines; one at least."""
    there = rows.row_count
    if there <= lines + SLACK and len(console.render_lines(rows)) <= lines + SLACK:
        return there
    numbers = range(1, min(there, lines) + 1)
    return max(1, bisect_right(numbers, lines, key=lambda number: len(console.render_lines(rows.first(number)))))


def print_list(lines: Sequence[str], style: str = "") -> None:
    """Lines of results, or one screen of them, and how many more there are."""
    number = len(lines) if screen.whole or len(lines) <= LINES + SLACK else LINES
    for line in lines[:number]:
        say(line, style)
    if number < len(lines):
        say(f"… and {len(lines) - number} more: --all prints them", "dim")


def some(names: Sequence[str], between: str = ", ") -> str:
    """Some names, and how many more there are: `--all` and `--json` have them all."""
    if screen.whole or len(names) <= NAMED + 1:
        return between.join(names)
    return f"{between.join(names[:NAMED])}{between}and {len(names) - NAMED} more"


def finding_names(of: str, ids: Sequence[str]) -> str:
    """Some findings of a ruleset, as they are named everywhere and as commands take them."""
    named = ", ".join(f"{of}/{id_}" for id_ in ids)
    return f"finding{'s' if len(ids) > 1 else ''} {named}" if ids else ""


def word(verdict: str) -> Text:
    """A verdict in its colour."""
    return Text(verdict, style=style_of(verdict))


def style_of(verdict: str) -> str:
    return next((style for begins, style in STYLES.items() if verdict.startswith(begins)), "")


def count(number: int, one: str, many: str = "") -> str:
    """``1 state``, ``2 states``."""
    return f"{with_spaces(number)} {one if number == 1 else many or one + 's'}"


def with_spaces(number: int) -> str:
    """``5 000``, as pages write it."""
    return f"{number:,}".replace(",", " ")


@dataclass(frozen=True, slots=True)
class Work:
    """Work that takes long. tell: how far it is. lasting: a line that stays."""

    tell: Callable[[str], None]
    lasting: Callable[[str], None]

    def __call__(self, text: str) -> None:
        self.tell(text)


@contextmanager
def progress(title: str) -> Iterator[Work]:
    """Shows how far long work is: a line that changes on a terminal, else one now and then, on standard error."""
    console = err()
    if not console.is_terminal:
        with waiting.at(title) as tell:
            yield Work(tell, lambda text: err().print(text, soft_wrap=True))
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn  # for terminals alone

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with waiting.quiet(), Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield Work(
            lambda text: bar.update(task, description=f"{title}: {text}"),
            lambda text: bar.console.print(text, soft_wrap=True),
        )


def host_line(host: Json) -> str:
    """A sentence on the host of a guest."""
    name, register = host["ruleset"], host["register"]
    return f"its base rules are those of {host['title']} ({register}, cited as {name}:…): `spec {name}` lists them"
