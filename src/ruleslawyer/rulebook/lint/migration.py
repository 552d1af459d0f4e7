"""A project of an earlier language brought up to the language of today: texts alone, nothing is loaded or run.

docs/releases/ says for each version what it changes.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.project.config import FILE, LANGUAGE, Project
from ruleslawyer.rulebook.register.load import BOOK
from ruleslawyer.rulebook.register.verify import digest_table

_HEADER = re.compile(r"\s*(\[\[?)\s*([\w.\"-]+)\s*\]")
_NUMBER = re.compile(r"\s*number\s*=\s*(\d+)")
_DIGEST = re.compile(r'\s*digest\s*=\s*"([0-9a-f]+)"')
_LINES = re.compile(r"\s*lines\s*=")


@dataclass(frozen=True, slots=True)
class Migration:
    """notes: each file that changes, and the change in words. files: their old texts and new ones."""

    notes: Mapping[str, str]
    files: Mapping[str, tuple[str, str]]

    def diff(self) -> str:
        """The changes, as `patch` reads them."""
        return patch(self.files)


def patch(files: Mapping[str, tuple[str, str]]) -> str:
    """The differences between old texts and new ones, each file by its path."""
    parts: list[str] = []
    for path, (before, after) in files.items():
        old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
        parts += difflib.unified_diff(old, new, f"a/{path}", f"b/{path}")
    return "".join(parts)


def migration(project: Project) -> Migration:
    """All that has to be written otherwise in a project; nothing where it is of today."""
    notes: dict[str, str] = {}
    files: dict[str, tuple[str, str]] = {}
    for path, after, note in _changes(project):
        before = _text(path)
        if before != after:
            name = path.relative_to(project.root).as_posix()
            files[name], notes[name] = (before, after), note
    return Migration(notes, files)


def _changes(project: Project) -> Iterator[tuple[Path, str, str]]:
    """Each file that may change, with its text then, and that in words."""
    table = project.root / FILE
    yield table, with_language(_text(table)), f'[tool.ruleslawyer] says language = "{LANGUAGE}"'
    for config in project.rulesets.values():
        digests: dict[int, str] = {}
        for path in sorted(config.spec.glob("*.toml")):
            if path.name != BOOK:
                text, moved = _without_digests(_text(path))
                digests |= moved
                yield path, text, f"{len(moved)} times `digest` is in [digests] of {BOOK} now"
        if (config.spec / BOOK).is_file():
            yield config.spec / BOOK, _book(_text(config.spec / BOOK), digests), "[digests] takes the place of `lines`"


def with_language(text: str) -> str:
    """A pyproject.toml that names the language of today."""
    said = f'language = "{LANGUAGE}"'
    found = re.search(r"(?m)^\[tool\.ruleslawyer\][^\n]*\n(?:(?!\[)[^\n]*\n?)*", text)
    if found is None:
        return re.sub(r"(?m)^\[tool\.ruleslawyer\.", f"[tool.ruleslawyer]\n{said}\n\n\\g<0>", text, count=1)
    table, count = re.subn(r"(?m)^language\s*=\s*[\"'][^\"'\n]*[\"']", said, found[0], count=1)
    if not count:
        head, newline, rest = found[0].partition("\n")
        table = f"{head}{newline}{said}\n{rest}"
    return text[: found.start()] + table + text[found.end() :]


def _without_digests(text: str) -> tuple[str, dict[int, str]]:
    """A chapter without the digests of its lines, and these, by the number of each line."""
    kept: list[str] = []
    found: dict[int, str] = {}
    header, number, digest = "", 0, ""
    for line in text.splitlines(keepends=True):
        if opened := _HEADER.match(line):
            header, number, digest = opened[2], 0, ""
        if header == "line" and (counted := _NUMBER.match(line)):
            number = int(counted[1])
        if header == "line" and (told := _DIGEST.match(line)):
            digest = told[1]
        else:
            kept.append(line)
        if number and digest:
            found[number] = digest
    return "".join(kept), found


def _book(text: str, digests: Mapping[int, str]) -> str:
    """A book without `lines`, and with the digests of its lines in a table at its end."""
    head = re.search(r"(?m)^\s*\[", text)
    end = head.start() if head else len(text)
    top = "".join(line for line in text[:end].splitlines(keepends=True) if not _LINES.match(line))
    text = top + text[end:]
    if not digests or re.search(r"(?m)^\s*\[digests\]", text):
        return text
    return f"{text.rstrip()}\n\n{digest_table(digests)}"


def _text(path: Path) -> str:
    with path.open(encoding="utf-8", newline="") as file:
        return file.read()
