"""The places at which two values of JSON differ. Lists are aligned, so that a line more is one difference."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

LONG = 4000
"""Items of a list beyond which places are compared by number: to align takes time by their square."""


class Absent:
    """There is nothing at this place."""

    def __repr__(self) -> str:
        return "nothing"


ABSENT = Absent()
Difference = tuple[str, Any, Any]
"""A place as a JSON path, and what is there before and after."""


def differences(before: Any, after: Any, path: str = "$") -> Iterator[Difference]:
    """Each difference, in the order of the value before."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys((*before, *after)):
            yield from differences(before.get(key, ABSENT), after.get(key, ABSENT), f"{path}.{key}")
    elif isinstance(before, list) and isinstance(after, list):
        yield from _of_lists(before, after, path)
    elif type(before) is not type(after) or before != after:
        yield path, before, after


def _of_lists(before: list[Any], after: list[Any], path: str) -> Iterator[Difference]:
    """The items between those that are equal, each beside that of the same number."""
    start, end = 0, 0
    least = min(len(before), len(after))
    while start < least and _same(before[start], after[start]):
        start += 1
    while end < least - start and _same(before[-1 - end], after[-1 - end]):
        end += 1
    one, other = before[start : len(before) - end], after[start : len(after) - end]
    blocks: Sequence[tuple[str, int, int, int, int]] = [("replace", 0, len(one), 0, len(other))]
    if max(len(one), len(other)) <= LONG:
        texts = [[json.dumps(item, sort_keys=True) for item in items] for items in (one, other)]
        blocks = SequenceMatcher(None, texts[0], texts[1], autojunk=False).get_opcodes()
    for kind, at, to, at_other, to_other in blocks:
        for number in range(max(to - at, to_other - at_other)) if kind != "equal" else ():
            yield from differences(
                one[at + number] if at + number < to else ABSENT,
                other[at_other + number] if at_other + number < to_other else ABSENT,
                f"{path}[{start + (at + number if at + number < to else at_other + number)}]",
            )


def _same(before: Any, after: Any) -> bool:
    return next(differences(before, after), None) is None
