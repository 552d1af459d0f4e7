"""A register against its source text: which clauses an edition has touched, and bringing the register up to it."""

from __future__ import annotations

import hashlib
import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import groupby
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError, source_lines
from ruleslawyer.base.files.content import Json, content, toml_value, write_whole
from ruleslawyer.base.files.toml import Table, toml_table
from ruleslawyer.rulebook.register.clause import Line, Register, line_digest
from ruleslawyer.rulebook.register.load import BOOK, load_register, read_part
from ruleslawyer.rulebook.register.outline import MARKDOWN, outline


def is_stub(line: Line) -> bool:
    """Whether nobody has said anything of a line yet: it is a stub, and no more."""
    return bool(line.clauses) and all(clause.todo and not (clause.says or clause.doubt) for clause in line.clauses)


def without(text: str, numbers: Collection[int]) -> str:
    """A chapter's text without its entries for these lines."""
    head, *entries = _entries(text)
    return "".join([head, *(entry for entry in entries if _number(entry) not in numbers)])


def stubs(register: Register, texts: list[str], new: Sequence[int], numbers: Mapping[int, int]) -> dict[str, list[str]]:
    """The entries that lines without one get, by the chapter's file. numbers: where the register's lines stand now."""
    markdown = Path(register.source).suffix.lower() in MARKDOWN
    kinds = {entry.number: entry.kind for entry in outline(texts, markdown=markdown).entries}
    known = sorted((numbers[line.number], chapter.file, line) for chapter in register.chapters
                   for line in chapter.lines if line.number in numbers)  # fmt: skip
    taken = set(register.ids)
    found: dict[str, list[str]] = {}
    for number in new:
        above = [place for place in known if place[0] < number]
        file = (above or known)[-1 if above else 0][1] if known else register.chapters[0].file
        below = [place for place in known if place[0] > number and place[1] == file]
        near = [*above[-1:], *below, *reversed(above)]  # right below a heading the section is that of what follows
        section = next((line.section for _, _, line in near if line.section), "")
        section = section or next(chapter.number for chapter in register.chapters if chapter.file == file)
        found.setdefault(file, []).append(_stub(number, kinds.get(number, "normative"), section, taken))
    return found


def with_stubs(text: str, entries: Iterable[str]) -> str:
    """A chapter's text with these entries, each behind the last line above it."""
    head, *known = _entries(text.rstrip("\n") + "\n")
    for entry in entries:
        place = max((i + 1 for i, one in enumerate(known) if _number(one) < _number(entry)), default=0)
        known.insert(place, f"{entry}\n")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(part.strip("\n") + "\n" for part in (head, *known)))


def _stub(number: int, kind: str, section: str, taken: set[str]) -> str:
    lines = ["[[line]]", f"number = {number}"]
    if kind not in ("normative", "example"):
        return "\n".join([*lines, f"kind = {toml_value(kind)}", ""])
    id_ = _free(section, taken)
    taken.add(id_)
    lines += [f"section = {toml_value(section)}", f"kind = {toml_value(kind)}", 'note = "new in this edition"']
    lines += ["  [[line.clause]]", f"  id = {toml_value(id_)}", '  kind = ""', '  says = ""', "  todo = true", ""]
    return "\n".join(lines)


def _free(section: str, taken: Collection[str]) -> str:
    """The first id of a section that no clause has, with a letter neither."""
    numbers = (re.fullmatch(rf"{re.escape(section)}\.(\d+)\w*", id_) for id_ in taken)
    used = {int(number[1]) for number in numbers if number}
    return f"{section}.{next(n for n in range(1, len(used) + 2) if n not in used)}"


def _entries(text: str) -> list[str]:
    """The text above the first entry, and each entry as it is written."""
    return re.split(r"(?m)^(?=\[\[line\]\])", text)


def _number(entry: str) -> int:
    found = re.search(r"(?m)^[ \t]*number[ \t]*=[ \t]*(\d+)", entry)
    return int(found[1]) if found else 0


@dataclass(frozen=True, slots=True)
class Touched:
    """A line of the register that is not what or where it was; `moved` is the number that it has now, if another."""

    number: int
    clauses: tuple[str, ...]
    moved: int | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """The differences between a register and its source; there are none where `agrees`.

    undigested: lines of the register without a digest. unaccounted: lines of the source that no entry speaks of.
    added: the stubs that bringing the register up to the source has added. findings: those that name lines which moved.
    strange_words: clauses that prevail by words which their lines do not have, each with these.
    """

    source: str
    lines: int
    changed: tuple[Touched, ...]
    moved: tuple[Touched, ...]
    gone: tuple[Touched, ...]
    undigested: tuple[int, ...]
    unaccounted: tuple[int, ...]
    added: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    strange_words: Mapping[str, str] = field(default_factory=dict)

    @property
    def agrees(self) -> bool:
        return not (self.changed or self.moved or self.gone or self.undigested or self.unaccounted)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses whose lines are not what they were."""
        return tuple(c for touched in (*self.changed, *self.gone) for c in touched.clauses)

    def json(self, ruleset: str) -> Json:
        """The differences as JSON, for scripts."""
        return {
            "ruleset": ruleset, "source": self.source, "lines": self.lines, "agrees": self.agrees,
            "clauses": list(self.clauses), "changed": [t.number for t in self.changed],
            "gone": [t.number for t in self.gone], "moved": [[t.number, t.moved] for t in self.moved],
            "undigested": list(self.undigested), "unaccounted": list(self.unaccounted), "added": list(self.added),
            "findings": list(self.findings), "strange_words": dict(self.strange_words),
        }  # fmt: skip


def verify(register: Register, source_dir: Path) -> Verification:
    """Compare each line of the register with the source text in that folder."""
    return _compare(register, line_digests(source_text(source_dir / register.source)))


def _compare(register: Register, now: Mapping[int, str]) -> Verification:
    kept, replaced = _places(register.digests, now)
    changed: list[Touched] = []
    moved: list[Touched] = []
    gone: list[Touched] = []
    undigested: list[int] = []
    met: set[int] = set()
    for line in register.lines:
        place = kept.get(line.number, replaced.get(line.number))
        touched = Touched(line.number, tuple(c.id for c in line.clauses), None if place == line.number else place)
        if line.number not in register.digests:
            undigested.append(line.number)
            met.add(line.number)
        elif place is None:
            gone.append(touched)
        else:
            met.add(place)
            if line.number in replaced:
                changed.append(touched)
            elif touched.moved:
                moved.append(touched)
    return Verification(
        register.source,
        len(now),
        tuple(changed),
        tuple(moved),
        tuple(gone),
        tuple(undigested),
        tuple(n for n in now if n not in met),
    )


def _places(before: Mapping[int, str], now: Mapping[int, str]) -> tuple[dict[int, int], dict[int, int]]:
    """The place of each line now, its text the same; and the line that now stands in the place of one whose text is
    not.

    What is in the same order is found first, then what went elsewhere; lines between the same neighbours are left.
    """
    old, new = list(before), list(now)
    kept: dict[int, int] = {}
    blocks: list[tuple[list[int], list[int]]] = []
    for tag, a, b, c, d in SequenceMatcher(None, list(before.values()), list(now.values())).get_opcodes():
        if tag == "equal":
            kept.update(zip(old[a:b], new[c:d], strict=True))
        else:
            blocks.append((old[a:b], new[c:d]))
    elsewhere: dict[str, deque[int]] = {}
    for number in (n for _, put_in in blocks for n in put_in):
        elsewhere.setdefault(now[number], deque()).append(number)
    for number in (n for taken_out, _ in blocks for n in taken_out):
        places = elsewhere.get(before[number])
        if places:
            kept[number] = places.popleft()
    reached = set(kept.values())
    replaced: dict[int, int] = {}
    for taken_out, put_in in blocks:
        free = (n for n in put_in if n not in reached)
        replaced.update(zip((n for n in taken_out if n not in kept), free, strict=False))
    return kept, replaced


def runs(moved: Iterable[Touched]) -> Iterator[tuple[Touched, ...]]:
    """Lines that moved by the same number of lines, one after the other: what a line put in or taken out does."""
    for _, run in groupby(moved, key=lambda line: (line.moved or 0) - line.number):
        yield tuple(run)


def moves_of(folder: Path, source_dir: Path) -> dict[int, int]:
    """The lines of a register that stand elsewhere in this edition of its text, each with its number there."""
    register = load_register(folder, new_edition=True)
    found = verify(register, source_dir) if register.source else None
    return {one.number: one.moved for one in (*found.changed, *found.moved) if one.moved} if found else {}


def update(folder: Path, source_dir: Path) -> tuple[str, ...]:
    """Bring a register to this edition of its text: lines that moved get their numbers, new ones a stub of a clause,
    and the book gets the digests. The ids of the stubs.

    Nothing else is touched; a stub that nobody filled in goes with its line. Nothing is written where another line of
    the register has no place in the text any more, or where no text stands behind it.
    """
    register = load_register(folder, new_edition=True)
    if not register.source:
        return ()
    texts = source_text(source_dir / register.source)
    now = line_digests(texts)
    found = _compare(register, now)
    moves = {touched.number: touched.moved for touched in (*found.changed, *found.moved) if touched.moved}
    gone = {touched.number for touched in found.gone} | {n for n in found.undigested if n not in now}
    files = {chapter.file: read_part(folder / chapter.file) for chapter in register.chapters}
    numbers = _numbers_now(register, files, moves, gone)
    new = [number for number in now if number not in numbers.values()]
    added = stubs(register, texts, new, numbers)
    written: dict[Path, str] = {}
    for chapter in register.chapters:
        text = files[chapter.file].places.text
        if any(line.number in gone for line in chapter.lines):
            text = without(text, gone)
        if any(line.number in moves for line in chapter.lines):
            text = _with_numbers(toml_table(text, files[chapter.file].file), moves)
        if chapter.file in added:
            text = with_stubs(text, added[chapter.file])
        written[folder / chapter.file] = text
    written[folder / BOOK] = _with_digests(read_part(folder / BOOK), texts)
    for path, text in written.items():
        write_whole(path, text)
    return tuple(id_ for id_ in load_register(folder).clauses if id_ not in register.ids)


def _numbers_now(
    register: Register, files: Mapping[str, Table], moves: Mapping[int, int], gone: Set[int]
) -> dict[int, int]:
    """The number of each line of the register in this edition; a UsageError where one that is more than a stub has no
    place, or two would have one."""
    found: dict[int, int] = {}
    for chapter in register.chapters:
        for i, line in enumerate(chapter.lines):
            if line.number in gone and is_stub(line):
                continue
            if line.number in gone:
                message = f"{register.source} has nothing in the place of line {line.number} any more"
                mend = "take the [[line]] out, or write its clauses into another one"
                raise files[chapter.file].wrong(message, mend, "line", i, "number")
            number = moves.get(line.number, line.number)
            if number in found.values():
                mend = "let --update give the numbers first, then add lines"
                raise files[chapter.file].wrong(f"two lines would have the number {number}", mend, "line", i, "number")
            found[line.number] = number
    return found


def line_digests(texts: list[str]) -> dict[int, str]:
    """The digest of each line that is not blank, by its number."""
    return {number: line_digest(text) for number, text in enumerate(texts, 1) if text.strip()}


def text_digest(texts: list[str]) -> str:
    """The digest of a whole text."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def digest_table(digests: Mapping[int, str]) -> str:
    """The table of a book that has the digest of each line of its source."""
    entries = "".join(f'{number} = "{digest}"\n' for number, digest in sorted(digests.items()))
    return f"[digests] # of each line of the source that is not blank\n{entries}"


def source_text(path: Path) -> list[str]:
    """The lines of a rulebook's text. A `UsageError` where there is none, or it is no UTF-8."""
    try:
        return source_lines(content(path).decode("utf-8-sig"))
    except OSError as error:
        mend = "name the folder that it lies in with --source"
        raise UsageError(f"there is no source text {path.name} here", path.parent.as_posix(), mend) from error
    except UnicodeDecodeError as error:
        raise UsageError("this source is not UTF-8 text", path.name, "save it as UTF-8") from error


def _with_numbers(file: Table, moves: Mapping[int, int]) -> str:
    """The chapter with the numbers that its lines have now; anything else stays as it was written."""

    def renumber(entry: re.Match[str]) -> str:
        number = int(entry[2])
        return f"{entry[1]}{moves.get(number, number)}"

    text = re.sub(r"(?m)^([ \t]*number[ \t]*=[ \t]*)(\d+)", renumber, file.places.text)
    lines = [{**line, "number": moves.get(line["number"], line["number"])} for line in file.data["line"]]
    if toml_table(text, file.file).data != {**file.data, "line": lines}:
        raise UsageError("the numbers cannot be written into this file", file.file, "write each on a line of its own")
    return text


def _with_digests(book: Table, texts: list[str]) -> str:
    """The book with the digests of this text, their table at its end; anything else stays as it was written."""
    text = re.sub(r"(?m)^\[digests\].*\n(?:\s*\d+\s*=.*\n)*", "", book.places.text.rstrip("\n") + "\n")
    whole = f'digest = "{text_digest(texts)}"\n'
    text, count = re.subn(r'(?m)^digest\s*=\s*"[^"\n]*".*\n', whole, text, count=1)
    if not count:
        table = re.search(r"(?m)^\[", text)
        at = table.start() if table else len(text)
        text = f"{text[:at].rstrip()}\n{whole}\n{text[at:]}"
    text = f"{text.rstrip()}\n\n{digest_table(line_digests(texts))}"
    digests = {str(number): digest for number, digest in line_digests(texts).items()}
    try:
        found = toml_table(text, book.file).data
    except UsageError:
        found = {}
    if found != {**book.data, "digest": text_digest(texts), "digests": digests}:
        mend = "write `digest` and [digests] as `ruleslawyer spec --draft` does, or take them out"
        raise UsageError("the digests cannot be written into this file", book.file, mend)
    return text
