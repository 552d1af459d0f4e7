"""Ordinary mistakes, as somebody makes them who learns the language: each an edit of one file of a small project.

`ordinary.toml` was written before any message was mended, by somebody who had not written the messages. Of the 93
mistakes 12 were then said without a place, or without a mend that helps.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
FINDING = "findings/mygame/001-take-the-last-stone-against-as-many-again.md"


@dataclass(frozen=True)
class Mistake:
    """One wrong edit. of: the pattern that is edited, or the tutorial's game. at: what stands in the line that is wrong
    (nothing: the file is). place: how the command names it, where it is not by file and line. mend: what a message that
    helps says, as a regular expression. words: the command."""

    name: str
    kind: str
    file: str
    old: str
    new: str
    at: str
    mend: str
    words: Sequence[str]
    of: str = "mygame"
    place: str = ""

    def put_into(self, project: Path) -> str:
        """Make the mistake; the place that a message should name."""
        path = project / self.file
        before = path.read_text("utf-8")
        assert before.count(self.old) == 1, f"{self.name}: {before.count(self.old)} places"
        after = before.replace(self.old, self.new)
        path.write_text(after, "utf-8")
        if not self.at:
            return self.place or self.file
        lines = [number for number, line in enumerate(after.split("\n"), 1) if self.at in line]
        assert len(lines) == 1, f"{self.name}: {self.at} is in {lines}"
        return f"{self.file}:{lines[0]}"


def mistakes() -> list[Mistake]:
    """All of them. What a case does not say is that of its kind."""
    found = tomllib.loads((HERE / "ordinary.toml").read_text("utf-8"))
    kinds = found.pop("kinds")
    return [Mistake(**{**kinds[one["kind"]], **one}) for one in found["mistake"]]


def names_place_and_mend(mistake: Mistake, place: str, said: str) -> tuple[bool, bool]:
    """Whether a message names the place, with its line where there is one, and what would mend it."""
    named = re.search(rf"{re.escape(place)}(?!\d)", said) is not None
    return named, re.search(mistake.mend, said, re.IGNORECASE) is not None
