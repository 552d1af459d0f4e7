"""The names of questions and their options, completed where a reading, a ruling, a finding or a promise has them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ruleslawyer.ir.system import Question

Questions: TypeAlias = Mapping[str, Question]
Names: TypeAlias = list[tuple[str, str]]
"""Each name with what it says."""

_OPTION = re.compile(r'(?<![\w?])(\w+)\??\s*=\s*"(\w*)$')
_MEMBER = re.compile(r"(?<![\w.])(\w+)\.(\w*)$")
_NAMED = re.compile(r'(?<!\w)(?:question|questions|subject)\s*=\s*(?:\[\s*(?:"[^"]*"\s*,\s*)*)?"(\w*)$')
_KEY = re.compile(r"(?:^|[{,])\s*(\w*)$")
_OF = re.compile(r"\s*(?:(\w+)\s*=|\[+(?:\w+\.)*(\w+)\])")
"""The beginning of a TOML table, or of a key that has a value."""
_CHOOSING = frozenset({"reading", "readings", "ruling", "rulings"})


def question_names(lines: Sequence[str], line: int, column: int, questions: Questions) -> tuple[int, Names] | None:
    """The names that go on with what stands before a column (all count from 0), and where that begins; None where no
    question and no option is named."""
    before = lines[line][:column]
    if (found := _OPTION.search(before) or _MEMBER.search(before)) and found[1] in questions:
        options = questions[found[1]].options
        return found.start(2), [(one.name, one.label) for one in options if one.name.startswith(found[2])]
    begun = _NAMED.search(before) or _key(lines, line, before)
    if begun is None:
        return None
    return begun.start(1), [(name, one.text) for name, one in questions.items() if name.startswith(begun[1])]


def _key(lines: Sequence[str], line: int, before: str) -> re.Match[str] | None:
    """The key that is begun where questions are keys: in braces that choose, or at the head of a line there."""
    found = _KEY.search(before)
    above = (of for text in (before, *reversed(lines[:line])) if (of := _OF.match(text)))
    of = next((one for one in above if one[2] or (found and found[0].strip()[:1] in ("{", ","))), None)
    return found if of and _CHOOSING & {of[1], of[2]} else None
