"""The rulesets that are written by hand: this net's own, tiny ones and classics, for what few random programs show."""

from __future__ import annotations

import atexit
import re
import shutil
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.bank import TINY, composed, table

TESTS = Path(__file__).parent.parent
TOO_LARGE = {
    ("allocator", "published"), ("detection", "published"), ("readers", "published"), ("readers", "two"),
    ("ring", "published"), ("hanoi", "eight_discs"), ("hanoi", "twelve"), ("twophase", "five"),
}  # fmt: skip
CLASSICS = ("fair", "peterson", "hanoi", "buckets", "twophase", "tcommit")

SCOPED = ("heaps", "strides", "deals", "decks", "wide", "owed", "watched", "powers", "less")
"""The rulesets in `scoped/`: what is said over scopes, of games, of faults and of edits."""
WIDE = 35
"""Clauses that each of two actions has besides, where it matters that there are many."""
SPOKEN: Mapping[str, tuple[str, ...]] = {
    "stones": (
        "explore",
        "family",
        "check",
        "report",
        "ablate",
        "cores",
        "terminates",
        "prove",
        "verify",
        "sheets",
    ),
    "many": ("explore", "check"),
    "cards": ("explore", "check", "sweep", "any_number", "adequacy", "report"),
    "asks": ("explore", "family", "check", "prove", "terminates", "ablate", "report", "readings", "sheets"),
    "heaps": (
        "explore",
        "check",
        "cores",
        "diff",
        "verify",
        "stats",
        "solve",
        "any_number",
        "report",
        "sheets",
        "games",
    ),
    "strides": ("explore", "family", "check", "terminates", "prove", "any_number", "readings"),
    "deals": ("explore", "sweep"),
    "decks": ("explore", "sweep"),
    "wide": ("ablate",),
    "less": ("explore", "ablate"),
    "watched": ("explore", "adequacy"),
    "powers": ("explore", "prove"),
    "owed": ("any_number",),
    "grows": ("explore",),
    "entries": ("explore",),
    "packs": ("explore",),
    "crowds": ("explore",),
}
"""Of this net's own rulesets what is asked in which way."""


@dataclass(frozen=True)
class Place:
    """A ruleset of a project, in one of its scopes."""

    folder: Path
    name: str
    scope: str


@cache
def spoken(name: str = "spoken") -> Path:
    """A project of this net's own rulesets, copied to where commands may write."""
    folder = Path(tempfile.mkdtemp(prefix=f"{name}-")) / name
    atexit.register(shutil.rmtree, folder.parent, ignore_errors=True)
    shutil.copytree(TESTS / "oracle" / name, folder, ignore=shutil.ignore_patterns("__pycache__"))
    if name == "scoped":
        _widen(folder)
    return folder


def _widen(folder: Path) -> None:
    """Beside `decks` a ruleset that has more clauses than are left out at once; they never say anything."""
    wide = Path(shutil.copytree(folder / "decks", folder / "wide"))
    text = (wide / "model.py").read_text(encoding="utf-8").replace('Ruleset("decks")', 'Ruleset("wide")')
    never = (f'\n\n@{action}.forbid("8")\ndef not_{action}_{n}(s: State, who: Player, card: Card) -> bool:\n'
             f"    return s.score > {9 + n}\n" for action in ("mark", "turn") for n in range(WIDE))  # fmt: skip
    (wide / "model.py").write_text(text + "".join(never), encoding="utf-8")
    project = folder / "pyproject.toml"
    table = project.read_text(encoding="utf-8").partition("[tool.ruleslawyer.rulesets.decks]\n")[2].split("\n\n")[0]
    wider = table.replace("decks", "wide").replace("Decks", "Wide")
    with project.open("a", encoding="utf-8") as file:
        file.write(f"\n[tool.ruleslawyer.rulesets.wide]\n{wider}\n")


@cache
def traps() -> Path:
    """The traps of proofs for any number, as one project."""
    folder = Path(tempfile.mkdtemp(prefix="traps-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    names = sorted(path.stem for path in (TESTS / "any_number" / "traps").glob("*.py"))
    for name in names:
        scopes = folder / name / "scopes"
        scopes.mkdir(parents=True)
        (scopes / "cards.toml").write_text('title = "Two"\n\n[sorts]\nPlayer = 2\nCard = 2\n', encoding="utf-8")
        text = (TESTS / "any_number" / "traps" / f"{name}.py").read_text(encoding="utf-8")
        (folder / name / "model.py").write_text(composed(name, text), encoding="utf-8")
    (folder / "pyproject.toml").write_text("".join(map(table, names)), encoding="utf-8")
    return folder


def written() -> list[Place]:
    """All of them: those of this net first, then the tiny ones, the last one of these before the others: it was written
    for what is rare."""
    folders = [spoken(), spoken("scoped"), TINY, *(TESTS / "classics" / name for name in CLASSICS), traps()]
    return [place for folder in folders for place in _of(folder)]


def _of(folder: Path) -> Iterator[Place]:
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    rulesets = project["tool"]["ruleslawyer"]["rulesets"]
    for name, given in sorted(rulesets.items(), key=lambda item: _number(item[0]), reverse=True):
        for file in sorted((folder / given.get("scopes", f"checks/{name}/scopes")).glob("*.toml")):
            if (name, file.stem) not in TOO_LARGE:
                yield Place(folder, name, file.stem)


def _number(name: str) -> tuple[int, str]:
    """Tiny rulesets in their order: t99 comes before t154."""
    return int(re.sub(r"\D", "", name.partition("_")[0]) or 0), name
