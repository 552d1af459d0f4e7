"""Reading a register from its folder: book.toml and one TOML file for each chapter; every mistake has its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.toml import Table, read_toml
from ruleslawyer.rulebook.register.clause import (
    CLAUSE_KINDS,
    LINE_KINDS,
    REGISTER_ONLY,
    TODO,
    ByPlayers,
    Chapter,
    Clause,
    Line,
    Reference,
    Register,
    Term,
)

BOOK = "book.toml"
_BOOK_KEYS = ("title", "source", "digest", "chapters", "term", "reference", "digests", "players")
_CHAPTER_KEYS = ("chapter", "title", "line")
_LINE_KEYS = ("number", "section", "bullet", "kind", "note", "clause")
_CLAUSE_KEYS = ("id", "kind", "says", "doubt", "immaterial", "reason", "todo", "players", "sets")
_ID = re.compile(r"[A-Za-z0-9]+(\.[A-Za-z0-9]+)*")
_DIGEST = re.compile(r"[0-9a-f]{12}")
_LARGEST = 4_000_000


def load_register(folder: Path, *, new_edition: bool = False) -> Register:
    """The register in a folder such as ``spec/<ruleset>``; places are given from the folder two above.

    `new_edition`: its digests are about to be written anew, so a line may be new to them. A folder that is none is a
    `UsageError`, and so is each mistake in its files.
    """
    if not folder.is_dir():
        raise UsageError("there is no register here", _name(folder), f"create {_name(folder)}/{BOOK}")
    book = read_part(folder / BOOK)
    book.expect_keys(_BOOK_KEYS)
    names = book.texts("chapters")
    if not names:
        raise book.wrong("the book lists no chapters", 'chapters = ["01-….toml", …]', "chapters")
    for i, name in enumerate(names):
        if name in names[:i]:
            raise book.wrong(f"chapter `{name}` is listed twice", "list each file once", "chapters", i)
        if Path(name).name != name:
            raise book.wrong(f"`{name}` is not beside {BOOK}", "keep the chapters in one folder", "chapters", i)
    files = tuple(_chapter_table(folder / name, book, i) for i, name in enumerate(names))
    stray = sorted(p.name for p in folder.glob("*.toml") if p.name not in (BOOK, *names))
    if stray:
        raise book.wrong(f"{stray[0]} is not listed in `chapters`", f'add "{stray[0]}"', "chapters")
    register = Register(
        book.text("title"), book.text("source", ""), book.text("digest", ""), _digests(book),
        tuple(_chapter(file, name) for file, name in zip(files, names, strict=True)), _terms(book), _references(book),
        players=_range_of_players(book), by_players=tuple(_by_players(files, book)),
    )  # fmt: skip
    if register.digests and not register.source:
        raise book.wrong("`source` is missing, and there are digests of its lines", 'add source = "…"', "source")
    _unique(register, files)
    if "digests" in book and not new_edition:
        _in_source(register, folder, files)
    _expect_clauses(register, book)
    return register


def read_part(path: Path) -> Table:
    """The book's own file or a chapter's."""
    beside = [p.name for p in path.parent.glob("*.toml") if p.name != BOOK]
    return read_toml(path, _name(path), missing=nearest(path.name, beside), largest=_LARGEST)


def _chapter_table(path: Path, book: Table, number: int) -> Table:
    if not path.is_file():
        others = {p.name for p in path.parent.glob("*.toml")} - {BOOK, *book.texts("chapters")}
        near = nearest(path.name, others, "write it, or take it out of `chapters`")
        raise book.wrong(f"the book lists `{path.name}`, and there is no such file", near, "chapters", number)
    return read_part(path)


def _chapter(file: Table, name: str) -> Chapter:
    file.expect_keys(_CHAPTER_KEYS)
    lines = tuple(_line(table) for table in file.tables("line"))
    return Chapter(file.text("chapter"), file.text("title"), name, lines)


def _line(table: Table) -> Line:
    number = table.data.get("number")
    if not _whole(number):
        raise table.wrong("a [[line]] has no `number`", "number = its line in the source", "number")
    assert isinstance(number, int)
    table.expect_keys(_LINE_KEYS)
    kind = table.one_of("kind", LINE_KINDS)
    section = table.text("section", "")
    bullet = table.data.get("bullet")
    if bullet is not None and not _whole(bullet):
        raise table.wrong("`bullet` must be a whole number from 1", None, "bullet")
    clauses = tuple(_clause(clause, number, section) for clause in table.tables("clause"))
    if kind == "normative" and not clauses:
        raise table.wrong(f"line {number} is normative and has no clause", "add [[line.clause]], or another kind")
    if clauses and not section:
        raise table.wrong(f"line {number} has clauses and no section", 'add section = "…"')
    return Line(number, kind, section, bullet, table.text("note", ""), clauses)


def _clause(table: Table, number: int, section: str) -> Clause:
    id_ = table.text("id")
    if not _ID.fullmatch(id_):
        raise table.wrong(f"`{id_}` cannot be a clause's id", 'use digits, letters and dots, such as "5.4.2a"', "id")
    table.expect_keys(_CLAUSE_KEYS)
    todo = table.truth("todo")
    if todo:  # what the stub leaves empty is not there yet
        table = Table(table.places, {key: value for key, value in table.data.items() if value != ""})
    kind = TODO if todo and "kind" not in table else table.one_of("kind", CLAUSE_KINDS)
    reason = table.text("reason", "")
    if kind == REGISTER_ONLY and not reason:
        raise table.wrong(f"{id_} is register-only without a reason", 'add reason = "…"')
    says = table.text("says", "" if todo else None)
    doubt, immaterial = table.text("doubt", ""), table.text("immaterial", "")
    if immaterial and not doubt:
        mend = 'add doubt = "…", or take it out'
        raise table.wrong(f"{id_} is in no doubt that could be immaterial", mend, "immaterial")
    return Clause(id_, kind, says, number, section, doubt, reason, todo, immaterial)


def _digests(book: Table) -> dict[int, str]:
    table = book.table("digests", "write [digests], and below it for each line that is not blank: number = its digest")
    for number, digest in table.data.items():
        if not re.fullmatch(r"[1-9][0-9]{0,6}", number):
            raise table.wrong(f"`{number}` in [digests] is no line's number", "whole numbers from 1", number)
        if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
            update = "`ruleslawyer spec RULESET --verify --source DIR --update`"
            mend = f"it has twelve digits, 0-9 or a-f; {update} writes those of a text"
            raise table.wrong(f"this is no digest of line {number}", mend, number)
    return {number: table.data[str(number)] for number in sorted(map(int, table.data))}


def _terms(book: Table) -> tuple[Term, ...]:
    found: list[Term] = []
    for table in book.tables("term"):
        name = table.text("name")
        table.expect_keys(("name", "means", "defined", "used"))
        if name in (term.name for term in found):
            raise table.wrong(f"the term `{name}` is listed twice", "list it once", "name")
        found.append(Term(name, table.texts("defined"), table.texts("used"), table.text("means", "")))
    return tuple(found)


def _references(book: Table) -> tuple[Reference, ...]:
    found = []
    for table in book.tables("reference"):
        table.expect_keys(("clause", "to", "words"))
        found.append(Reference(table.text("clause"), table.text("to"), table.text("words", "")))
    return tuple(found)


def _range_of_players(book: Table) -> tuple[int, int] | None:
    if "players" not in book:
        return None
    numbers = book.data["players"]
    if not (isinstance(numbers, list) and len(numbers) == 2 and all(map(_whole, numbers)) and numbers[0] <= numbers[1]):
        raise book.wrong("`players` is the fewest and the most who may play", "players = [2, 4]", "players")
    return numbers[0], numbers[1]


def _by_players(files: Sequence[Table], book: Table) -> Iterator[ByPlayers]:
    """The settings of clauses for some numbers of players, each of them one with which the book is played."""
    every = _range_of_players(book)
    for table in (clause for file in files for line in file.tables("line") for clause in line.tables("clause")):
        if not {"players", "sets"} & table.data.keys():
            continue
        if "players" not in table:
            mend = "players = [2]: how many play where it counts"
            raise table.wrong("`sets` without `players`", mend, "sets")
        if "sets" not in table:
            mend = 'sets = "cards that are put aside": the same words in each clause that gives it for other numbers'
            raise table.wrong("`players` without what the clause `sets` for them", mend, "players")
        numbers = table.data["players"]
        if not (isinstance(numbers, list) and numbers and all(map(_whole, numbers))):
            raise table.wrong("`players` are the numbers of players for which it counts", "players = [2, 3]", "players")
        if every is None:
            mend = f"add the fewest and the most to {book.file}: players = [2, 4]"
            raise table.wrong("the book does not say how many may play", mend, "players")
        for number, players in enumerate(numbers):
            if not every[0] <= players <= every[1]:
                most = f"{book.file} says {every[0]} to {every[1]}"
                raise table.wrong(f"with {players} players nobody plays: {most}", "correct either", "players", number)
        yield ByPlayers(table.text("sets"), table.text("id"), tuple(numbers), table.file, table.line("players"))


def _unique(register: Register, files: Sequence[Table]) -> None:
    """No line number and no clause id twice."""
    lines: dict[int, str] = {}
    ids: dict[str, str] = {}
    for chapter, file in zip(register.chapters, files, strict=True):
        for i, line in enumerate(chapter.lines):
            if line.number in lines:
                mend = f"the first is in {lines[line.number]}"
                raise file.wrong(f"line {line.number} is registered twice", mend, "line", i, "number")
            lines[line.number] = chapter.file
            for j, clause in enumerate(line.clauses):
                if clause.id in ids:
                    mend = f"the first is in {ids[clause.id]}"
                    raise file.wrong(f"clause {clause.id} is there twice", mend, "line", i, "clause", j, "id")
                ids[clause.id] = chapter.file


def _in_source(register: Register, folder: Path, files: Sequence[Table]) -> None:
    """Every line that a chapter speaks of is one of the source's lines that are not blank."""
    for chapter, file in zip(register.chapters, files, strict=True):
        for i, line in enumerate(chapter.lines):
            if line.number not in register.digests:
                update = f"`ruleslawyer spec {folder.name} --verify --source DIR --update`"
                mend = f"correct the number; if it is a new line of the text, run {update}"
                raise file.wrong(f"line {line.number} is not in [digests] of {BOOK}", mend, "line", i, "number")


def _expect_clauses(register: Register, book: Table) -> None:
    """Terms and references of the book speak of clauses that exist."""
    for i, term in enumerate(register.terms):
        for key, ids in (("defined", term.defined), ("used", term.used)):
            for j, id_ in enumerate(ids):
                if id_ not in register.clauses:
                    raise book.wrong(f"unknown clause `{id_}`", nearest(id_, register.ids), "term", i, key, j)
    for i, reference in enumerate(register.references):
        if reference.clause not in register.clauses:
            mend = nearest(reference.clause, register.ids)
            raise book.wrong(f"unknown clause `{reference.clause}`", mend, "reference", i, "clause")


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _name(path: Path) -> str:
    """A path for people: from two folders above a register, so without the machine's own folders."""
    parts = path.parts
    return "/".join(parts[-3:] if path.suffix == ".toml" else parts[-2:])
