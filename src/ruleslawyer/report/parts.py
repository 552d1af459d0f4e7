"""The files of a report of all its rulebooks, joined of a part for each, and its pages: what an earlier report has of
the same is taken over from there, unread.

A page is made of what its template is given, and is given no more than what it is found by: a template that reads
anything else fails. Left out is the digest of the model, which stands at the foot of each page; it is put in.

A gzip file is of pieces that were packed apart. Each is compressed up to a full flush: it ends with a byte and looks
back at nothing before it. What is said of the whole comes from what is said of each: a checksum of two texts one after
the other is that of the second, where it begins as the first one's ended, and how much that changes hangs on lengths
alone.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ruleslawyer import __version__
from ruleslawyer.base.files.content import Json, content, json_value
from ruleslawyer.base.files.content import content as contained
from ruleslawyer.report.book import places
from ruleslawyer.report.document import DOCUMENT, FORMAT
from ruleslawyer.report.front import leading
from ruleslawyer.report.interchange import SCHEMA, run, search_entries, suite

# --- pages that are there ---------------------------------------------------------------------------------------------


Made = tuple[str, str]
"""Digests of what a page is made of, and of its file."""
_BEFORE, _AFTER = "model <code>", "</code>"


@dataclass
class Pages:
    """made: of each page of the earlier report, by its path; made_by: who makes pages. made_of: of those that are
    written now, of what they are made."""

    folder: Path
    made: Mapping[str, Made]
    made_by: str
    made_of: dict[str, str] = field(default_factory=dict)

    def page(self, path: str, template: str, given: list[Any], model: str) -> str | None:
        """A page of a model, where there was one made of the same; it is noted of what this one is made."""
        told = json.dumps([self.made_by, path, template, given], ensure_ascii=False, default=sorted)
        self.made_of[path] = digest_of(told.encode())
        of, file = self.made.get(path, ("", ""))
        if of != self.made_of[path]:
            return None
        try:
            content = contained(self.folder / path)
        except OSError:
            return None
        return _of_model(content.decode(), model) if digest_of(content) == file else None

    def record(self, texts: Mapping[str, bytes], stay: Mapping[str, Made]) -> dict[str, Made]:
        """The record of these files for the next report, and of those that stay."""
        return {**stay, **{path: (of, digest_of(texts[path])) for path, of in self.made_of.items()}}


def digest_of(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=10).hexdigest()


def _of_model(page: str, model: str) -> str:
    """The page with the digest of another model at its foot."""
    before, mark, after = page.rpartition(_BEFORE)
    return before + mark + model + _AFTER + after.partition(_AFTER)[2]


# --- pieces of a gzip file --------------------------------------------------------------------------------------------


HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
"""Deflate, without a name and a time, for any system."""
LEVEL = 8
"""It takes twice as long as 6, half a second for a large rulebook, and saves three bytes in a hundred."""
_END = b"\3\0"
"""An empty last block."""
_ZEROS = 1 << 20


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as it lies in a file, with the checksum and the length of its text."""

    data: bytes
    checksum: int
    length: int


def pack(text: str) -> Piece:
    """The same whenever it is packed."""
    content = text.encode()
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = packer.compress(content) + packer.flush(zlib.Z_FULL_FLUSH)
    return Piece(data, zlib.crc32(content), len(content))


def member(pieces: Iterable[Piece]) -> bytes:
    """The file."""
    datas, checksum, length = [HEAD], 0, 0
    for piece in pieces:
        datas.append(piece.data)
        checksum = _both(checksum, piece)
        length += piece.length
    last = checksum.to_bytes(4, "little") + (length & 0xFFFFFFFF).to_bytes(4, "little")
    return b"".join([*datas, _END, last])


def _both(before: int, piece: Piece) -> int:
    """The checksum of what was before and of a piece after it. A checksum is linear in what it begins with, whatever
    the text, which may be of zeros therefore."""
    begun, plain = before, 0
    left = piece.length
    while left:
        zeros = bytes(min(left, _ZEROS))
        begun, plain = zlib.crc32(zeros, begun), zlib.crc32(zeros, plain)
        left -= len(zeros)
    return piece.checksum ^ begun ^ plain


# --- files joined of parts --------------------------------------------------------------------------------------------


NO_PAGES: Mapping[str, Made] = MappingProxyType({})
Spans = dict[str, dict[str, tuple[int, int, int, int]]]
"""From where to where the part of each rulebook lies, in each file; with the checksum and the length of its text, where
that is packed."""
PARTS = "parts.json"
"""Where the parts lie, and what the front page and pages of other rulebooks say of each."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A file: what comes first, what comes between two parts, what comes last; and the part of a rulebook. packed: of
    one that is a gzip file."""

    head: Callable[[Json], str]
    between: str
    tail: str
    part: Callable[[Json, Json], str]
    packed: bool = False

    def piece_of(self, text: str) -> Piece:
        """A piece of the file as it lies in it."""
        return pack(text) if self.packed else Piece(text.encode(), 0, 0)

    @property
    def begins(self) -> int:
        """The place of the first piece."""
        return len(HEAD) if self.packed else 0

    def of(self, pieces: Iterable[Piece]) -> bytes:
        """The file."""
        return member(pieces) if self.packed else b"".join(piece.data for piece in pieces)


FILES: Mapping[str, Joined] = {
    DOCUMENT: Joined(
        lambda found: as_json({key: value for key, value in found.items() if key != "rulesets"})[:-1] + ',"rulesets":[',
        ",", "]}\n", lambda _, r: as_json(r), packed=True,
    ),
    # As ASCII without `<`: whatever the texts are, the script can neither end early nor hold a line separator.
    "assets/index.js": Joined(
        lambda _: "window.ruleslawyerIndex = [", ",", "];\n",
        lambda _, r: json.dumps(search_entries(r), separators=(",", ":")).replace("<", chr(92) + "u003c"),
    ),
    "report.sarif": Joined(
        lambda _: f'{{"$schema":"{SCHEMA}","version":"2.1.0","runs":[', ",", "]}\n",
        lambda found, r: as_json(run(found, r)),
    ),
    "junit.xml": Joined(
        lambda _: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="ruleslawyer">', "", "\n</testsuites>\n",
        lambda _, r: f"\n  {suite(r)}",
    ),
}  # fmt: skip


def outline(r: Json) -> Json:
    """The outline of a rulebook, shown beside its own pages."""
    return {
        **{key: r[key] for key in ("id", "title", "as_expected")},
        "findings": [{"state": f["state"], "severity": f["severity"]} for f in r["findings"]],
        "falls_short": [{} for _ in r["falls_short"]],
        "coverage": r["coverage"] and {key: r["coverage"][key] for key in ("clauses", "modelled", "decisive")},
        "places": places(r),
        "leads": leading(r),
    }


@dataclass(frozen=True, slots=True)
class Before:
    """An earlier report in a folder: outlines of its rulebooks, the parts of its files, and its pages."""

    outlines: Mapping[str, Json]
    spans: Spans
    contents: Mapping[str, bytes]
    pages: Mapping[str, Made]

    def part(self, file: str, ruleset: str) -> Piece:
        start, end, checksum, length = self.spans[file][ruleset]
        return Piece(self.contents[file][start:end], checksum, length)

    @classmethod
    def read(cls, folder: Path) -> Before | None:
        """None where another tool wrote it, or a file is not what was written then."""
        try:
            told = json_value(content(folder / PARTS))
            if (told["tool"], told["format"]) != (__version__, FORMAT):
                return None
            contents = {name: content(folder / name) for name in FILES}
            if any(told["digests"][name] != digest_of(content) for name, content in contents.items()):
                return None
            spans = {name: {of: _span(*four) for of, four in told["spans"][name].items()} for name in FILES}
            pages = {str(path): (str(of), str(file)) for path, (of, file) in told["pages"].items()}
            return cls(told["rulesets"], spans, contents, pages)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None


def joined_files(
    found: Json, before: Before | None = None, same: frozenset[str] = frozenset(), pages: Mapping[str, Made] = NO_PAGES
) -> dict[str, bytes]:
    """The joined files of a document, and where their parts lie. same: the rulesets of which it has the outline alone,
    whose parts are those of before. pages: of what pages are made."""
    files: dict[str, bytes] = {}
    spans: Spans = {}
    for name, file in FILES.items():
        pieces, at, spans[name] = [file.piece_of(file.head(found))], 0, {}
        between, size = file.piece_of(file.between), file.begins + len(pieces[0].data)
        for r in found["rulesets"]:
            kept = before is not None and r["id"] in same
            piece = before.part(name, r["id"]) if before and kept else file.piece_of(file.part(found, r))
            if at and piece.data:
                pieces.append(between)
                size += len(between.data)
            at += bool(piece.data)
            spans[name][r["id"]] = size, size + len(piece.data), piece.checksum, piece.length
            pieces.append(piece)
            size += len(piece.data)
        files[name] = file.of([*pieces, file.piece_of(file.tail)])
    told = {
        "tool": __version__,
        "format": FORMAT,
        "digests": {name: digest_of(content) for name, content in files.items()},
        "spans": spans,
        "pages": dict(sorted(pages.items())),
        "rulesets": {r["id"]: r if r["id"] in same else outline(r) for r in found["rulesets"]},
    }
    return {**files, PARTS: (as_json(told) + "\n").encode()}


def _span(start: int, end: int, checksum: int, length: int) -> tuple[int, int, int, int]:
    return int(start), int(end), int(checksum), int(length)


def as_json(value: object) -> str:
    """A value as JSON in one line, in few letters."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
