"""Every diagnostic by its number, as `ruleslawyer explain` explains it."""

from __future__ import annotations

from pages.markdown import fenced, prose
from ruleslawyer.front.codes import MEANINGS
from ruleslawyer.front.explaining import example

_GROUPS = {
    "RL1": "What is not part of the language",
    "RL2": "Names",
    "RL3": "Types",
    "RL4": "State, sorts and scopes of values",
    "RL5": "Rules",
    "RL6": "Bodies",
    "RL7": "Scope files and views",
    "RL8": "Files of a model: what `lint` alone says",
}


def page() -> str:
    """One entry for each code."""
    lines = [
        "# Diagnostics",
        "",
        "Whatever is wrong with a model or a scope is said at once, with its place and what to write instead. "
        "`ruleslawyer lint` prints it, and `ruleslawyer explain RL207` prints an entry of this page; "
        "[editors](../howto/editors.md) can show it in place. "
        "The examples are those of the tests; `case.py` is what stands above the message.",
    ]
    group = ""
    for number, meaning in sorted(MEANINGS.items()):
        if number[:3] != group:
            group = number[:3]
            lines += ["", f"## {_GROUPS[group]}"]
        lines += ["", f"({number.lower()})=", f"### {number}: {prose(meaning.title)}", ""]
        reason = f"{prose(meaning.reason[0].upper() + meaning.reason[1:])}. " if meaning.reason else ""
        lines += [f"{reason}Instead: {prose(meaning.mend)}."]
        shown = example(number)
        if shown is not None:
            lines += ["", fenced(shown.source, shown.language), fenced(shown.said)]
    return "\n".join(lines) + "\n"
