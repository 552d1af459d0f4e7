"""The text of a module with the front end's checks that None does not stand where a value is needed.

Python lets None into a set, onto a pile and through a call; the rule language does not (decision 0001).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from ruleslawyer.base.origin import Span
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk

PRESENT = "__present__"
"""The name under which the check stands in a module that is executed."""


def needed_values(system: System) -> Mapping[str, frozenset[Span]]:
    """The places, by file, where an expression that may be None stands for a value. What the front end adds to a rule
    stands at the place of a whole rule, and nobody wrote it there."""
    found: defaultdict[str, set[Span]] = defaultdict(set)
    unwritten = set[Span]()
    for function in system.functions():
        unwritten.add(function.origin.span)
        for node in walk(function.body):
            match node:
                case n.Unwrap(origin=origin):
                    found[origin.span.path].add(origin.span)
                case n.Place(origin=origin):  # of `+=` this is what it reads, too; None there is Python's own error
                    unwritten.add(origin.span)
    return {path: frozenset(spans - unwritten) for path, spans in found.items()}


def with_checks(text: str, spans: Iterable[Span]) -> str:
    """The text with a check around each of these expressions; every line stays where it was."""
    lines = text.split("\n")
    inserted = [(s.line, s.column, f"{PRESENT}(") for s in spans] + [(s.end_line, s.end_column, ")") for s in spans]
    for line, column, piece in sorted(inserted, reverse=True):
        old = lines[line - 1]
        lines[line - 1] = old[: column - 1] + piece + old[column - 1 :]
    return "\n".join(lines)
