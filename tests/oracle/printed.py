"""Printed text, taken apart: sentences, and tables with their cells whole again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

RULE = re.compile(r"─+")
GAP = re.compile(r" {2,}")
MORE = re.compile(r"… and (\d+) more: --all prints them")
Row = tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A table by its heads. left: how many rows are not printed."""

    heads: Row
    rows: tuple[Row, ...]
    left: int = 0


def parts(text: str) -> Iterator[str | Table]:
    """The sentences and tables of a text, in their order; nothing of empty lines."""
    lines, at = text.splitlines(), 0
    while at < len(lines):
        above = _above(lines, at)
        if above:
            broken, head, width = lines[at : at + above - 1], lines[at + above - 1], len(lines[at + above])
            at += above - 1
            starts = [match.start() for match in re.finditer(r"(?<!\S)\S+(?: \S+)*", head)]
            starts[0] = 0
            body, at = list[str](), at + 2
            numbered = NUMBERED.fullmatch(head)
            while at < len(lines) and _is_row(lines[at], width, () if numbered else starts):
                body.append(lines[at])
                at += 1
            more = MORE.fullmatch(lines[at]) if at < len(lines) else None
            at += more is not None
            yield Table(_heads(head, broken), tuple(_rows(head, body, starts)), int(more[1]) if more else 0)
        else:
            if lines[at].strip():
                yield lines[at].rstrip()
            at += 1


def _above(lines: Sequence[str], at: int) -> int:
    """Of how many lines the head of a table is that begins here; 0 where none does."""
    for number in (1, 2, 3):
        if at + number < len(lines) and RULE.fullmatch(lines[at + number]):
            there = lines[at : at + number]
            second = re.compile(r"\S.*?  +|  +").match(there[-1])  # of the lines above only the first head is broken
            width, left = len(lines[at + number]), second.end() if second else None
            wide = all(line.strip() and len(line) == width for line in there)
            return number if wide and not any(line[left:].strip() for line in there[:-1]) else 0
    return 0


def _heads(line: str, broken: Sequence[str]) -> Row:
    """The heads; the first may be broken into lines, of which the last stands beside the others."""
    first, *others = ("", *GAP.split(line.strip())) if _unheaded(line) else GAP.split(line.strip())
    return (" ".join([*(one.strip() for one in broken), first]), *others)


def _unheaded(head: str) -> bool:
    """Whether the first column has no head; that of numbers stands to the right where there are ten or more."""
    return head[:1] == " " and not head.lstrip().startswith("#")


def _is_row(line: str, width: int, starts: Sequence[int]) -> bool:
    """Whether a line belongs to the table above it: padded to its width, where a sentence is not."""
    return len(line) == width and line.strip() != "" and (line[-1] == " " or _fits(line, starts))


def _fits(line: str, starts: Sequence[int]) -> bool:
    return all(line[start - 2 : start] == "  " for start in starts[1:])


def _rows(head: str, body: Sequence[str], starts: Sequence[int]) -> Iterator[Row]:
    """Rows with what was broken into lines joined again. A row of numbers, aligned to the right, is one line."""
    if NUMBERED.fullmatch(head):
        yield from (tuple(GAP.split(line.strip())) for line in body)
        return
    ends = [*starts[1:], None]
    if _unheaded(head):
        starts, ends = [0, *starts[1:]], ends
        second = len(head) - len(head.lstrip())
        starts, ends = [0, second], [second, None]
    made: list[list[str]] = []
    for line in body:
        cells = [line[a:b].strip() for a, b in zip(starts, ends, strict=True)]
        if not made or (_begins(cells) and not _unfinished(made[-1][0])):
            made.append(cells)
        else:
            made[-1] = [" ".join(filter(None, both)) for both in zip(made[-1], cells, strict=True)]
    yield from map(tuple, made)


NUMBERED = re.compile(r"(?:\w+ +combinations|kind +faults|scope +states) .*")
"""The heads of tables of numbers."""
WORDS = ("HOLDS IN SCOPE", "HOLDS UP TO", "VIOLATED", "VACUOUS", "UNKNOWN", "PROVED")
COUNTED = re.compile(rf"({'|'.join(WORDS)}) \d")


def _unfinished(verdict: str) -> bool:
    """Whether a proof's verdict goes on in the line below: it ends with its solvers, or with a sort."""
    return verdict.startswith("PROVED") and not re.search(r"\)$|any number of \w", verdict)


def _begins(cells: Sequence[str]) -> bool:
    """Whether a line begins a row: its first cell is not what is left of the one above."""
    if not cells[0]:
        return False
    if len(cells) == 3 and cells[2] and cells[1]:
        return bool(COUNTED.match(cells[2])) or not cells[2].startswith("with ")
    return bool(cells[1])
