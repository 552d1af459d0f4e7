"""The decisions with their status, as a table that their index includes."""

from __future__ import annotations

import re

from pages.markdown import ROOT, table

_FOLDER = ROOT / "docs" / "decisions"
_HEAD = re.compile(r"# (\d{4}): (.+)\n\n- Date: .+\n- Status: (.+)\n")


def page() -> str:
    """One row for each record; a record without the form ends the build."""
    rows = []
    for path in sorted(_FOLDER.glob("0*.md")):
        head = _HEAD.match(path.read_text(encoding="utf-8"))
        if head is None:
            raise ValueError(f"{path.name} does not begin as docs/extending.md has it")
        number, title, status = head.groups()
        linked = re.sub(r"\b\d{4}\b", lambda other: _link(other[0]), status)
        rows.append([f"[{number}]({path.name})", title, linked])
    return table(["", "decision", "status"], rows)


def _link(number: str) -> str:
    """The number alone where another record has replaced that one."""
    return next((f"[{number}]({path.name})" for path in _FOLDER.glob(f"{number}-*.md")), number)
