"""The files of a report that are of all its rulebooks: each is joined of a part for each, so that the part of one in
which nothing has changed is taken over from the file that is there, unread."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ruleslawyer import __version__
from ruleslawyer.base.files.content import Json, content, json_value
from ruleslawyer.report.chapters import places
from ruleslawyer.report.document import DOCUMENT, FORMAT
from ruleslawyer.report.junit import suite
from ruleslawyer.report.opening import leading
from ruleslawyer.report.packed import HEAD, Piece, member, pack
from ruleslawyer.report.previous_report import Made, digest_of
from ruleslawyer.report.sarif import SCHEMA, run
from ruleslawyer.report.search import search_entries

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
        lambda found: _json({key: value for key, value in found.items() if key != "rulesets"})[:-1] + ',"rulesets":[',
        ",", "]}\n", lambda _, r: _json(r), packed=True,
    ),
    # As ASCII without `<`: whatever the texts are, the script can neither end early nor hold a line separator.
    "assets/index.js": Joined(
        lambda _: "window.ruleslawyerIndex = [", ",", "];\n",
        lambda _, r: json.dumps(search_entries(r), separators=(",", ":")).replace("<", chr(92) + "u003c"),
    ),
    "report.sarif": Joined(
        lambda _: f'{{"$schema":"{SCHEMA}","version":"2.1.0","runs":[', ",", "]}\n",
        lambda found, r: _json(run(found, r)),
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
    return {**files, PARTS: (_json(told) + "\n").encode()}


def _span(start: int, end: int, checksum: int, length: int) -> tuple[int, int, int, int]:
    return int(start), int(end), int(checksum), int(length)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
