"""A register against its source text: which clauses an edition has touched, and writing the digests that tell."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.diagnostics import UsageError, source_lines
from ruleslawyer.files import parse_toml, write_whole
from ruleslawyer.register.clause import Line, Register, line_digest, to_ranges
from ruleslawyer.register.load import BOOK, TomlFile, load_register


@dataclass(frozen=True, slots=True)
class Touched:
    """A line whose text is another one now; `moved` is where its text stands instead, if it stands anywhere."""

    number: int
    clauses: tuple[str, ...]
    moved: int | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """What differs between a register and its source; nothing does where `agrees`.

    undigested: lines of the register without a digest. unaccounted: lines of the source that no entry speaks of.
    """

    source: str
    lines: int
    changed: tuple[Touched, ...]
    moved: tuple[Touched, ...]
    gone: tuple[Touched, ...]
    undigested: tuple[int, ...]
    unaccounted: tuple[int, ...]

    @property
    def agrees(self) -> bool:
        return not (self.changed or self.moved or self.gone or self.undigested or self.unaccounted)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses whose lines are not what they were."""
        return tuple(c for touched in (*self.changed, *self.gone) for c in touched.clauses)


def verify(register: Register, source_dir: Path) -> Verification:
    """Compare each line of the register with the source text in that folder."""
    texts = _source(source_dir / register.source)
    digests = {n: line_digest(t) for n, t in enumerate(texts, 1) if t.strip()}
    places: dict[str, list[int]] = {}
    for number, digest in digests.items():
        places.setdefault(digest, []).append(number)
    changed: list[Touched] = []
    moved: list[Touched] = []
    gone: list[Touched] = []
    met = set()
    for line in register.lines:
        ids = tuple(c.id for c in line.clauses)
        if not line.digest or digests.get(line.number) == line.digest:
            met.add(line.number)
            continue
        elsewhere = _only(places.get(line.digest, []))
        if elsewhere is not None:
            met.add(elsewhere)
            moved.append(Touched(line.number, ids, elsewhere))
        elif line.number in digests and not _belongs(register, digests[line.number]):
            met.add(line.number)
            changed.append(Touched(line.number, ids))
        else:
            gone.append(Touched(line.number, ids))
    return Verification(
        register.source,
        len(digests),
        tuple(changed),
        tuple(moved),
        tuple(gone),
        tuple(line.number for line in register.lines if not line.digest),
        tuple(n for n in digests if n not in met),
    )


def update_digests(folder: Path, source: Path) -> int:
    """Write into a register the digest of each of its lines and of the whole source; gives the number of lines.

    Only the lines ``digest = …`` (and ``lines = …`` of the book) are touched; nothing is written unless everything
    can be.
    """
    texts = _source(source)
    register = load_register(folder)
    written: dict[Path, str] = {}
    for chapter in register.chapters:
        for line in chapter.lines:
            if not (line.number <= len(texts) and texts[line.number - 1].strip()):
                place = TomlFile.read(folder / chapter.file).entry("number", line.number)
                raise UsageError(f"{source.name} has no such line, or it is blank: {line.number}", place)
        path = folder / chapter.file
        written[path] = _with_digests(TomlFile.read(path), chapter.lines, texts)
    book = TomlFile.read(folder / BOOK)
    whole = hashlib.sha256("\n".join(texts).encode()).hexdigest()
    numbers = to_ranges(tuple(n for n, t in enumerate(texts, 1) if t.strip()))
    text = _with_key(_with_key(book.content, "lines", numbers), "digest", whole)
    parse_toml(text, book.name)
    written[folder / BOOK] = text
    for path, text in written.items():
        write_whole(path, text)
    return len(register.lines)


def _source(path: Path) -> list[str]:
    try:
        return source_lines(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        message = f"there is no source text {path.name} in {path.parent.name}"
        raise UsageError(message, mend="name the folder that it lies in") from error
    except UnicodeDecodeError as error:
        raise UsageError("this source is not UTF-8 text", path.name, "save it as UTF-8") from error


def _only(places: list[int]) -> int | None:
    return places[0] if len(places) == 1 else None


def _belongs(register: Register, digest: str) -> bool:
    """Whether some line of the register has this text: then a line that stands there now is that one, moved."""
    return any(line.digest == digest for line in register.lines)


def _with_digests(file: TomlFile, lines: tuple[Line, ...], texts: list[str]) -> str:
    """The file with a digest after the number of each [[line]]; anything else stays as it was written."""
    out: list[str] = []
    own = False  # inside a [[line]] and before its clauses
    for text in file.content.split("\n"):
        if text.strip().startswith("["):
            own = text.strip() == "[[line]]"
        if own and re.match(r"\s*digest\s*=", text):
            continue
        out.append(text)
        number = re.match(r"(\s*)number\s*=\s*(\d+)", text)
        if own and number:
            out.append(f'{number[1]}digest = "{line_digest(texts[int(number[2]) - 1])}"')
    changed = "\n".join(out)
    expected = {line.number: line_digest(texts[line.number - 1]) for line in lines}
    data = parse_toml(changed, file.name)
    written = {table["number"]: table.get("digest") for table in data["line"]}
    if written != expected or _bare(data) != _bare(file.data):
        mend = "write each key on a line of its own"
        raise UsageError("the digests cannot be written into this file", file.name, mend)
    return changed


def _bare(data: dict[str, object]) -> object:
    tables = data.get("line", [])
    assert isinstance(tables, list)
    return {**data, "line": [{k: v for k, v in table.items() if k != "digest"} for table in tables]}


def _with_key(text: str, key: str, value: str) -> str:
    """A top-level key of the book replaced, or added before its first table."""
    entry = f'{key} = "{value}"'
    changed, count = re.subn(rf'(?m)^{key}\s*=\s*"[^"\n]*"$', entry, text, count=1)
    if count:
        return changed
    table = re.search(r"(?m)^\[", text)
    at = table.start() if table else len(text)
    return text[:at].rstrip("\n") + f"\n{entry}\n" + ("\n" + text[at:] if table else "")
