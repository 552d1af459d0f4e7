"""Faults of a program's rules that `adequacy` names, put into its text, so that the oracle says what they change."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.oracle.graph import Explorer, Found, TooLarge
from tests.oracle.truth import Oracle

Edit = Callable[[str, str], str]


def _gone(line: str, what: str) -> str:
    return line.replace(what, "pass", 1) if line.strip() == what else line


EDITS: tuple[tuple[re.Pattern[str], Edit], ...] = (
    (re.compile(r"drop the write `(.+)`"), _gone),
    (re.compile(r"negate `(True)`"), lambda line, what: line.replace("True", "False")),
    (re.compile(r"drop the not of `(not [\w.]+)`"), lambda line, what: line.replace(what, what.removeprefix("not "))),
    (re.compile(r"drop (an over)"), lambda line, what: re.sub(r', over=\w+, because="but"', "", line)),
)
"""What a fault is called, and the edit of its line; other faults are passed over."""


def mutated(text: str, operator: str, line: int) -> str | None:
    """A program with a fault; None where that cannot be said as an edit of one line."""
    lines = text.split("\n")
    for pattern, edit in EDITS:
        found = pattern.fullmatch(operator)
        if found and lines[line - 1].count(found[1]) <= 1:
            other = edit(lines[line - 1], found[1])
            if other != lines[line - 1]:
                return "\n".join([*lines[: line - 1], other, *lines[line:]])
    return None


def told(found: Found) -> Any:
    """What tells two explorations apart."""
    return (found.counts, sorted(found.material.items()), sorted(found.live), sorted(found.verdicts.items()),
            sorted(map(repr, found.depth)))  # fmt: skip


def differs(oracle: Oracle, fault: str, place: str) -> tuple[bool, bool] | None:
    """Whether a fault changes anything in the oracle's scope, and whether `check` must notice it there: something that
    matters is met that was not, or a property is violated that was not. None where the oracle cannot say."""
    file, _, line = place.rpartition(":")
    path: Path = oracle.folder / file
    text = path.read_text(encoding="utf-8")
    other = mutated(text, fault.partition(": ")[2], int(line))
    if other is None:
        return None
    path.write_text(other, encoding="utf-8")
    try:
        found = Explorer(oracle.folder, oracle.name, oracle.scope, most=oracle.most).explore()
    except TooLarge:
        return None
    finally:
        path.write_text(text, encoding="utf-8")
    usual = oracle.found()
    news = {k for k, m in found.material.items() if m} - {k for k, m in usual.material.items() if m}
    worse = {n for n, word in found.verdicts.items() if word == "VIOLATED" != usual.verdicts[n]}
    return told(found) != told(usual), bool(news or worse)
