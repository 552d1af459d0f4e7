"""How much there is: lines of code and files of each room of the tool and of its tests, against docs/size.toml.

`python -m tests.sizes` writes that file anew. A line of code is not blank, no comment alone, and part of no import and
of no text in three quotes that stands alone, as docstrings do. A room that rises asks for `--why` and `--lowers`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.arrows import room

ROOT = Path(__file__).parents[1]
FILE = "docs/size.toml"
HEAD = """# The size of each room, which only falls. `python -m tests.sizes` writes it, and says what is counted.
# A room that rose says `why`, and by `lowers` what will take it down again.
"""
_TOKEN = re.compile(r"""#[^\n]*|("{3}|'{3})(?:\\.|.)*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)
"""A comment or a text: in neither is a word code."""
_REST = re.compile(r"[ \t]*(?:\n|$)")
_IMPORT = re.compile(r"^[ \t]*(?:from [\w.]+ import (?:\([^)]*\)|[^\n]*)|import [^\n]*)$", re.MULTILINE)


class Size(NamedTuple):
    """How large a room is. why, lowers: what is said of its last rise."""

    lines: int
    files: int
    why: str = ""
    lowers: str = ""


def code_lines(text: str) -> int:
    """The lines of code of a module."""

    def plain(found: re.Match[str]) -> str:
        before = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        alone = found[1] and not before.strip() and _REST.match(text, found.end())
        return "" if alone or found[0].startswith("#") else re.sub(r"[^\n]*\S[^\n]*", "x", found[0])

    return sum(bool(line.strip()) for line in _IMPORT.sub("", _TOKEN.sub(plain, text)).split("\n"))


def sizes(root: Path) -> dict[str, Size]:
    """What there is, by `src/ROOM` as `tests/test_architecture.py` has them, and `tests/FOLDER`."""
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for top, folder in (("src", root / "src" / "ruleslawyer"), ("tests", root / "tests")):
        for path in folder.rglob("*.py"):
            inside = path.relative_to(folder).with_suffix("").parts
            of = found[f"{top}/{room('.'.join(inside)) if top == 'src' else '/'.join(inside[:-1][:1]) or '.'}"]
            of[0] += code_lines(path.read_text(encoding="utf-8"))
            of[1] += 1
    return {name: Size(lines, files) for name, (lines, files) in sorted(found.items())}


def read(text: str) -> dict[str, Size]:
    """The sizes that a file says."""
    return {name: Size(**row) for name, row in tomllib.loads(text).items()}


def differences(said: Mapping[str, Size], found: Mapping[str, Size]) -> list[str]:
    """What the file says and is not so, above or below."""
    nothing = Size(0, 0)
    return [
        f"{name}: {FILE} says {a.lines} lines, {a.files} files; it is {b.lines}, {b.files}: python -m tests.sizes"
        for name in sorted({*said, *found})
        if (a := said.get(name, nothing))[:2] != (b := found.get(name, nothing))[:2]
    ]


def unexplained(said: Mapping[str, Size], before: Mapping[str, Size]) -> list[str]:
    """The rooms that have risen and say no reason, or only the one that they had."""
    return [
        f"{name} has risen to {size.lines} lines, {size.files} files, and says nothing new of it"
        for name, size in said.items()
        if _rises(size, before.get(name)) and (not (size.why and size.lowers) or size[2:] == before.get(name, size)[2:])
    ]


def _rises(now: Size, before: Size | None) -> bool:
    return before is None or now.lines > before.lines or now.files > before.files


def of_parent(root: Path) -> dict[str, Size] | None:
    """What the file said before the last change of it that is here: in the commit that is checked out, or else in its
    parent. None without git, or as far back."""
    said = _git(root, "HEAD")
    if said is not None and read(said) == read((root / FILE).read_text(encoding="utf-8")):
        said = _git(root, "HEAD^")
    return None if said is None else read(said)


def _git(root: Path, commit: str) -> str | None:
    try:
        shown = subprocess.run(("git", "show", f"{commit}:./{FILE}"), cwd=root, capture_output=True, check=False)
    except OSError:
        return None
    return shown.stdout.decode() if shown.returncode == 0 else None


def _rows(found: Mapping[str, Size]) -> Iterator[str]:
    for name, size in found.items():
        words = "".join(f', {key} = "{text}"' for key, text in zip(("why", "lowers"), size[2:], strict=True) if text)
        yield f'"{name}" = {{ lines = {size.lines}, files = {size.files}{words} }}\n'


def main(words: list[str], root: Path = ROOT) -> None:
    """Write the file anew. Where a room has risen and nobody says why, nothing is written."""
    parser = ArgumentParser("python -m tests.sizes", description="Write docs/size.toml anew.")
    parser.add_argument("--why", default="", help="what the lines are for that are more than before")
    parser.add_argument("--lowers", default="", help="what will take them away again")
    given = parser.parse_args(words)
    file, found = root / FILE, sizes(root)
    said = read(file.read_text(encoding="utf-8")) if file.is_file() else found
    risen = [name for name, size in found.items() if _rises(size, said.get(name))]
    if risen and not (given.why and given.lowers):
        sys.exit(f"risen: {', '.join(risen)}; say --why TEXT and --lowers TEXT")
    for name, size in found.items():
        if name in risen:
            found[name] = size._replace(why=given.why, lowers=given.lowers)
        elif size[:2] == said[name][:2]:
            found[name] = said[name]
    file.write_text(HEAD + "".join(_rows(found)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
