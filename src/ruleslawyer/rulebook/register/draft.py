"""A register's skeleton from a rulebook's text, Markdown or PDF: every line accounted for, a stub for each rule."""

from __future__ import annotations

import logging
import re
import shutil
import tempfile
import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError, source_lines
from ruleslawyer.base.files.content import Json, content, toml_value, write_whole
from ruleslawyer.rulebook.register.clause import CLAUSE_KINDS, Register
from ruleslawyer.rulebook.register.load import BOOK, load_register
from ruleslawyer.rulebook.register.outline import MARKDOWN, PREAMBLE, Entry, outline
from ruleslawyer.rulebook.register.verify import digest_table, line_digests, text_digest

PDF = ".pdf"
_LARGEST = 10_000_000
_LARGEST_PDF = 100_000_000
_MOST_LINES = 100_000
_ON_EACH_PAGE = 0.6
"""A line on so many of the pages is printed above or below each of them, and belongs to none."""
_EDGE = 2
"""So many lines at its top, and at its foot, may be printed on each page."""
_PAGE = re.compile(r"[-–\s]*\d{1,4}[-–\s]*")
"""The number of a page, alone on its line."""


def printed_lines(path: Path) -> list[str]:
    """The lines of a rulebook; a mistake is a UsageError."""
    pdf = path.suffix.lower() == PDF
    largest = _LARGEST_PDF if pdf else _LARGEST
    try:
        if path.stat().st_size > largest:
            raise UsageError(f"this file is larger than {largest // 1_000_000} MB", path.name, "split the rulebook")
        text = "\n".join(_of_pdf(path)) if pdf else content(path).decode("utf-8-sig")
    except OSError as error:
        reason = "this is a folder" if path.is_dir() else "there is no such file"
        raise UsageError(reason, path.name, "name the file with the rulebook's text") from error
    except UnicodeDecodeError as error:
        mend = "save it as UTF-8 text, as Markdown or as PDF"
        raise UsageError("this file is not UTF-8 text", path.name, mend) from error
    if "\x00" in text:
        raise UsageError("this file is not text", path.name, "save the rulebook as UTF-8 text, as Markdown or as PDF")
    if not text.strip():
        raise UsageError("this file is empty", path.name, "name the file with the rulebook's text")
    texts = source_lines(text)
    if len(texts) > _MOST_LINES:
        raise UsageError(f"this file has more than {_MOST_LINES} lines", path.name, "split the rulebook")
    return texts


def _of_pdf(path: Path) -> list[str]:
    """The lines of all pages, without what is printed on each of them."""
    pages = [[line.strip() for line in text.replace("\x00", "").splitlines()] for text in _pages(path)]
    if not any(line for page in pages for line in page):
        mend = "have a program recognize the letters (OCR), or type the rules as text or Markdown"
        raise UsageError("this PDF has no text: its pages are pictures", path.name, mend)
    often = Counter(line for page in pages for line in _edges(page))
    running = {line for line, number in often.items() if len(pages) > 2 and number >= _ON_EACH_PAGE * len(pages)}
    return [line for page in pages for line in page if line not in running and not _PAGE.fullmatch(line)]


def _edges(page: list[str]) -> set[str]:
    """The lines at the top and at the foot of a page."""
    lines = [line for line in page if line]
    return {*lines[:_EDGE], *lines[-_EDGE:]}


def _pages(path: Path) -> list[str]:
    """The text of each page, as `pypdf` reads it."""
    try:
        from pypdf import PdfReader  # an extra
    except ImportError as error:
        mend = "pip install 'ruleslawyer[pdf]', or save the rulebook as text or Markdown"
        raise UsageError("a PDF is read by pypdf, which is not installed", path.name, mend) from error
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what it repairs by itself concerns nobody here
    data = BytesIO(content(path))
    try:
        reader = PdfReader(data)
        if reader.is_encrypted and not reader.decrypt(""):
            raise UsageError("this PDF asks for a password", path.name, "save it without one, or as text")
        return [page.extract_text() for page in reader.pages]
    except UsageError:
        raise
    except Exception as error:  # a broken file may fail in any part of a reader
        mend = "save it anew from the program that made it, or as text or Markdown"
        raise UsageError("this PDF cannot be read: it is damaged", path.name, mend) from error


_LINES_PER_FILE = 10_000
_POINTER = re.compile(
    r"\b(?:see|CR|rules?|sections?|chapters?|§|paragraphs?|clauses?)\s+(?:(?:CR|rule|section|chapter|paragraph)\s+)?"
    r"(\d{1,3}(?:\.\d{1,3})*[a-z]?)\b(?![\w%]|\.\d)",
    re.IGNORECASE,
)
_ENGLISH = frozenset({"the", "of", "to", "and", "is", "are", "may", "must", "with", "that", "this"})
"""Words of which every page of English rules has many."""
_SHARE, _LEAST = 0.05, 20
"""The share of the words of an English text that these are at least; and words of which one can tell."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A register as texts of files, by name; `stubs` is the number of clauses that wait for a paraphrase. caveat: what
    could not be told of the text, if anything."""

    title: str
    files: dict[str, str]
    sections: int
    stubs: int
    caveat: str = ""


def draft(path: Path) -> Draft:
    """The skeleton of a register for the rulebook in a file. A PDF has no lines to point at: a `UsageError`."""
    if path.suffix.lower() == PDF:
        mend = f"`ruleslawyer init mygame --from {path.name}` makes a project with its text and its register"
        raise UsageError("a register points at lines, and a PDF has none", path.name, mend)
    return draft_file(printed_lines(path), path.name, path.stem)


def draft_file(texts: list[str], source: str, called: str, sentences: frozenset[int] = frozenset()) -> Draft:
    """The same for lines that lie in a file of that name. called: their title, where they have none. sentences: lines
    that are no headings."""
    path = Path(source)
    found = outline(texts, markdown=path.suffix.lower() in MARKDOWN, sentences=sentences)
    title = plain_title(found.title) or plain_title(called.replace("_", " ").replace("-", " "))
    chapters: dict[str, list[Entry]] = {}
    for entry in found.entries:
        chapters.setdefault(entry.section.split(".")[0], []).append(entry)
    wrapped = {(e.section, e.bullet) for e in found.entries if e.part > 1}
    names: dict[str, str] = {}
    references: list[tuple[str, str]] = []
    for number, entries in chapters.items():
        heads = (e.title for e in entries if e.kind == "heading" and e.title and e.section == number)
        otherwise = "Before the first section" if number == PREAMBLE else f"Chapter {number}"
        name = plain_title(next(heads, "")) or otherwise
        for part, start in enumerate(range(0, len(entries), _LINES_PER_FILE), 1):
            some = entries[start : start + _LINES_PER_FILE]
            more = f"-{part}" if part > 1 else ""
            head = f"# Chapter {number}, drafted from {plain_title(path.name)}.\nchapter = {toml_value(number)}\n"
            body = "".join(_line(e, wrapped) for e in some)
            names[f"{int(number):02}-{_slug(name)}{more}.toml"] = f"{head}title = {toml_value(name)}\n{body}"
        references += [r for e in entries if e.bullet for r in _references(_id(e, wrapped), texts[e.number - 1])]
    ordered = dict(sorted(names.items(), key=lambda item: (item[0].split("-")[0].zfill(3), len(item[0]), item[0])))
    book = _book(title, path.name, list(ordered), texts, references)
    stubs = sum(bool(e.bullet) for e in found.entries)
    caveat = "" if _reads_as_english(texts) else _caveat(path.name)
    return Draft(title, {BOOK: book, **ordered}, len({e.section for e in found.entries}), stubs, caveat)


def _reads_as_english(texts: list[str]) -> bool:
    words = re.findall(r"[^\W\d_]+", " ".join(texts).lower())
    return len(words) < _LEAST or sum(word in _ENGLISH for word in words) >= _SHARE * len(words)


def _caveat(source: str) -> str:
    told = "references between clauses and examples are told by English words alone"
    return f"{source} does not read as English: {told}; write [[reference]] in {BOOK} where one leads to another"


@dataclass(frozen=True, slots=True)
class Drafted:
    """A drafted register, and where it lies."""

    folder: Path
    made: Draft
    register: Register

    @property
    def place(self) -> str:
        """The folder from where the user stands; its own name and its parent's where it lies elsewhere."""
        full, here = self.folder.resolve(), Path.cwd().resolve()
        return full.relative_to(here).as_posix() if full.is_relative_to(here) else "/".join(full.parts[-2:])

    def json(self) -> Json:
        made, register = self.made, self.register
        return {
            "folder": self.place, "title": made.title, "files": list(made.files), "sections": len(register.sections),
            "lines": len(register.digests), "clauses": len(register.clauses), "references": len(register.references),
        }  # fmt: skip


def draft_into(file: Path, folder: Path | None = None, root: Path = Path()) -> Drafted:
    """Draft the register of a rulebook, text or Markdown, into a folder that is empty or not there; by default
    spec/<name of the file> of the project in `root`."""
    made = draft(file)
    where = folder or root / "spec" / (slug(file.stem) or "book")
    return Drafted(where, made, write_draft(made, where))


def write_draft(made: Draft, folder: Path) -> Register:
    """Write a drafted register into a folder that is not there yet, or is empty: wholly or not at all. A folder with
    something in it, or that cannot be made, is a `UsageError`."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        mend = "choose another folder with -o; a draft never overwrites"
        raise UsageError("there is something here already", folder.as_posix(), mend)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        mend = "choose another folder with -o"
        raise UsageError(f"this folder cannot be made: {error.strerror}", folder.as_posix(), mend) from error
    try:
        for name, text in made.files.items():
            write_whole(temporary / name, text)
        register = load_register(temporary)
        temporary.chmod(0o755)
        temporary.replace(folder)  # in place of an empty folder, too
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise
    return register


def _id(entry: Entry, wrapped: set[tuple[str, int]]) -> str:
    """``5.4.2``; with letters where a bullet takes several lines: ``5.4.2a``, ``5.4.2b``."""
    letters, part = "", entry.part
    while part and (entry.section, entry.bullet) in wrapped:
        part, letter = divmod(part - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{entry.section}.{entry.bullet}{letters}"


def _line(entry: Entry, wrapped: set[tuple[str, int]]) -> str:
    lines = ["", "[[line]]", f"number = {entry.number}"]
    if entry.bullet:
        lines += [f"section = {toml_value(entry.section)}", f"bullet = {entry.bullet}"]
    lines.append(f"kind = {toml_value(entry.kind)}")
    if entry.note:
        lines.append(f"note = {toml_value(entry.note)}")
    if entry.bullet:
        kind = "example" if entry.kind == "example" else ""
        lines += ["  [[line.clause]]", f"  id = {toml_value(_id(entry, wrapped))}", f"  kind = {toml_value(kind)}"]
        lines += ['  says = ""', "  todo = true"]
    return "\n".join(lines) + "\n"


def _references(id_: str, text: str) -> Iterator[tuple[str, str]]:
    yield from dict.fromkeys((id_, found[1]) for found in _POINTER.finditer(text))


def _book(title: str, source: str, chapters: list[str], texts: list[str], references: list[tuple[str, str]]) -> str:
    found = [
        "# Drafted by `ruleslawyer`. Each clause waits: give it a kind, say in your own words what it says,",
        "# write a line that has two verdicts as clauses a and b, and take `todo` away; `ruleslawyer spec --lint` says",
        "# what is left.",
        "# The kinds of a clause, of which `ruleslawyer explain --all` says what each is for, are:",
        *(f"#   {line}" for line in textwrap.wrap(", ".join(CLAUSE_KINDS), 106, break_on_hyphens=False)),
        f"title = {toml_value(title)}",
        f"source = {toml_value(source)}",
        "chapters = [",
        *(f"  {toml_value(name)}," for name in chapters),
        "]",
        f'digest = "{text_digest(texts)}"',
        "",
        "# Words that the rules lean on: which clauses define each, and which use it.",
        "# [[term]]",
        '# name = "a word"',
        "# defined = []",
        "# used = []",
    ]
    for clause, to in references:
        found += ["", "[[reference]]", f"clause = {toml_value(clause)}", f"to = {toml_value(to)}"]
    return "\n".join([*found, "", digest_table(line_digests(texts))])


def plain_title(text: str) -> str:
    """A text on one line, without the marks of Markdown."""
    return " ".join(re.sub(r"[*_`#\[\]]|[\x00-\x1f\x7f]", " ", text).split())


def slug(text: str, limit: int = 40) -> str:
    """Lower-case letters, digits and one mark between words: for the names of files and rulesets."""
    return "_".join(re.findall(r"[a-z0-9]+", text.lower()))[:limit].strip("_")


def _slug(title: str) -> str:
    return slug(title).replace("_", "-") or "chapter"
