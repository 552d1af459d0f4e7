"""The little Markdown that findings are written in, as blocks of text: the page escapes each of them."""

from __future__ import annotations

import re
from typing import Any

Json = dict[str, Any]
_INLINE = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*")


def blocks(text: str) -> list[Json]:
    """Headings, paragraphs, lists and code blocks; each line of a list is an item."""
    found: list[Json] = []
    parts = re.split(r"(?m)^```[^\n]*$", text)
    for i, part in enumerate(parts):
        if i % 2:
            found.append({"kind": "code", "text": part.strip("\n")})
            continue
        for chunk in re.split(r"\n\s*\n", part):
            found += _chunk([line for line in chunk.split("\n") if line.strip()])
    return found


def _chunk(lines: list[str]) -> list[Json]:
    found: list[Json] = []
    for line in lines:
        heading = re.match(r"#{1,6}\s+(.*)", line)
        item = re.match(r"\s*([-*]|\d+\.)\s+(.*)", line)
        last = found[-1] if found else None
        if heading:
            found.append({"kind": "heading", "text": heading[1].strip()})
        elif item:
            kind = "list" if item[1] in "-*" else "steps"
            if last is None or last["kind"] != kind:
                last = {"kind": kind, "items": []}
                found.append(last)
            last["items"].append(spans(item[2]))
        elif last and last["kind"] in ("list", "steps"):
            last["items"][-1] += spans(" " + line.strip())
        elif last and last["kind"] == "paragraph":
            last["spans"] += spans(" " + line.strip())
        else:
            found.append({"kind": "paragraph", "spans": spans(line.strip())})
    return found


def spans(text: str) -> list[Json]:
    """Pieces of a line: plain, code, strong, or emphasis."""
    found: list[Json] = []
    at = 0
    for match in _INLINE.finditer(text):
        if match.start() > at:
            found.append({"kind": "plain", "text": text[at : match.start()]})
        kind = ("code", "strong", "emphasis")[match.lastindex - 1 if match.lastindex else 0]
        found.append({"kind": kind, "text": match[match.lastindex or 0]})
        at = match.end()
    if at < len(text):
        found.append({"kind": "plain", "text": text[at:]})
    return found
