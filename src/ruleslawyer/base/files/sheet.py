"""Spreadsheets saved as CSV: the cells of each line, and where each of them stands; nothing in them is evaluated."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ruleslawyer.base.diagnostics import source_lines
from ruleslawyer.base.origin import Span

SEPARATORS = (",", ";", "\t")
"""What may stand between cells: the first of those that the head has most of."""


class NotASheet(Exception):
    """A text is no CSV: what is wrong, on which line, and how to mend it."""

    def __init__(self, message: str, line: int, mend: str) -> None:
        super().__init__(message)
        self.message, self.line, self.mend = message, line, mend


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a line, and its number; a quoted cell may go on in the next lines."""

    line: int
    cells: tuple[str, ...]


class Sheet:
    """The head of a spreadsheet and the rows below it, without empty ones."""

    def __init__(self, path: str, text: str) -> None:
        """Raises NotASheet."""
        self.path, self.lines = path, source_lines(text)
        self.separator, first = _separator(self.lines)
        rows = list(self._rows(first))
        if not rows:
            raise NotASheet("there is nothing in this spreadsheet", 1, "write a head that names the columns")
        self.head, self.rows = rows[0], rows[1:]
        for row in self.rows:
            more = len(row.cells) - len(self.head.cells)
            if more > 0 and any(row.cells[-more:]):
                message = f"this line has {len(row.cells)} cells, and the head has {len(self.head.cells)}"
                mend = f'put a cell that has `{self.separator}` in it into quotes: "…"'
                raise NotASheet(message, row.line, mend)

    def _rows(self, first: int) -> Iterator[Row]:
        lines = [f"{line}\n" for line in self.lines[first:]]
        reader = csv.reader(lines, delimiter=self.separator, strict=True)
        began = first + 1
        try:
            for cells in reader:
                stripped = tuple(cell.strip() for cell in cells)
                if any(stripped):
                    yield Row(began, stripped)
                began = first + reader.line_num + 1
        except csv.Error as error:
            raise NotASheet(f"this is not CSV: {error}", began, 'close the quotes: "…"') from error

    def find(self, row: Row, column: int, word: str = "") -> Span:
        """The place of a cell, or of a word in it."""
        line, start, end = self._extent(row, column)
        text = self.lines[line - 1]
        found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text[start:end]) if word else None
        if found is not None:
            start, end = start + found.start(), start + found.end()
        return Span(self.path, line, start + 1, line, max(end, start + 1) + 1)

    def _extent(self, row: Row, column: int) -> tuple[int, int, int]:
        """The line of a cell, and its first and last character there, without spaces and quotes around it."""
        line, at, start, quoted = row.line, 0, 0, False
        while line <= len(self.lines):
            text = self.lines[line - 1]
            while at <= len(text):
                sign = text[at : at + 1]
                if sign == '"':
                    quoted = not quoted
                elif not quoted and sign in (self.separator, ""):
                    if column == 0 or not sign:
                        return line, *_strip(text, start, at)
                    column, start = column - 1, at + 1
                at += 1
            line, at, start = line + 1, 0, 0
        return row.line, 0, 0


def _strip(text: str, start: int, end: int) -> tuple[int, int]:
    """A range of a line without the spaces and quotes around it."""
    cell = text[start:end]
    left = len(cell) - len(cell.lstrip(' \t"'))
    return (start + left, start + len(cell.rstrip(' \t"'))) if cell.strip(' \t"') else (start, end)


def _separator(lines: Sequence[str]) -> tuple[str, int]:
    """The separator of the cells, and how many lines stand above the head; `sep=;` says it, or the head shows it."""
    said = re.fullmatch(r"sep=(.)", lines[0].strip("\n"))
    if said:
        return said[1], 1
    head = next((line for line in lines if line.strip()), "")
    bare = re.sub(r'"[^"]*"', "", head)
    return max(SEPARATORS, key=bare.count), 0
