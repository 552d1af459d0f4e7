"""The words by which a clause says of itself that it is over what permits (`cannot`), held against the book's text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.register.clause import Clause

HALF = 0.5
"""The share of the words that a line has at least: a paraphrase keeps the words of the sentence, if not all."""
_STEM = 4
"""Letters by which two words are one: allowed, allows."""


def strange_words(system: System, clauses: Mapping[str, Clause], copy: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The clauses of which no line that they cite has half of the words, each with these. copy: the lines of the text.

    Words are compared by their first letters, so that a paraphrase passes and other words do not."""
    found = dict[str, str]()
    for rule in system.rules():
        if rule.precedence.itself:
            words = (rule.precedence.because or "").partition(": ")[2]
            lines = [copy[line - 1] for c in rule.cites if c in clauses and (line := clauses[c].line) <= len(copy)]
            if lines and max(_share(words, line) for line in lines) < HALF:
                found[rule.name] = words
    yield from found.items()


def _share(words: str, line: str) -> float:
    wanted, there = _stems(words), set(_stems(line))
    return sum(stem in there for stem in wanted) / max(1, len(wanted))


def _stems(text: str) -> list[str]:
    return [word[:_STEM] for word in re.findall(r"[\w']+", text.lower().replace("’", "'"))]
