"""Markdown from values: what a table or a text must not contain is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import ruleslawyer

ROOT = Path(ruleslawyer.__file__).parents[2]
"""The repository."""
_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|$~^!])")


def escape(text: str) -> str:
    """A text in which nothing is markup, in one line."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def prose(text: str) -> str:
    """A docstring in one line: its `code` stays code, everything else is plain."""
    parts = re.split(r"(`[^`]+`)", " ".join(text.split()))
    return "".join(part if i % 2 else _MARKUP.sub(r"\\\1", part) for i, part in enumerate(parts))


def code(text: str) -> str:
    return f"`{text}`" if text else ""


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; a bar in a cell would end it."""
    titles = list(head)
    cells = [[cell.replace("|", "\\|") if "`" in cell else cell for cell in row] for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in (titles, ["---"] * len(titles), *cells))


def fenced(text: str, language: str = "text") -> str:
    return f"```{language}\n{text.rstrip()}\n```\n"
