"""Lists of cards: `cards = "cards.csv"` in a scope; columns are attributes, rows are members of the sort."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ruleslawyer.base.diagnostics import Diagnostic, ModelError, nearest, plain
from ruleslawyer.base.files.content import Json, is_there
from ruleslawyer.base.files.read import read_text
from ruleslawyer.base.files.sheet import NotASheet, Row, Sheet
from ruleslawyer.base.files.toml import Key, Places, toml_table
from ruleslawyer.base.origin import Span
from ruleslawyer.front.typing import describe
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Bool, Enum, Int, Map, Optional, Pile, Set, Type
from ruleslawyer.rulebook.scopes.copies import COPIES, MOST, Dealing, Dealt, Listed, how_many
from ruleslawyer.rulebook.scopes.values import NONE, Mistakes, Wrong

SORT = "Card"
"""The sort of the cards, where a scope does not say which (`cards.Module = "modules.csv"`)."""
NAME = "name"
LARGEST = 20_000_000
"""Bytes: ten thousand cards have some two million."""
YES, NO = ("yes", "true", "1", "x"), ("no", "false", "0", "-")
_MEND = 'write cards = "cards.csv", or cards.Card = { file = "cards.csv", each = "owner" }'
_NO_NUMBER = f"`{COPIES}` is a number from 0 to {MOST}", "write a whole number, in digits alone"
COMMENT = "#"
"""What the head of a column begins with that is not read."""


class CardFile(NamedTuple):
    """A list of cards that a scope names: where it is, how it is shown, and how it is dealt."""

    path: Path
    shown: str
    how: Dealing


def read_cards(file: CardFile, sort: str, system: System, mistakes: Mistakes) -> Listed:
    """The cards of a file. What is wrong is reported; a file that cannot be read is a UsageError. One that is no table
    is a `ModelError`."""
    text = read_text(file.path, file.shown, "write it, or correct its name: it is looked for beside the file", LARGEST)
    if file.path.suffix == ".toml":
        return _TomlCards(file.shown, text, sort, system, mistakes)
    try:
        return _SheetCards(Sheet(file.shown, text), sort, system, mistakes)
    except NotASheet as error:
        span = Span(file.shown, error.line, 1, error.line, 2)
        raise ModelError([Diagnostic("RL710", error.message, span, help=error.mend)]) from error


def deal(document: Json, places: Places, system: System) -> tuple[Json, Places, list[Diagnostic]]:
    """A scope's document with the cards of its lists among the members, the places of everything, and what is wrong."""
    files = document.get("cards")
    if files is None:
        return document, places, []
    found: dict[str, Dealt] = {}
    mistakes = Mistakes(places)
    if not isinstance(files, dict) or not all(isinstance(file, CardFile) for file in files.values()):
        mistakes.report("RL703", ("cards",), "`cards` is the name of a file", _MEND)
        files = {}
    document = {key: value for key, value in document.items() if key != "cards"}
    given = document.get("sorts", {})
    sorts = dict(given) if isinstance(given, dict) else {}
    for sort, file in files.items():
        if sort not in system.sorts:
            mistakes.report("RL702", file.how.at, f"the ruleset has no sort `{sort}`", nearest(sort, system.sorts))
            continue
        if not is_there(file.path):
            mend = "write it, or correct its name: it is looked for beside this file"
            mistakes.report("RL710", file.how.at, f"there is no list of cards {file.shown}", mend)
            continue
        listed = read_cards(file, sort, system, mistakes)
        found[sort] = Dealt(listed, file.how, sort, system, sorts, mistakes)
        sorts[sort] = _join(sort, sorts.get(sort, {}), found[sort], mistakes)
    document["sorts"] = sorts
    return document, _CardPlaces(places, found), mistakes.found


def _join(sort: str, members: object, listed: Dealt, mistakes: Mistakes) -> Any:
    """The members that a scope gives itself, then those of the list."""
    if not isinstance(members, dict):
        message = f"`{sort}` has a list of cards, and members given by number or name"
        mistakes.report("RL706", ("sorts", sort), message, f"write {sort}.NAME = {{ … }}, or leave them out")
        return {}
    for name in listed.rows:
        if name in members:
            span = listed.find(name, ())
            mistakes.found.append(
                Diagnostic("RL706", f"two of `{sort}` are called `{name}`", span, help="give each a name of its own")
            )
    return {**members, **listed.rows}


class _CardPlaces(Places):
    """The places of a scope's keys, and of the cards that its lists give."""

    def __init__(self, own: Places, lists: Mapping[str, Dealt]) -> None:
        super().__init__(own.path, own.text, own.inside)
        self.own, self.lists = own, lists

    def _cards_at(self, key: Key) -> Dealt | None:
        if len(key) < 3 or key[0] != "sorts" or key[1] not in self.lists:
            return None
        listed = self.lists[str(key[1])]
        return listed if key[2] in listed.rows else None

    def find(self, key: Key) -> Span:
        listed = self._cards_at(key)
        return self.own.find(key) if listed is None else listed.find(str(key[2]), key[3:])

    def depth(self, key: Key) -> int:
        return self.own.depth(key) if self._cards_at(key) is None else len(key)


class _TomlCards:
    """Tables `[[Card]]`, each with a name and attributes as a scope writes them."""

    def __init__(self, shown: str, text: str, sort: str, system: System, mistakes: Mistakes) -> None:
        self.rows: dict[str, Json] = {}
        self.copies: dict[str, int] = {}
        self.counts = all(a.name != COPIES for a in system.sorts[sort].attributes)
        table = toml_table(text, shown)
        self.sort, self.places, self.numbers, document = sort, table.places, dict[str, int](), table.data
        own = Mistakes(self.places)
        for key in document:
            if key != sort:
                own.report("RL710", (key,), f"a list of cards has no `{key}`", f"write [[{sort}]] above each card")
        cards = document.get(sort, [])
        if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
            own.report("RL710", (sort,), f"`{sort}` is a list of tables", f"write [[{sort}]] above each card")
            cards = []
        for number, card in enumerate(cards):
            self._card(number, card, own)
        mistakes.found += own.found

    def _card(self, number: int, card: Json, mistakes: Mistakes) -> None:
        key = self.sort if self.sort in card else NAME
        name = card.get(key)
        if not isinstance(name, str):
            mistakes.report("RL710", (self.sort, number), "this card has no name", f'write {self.sort} = "…"')
        elif name in self.rows:
            message = f"two of `{self.sort}` are called `{name}`"
            mistakes.report("RL706", (self.sort, number, key), message, "give each a name of its own")
        else:
            self.numbers[name] = number
            self.rows[name] = {attribute: value for attribute, value in card.items() if attribute != key}
            if self.counts and COPIES in self.rows[name]:
                copies = how_many(self.rows[name].pop(COPIES))
                if copies is None:
                    mistakes.report("RL703", (self.sort, number, COPIES), *_NO_NUMBER)
                self.copies[name] = copies or 0

    def find(self, name: str, path: Key) -> Span:
        return self.places.find((self.sort, self.numbers[name], *path))


class _SheetCards:
    """A spreadsheet: its head names attributes, and the column of the names as `Card`, or `name`."""

    def __init__(self, sheet: Sheet, sort: str, system: System, mistakes: Mistakes) -> None:
        self.sheet, self.sort, self.system, self.mistakes = sheet, sort, system, mistakes
        self.rows: dict[str, Json] = {}
        self.copies: dict[str, int] = {}
        self.at: dict[str, Row] = {}
        self.types = {a.name: a.type for a in system.sorts[sort].attributes}
        self.columns: dict[int, tuple[str, ...]] = {}
        """The attribute of each column, and the key of an entry where it has one (`score.BQ`)."""
        self.names: int | None = None
        self.counts: int | None = None
        """The column that says how many copies there are."""
        self._head()
        if self.names is None:
            help_ = f"call the column of the names `{sort}`"
            self._wrong("RL710", sheet.head, 0, "there is no column with the names of the cards", help_)
            return
        for row in sheet.rows:
            self._row(row)

    def find(self, name: str, path: Key) -> Span:
        row, word = self.at[name], ""
        column = self.names or 0
        for number, attribute in self.columns.items():
            if path[: len(attribute)] == attribute:
                column, word = number, str(path[-1]) if len(path) > len(attribute) else ""
        return self.sheet.find(row, column, word)

    def _wrong(self, code: str, row: Row, column: int, message: str, help_: str, word: str = "") -> Wrong:
        span = self.sheet.find(row, column, word)
        self.mistakes.found.append(Diagnostic(code, message, span, help=help_))
        return Wrong()

    # --- the head -----------------------------------------------------------------------------------------------

    def _head(self) -> None:
        head = self.sheet.head
        for number, title in enumerate(head.cells):
            if title.startswith(COMMENT) or (not title and not self._cells(number)):
                continue
            if title.casefold() == self.sort.casefold() or title.casefold() == NAME not in self.types:
                if self.names is not None:
                    self._wrong("RL706", head, number, "two columns have the names of the cards", "keep one of them")
                self.names = number
                continue
            if title.casefold() == COPIES not in self.types and self.counts is None:
                self.counts = number
                continue
            attribute = self._attribute(title)
            if not title:
                self._wrong("RL710", head, number, "this column has no title", "name the attribute that it is")
            elif attribute is None:
                help_ = nearest(title, [*self.types, self.sort])
                help_ += f"; a column that is not to be read begins with `{COMMENT}`"
                self._wrong("RL702", head, number, f"`{self.sort}` has no attribute `{title}`", help_)
            elif attribute in self.columns.values():
                self._wrong("RL706", head, number, f"two columns are called `{title}`", "keep one of them")
            else:
                self.columns[number] = attribute

    def _cells(self, number: int) -> bool:
        """Whether a column has any cell that is not empty."""
        return any(row.cells[number : number + 1] not in ((), ("",)) for row in self.sheet.rows)

    def _attribute(self, title: str) -> tuple[str, ...] | None:
        name, dot, entry = title.partition(".")
        attribute = _name_in_model(name, self.types)
        type_ = self.types.get(attribute)
        if not dot:
            return (attribute,) if type_ is not None else None
        if not isinstance(type_, Map):
            return None
        keys = self.system.enums[type_.key.name].members if isinstance(type_.key, Enum) else ()
        entry = _name_in_model(entry, keys)
        return (attribute, entry) if entry in keys or not keys else None

    # --- the rows -----------------------------------------------------------------------------------------------

    def _row(self, row: Row) -> None:
        assert self.names is not None
        cells = dict(enumerate(row.cells))
        name = cells.get(self.names, "")
        if name.startswith("="):
            self._formula(row, self.names, name)
            return
        if not name:
            self._wrong("RL710", row, self.names, "this card has no name", "give it one, or empty the whole line")
            return
        values: Json = {}
        for number, path in self.columns.items():
            cell = cells.get(number, "")
            if not cell:
                continue
            try:
                self._give(values, path, row, number, cell)
            except Wrong:
                continue
        copies = how_many(cells.get(self.counts, "") or "1") if self.counts is not None else 1
        if copies is None and self.counts is not None:
            cell = cells[self.counts]
            if cell.startswith("="):
                self._formula(row, self.counts, cell)
            else:
                self._wrong("RL703", row, self.counts, f"{_NO_NUMBER[0]}, found `{cell[:40]}`", _NO_NUMBER[1])
        if name in self.rows:
            message = f"two of `{self.sort}` are called `{name}`; the first is on line {self.at[name].line}"
            self._wrong("RL706", row, self.names, message, "give each a name of its own")
        else:
            self.at[name], self.rows[name], self.copies[name] = row, values, copies or 0

    def _give(self, values: Json, path: tuple[str, ...], row: Row, column: int, cell: str) -> None:
        type_ = self.types[path[0]]
        if cell.startswith("="):
            raise self._formula(row, column, cell)
        if len(path) == 1:
            values[path[0]] = self._value(row, column, cell, type_)
            return
        assert isinstance(type_, Map)
        table = values.setdefault(path[0], {})
        if path[1] in table:
            raise self._wrong("RL706", row, column, f"`{path[1]}` is given twice", "keep one of the two cells")
        table[path[1]] = self._value(row, column, cell, type_.value)

    def _formula(self, row: Row, column: int, cell: str) -> Wrong:
        message = f"`{cell[:40]}` is a formula, and nothing is calculated here"
        return self._wrong("RL710", row, column, message, "save the spreadsheet with values instead of formulas")

    def _value(self, row: Row, column: int, cell: str, type_: Type) -> Any:
        """A cell as a scope would write it; names that do not exist are left to the scope."""
        match type_:
            case Int():
                if not re.fullmatch(r"-?\d{1,4000}", cell):
                    what = f"expected {describe(type_)}, found `{cell[:40]}`"
                    raise self._wrong("RL703", row, column, what, "write a whole number, in digits alone", cell)
                return int(cell)
            case Bool():
                if cell.casefold() not in YES + NO:
                    what = f"expected yes or no, found `{cell[:40]}`"
                    raise self._wrong("RL703", row, column, what, "write yes or no, or leave it empty", cell)
                return cell.casefold() in YES
            case Optional(item):
                return NONE if cell.casefold() in (NONE, "-") else self._value(row, column, cell, item)
            case Enum(name):
                return _name_in_model(cell, self.system.enums[name].members)
            case Map(key, item):
                return dict(self._entries(row, column, cell, key, item))
            case Set(item) | Pile(item):
                return [self._value(row, column, part, item) for part in _parts(cell)]
        return cell

    def _entries(self, row: Row, column: int, cell: str, key: Type, item: Type) -> Iterator[tuple[str, Any]]:
        """The entries of a map: `FLYING, BOND` where each is there or not, else `BQ 3, IQ 1`."""
        known = self.system.enums[key.name].members if isinstance(key, Enum) else ()
        seen: set[str] = set()
        for part in _parts(cell):
            name, value = part, ""
            if not isinstance(item, Bool):
                found = re.fullmatch(r"(.*?)\s*[ =:]\s*(\S+)", part)
                if found is None:
                    message = f"`{part[:40]}` has no value"
                    raise self._wrong("RL703", row, column, message, f"write it as `{(*known, 'NAME')[0]} 3`", part)
                name, value = found[1], found[2]
            name = _name_in_model(name, known)
            if name in seen:
                raise self._wrong("RL706", row, column, f"`{name}` is there twice", "write it once", part)
            seen.add(name)
            yield name, True if isinstance(item, Bool) else self._value(row, column, value, item)


def _parts(cell: str) -> list[str]:
    """The parts of a cell between commas."""
    return [part.strip() for part in re.split(r"[,;\n]", cell) if part.strip()]


def _name_in_model(name: str, known: Iterable[str]) -> str:
    """A name as it is declared: `Dead Drop` for DEAD_DROP; as it is written, where nothing is called so."""
    return _plainly(tuple(known)).get(plain(name), name)


@lru_cache(maxsize=64)
def _plainly(known: tuple[str, ...]) -> dict[str, str]:
    return {plain(name): name for name in known}
