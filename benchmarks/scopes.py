"""The models that are measured: classics, and MegaCorp scopes grown from `small` in a copy of the project."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

ROOT = Path(__file__).parents[1]
CLASSICS = ROOT / "tests" / "classics"
CONTENT = ("model", "checks", "spec")
GROWN = {"e5": (1, 3), "e6": (2, 3), "e7": (2, 6)}
"""More cards, and the money in the beginning: 140 128, 2 505 080 and 10 736 614 states."""
OWNERS = (("Ann", "CHARACTER"), ("Bob", "LOCATION"))
GAINS = ("cashflow = 1", "cashflow = 1", "score = { BQ = 1 }", "score = { BQ = 1 }")


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


def models(folder: Path) -> Sequence[Model]:
    """All of them, the small ones first. The project's copy goes into the folder."""
    copied = _copy(folder)
    return (
        Model("small", copied, "megacorp", "small"),
        Model("sliding", CLASSICS / "sliding", "sliding", "eight"),
        Model("cube", CLASSICS / "cube", "cube", "all_turns"),
        *(Model(name, copied, "megacorp", name, grows=True) for name in GROWN),
    )


def _copy(folder: Path) -> Path:
    for name in CONTENT:
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "pyproject.toml", folder)
    scopes = folder / "checks" / "megacorp" / "scopes"
    small = (scopes / "small.toml").read_text("utf-8")
    for name, (cards, money) in GROWN.items():
        (scopes / f"{name}.toml").write_text(_grown(small, cards, money), "utf-8")
    return folder


def _grown(small: str, cards: int, money: int) -> str:
    """More cards in the Market's deck, in turn Ann's and Bob's, and other money."""
    more = ""
    for number, ((owner, kind), gain) in enumerate(zip(islice(cycle(OWNERS), cards), cycle(GAINS), strict=False)):
        more += f'[sorts.Card.More{number}]\nowner = "{owner}"\nkind = "{kind}"\nback = "BLUE"\n'
        more += f"cost = {1 + number // 2 % 2}\n{gain}\n\n"
    changes = {
        "[constants]\n": f"{more}[constants]\n",
        '"Numbers.start_money" = 3\n': f'"Numbers.start_money" = {money}\n',
        "[caps]\nmoney = 12\n": f"[caps]\nmoney = {4 * money}\n",
    }
    for before, after in changes.items():
        if small.count(before) != 1:
            raise SystemExit(f"the scope small does not have exactly one {before!r}: mend benchmarks/scopes.py")
        small = small.replace(before, after)
    return small
