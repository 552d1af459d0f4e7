"""The reasons for which findings were withdrawn, held against the lines that they name and the findings that stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.wording import Slip

NAMED = re.compile(r"\blines? (\d+(?:(?: to |-|–|, and |, | and | or )\d+)*)")
"""Lines of the book, as prose names them: line 85, lines 45 and 85, lines 93 to 95."""
_RANGE = re.compile(r"(\d+)(?:(?: to |-|–)(\d+))?")
_QUOTED = re.compile(r"[“\"]([^”\"]+)[”\"]")
_FINDING = re.compile(r"\bfindings? (\d{3,}(?:(?:, and |, | and | or )\d{3,})*)")
_WORD = re.compile(r"[a-z0-9']+")


def reason_slips(
    finding: Finding, others: Iterable[Finding], lines: Mapping[str, int], copy: Sequence[str] = ()
) -> Iterator[Slip]:
    """Mistakes in the reason of a withdrawn finding. lines: where each clause stands; copy: the lines of the reader's
    own copy of the text, by which quotations are held.

    A finding that stands, is about more than half of the clauses and about all lines that are named, may be
    contradicted by the reason: so the reason names it.
    """
    if not finding.withdrawn:
        return
    named = line_numbers(finding.because)
    if not named:
        yield Slip("unsettled", finding.because, 0)
        return
    if copy:
        for quoted in _QUOTED.findall(finding.because):
            if not any(_words(quoted) in _words(copy[n - 1]) for n in named if n <= len(copy)):
                yield Slip("misquoted", quoted, 0)
    if finding.into:
        return  # a finding that stands tells it, with whatever doubts those lines
    known = _finding_numbers(finding.because)
    for other in others:
        alike = 2 * sum(c in other.clauses for c in finding.clauses) > len(finding.clauses)
        doubts = named <= {lines.get(c, 0) for c in other.clauses}
        if alike and doubts and not other.withdrawn and other.id not in known:
            yield Slip("doubted", f"finding {other.id}: {other.title}", 0)


def line_numbers(text: str) -> set[int]:
    """The lines of the book that a text names."""
    spans = [(int(a), int(b or a)) for found in NAMED.findall(text) for a, b in _RANGE.findall(found)]
    return {n for first, last in spans for n in range(first, last + 1)}


def with_moved_lines(text: str, moves: Mapping[int, int]) -> str:
    """A text that names lines of the book, by the numbers that they have now."""

    def move(named: re.Match[str]) -> str:
        return re.sub(r"\d+", lambda number: str(moves.get(int(number[0]), int(number[0]))), named[0])

    return NAMED.sub(move, text)


def _finding_numbers(text: str) -> set[str]:
    return {id_ for found in _FINDING.findall(text) for id_ in re.findall(r"\d+", found)}


def _words(text: str) -> str:
    """The words alone, each between blanks, so that one is never found inside another."""
    return f" {' '.join(_WORD.findall(text.lower().replace('’', chr(39))))} "
