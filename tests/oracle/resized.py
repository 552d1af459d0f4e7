"""A program's scope with another number of things, for what is said of any number."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.oracle.compare import Case

NOTHING = 0
"""How many things there are in a scope that has none."""
SIZES = (1, 2, 3, 4, 5)
"""How many things there are where something is said for any number."""


def has_things(case: Case) -> bool:
    """Whether there is something of which there may be any number."""
    text = (case.folder / case.name / "scopes" / f"{case.scope}.toml").read_text(encoding="utf-8")
    return re.search(r"^(Thing|Card) = ", text, re.MULTILINE) is not None


def resized(case: Case, number: int) -> Path:
    """Write the scope with so many things, beside the program's own: its file."""
    scopes = case.folder / case.name / "scopes"
    text = (scopes / f"{case.scope}.toml").read_text(encoding="utf-8")
    made = scopes / f"things{number}.toml"
    made.write_text(with_things(text, number), encoding="utf-8")
    return made


def with_things(scope: str, number: int) -> str:
    """The scope with so many things (or cards), those that there are over again. Numbers are the book's, two play, and
    games begin as it says: nothing else is proved."""
    lines, table = [], ""
    for line in scope.split("\n"):
        table = line if line.startswith("[") else table
        if table in ("[constants]", "[initial]", "[bounds]") or line.startswith("off = "):
            continue
        if table in ("[attributes.Thing]", "[attributes.Card]") and " = [" in line:
            name, _, values = line.partition(" = [")
            written = re.findall(r"\{[^}]*\}|\[[^][]*\]|[^,\s]+", values.removesuffix("]"))
            first, *others = written
            more = others or ["1" if name == "cost" else first]  # one thing alone costs nothing
            all_ = [first, *(more[i % len(more)] for i in range(number - 1))][:number]
            line = f"{name} = [{', '.join(all_)}]"
        line = 'Player = ["Ann", "Bob"]' if line.startswith("Player = [") else line
        line = "rank = [0, 1]" if table == "[attributes.Player]" and line.startswith("rank") else line
        lines.append(re.sub(r"^(Thing|Card) = \d", rf"\g<1> = {number}", line))
    return "\n".join(lines)
