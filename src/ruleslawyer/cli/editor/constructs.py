"""Explanations of the constructs of the language, for an editor."""

from __future__ import annotations

import re

from ruleslawyer.front.analysis import LIBRARY
from ruleslawyer.front.constructs import constructs


def construct_at(line: str, column: int) -> tuple[str, int, int] | None:
    """The explanation of the construct in a line, with where it stands; None for other words.

    Words of a decorator are constructs, and elsewhere the names that a model imports from the language.
    """
    for found in re.finditer(r"[A-Za-z_]\w*", line):
        if found.start() <= column <= found.end():
            known = constructs().get(found[0])
            meant = line.lstrip().startswith("@") or found[0] in LIBRARY["ruleslawyer.lang"]
            uses = [use for use in known.uses if use.says] if known and meant else []
            if uses:
                said = "\n\n".join(f"`{use.written}`, {use.of}: {use.says}" for use in uses)
                return f"{said}\n\n`ruleslawyer explain {found[0]}` shows an example.", found.start(), found.end()
    return None
