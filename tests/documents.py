"""The code blocks of a Markdown page: what a reader types, what he is told to see, which files he is shown or saves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Block:
    """A fenced block. `file`: the one that the text before it names; `saved`: the reader is told to save it there."""

    language: str
    text: str
    file: str
    saved: bool


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    for found in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        before = " ".join(text[: found.start()].rpartition("```\n")[2].split())
        named = re.search(r"(?:From|in|(Save this as)) `([\w./-]+)`:$", before)
        saved = named is not None and named[1] is not None
        yield Block(found[1], found[2], named[2] if named else "", saved)


def commands(block: Block) -> list[tuple[str, str]]:
    """Each command of a console block, with what is said to appear."""
    parts = re.split(r"^\$ (.*)\n", block.text, flags=re.MULTILINE)
    assert parts[0] == "", "a console block begins with a command"
    return list(zip(parts[1::2], parts[2::2], strict=True))


def appears(said: str, printed: str) -> bool:
    """Whether an output is as said. A line with `…` stands for any lines; seconds do not count."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "…" else re.escape(line) + r"\n" for line in _plain(said).splitlines()
    )  # fmt: skip
    return re.fullmatch(pattern, _plain(printed)) is not None


def _plain(text: str) -> str:
    lines = (re.sub(r"\b\d+\.\d+(?= ?s\b|$)", "#", line.rstrip()) for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines)
