"""The models that are measured: classics, and scopes of MegaCorp that the campaign explores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
CLASSICS = ROOT / "tests" / "classics"
GROWING = ("turns_small", "medium")
"""Scopes of one rulebook, the smaller first: 27 976 and about a million states."""


@dataclass(frozen=True)
class Model:
    """A scope of a ruleset; `grows`: whether it is one of those that differ in their size alone."""

    name: str
    root: Path
    ruleset: str
    scope: str
    grows: bool = False

    @property
    def place(self) -> tuple[str, str, str]:
        """How a program is told which one it is."""
        return str(self.root), self.ruleset, self.scope


def models() -> Sequence[Model]:
    """All of them, the small ones first."""
    return (
        Model("start2", ROOT, "megacorp", "start2"),
        Model("sliding", CLASSICS / "sliding", "sliding", "eight"),
        Model("cube", CLASSICS / "cube", "cube", "all_turns"),
        *(Model(name, ROOT, "megacorp", name, grows=True) for name in GROWING),
    )
