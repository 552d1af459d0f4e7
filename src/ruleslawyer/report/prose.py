"""The little Markdown that findings are written in, as blocks of text: the page escapes each of them."""

from __future__ import annotations

import re
from collections.abc import Callable

from ruleslawyer.base.files.content import Json

Plain = Callable[[str], list[Json]]
_INLINE = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*")


def blocks(text: str, plain: Plain | None = None) -> list[Json]:
    """Headings, paragraphs, lists and code blocks; each line of a list is an item. `plain`: what becomes of plain
    text."""
    found: list[Json] = []
    parts = re.split(r"(?m)^```[^\n]*$", text)
    for i, part in enumerate(parts):
        if i % 2:
            found.append({"kind": "code", "text": part.strip("\n")})
            continue
        for chunk in re.split(r"\n\s*\n", part):
            found += _chunk([line for line in chunk.split("\n") if line.strip()], plain)
    return found


def _chunk(lines: list[str], plain: Plain | None) -> list[Json]:
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
            last["items"].append(spans(item[2], plain))
        elif last and last["kind"] in ("list", "steps"):
            last["items"][-1] += spans(" " + line.strip(), plain)
        elif last and last["kind"] == "paragraph":
            last["spans"] += spans(" " + line.strip(), plain)
        else:
            found.append({"kind": "paragraph", "spans": spans(line.strip(), plain)})
    return found


def spans(text: str, plain: Plain | None = None) -> list[Json]:
    """Pieces of a line: plain (or what `plain` makes of it), code, strong, or emphasis."""
    as_plain = plain or _plain
    found: list[Json] = []
    at = 0
    for match in _INLINE.finditer(text):
        if match.start() > at:
            found += as_plain(text[at : match.start()])
        kind = ("code", "strong", "emphasis")[match.lastindex - 1 if match.lastindex else 0]
        found.append({"kind": kind, "text": match[match.lastindex or 0]})
        at = match.end()
    if at < len(text):
        found += as_plain(text[at:])
    return found


def _plain(text: str) -> list[Json]:
    return [{"kind": "plain", "text": text}]
