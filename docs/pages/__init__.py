"""The pages that are made of the project itself: its tables, diagnostics, schemas, arrows, commands and rulesets.

Findings share one page for each chapter: with a page for each the build took twice as long.
"""

from __future__ import annotations

from pathlib import Path

from pages import (
    adequacy,
    any_number,
    architecture,
    commands,
    decisions,
    diagnostics,
    formats,
    games,
    language,
    limits,
    schemas,
    unasked,
)
from pages.rulesets import pages


def write_all(folder: Path, rulesets: str = "*") -> None:
    """Write every page that has changed, and take away those that are no more. `rulesets`: their ids, or `*`."""
    wanted = None if rulesets == "*" else rulesets.split(",")
    made = {
        "adequacy.md": adequacy.page(),
        "language.md": language.page(),
        "diagnostics.md": diagnostics.page(),
        "architecture.md": architecture.page(),
        "commands.md": commands.page(),
        "formats.md": formats.page(),
        "schemas.md": schemas.page(),
        "limits.md": limits.page(),
        "games.md": games.page(),
        "any_number.md": any_number.page(wanted),
        "decisions.md": decisions.page(),
        "unasked.md": unasked.page(),
        **pages(wanted),
    }
    for name, text in made.items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for path in folder.rglob("*.md"):
        if path.relative_to(folder).as_posix() not in made:
            path.unlink()
