"""Templates of `ruleslawyer sweep --pairs`: scopes in which two members of an enum are given to places."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from ruleslawyer.base.diagnostics import ModelError, UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.places import Places
from ruleslawyer.base.files.toml import Table, read_toml
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Bool, Enum, Map
from ruleslawyer.rulebook.claims.readings import valid_reading
from ruleslawyer.rulebook.scopes.load import scope_in

MOST_STATES = 10_000
"""States at which a variant is given up unless told otherwise: a template is meant to have some hundred."""
KEYS = ("sort", "attribute", "places", "outcome", "at", "only", "reading", "needs", "apart")
FRAME = "frame"
"""A key of `at` beside the fields: the frame that is innermost, or "none"."""
INITIAL = "initial"
"""A key of a need beside attributes and members: what else is written at the start."""


class Bearing(NamedTuple):
    """A keyword on a member of the sort, both by index."""

    keyword: int
    member: int


Assignment = tuple[tuple[str, ...], Any]
"""A leaf that a need sets in the template's document: its path, and its value."""


class Halt(NamedTuple):
    """States where an outcome is read off, though play could go on.

    values: (field, keys, value), all of which hold there. frame: the innermost frame there ("" for any).
    """

    values: tuple[tuple[str, tuple[int, ...], Any], ...]
    frame: str


@dataclass(frozen=True)
class Template:
    """A template, every name in it looked up.

    scope: without anything that a pair adds. keywords: the enum's members. places: who bears the first and who the
    second, as indices. only: keywords of which every pair that is looked at has one. reading: what
    differs from the default reading. apart: single keywords that meet
    nothing, and pairs in ascending order, with the reason.
    """

    name: str
    title: str
    where: Places
    document: Json
    system: System
    scope: Scope
    sort: str
    attribute: str
    keywords: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    outcome: tuple[str, ...]
    at: tuple[Halt, ...]
    only: tuple[int, ...]
    reading: Mapping[str, str]
    needs: Mapping[int, Json]
    apart: Mapping[tuple[int, ...], str]

    @property
    def file(self) -> str:
        """The file, as it is shown."""
        return self.where.path

    @property
    def members(self) -> tuple[str, ...]:
        """The names of the members that may be places."""
        return self.scope.names[self.sort]

    def reason_apart(self, one: int, other: int) -> str:
        """The reason why two keywords cannot meet here, as the template says; empty where it says nothing."""
        reasons = (self.apart.get(key, "") for key in ((min(one, other), max(one, other)), (one,), (other,)))
        return next(filter(None, reasons), "")

    def background(self, bearings: Iterable[Bearing]) -> Scope | str:
        """The template with what these bearings need, and not yet with the keywords; or why nothing can be both."""
        wanted: dict[tuple[str, ...], tuple[Any, str]] = {}
        for bearing in bearings:
            keyword = self.keywords[bearing.keyword]
            for path, value in self._needs_of(bearing):
                known = wanted.setdefault(path, (value, keyword))
                if known[0] != value:
                    about = ".".join(path[1:])
                    return f"{known[1]} needs {about} to be {known[0]}, and {keyword} needs {value}"
        if not wanted:
            return self.scope
        document = copy.deepcopy(self.document)
        for path, (value, _) in wanted.items():
            _give(document, self.scope, path, value)
        return scope_in(document, self.name, self.system, self.where, bounded=True)

    def variant(self, background: Scope, bearings: Iterable[tuple[Bearing, bool]]) -> Scope:
        """The background with each keyword put on its bearer, or taken off it."""
        key = self.sort, self.attribute
        column = background.attributes[key]
        assert column is not None
        rows = [list(row) for row in column]
        for bearing, borne in bearings:
            rows[bearing.member][bearing.keyword] = borne
        return replace(background, attributes={**background.attributes, key: tuple(map(tuple, rows))})

    def _needs_of(self, bearing: Bearing) -> Iterator[Assignment]:
        for key, value in self.needs.get(bearing.keyword, {}).items():
            yield from _assignments(key, value, self.sort, self.members[bearing.member])


def templates_of(folder: Path) -> list[Path]:
    """The files of a ruleset's templates, alphabetically."""
    return sorted(folder.glob("*.toml"))


def load_template(path: Path, shown: str, system: System) -> Template:
    """The template in a file; raises UsageError or ModelError with the place of what is wrong in it."""
    return _Reader(path.stem, read_toml(path, shown), system).template()


def _assignments(key: str, value: object, sort: str, bearer: str) -> Iterator[Assignment]:
    """The leaves that an entry of a need sets: of the bearer, of another member, or of the initial state."""
    if key == INITIAL:
        yield from _leaves((INITIAL,), value)
    elif "." in key:
        yield from _leaves(("sorts", *key.split(".", 1)), value)
    else:
        yield from _leaves(("sorts", sort, bearer, key), value)


def _leaves(path: tuple[str, ...], value: object) -> Iterator[Assignment]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves((*path, key), inner)
    else:
        yield path, value


def _give(document: Json, scope: Scope, path: tuple[str, ...], value: object) -> None:
    """Set one leaf of a scope's document, whether members have a table each or attributes a list each."""
    if path[0] == INITIAL:
        _set(document, path, value)
        return
    _, sort, member, attribute, *keys = path
    column = document.get("attributes", {}).get(sort, {}).get(attribute)
    rows = document["sorts"][sort]
    if isinstance(column, list):
        index = scope.names[sort].index(member)
        entry = {"it": column[index]}
        _set(entry, ("it", *keys), value)
        column[index] = entry["it"]
    elif isinstance(rows, dict):
        usual = document.get("defaults", {}).get(sort, {})
        if attribute in usual:
            rows[member].setdefault(attribute, copy.deepcopy(usual[attribute]))
        _set(rows[member], (attribute, *keys), value)
    else:  # no such attribute, or the base would not have been read: the loader says so
        document.setdefault("attributes", {}).setdefault(sort, {})[attribute] = [value]


def _set(table: Json, path: Sequence[str], value: object) -> None:
    for key in path[:-1]:
        if not isinstance(table.get(key), dict):
            table[key] = {}
        table = table[key]
    table[path[-1]] = value


class _Reader:
    def __init__(self, name: str, file: Table, system: System) -> None:
        self.name, self.where, self.system = name, file.places, system
        self.pairs: Any = file.data.get("pairs")
        self.document: Json = {key: value for key, value in file.data.items() if key != "pairs"}

    def template(self) -> Template:
        if not isinstance(self.pairs, dict):
            what = "there is no table [pairs]" if self.pairs is None else "`pairs` is a table"
            raise self._wrong(what, "write [pairs] with sort, attribute, places and outcome")
        for key in self.pairs:
            if key not in KEYS:
                raise self._wrong(f"[pairs] has no `{key}`", nearest(key, KEYS), key)
        scope = self._scope(self.document)
        if scope.is_open:
            message = "this template leaves something open, so that nothing can be explored"
            raise UsageError(message, self.where.path, 'give a value wherever it says "open"')
        sort = self._name("sort", self.system.sorts)
        attribute, enum = self._attribute(sort)
        keywords = self.system.enums[enum].members
        found = Template(
            name=self.name,
            title=scope.title,
            where=self.where,
            document=self.document,
            system=self.system,
            scope=scope,
            sort=sort,
            attribute=attribute,
            keywords=keywords,
            places=self._places(sort, scope),
            outcome=self._outcome(),
            at=self._at(),
            only=self._only(keywords),
            reading=self._reading(),
            needs=self._needs(keywords),
            apart=self._apart(keywords),
        )
        self._check_needs(found)
        return found

    def _wrong(self, message: str, mend: str, *path: str | int) -> UsageError:
        return UsageError(message, f"{self.where.path}:{self.where.find(('pairs', *path)).line}", mend)

    def _scope(self, document: Json, *path: str | int) -> Scope:
        """A document as a scope; where `path` of [pairs] was put into it, a mistake is shown there."""
        try:
            return scope_in(copy.deepcopy(document), self.name, self.system, self.where, bounded=True)
        except ModelError as error:
            if not path:
                raise
            span = self.where.find(("pairs", *path))
            raise ModelError(replace(d, span=span) for d in error.diagnostics) from error

    def _name(self, key: str, known: Iterable[str]) -> str:
        value = self.pairs.get(key)
        if not isinstance(value, str):
            raise self._wrong(f"`{key}` is a name", f'write {key} = "…"', key)
        if value not in (names := list(known)):
            raise self._wrong(f"there is no {key} `{value}`", nearest(value, names), key)
        return value

    def _attribute(self, sort: str) -> tuple[str, str]:
        """The attribute, and the enum that it has a flag for each member of."""
        types = {a.name: a.type for a in self.system.sorts[sort].attributes}
        name = self._name("attribute", types)
        match types[name]:
            case Map(Enum(enum), Bool()):
                return name, enum
        fitting = [n for n, type_ in types.items() if isinstance(type_, Map) and isinstance(type_.value, Bool)]
        message = f"`{name}` of `{sort}` is not a map from an enum to true or false"
        raise self._wrong(message, nearest(name, fitting), "attribute")

    def _places(self, sort: str, scope: Scope) -> tuple[tuple[int, int], ...]:
        given, names = self.pairs.get("places"), scope.names[sort]
        example = f'write places = [["{names[0]}", "{names[-1]}"]]' if names else f"name some of `{sort}` under [sorts]"
        if not isinstance(given, list) or not given:
            raise self._wrong("`places` is a list of two members each", example, "places")
        found = []
        for number, place in enumerate(given):
            if not isinstance(place, list) or len(place) != 2 or not all(isinstance(m, str) for m in place):
                message = "a place is who bears the first keyword, and who the second"
                raise self._wrong(message, example, "places", number)
            for member in place:
                if member not in names:
                    mend = nearest(member, names)
                    raise self._wrong(f"`{member}` is not one of `{sort}`", mend, "places", number, member)
            found.append((names.index(place[0]), names.index(place[1])))
        return tuple(dict.fromkeys(found))

    def _outcome(self) -> tuple[str, ...]:
        given, fields = self.pairs.get("outcome"), [f.name for f in self.system.state.fields]
        if not isinstance(given, list) or not given:
            raise self._wrong("`outcome` is a list of fields of the state", 'write outcome = ["…"]', "outcome")
        for number, name in enumerate(given):
            if name not in fields:
                raise self._wrong(f"the state has no field `{name}`", nearest(str(name), fields), "outcome", number)
        return tuple(dict.fromkeys(given))

    def _at(self) -> tuple[Halt, ...]:
        given = self.pairs.get("at", [])
        tables = {("at", i): t for i, t in enumerate(given)} if isinstance(given, list) else {("at",): given}
        if not all(isinstance(table, dict) for table in tables.values()):
            raise self._wrong("`at` is a table, or a list of tables", 'write at = { … = "…" }', "at")
        return tuple(self._halt(table, *path) for path, table in tables.items())

    def _halt(self, given: Json, *path: str | int) -> Halt:
        values = {key: value for key, value in given.items() if key != FRAME or not self._frame_is_one()}
        found = self._scope({**self.document, "initial": values}, *path, *list(values)[:1]).initial
        return Halt(found, self._frame(given, *path))

    def _only(self, keywords: Sequence[str]) -> tuple[int, ...]:
        given = self.pairs.get("only", [])
        if not isinstance(given, list):
            raise self._wrong("`only` is a list of keywords", f'write only = ["{keywords[0]}"]', "only")
        return tuple(self._keyword(str(name), keywords, "only", number) for number, name in enumerate(given))

    def _frame_is_one(self) -> bool:
        """Whether `frame` is not the name of a field."""
        return FRAME not in {f.name for f in self.system.state.fields}

    def _reading(self) -> dict[str, str]:
        given = self._table("reading")
        try:
            return valid_reading(self.system, {key: str(option) for key, option in given.items()})
        except UsageError as error:
            raise self._wrong(error.message, error.mend or "", "reading") from error

    def _frame(self, at: Json, *path: str | int) -> str:
        given = at.get(FRAME, "") if self._frame_is_one() else ""
        known = ("none", *self.system.frames)
        if given and given not in known:
            raise self._wrong(f"there is no frame `{given}`", nearest(str(given), known), *path, FRAME)
        return str(given)

    def _table(self, key: str) -> Json:
        value = self.pairs.get(key, {})
        if not isinstance(value, dict):
            raise self._wrong(f"`{key}` is a table", f"write [pairs.{key}]", key)
        return value

    def _keyword(self, name: str, keywords: Sequence[str], *path: str | int) -> int:
        if name not in keywords:
            raise self._wrong(f"there is no `{name}`", nearest(name, keywords), *path)
        return keywords.index(name)

    def _needs(self, keywords: Sequence[str]) -> dict[int, Json]:
        found = {}
        for name, needs in self._table("needs").items():
            index = self._keyword(name, keywords, "needs", name)
            if not isinstance(needs, dict):
                raise self._wrong(f"what `{name}` needs is a table", f"write [pairs.needs.{name}]", "needs", name)
            found[index] = needs
        return found

    def _check_needs(self, template: Template) -> None:
        """Each entry alone, so that a mistake is shown where it stands."""
        member = template.members[template.places[0][0]]
        for index, needs in template.needs.items():
            for key, value in needs.items():
                path = ("needs", template.keywords[index], key)
                sort, dot, other = key.partition(".")
                if dot and other not in template.scope.names.get(sort, ()):
                    known = [f"{s}.{m}" for s, names in template.scope.names.items() for m in names]
                    raise self._wrong(f"the template has no `{key}`", nearest(key, known), *path)
                if (dot or key == INITIAL) and not isinstance(value, dict):
                    raise self._wrong(f"`{key}` is a table", f'write "{key}".… = …', *path)
                if not dot and key in template.scope.names:
                    help_ = f'write "{key}.…" in quotes, with the name of one of them'
                    raise self._wrong(f"`{key}` is a sort, and none of its members", help_, *path)
                document = copy.deepcopy(self.document)
                for leaf, wanted in _assignments(key, value, template.sort, member):
                    _give(document, template.scope, leaf, wanted)
                self._scope(document, *path)

    def _apart(self, keywords: Sequence[str]) -> dict[tuple[int, ...], str]:
        found: dict[tuple[int, ...], str] = {}
        for names, reason in self._table("apart").items():
            split = [name.strip() for name in names.split(",")]
            if len(split) > 2:
                raise self._wrong(f"`{names}` is not one keyword or two", 'write "A,B" = "why"', "apart", names)
            key = tuple(sorted(self._keyword(name, keywords, "apart", names) for name in split))
            if not isinstance(reason, str) or not reason.strip():
                raise self._wrong(
                    f"`{names}` has no reason", f'write "{names}" = "why they cannot meet"', "apart", names
                )
            found[key] = reason.strip()
        return found
