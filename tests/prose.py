"""The sentences of a Markdown page: without its code blocks, tables and headings; code and links count as a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

_FENCED = re.compile(r"^ *(```|:::).*?^ *\1\s*$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(?:\{\w+\})?`[^`]*`")
_TARGET = re.compile(r"\]\([^)]*\)")
_ITEM = re.compile(r"\s*(?:[-*]|\d+\.)\s+")
_WORD = re.compile(r"[\w'’]+(?:[-.]\w+)*")
_END = re.compile(r"(?<=[.?!])[\"”*)_]*\s+")


def sentences(text: str) -> Iterator[str]:
    """Each sentence of the page, in one line."""
    block: list[str] = []
    for line in [*_FENCED.sub("", text).split("\n"), ""]:
        item = _ITEM.match(line)
        if item or not line.strip() or line.startswith(("#", "    ")) or line.lstrip().startswith("|"):
            yield from _parted(block)
            block = [line[item.end() :]] if item else []
        else:
            block.append(line.strip())


def _parted(block: list[str]) -> Iterator[str]:
    plain = _TARGET.sub("]", _CODE.sub("x", " ".join(block)))
    yield from (sentence for sentence in _END.split(plain) if sentence)


def length(sentence: str) -> int:
    """How many words it has."""
    return len(_WORD.findall(sentence))
