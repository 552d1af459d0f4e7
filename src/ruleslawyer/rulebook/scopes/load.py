"""Scope files: TOML to `Scope`, every value checked against the ruleset, and all mistakes at once.

A scope is read without running anything. Mistakes are diagnostics RL7xx, at the line of the file they stand on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from ruleslawyer.base.diagnostics import Diagnostic, ModelError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.toml import Key, Places
from ruleslawyer.front.typing import describe
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.schema import OPEN, Scope
from ruleslawyer.ir.system import Assumption, System
from ruleslawyer.ir.types import Enum, Map, Sort, Type
from ruleslawyer.ir.uses import Functions
from ruleslawyer.ir.walk import walk
from ruleslawyer.rulebook.scopes.cards import deal
from ruleslawyer.rulebook.scopes.inherit import read_scope
from ruleslawyer.rulebook.scopes.members import Members, Numbers
from ruleslawyer.rulebook.scopes.values import Mistakes, Values, Wrong, usual_value, value_text
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.look import unmet_assumptions


def assumption_mistakes(scope: Scope, system: System, places: Places) -> Iterator[Diagnostic]:
    """A mistake for each assumption that the scope does not meet, where what is printed on the members stands."""
    for found in unmet_assumptions(Interpreter(system, scope, brief=True)) if system.assumptions else ():
        one = found.assumption
        names = scope_names(scope, system, one, found.members)
        about = f"the scope does not meet the assumption `{one.name}`{names}"
        mend = f"print something else on members, so that it is so: {one.function.in_words}"
        yield Diagnostic(
            "RL715", f"{about}: {found.why}" if found.why else about, places.find(_place(one, system)),
            second=one.function.origin.span, second_label="it is assumed here", help=mend,
        )  # fmt: skip


def scope_names(scope: Scope, system: System, one: Assumption, members: tuple[int, ...]) -> str:
    """The members of which an assumption is not so, in words."""
    codec = Codec(system, scope)
    named = (
        f"{p.name} = {codec.text(p.type, member)}" for p, member in zip(one.function.parameters, members, strict=True)
    )
    return f" of {', '.join(named)}" if members else ""


def _place(one: Assumption, system: System) -> Key:
    """The place of the first attribute of which an assumption speaks; of none, that of the members."""
    for function in Functions(system).behind([one.function]):
        for node in walk(function.body):
            if isinstance(node, n.Attr):
                return "attributes", node.sort, node.name
    return ("sorts",)


Rows: TypeAlias = Sequence[tuple[str, Key, Any]]
"""Entries of single members: the name, the place in the file, and the table of attributes."""
_TABLES = (
    "title", "campaign", "large", "interchangeable", "off", "cards", "sorts", "grids",
    "defaults", "attributes", "constants", "caps", "bounds", "initial",
)  # fmt: skip
PLAYED = "play"
"""The value of `campaign` in a scope in which games are played, and that no campaign explores either."""
ALL_OTHERS = "*"
"""The key of an entry of `[initial]` that holds for every member that is not named beside it."""


def load_scope(path: Path, system: System, *, bounded: bool = False) -> Scope:
    """The scope in a file; raises UsageError where there is none, ModelError with every mistake in it.

    `bounded`: it is to be explored, so that every integer parameter needs its bounds, unless something is left open.
    """
    document, places = read_scope(path, _project_path(path))
    return _scope(path.stem, places, document, system, bounded)


def scope_in(document: Json, name: str, system: System, places: Places, *, bounded: bool = False) -> Scope:
    """The scope in a table of a file; raises ModelError with every mistake in it."""
    return _scope(name, places, document, system, bounded)


def _scope(name: str, places: Places, document: Json, system: System, bounded: bool) -> Scope:
    document, places, wrong = deal(document, places, system)
    reader = _Reader(name, places, document, system)
    reader.mistakes.found += wrong
    scope = reader.scope()
    if bounded and not scope.is_open:
        reader.numbers.expect_bounds(scope)
        if system.sorts.keys() <= scope.names.keys():
            reader.numbers.expect_few_beginnings(scope)
    if not reader.mistakes.found and not scope.is_open:
        reader.mistakes.found += assumption_mistakes(scope, system, places)
    if reader.mistakes.found:
        raise ModelError(sorted(reader.mistakes.found, key=lambda d: (d.span, d.code, d.message)))
    return scope


def _project_path(path: Path) -> str:
    """The path from the project's root, as in every other place that is shown."""
    try:
        full = path.resolve()
    except (OSError, RuntimeError):  # links that go round
        return path.name
    for folder in full.parents:
        if (folder / "pyproject.toml").is_file():
            return full.relative_to(folder).as_posix()
    return path.name


class _Reader:
    def __init__(self, name: str, places: Places, document: Json, system: System) -> None:
        self.name, self.document, self.system = name, document, system
        self.mistakes = Mistakes(places)
        self._report = self.mistakes.report
        self.members = Members(system, self._table("sorts"), self._table("grids"), self.mistakes)
        self.names, self.grids = self.members.names, self.members.grids
        self.values = Values(system, self.names, self.mistakes)
        self.numbers = Numbers(system, self.values, self.mistakes)

    def scope(self) -> Scope:
        document = self.document
        for key in document:
            if key not in _TABLES:
                self._report("RL701", (key,), f"a scope has no `{key}`", nearest(key, _TABLES))
        title = document.get("title", self.name)
        if not isinstance(title, str):
            self._report("RL703", ("title",), "the title is a text", 'write title = "…"')
            title = self.name
        constants, shrunk = self.numbers.constants(self._table("constants"))
        attributes = self._attributes()
        campaign = self.document.get("campaign") == PLAYED or self._flag("campaign")
        return Scope(
            name=self.name,
            title=title,
            names=self.names,
            attributes=attributes,
            constants=constants,
            shrunk=shrunk,
            caps=self.numbers.caps(self._table("caps")),
            bounds=self.numbers.bounds(self._table("bounds")),
            initial=self._initial(),
            interchangeable=self._interchangeable(),
            grids={sort: size for sort, (size, _) in self.grids.items()},
            rims=self._rims(attributes),
            off=self._off(),
            campaign=campaign,
            played=self.document.get("campaign") == PLAYED,
            large=self._flag("large") or campaign,
        )

    def _flag(self, key: str) -> bool:
        value = self.document.get(key, False)
        if not isinstance(value, bool):
            self._report("RL703", (key,), f"`{key}` is true or false", f"write {key} = true")
        return value is True

    def _table(self, key: str) -> Json:
        value = self.document.get(key, {})
        if isinstance(value, dict):
            return value
        self._report("RL703", (key,), f"`{key}` is a table", f"write [{key}], and each entry on a line below it")
        return {}

    def _rims(self, attributes: Mapping[tuple[str, str], tuple[object, ...] | None]) -> dict[str, frozenset[int]]:
        """The outermost members of each grid; of members given by hand those that are said to be."""
        rims = {}
        for name, definition in self.system.sorts.items():
            if name in self.grids:
                rims[name] = self.grids[name][1].rim
            elif definition.grid:
                outer = attributes.get((name, "rim")) or ()
                rims[name] = frozenset(i for i, value in enumerate(outer) if value)
        return rims

    # --- lists of names ----------------------------------------------------------------------------------------

    def _names_at(self, key: str, one: str, several: str, known: Collection[str], unknown: str) -> tuple[str, ...]:
        """The names in a list at the top of the file, in its order. `unknown`: what is said of others than those that
        are `known`."""
        given = self.document.get(key, [])
        if not isinstance(given, list):
            self._report("RL703", (key,), f"`{key}` is a list of {several}", f'write {key} = ["…"]')
            return ()
        for i, name in enumerate(given):
            if not isinstance(name, str):
                self._report(
                    "RL703", (key, i), f"expected the name of a {one}, found {value_text(name)}", "write it in quotes"
                )
            elif name not in known:
                self._report("RL702", (key, name), unknown.format(name), nearest(name, known))
            elif name in given[:i]:
                self._report("RL706", (key, i), f"`{name}` is listed twice", "list each once")
        return tuple(name for name in given if isinstance(name, str))

    def _off(self) -> tuple[str, ...]:
        """The rules that do not exist here, in the ruleset's order."""
        unknown = "`{}` is no rule that could be switched off"
        return self.system.switched_rules(self._names_at("off", "rule", "rules", self.system.switchable, unknown))

    def _interchangeable(self) -> tuple[str, ...]:
        """The sorts whose members are declared alike, in the ruleset's order."""
        sorts = self.system.sorts
        given = self._names_at("interchangeable", "sort", "sorts", sorts, "the ruleset has no sort `{}`")
        return tuple(sort for sort in sorts if sort in given)

    # --- attributes --------------------------------------------------------------------------------------------

    def _fill_in(self) -> None:
        """`[defaults.Card]`: what members' tables leave out."""
        for sort, values in self._table("defaults").items():
            members = self._table("sorts").get(sort)
            if sort not in self.system.sorts or not isinstance(members, dict) or not isinstance(values, dict):
                self._report(
                    "RL702",
                    ("defaults", sort),
                    f"there are no tables of members of `{sort}` to fill in",
                    f"write [defaults.{sort}] beside [sorts.{sort}.…], one table for each member",
                )
                continue
            known = [a.name for a in self.system.sorts[sort].attributes]
            for name in values:
                if name not in known:
                    path = ("defaults", sort, name)
                    self._report("RL702", path, f"`{sort}` has no attribute `{name}`", nearest(name, known))
            for row in members.values():
                if isinstance(row, dict):
                    row |= {k: v for k, v in values.items() if k in known and k not in row}

    def _attributes(self) -> dict[tuple[str, str], tuple[object, ...] | None]:
        self._fill_in()
        given: dict[tuple[str, str], tuple[object, ...] | None] = {}
        table = self._table("attributes")
        sorts = self.document.get("sorts", {})
        for sort in table:
            if sort not in self.system.sorts:
                self._report(
                    "RL702",
                    ("attributes", sort),
                    f"the ruleset has no sort `{sort}`",
                    nearest(sort, self.system.sorts),
                )
        for sort, definition in self.system.sorts.items():
            if sort not in self.names:
                continue
            columns = table.get(sort, {})
            members = sorts.get(sort) if isinstance(sorts, dict) and isinstance(sorts.get(sort), dict) else None
            known = {attribute.name: attribute.type for attribute in definition.attributes}
            if columns == OPEN:
                columns = dict.fromkeys(known, OPEN)
            if not isinstance(columns, dict):
                self._report(
                    "RL703",
                    ("attributes", sort),
                    f'the attributes of `{sort}` are a table, or "open"',
                    f"write [attributes.{sort}], and a list for each attribute below it",
                )
                continue
            if sort in self.members.wanted:
                given |= self._of_grid(sort, columns, known)
                continue
            named = {m: columns[m] for m in self.names[sort] if m in columns and m not in known}
            columns = {name: values for name, values in columns.items() if name not in named}
            tables = ("sorts", members or {}), ("attributes", named)
            rows = [(m, (table, sort, m), row) for table, of in tables for m, row in of.items()]
            self._unknown_attributes(sort, columns, rows, known)
            for name, type_ in known.items():
                given[sort, name] = self._column(sort, name, type_, columns, rows)
        return given

    def _of_grid(
        self, sort: str, columns: Json, known: Mapping[str, Type]
    ) -> Iterator[tuple[tuple[str, str], tuple[object, ...]]]:
        """The attributes that a grid fills in; what its rows and columns count must be in their range."""
        if columns:
            help_ = f"take them out, or list the members under [sorts] instead of [grids.{sort}]"
            self._report("RL706", ("attributes", sort), f"the grid of `{sort}` fills in its attributes", help_)
        for name, type_ in known.items():
            values = self.grids[sort][1].columns[name] if sort in self.grids else ()
            place = {"row": "rows", "column": "columns"}.get(name)
            if place is not None:
                self.values.all_of([(("grids", sort, place), max(values))] if values else [], type_)
                self.values.all_of([(("grids", sort, place), 1)] if values else [], type_)
            yield (sort, name), values

    def _unknown_attributes(self, sort: str, columns: Json, rows: Rows, known: Mapping[str, Type]) -> None:
        for path, row in ((("attributes", sort), columns), *((path, row) for _, path, row in rows)):
            if not isinstance(row, dict):
                mend = f"write [{path[0]}.{sort}.{path[-1]}]"
                self._report("RL703", path, f"a {sort} is a table of its attributes", mend)
                continue
            for name in row:
                if name not in known:
                    self._report("RL702", (*path, name), f"`{sort}` has no attribute `{name}`", nearest(name, known))

    def _column(self, sort: str, name: str, type_: Type, columns: Json, rows: Rows) -> tuple[object, ...] | None:
        """The values of one attribute, one for each member; None where it is left open."""
        size, path = len(self.names[sort]), ("attributes", sort, name)
        said = [(m, (*at, name), row[name]) for m, at, row in rows if isinstance(row, dict) and name in row]
        mine = {member: (at, value) for member, at, value in said}
        if (name in columns and mine) or len(mine) < len(said):
            again = path if name in columns else said[-1][1]
            self._report(
                "RL706", again, f"`{name}` of `{sort}` is given twice", f"give it here or under [sorts.{sort}.…]"
            )
            return ()
        if name in columns:
            column = columns[name]
            if column == OPEN:
                return None
            if not isinstance(column, list):
                self._report(
                    "RL703", path, f'`{name}` is a list, one entry for each {sort}, or "open"', f"write {name} = […]"
                )
                return ()
            if len(column) != size:
                self._report(
                    "RL704",
                    path,
                    f"`{name}` has {len(column)} entries for {size} of `{sort}`",
                    "give one entry for each",
                )
                return ()
            return self.values.all_of([((*path, i), value) for i, value in enumerate(column)], type_)
        usual = None if self.system.sorts[sort].grid else usual_value(type_)
        if usual is None and len(mine) < size:
            missing = next(m for m in self.names[sort] if m not in mine)
            at = next((at for m, at, _ in rows if m == missing), path[:2])
            what = f"`{name}` of `{missing}`" if rows else f"the attribute `{name}` of `{sort}`"
            self._report(
                "RL704",
                at,
                f"{what} ({describe(type_)}) is not given",
                f'write {name} = … there; {name} = "open" under [attributes.{sort}] is for `prove` alone',
            )
            return ()
        nothing = (("sorts", sort), usual)
        return self.values.all_of([mine.get(m, nothing) for m in self.names[sort]], type_)

    # --- the start ---------------------------------------------------------------------------------------------

    def _initial(self) -> tuple[tuple[str, tuple[int, ...], object], ...]:
        """How the game begins, in the order of the state's fields: the order of the file means nothing."""
        written: list[tuple[str, tuple[int, ...], object]] = []
        fields = {field.name: field.type for field in self.system.state.fields}
        for name, value in self._table("initial").items():
            if name not in fields:
                self._report("RL702", ("initial", name), f"the state has no field `{name}`", nearest(name, fields))
            else:
                self._override(("initial", name), name, (), value, fields[name], written)
        places = {name: place for place, name in enumerate(fields)}
        return tuple(sorted(written, key=lambda write: (places[write[0]], write[1])))

    def _override(
        self,
        path: Key,
        name: str,
        keys: tuple[int, ...],
        value: object,
        type_: Type,
        written: list[tuple[str, tuple[int, ...], object]],
    ) -> None:
        try:
            if isinstance(type_, Map) and isinstance(value, dict):
                assert isinstance(type_.key, (Sort, Enum))
                named = {self.values.index((*path, key), key, type_.key): key for key in value if key != ALL_OTHERS}
                others = range(len(self.values.members(type_.key))) if ALL_OTHERS in value else ()
                for index, key in {**dict.fromkeys(others, ALL_OTHERS), **named}.items():
                    self._override((*path, key), name, (*keys, index), value[key], type_.value, written)
            else:
                written.append((name, keys, self.values.one(path, value, type_)))
        except Wrong:
            return
