"""The origin of a rule or an expression: a source span, and the clauses of the book that it cites."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a source file; lines and columns count from 1, the end is exclusive.

    `path` is relative to the project root, with forward slashes, so that output is the same on every machine.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of an IR node: every node has one; `cites` are clause ids such as ``5.4.2``."""

    span: Span
    cites: tuple[str, ...] = ()
