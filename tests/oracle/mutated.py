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


def without(text: str, clause: str, over: str = "") -> str | None:
    """A program without a clause, or without what it is over; None where others speak of it."""
    block = re.compile(rf"^@[^\n]+\n(?:@[^\n]+\n)*def {clause}\(.*?(?=^\n\n|^@|\Z)", re.MULTILINE | re.DOTALL)
    found = block.search(text)
    if found is None:
        return None
    if over:
        cut = re.sub(rf', over={over}, because="[^"]*"', "", found[0])
        return None if cut == found[0] else text[: found.start()] + cut + text[found.end() :]
    left = re.sub(rf', over={clause}, because="[^"]*"', "", text[: found.start()] + text[found.end() :])
    return None if re.search(rf"\b{clause}\b", left) else left


def without_answer(text: str, name: str) -> str | None:
    """A program in which an answer is a reading, which nothing in the text supports; None where others speak of it."""
    said = re.compile(rf"^(@\w+)\.answer\(\"[^\"]*\"(, default=True)?\)(?=\ndef {name}\()", re.MULTILINE)
    changed, times = said.subn(r'\1.reading("left out"\2)', text)
    return changed if times == 1 and f"over={name}" not in text else None


def told(found: Found) -> Any:
    """What tells two explorations apart."""
    return (found.counts, sorted(found.material.items()), sorted(found.live), sorted(found.verdicts.items()),
            sorted(map(shown, found.depth)),
            sorted((shown(a), i.name, shown(i.args), shown(b)) for a, i, b in found.edges))  # fmt: skip


def shown(value: Any) -> str:
    """A value of a state as text, sets in an order that is no other in another process."""
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(shown, value)))}}}"
    return f"({', '.join(map(shown, value))})" if isinstance(value, tuple) else repr(value)


def explored(oracle: Oracle, path: Path, other: str | None) -> Found | None:
    """What is found where a file says something else; None where that is nothing, or too large."""
    if other is None:
        return None
    text = path.read_text(encoding="utf-8")
    path.write_text(other, encoding="utf-8")
    try:
        return Explorer(oracle.folder, oracle.name, oracle.scope, most=oracle.most).explore()
    except TooLarge:
        return None
    finally:
        path.write_text(text, encoding="utf-8")


def differs(oracle: Oracle, fault: str, place: str) -> tuple[bool, bool] | None:
    """Whether a fault changes anything in the oracle's scope, and whether `check` must notice it there: something that
    matters is met that was not, or a property is violated that was not. None where the oracle cannot say."""
    file, _, line = place.rpartition(":")
    path: Path = oracle.folder / file
    found = explored(oracle, path, mutated(path.read_text(encoding="utf-8"), fault.partition(": ")[2], int(line)))
    if found is None:
        return None
    usual = oracle.found()
    news = {k for k, m in found.material.items() if m} - {k for k, m in usual.material.items() if m}
    worse = {n for n, word in found.verdicts.items() if word == "VIOLATED" != usual.verdicts[n]}
    return told(found) != told(usual), bool(news or worse)
