"""How the symbols of lifted rules are called: what a reading chooses, what is open, and the parts of a value."""

from __future__ import annotations

from enum import Enum

QUESTION, CLASH, NUMBER = "question:", "clash:", "number:"
"""How the symbol of a choice begins, before its key, and of a number of the book that is left open, before its name."""
WITNESS = "witness of "
"""How the member that satisfies a `some` is called, before the name of that."""

UNWRITTEN = "unwritten "
"""How the symbol begins of what a field holds that the initial rule has not written, before the field's name."""
BELOW, ORDER = "one of a pile", "the same order"
"""How what is not known of a pile's order is called, before a number: who comes to the top or lies at the bottom, and
whether two piles lie in one order."""


def is_open(frame: str) -> str:
    """Whether a frame is open."""
    return f"{frame} is open"


class Part(Enum):
    """A part of a value that has several, and how its symbol is called after the name of the value's field."""

    IN = "in {}"
    TOP = "top of {}"
    LENGTH = "length of {}"
    CHANCE = "chance in {}"
    NONE = "{} is None"
    EMPTY = "{} is empty"
    SILENT = "{} is silent"
    WHOLE = "{}"

    def of(self, name: str) -> str:
        return self.value.format(name)


def part_of(symbol: str) -> tuple[Part, str]:
    """The part of a name that a symbol stands for."""
    for part in Part:
        before, after = part.value.split("{}")
        if symbol.startswith(before) and symbol.endswith(after):
            break  # at last the whole
    return part, symbol[len(before) : len(symbol) - len(after)]
