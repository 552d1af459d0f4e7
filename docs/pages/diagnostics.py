"""Every diagnostic by its number, with the example that the tests hold it to."""

from __future__ import annotations

from pages.markdown import ROOT, fenced, prose
from ruleslawyer.front import subset
from ruleslawyer.front.codes import CODES
from ruleslawyer.front.subset import Row

_GROUPS = {
    "RL1": "What is not part of the language",
    "RL2": "Names",
    "RL3": "Types",
    "RL4": "State, sorts and scopes of values",
    "RL5": "Rules",
    "RL6": "Bodies",
    "RL7": "Scope files",
    "RL8": "Files of a model: what `lint` alone says",
}
ERRORS = ROOT / "tests" / "errors"


def page() -> str:
    """One entry for each code."""
    instead = {row.code: row for row in vars(subset).values() if isinstance(row, Row)}
    lines = [
        "# Diagnostics",
        "",
        "Whatever is wrong with a model or a scope is said at once, with its place and what to write instead. "
        "`ruleslawyer lint` prints it; [editors](../howto/editors.md) can show it in place. "
        "The examples are those of the tests; `case.py` is what stands above the message.",
    ]
    group = ""
    for number in sorted(CODES):
        if number[:3] != group:
            group = number[:3]
            lines += ["", f"## {_GROUPS[group]}"]
        lines += ["", f"({number.lower()})=", f"### {number}: {prose(CODES[number])}"]
        if number in instead:
            row = instead[number]
            lines += ["", f"{prose(row.reason[0].upper() + row.reason[1:])}. Instead: {prose(row.instead)}."]
        lines += _examples(number)
    return "\n".join(lines) + "\n"


def _examples(number: str) -> list[str]:
    """The smallest example of the tests, and what is said to it (its first message)."""
    found = sorted(ERRORS.glob(f"*/{number.lower()}_*.err"), key=lambda path: path.stat().st_size)
    if not found:
        return []
    said = found[0]
    source = next(path for path in said.parent.glob(said.stem + ".*") if path != said)
    messages = said.read_text(encoding="utf-8").split("\n\n")
    mine = next((m for m in messages if f" {number} " in m.partition("\n")[0]), messages[0])
    return [
        "",
        fenced(source.read_text(encoding="utf-8"), {".py": "python", ".toml": "toml"}.get(source.suffix, "text")),
        fenced(mine),
    ]
