"""The code blocks of a Markdown page: what a reader types, what he is told to see, which files he is shown or saves."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Sequence
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


Answer = Callable[[Path, Sequence[str]], tuple[int, str, str]]
"""Runs `ruleslawyer` in a folder with some arguments, and returns its exit code and what it prints on both streams."""


def follow(page: Path, folder: Path, answer: Answer) -> int:
    """Do what a page says, in order and from an empty folder: save its files, and run its commands, which print what it
    says. Returns how many commands were run; what is otherwise fails."""
    ran = 0
    for block in blocks(page):
        path = folder / block.file
        if block.saved:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.file:
            assert block.text in path.read_text(encoding="utf-8"), f"{block.file} has not:\n{block.text}"
        for line, said in commands(block) if block.language == "console" else ():
            program, *arguments = shlex.split(line)
            if program == "cd":
                folder = folder / arguments[0]
                continue
            assert program == "ruleslawyer"
            code, out, err = answer(folder, arguments)
            assert code in (0, 1) and err == "", f"{line}\n{err}"
            assert appears(said, out), f"$ {line}\n{out}"
            ran += 1
    assert ran == page.read_text(encoding="utf-8").count("\n$ ruleslawyer ") > 0
    return ran


def _plain(text: str) -> str:
    lines = (re.sub(r"\b\d+\.\d+(?= ?s\b|$)", "#", line.rstrip()) for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines)
