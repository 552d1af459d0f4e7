"""Conditions that nobody wrote down, as sentences: `not open or x is A or x is B` is "where open, x is A or B"."""

from __future__ import annotations

import re

from ruleslawyer.engines.smt.lifted.clauses import ALL, IS, NOT, OR

_KEYS = re.compile(r"(\[\w+\])+")


def in_words(condition: str) -> str:
    """The sentence for a condition, by its name; one that is said in other words stays as it is."""
    begin = ""
    if condition.startswith(ALL):
        listed, _, condition = condition.removeprefix(ALL).rpartition(": ")
        members = (f"{sort} {name}" for name, _, sort in (one.partition(": ") for one in listed.split(", ")))
        begin = f"for each {' and '.join(members)}: "
    parts = condition.split(OR)
    denied = [_place(part.removeprefix(NOT)) for part in parts if part.startswith(NOT)]
    said = _alternatives([_place(part) for part in parts if not part.startswith(NOT)])
    if not denied:
        return f"{begin}{said}"
    together = " and ".join(denied)
    return f"{begin}where {together}, {said}" if said else f"{begin}never {together}"


def _alternatives(parts: list[str]) -> str:
    """Parts of which one holds; values that the same place may have are listed."""
    values: dict[str, list[str]] = {}
    for part in parts:
        place, verb, value = part.partition(IS)
        values.setdefault(f"{place}{verb}", []).append(value)
    return " or ".join(f"{place}{_enumeration(found)}" for place, found in values.items())


def _enumeration(values: list[str]) -> str:
    *first, last = values
    return f"{', '.join(first)} or {last}" if first else last


def _place(part: str) -> str:
    """A part with keys: a place of the members that these are."""
    return _KEYS.sub(lambda found: f" of {found[0][1:-1].replace('][', ' and ')}", part)
