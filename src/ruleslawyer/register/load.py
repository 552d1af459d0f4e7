"""Reading a register from its folder: book.toml and one TOML file for each chapter; every mistake has its place."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection
from functools import cached_property
from pathlib import Path
from typing import Any

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.files.read import parse_toml
from ruleslawyer.register.clause import (
    CLAUSE_KINDS,
    LINE_KINDS,
    REGISTER_ONLY,
    TODO,
    Chapter,
    Clause,
    Line,
    Reference,
    Register,
    Term,
)

BOOK = "book.toml"
_BOOK_KEYS = ("title", "source", "digest", "chapters", "term", "reference", "digests")
_CHAPTER_KEYS = ("chapter", "title", "line")
_LINE_KEYS = ("number", "section", "bullet", "kind", "note", "clause")
_CLAUSE_KEYS = ("id", "kind", "says", "doubt", "reason", "todo")
_ID = re.compile(r"[A-Za-z0-9]+(\.[A-Za-z0-9]+)*")
_DIGEST = re.compile(r"[0-9a-f]{12}")
_LARGEST = 4_000_000


def load_register(folder: Path, *, new_edition: bool = False) -> Register:
    """The register in a folder such as ``spec/<ruleset>``; places are given from the folder two above.

    `new_edition`: its digests are about to be written anew, so a line may be new to them.
    """
    if not folder.is_dir():
        raise UsageError("there is no register here", _name(folder), f"create {_name(folder)}/{BOOK}")
    book = TomlFile.read(folder / BOOK)
    data = book.data
    book.keys(data, _BOOK_KEYS, "")
    names = book.texts(data, "chapters", "")
    if not names:
        raise UsageError("the book lists no chapters", book.name, 'chapters = ["01-….toml", …]')
    for i, name in enumerate(names):
        if name in names[:i]:
            raise UsageError(f"chapter `{name}` is listed twice", book.place(name), "list each file once")
        if Path(name).name != name:
            raise UsageError(f"`{name}` is not beside {BOOK}", book.place(name), "keep the chapters in one folder")
    chapters = tuple(_chapter(folder / name, book) for name in names)
    stray = sorted(p.name for p in folder.glob("*.toml") if p.name not in (BOOK, *names))
    if stray:
        raise UsageError(f"{stray[0]} is not listed in `chapters`", book.place("chapters"), f'add "{stray[0]}"')
    register = Register(
        book.text(data, "title", ""), book.text(data, "source", "", ""), book.text(data, "digest", "", ""),
        _digests(book), chapters, _terms(book), _references(book),
    )  # fmt: skip
    if register.digests and not register.source:
        raise UsageError("`source` is missing, and there are digests of its lines", book.name, 'add source = "…"')
    _unique(register, folder)
    if "digests" in data and not new_edition:
        _in_source(register, folder)
    _known(register, book)
    return register


class TomlFile:
    """A parsed TOML file that can say where in it something stands."""

    def __init__(self, name: str, content: str, data: dict[str, Any]) -> None:
        self.name, self.content, self.data = name, content, data

    @classmethod
    def read(cls, path: Path) -> TomlFile:
        name = _name(path)
        try:
            if path.stat().st_size > _LARGEST:
                raise UsageError("this file is larger than 4 MB", name, "split it into chapters")
            text = path.read_text(encoding="utf-8-sig")
        except OSError as error:
            near = nearest(path.name, [p.name for p in path.parent.glob("*.toml")])
            raise UsageError("there is no such file", name, near) from error
        except UnicodeDecodeError as error:
            raise UsageError("this file is not UTF-8 text", name, "save it as UTF-8") from error
        return cls(name, text, parse_toml(text, name))

    def place(self, written: str) -> str:
        """The first line that has this text; the file alone where none does."""
        for number, line in enumerate(self.content.split("\n"), 1):
            if written in line:
                return f"{self.name}:{number}"
        return self.name

    @cached_property
    def _entries(self) -> dict[str, list[int]]:
        """The lines of each ``key = value``, without the white space around it and without a comment."""
        found: dict[str, list[int]] = {}
        for number, line in enumerate(self.content.split("\n"), 1):
            match = re.fullmatch(r"\s*(\w+)\s*=\s*(\d+|\"[^\"]*\")\s*(#.*)?", line)
            if match:
                found.setdefault(f"{match[1]} = {match[2]}", []).append(number)
        return found

    def entry(self, key: str, value: object, *, last: bool = False) -> str:
        """The first (or last) line of ``key = value``; the file alone where it is written in another way."""
        shown = f'"{value}"' if isinstance(value, str) else str(value)
        lines = self._entries.get(f"{key} = {shown}")
        return f"{self.name}:{lines[-1 if last else 0]}" if lines else self.name

    def keys(self, table: dict[str, Any], known: Collection[str], place: str) -> None:
        """Refuse a key that is none of the known ones."""
        for key in table:
            if key not in known:
                raise UsageError(f"unknown key `{key}`", place or self.place(key), nearest(key, known))

    def text_of(self, value: object, key: str, place: str) -> str:
        if not isinstance(value, str) or not value.strip():
            raise UsageError(f"`{key}` must be a text that is not empty", place or self.place(key), f'{key} = "…"')
        return value

    def text(self, table: dict[str, Any], key: str, place: str, default: str | None = None) -> str:
        if key not in table:
            if default is None:
                raise UsageError(f"`{key}` is missing", place or self.name, f'add {key} = "…"')
            return default
        return self.text_of(table[key], key, place)

    def texts(self, table: dict[str, Any], key: str, place: str) -> tuple[str, ...]:
        value = table.get(key, [])
        if not isinstance(value, list):
            raise UsageError(f"`{key}` must be a list of texts", place or self.place(key), f'{key} = ["…"]')
        return tuple(self.text_of(item, key, place) for item in value)

    def tables(self, table: dict[str, Any], key: str, place: str) -> list[dict[str, Any]]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise UsageError(f"`{key}` must be tables", place or self.place(key), f"write [[{key}]]")
        return value

    def one_of(self, table: dict[str, Any], key: str, known: Collection[str], place: str) -> str:
        value = self.text(table, key, place)
        if value not in known:
            raise UsageError(f"unknown {key} `{value}`", place, nearest(value, known))
        return value


def _chapter(path: Path, book: TomlFile) -> Chapter:
    if not path.is_file():
        near = nearest(path.name, [p.name for p in path.parent.glob("*.toml") if p.name != BOOK])
        raise UsageError(f"the book lists `{path.name}`, and there is no such file", book.place(path.name), near)
    file = TomlFile.read(path)
    file.keys(file.data, _CHAPTER_KEYS, "")
    lines = tuple(_line(table, file) for table in file.tables(file.data, "line", ""))
    return Chapter(file.text(file.data, "chapter", ""), file.text(file.data, "title", ""), path.name, lines)


def _line(table: dict[str, Any], file: TomlFile) -> Line:
    number = table.get("number")
    if not _whole(number):
        raise UsageError("a [[line]] has no `number`", file.place("[[line]]"), "number = its line in the source")
    assert isinstance(number, int)
    place = file.entry("number", number)
    file.keys(table, _LINE_KEYS, place)
    kind = file.one_of(table, "kind", LINE_KINDS, place)
    section = file.text(table, "section", place, "")
    bullet = table.get("bullet")
    if bullet is not None and not _whole(bullet):
        raise UsageError("`bullet` must be a whole number from 1", place)
    clauses = tuple(_clause(c, number, section, file, place) for c in file.tables(table, "clause", place))
    if kind == "normative" and not clauses:
        raise UsageError(f"line {number} is normative and has no clause", place, "add [[line.clause]], or another kind")
    if clauses and not section:
        raise UsageError(f"line {number} has clauses and no section", place, 'add section = "…"')
    return Line(number, kind, section, bullet, file.text(table, "note", place, ""), clauses)


def _clause(table: dict[str, Any], number: int, section: str, file: TomlFile, line_place: str) -> Clause:
    id_ = file.text(table, "id", line_place)
    place = file.entry("id", id_)
    if not _ID.fullmatch(id_):
        raise UsageError(f"`{id_}` cannot be a clause's id", place, 'use digits, letters and dots, such as "5.4.2a"')
    file.keys(table, _CLAUSE_KEYS, place)
    todo = table.get("todo", False)
    if not isinstance(todo, bool):
        raise UsageError("`todo` must be true or false", place, "todo = true, until the clause is paraphrased")
    if todo:  # what the stub leaves empty is not there yet
        table = {key: value for key, value in table.items() if value != ""}
    kind = TODO if todo and "kind" not in table else file.one_of(table, "kind", CLAUSE_KINDS, place)
    reason = file.text(table, "reason", place, "")
    if kind == REGISTER_ONLY and not reason:
        raise UsageError(f"{id_} is register-only without a reason", place, 'add reason = "…"')
    says = file.text(table, "says", place, "" if todo else None)
    return Clause(id_, kind, says, number, section, file.text(table, "doubt", place, ""), reason, todo)


def _digests(book: TomlFile) -> dict[int, str]:
    table = book.data.get("digests", {})
    if not isinstance(table, dict):
        mend = "write [digests], and below it for each line that is not blank: number = its digest"
        raise UsageError("`digests` must be a table", book.place("digests"), mend)
    for number, digest in table.items():
        if not re.fullmatch(r"[1-9][0-9]{0,6}", number):
            place = book.entry(number, digest)
            raise UsageError(f"`{number}` in [digests] is no line's number", place, "whole numbers from 1")
        if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
            update = "`ruleslawyer spec verify RULESET --source DIR --update`"
            mend = f"it has twelve digits, 0-9 or a-f; {update} writes those of a text"
            raise UsageError(f"this is no digest of line {number}", book.entry(number, digest), mend)
    return {number: table[str(number)] for number in sorted(map(int, table))}


def _terms(book: TomlFile) -> tuple[Term, ...]:
    found: list[Term] = []
    for table in book.tables(book.data, "term", ""):
        name = book.text(table, "name", "")
        place = book.entry("name", name)
        book.keys(table, ("name", "defined", "used"), place)
        if name in (term.name for term in found):
            raise UsageError(f"the term `{name}` is listed twice", book.entry("name", name, last=True), "list it once")
        found.append(Term(name, book.texts(table, "defined", place), book.texts(table, "used", place)))
    return tuple(found)


def _references(book: TomlFile) -> tuple[Reference, ...]:
    found = []
    for table in book.tables(book.data, "reference", ""):
        book.keys(table, ("clause", "to", "words"), "")
        clause, to = book.text(table, "clause", ""), book.text(table, "to", "")
        found.append(Reference(clause, to, book.text(table, "words", "", "")))
    return tuple(found)


def _unique(register: Register, folder: Path) -> None:
    """No line number and no clause id twice."""
    lines: dict[int, str] = {}
    ids: dict[str, str] = {}
    for chapter in register.chapters:
        for line in chapter.lines:
            if line.number in lines:
                place = TomlFile.read(folder / chapter.file).entry("number", line.number, last=True)
                mend = f"the first is in {lines[line.number]}"
                raise UsageError(f"line {line.number} is registered twice", place, mend)
            lines[line.number] = chapter.file
            for clause in line.clauses:
                if clause.id in ids:
                    place = TomlFile.read(folder / chapter.file).entry("id", clause.id, last=True)
                    raise UsageError(f"clause {clause.id} is there twice", place, f"the first is in {ids[clause.id]}")
                ids[clause.id] = chapter.file


def _in_source(register: Register, folder: Path) -> None:
    """Every line that a chapter speaks of is one of the source's lines that are not blank."""
    for chapter in register.chapters:
        for line in chapter.lines:
            if line.number not in register.digests:
                place = TomlFile.read(folder / chapter.file).entry("number", line.number)
                update = f"`ruleslawyer spec verify {folder.name} --source DIR --update`"
                mend = f"correct the number; if it is a new line of the text, run {update}"
                raise UsageError(f"line {line.number} is not in [digests] of {BOOK}", place, mend)


def _known(register: Register, book: TomlFile) -> None:
    """Terms and references of the book speak of clauses that exist."""
    used = [c for term in register.terms for c in (*term.defined, *term.used)]
    for id_ in (*used, *(r.clause for r in register.references)):
        if id_ not in register.clauses:
            raise UsageError(f"unknown clause `{id_}`", book.place(f'"{id_}"'), nearest(id_, register.ids))


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _name(path: Path) -> str:
    """A path for people: from two folders above a register, so without the machine's own folders."""
    parts = path.parts
    return "/".join(parts[-3:] if path.suffix == ".toml" else parts[-2:])


def nearest(name: str, known: Collection[str]) -> str:
    """The help that names the nearest of what there is, or the first of it."""
    close = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.5)
    if close:
        return f"did you mean `{close[0]}`?"
    listed = sorted(known)
    return "there is: " + ", ".join(f"`{k}`" for k in listed[:30]) + (", …" if len(listed) > 30 else "")
