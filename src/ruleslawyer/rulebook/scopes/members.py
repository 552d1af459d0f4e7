"""The members of each sort of a scope, by number, by name or as a grid; and its numbers, with their caps and bounds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.toml import Key
from ruleslawyer.ir.nodes import Parameter
from ruleslawyer.ir.schema import OPEN, GridSize, Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Int, Pile, Sort, leaf_type
from ruleslawyer.rulebook.scopes.values import RESERVED, Mistakes, Values, Wrong, beginnings, integer, value_text
from ruleslawyer.semantics.codec import LARGEST, MOST_DIGITS


@dataclass(frozen=True, slots=True)
class Grid:
    """The members of one sort. `columns`: attribute → one canonical value for each member."""

    names: tuple[str, ...]
    columns: Mapping[str, tuple[Any, ...]]
    rim: frozenset[int]


def placeholders(each: str | None) -> tuple[str, ...]:
    """The parts that the name of a member may have; `each` is the attribute that says to which grid it belongs."""
    return (each, "row", "column") if each else ("row", "column")


def default_pattern(sort: str, size: GridSize, each: str | None) -> str:
    """`Ann12`, or `Berth12` where there is one grid; with a dash where a number may have two digits."""
    between = "-" if max(size.rows, size.columns) > 9 else ""
    return (f"{{{each}}}" if each else sort) + between + "{row}" + between + "{column}"


def unknown_placeholder(pattern: str, known: tuple[str, ...]) -> str | None:
    """The first thing in braces that is no placeholder."""
    rest = re.sub("|".join(r"\{" + name + r"\}" for name in known), "", pattern)
    found = re.search(r"\{[^{}]*\}|[{}]", rest)
    return found[0] if found else None


def generate(size: GridSize, each: str | None, owners: tuple[str, ...], pattern: str) -> Grid:
    """The members: grid by grid, row by row; rows and columns count from 1."""
    cells = list(product(range(len(owners)) if each else (0,), range(1, size.rows + 1), range(1, size.columns + 1)))
    names = []
    for owner, row, column in cells:
        name = pattern.replace("{row}", str(row)).replace("{column}", str(column))
        names.append(name.replace(f"{{{each}}}", owners[owner]) if each else name)
    on_rim = tuple(row in (1, size.rows) or column in (1, size.columns) for _, row, column in cells)
    columns: dict[str, tuple[Any, ...]] = {
        "row": tuple(row for _, row, _ in cells),
        "column": tuple(column for _, _, column in cells),
        "rim": on_rim,
    }
    if each:
        columns[each] = tuple(owner for owner, _, _ in cells)
    return Grid(tuple(names), columns, frozenset(i for i, outer in enumerate(on_rim) if outer))


MOST_MEMBERS = 20_000
"""The most members of a sort: more is a slip, and no engine could follow them."""


class Members:
    """names: of the members of each sort; grids: how large each is, and what was generated. Read from the tables
    `[sorts]` and `[grids]` of a scope."""

    def __init__(self, system: System, sorts: Json, wanted: Json, mistakes: Mistakes) -> None:
        self.system, self.wanted = system, wanted
        self._report = mistakes.report
        self.names: dict[str, tuple[str, ...]] = {}
        self.grids: dict[str, tuple[GridSize, Grid]] = {}
        self._sizes(sorts)
        self._grids(wanted)

    def _sizes(self, table: Json) -> None:
        system = self.system
        for sort in table:
            if sort not in system.sorts or (sort == system.players and system.nobody_plays):
                self._report("RL702", ("sorts", sort), f"the ruleset has no sort `{sort}`", nearest(sort, system.sorts))
        for sort in system.sorts:
            path = ("sorts", sort)
            if sort in self.wanted:
                if sort in table:
                    message = f"`{sort}` has a grid, and members given by hand"
                    self._report("RL706", path, message, f"leave one of them out: [grids.{sort}] generates the members")
                self.names[sort] = ()  # in its place; the grid fills it in
                continue
            if sort not in table and sort == system.players and system.nobody_plays:
                self.names[sort] = ()
                continue
            if sort not in table:
                help_ = f'write {sort} = 2, or {sort} = ["…", "…"], under [sorts]'
                if system.sorts[sort].grid:
                    help_ = f"write [grids.{sort}] with rows = 2 and columns = 3, or list its members under [sorts]"
                self._report("RL704", ("sorts",), f"the scope does not say how many of `{sort}` there are", help_)
                continue
            value = table[sort]
            found: tuple[str, ...] = ()
            if isinstance(value, bool) or not isinstance(value, (int, list, dict)):
                self._report(
                    "RL703", path, f"`{sort}` is a number, or a list of names", f'write {sort} = 2 or ["…", "…"]'
                )
            elif isinstance(value, int) and value < 0:
                self._report("RL705", path, f"there cannot be {value} of `{sort}`", "write 0 or more")
            elif (value if isinstance(value, int) else len(value)) > MOST_MEMBERS:
                message = f"this is more of `{sort}` than any engine can follow"
                self._report("RL705", path, message, f"write a number up to {MOST_MEMBERS}")
            elif isinstance(value, int):
                found = tuple(f"{sort}{i}" for i in range(value))
            else:
                places = [(*path, key) for key in (value if isinstance(value, dict) else range(len(value)))]
                found = self._member_names(places, sort, list(value))
            self.names[sort] = found
            if sort == system.players and value in (0, [], {}) and value is not False:
                self._report("RL705", path, "there is nobody to play", f"write {sort} = 2")

    def _member_names(self, places: Sequence[Key], sort: str, names: list[Any]) -> tuple[str, ...]:
        seen: set[Any] = set()
        for path, name in zip(places, names, strict=True):
            if not isinstance(name, str) or not re.fullmatch(r"\w[\w '’.-]*", name):
                self._report(
                    "RL703",
                    path,
                    f"{name!r} cannot be the name of a {sort}",
                    "write letters, digits, spaces, `-` or `'`",
                )
            elif name in RESERVED:
                self._report(
                    "RL703", path, f"`{name}` cannot be a name: it has a meaning of its own", "choose another name"
                )
            elif name in seen:
                self._report("RL706", path, f"two of `{sort}` are called `{name}`", "give each a name of its own")
            else:
                seen.add(name)
        return tuple(str(name) for name in names)

    def _grids(self, table: Json) -> None:
        """The members of each grid: after those of all other sorts, because a grid may have one for each of those."""
        for sort, given in table.items():
            path, definition = ("grids", sort), self.system.sorts.get(sort)
            if definition is None:
                self._report("RL702", path, f"the ruleset has no sort `{sort}`", nearest(sort, self.system.sorts))
            elif not definition.grid:
                help_ = f"list its members under [sorts], or write `class {sort}(Grid)` in the model"
                self._report("RL708", path, f"`{sort}` is no grid", help_)
            elif not isinstance(given, dict):
                message = f"a grid is a table of its rows and columns, found {value_text(given)}"
                self._report("RL703", path, message, f"write [grids.{sort}], and rows = 2 and columns = 3 below it")
            else:
                try:
                    self._grid(path, sort, given)
                except Wrong:
                    continue

    def _grid(self, path: Key, sort: str, given: Json) -> None:
        allowed = ("rows", "columns", "names")
        for key in given:
            if key not in allowed:
                raise self._report("RL702", (*path, key), f"a grid has no `{key}`", nearest(key, allowed))
        definition = self.system.sorts[sort]
        owners = self.names.get(definition.each, ()) if definition.each else ()
        most = MOST_MEMBERS // max(1, len(owners))
        rows = self._extent(path, given, "rows", most)
        size = GridSize(rows, self._extent(path, given, "columns", most // rows), definition.each)
        each = next((a.name for a in definition.attributes if a.type == Sort(definition.each or "")), None)
        pattern = given.get("names", default_pattern(sort, size, each))
        known = placeholders(each)
        braced = ", ".join(f"{{{name}}}" for name in known)
        if not isinstance(pattern, str):
            raise self._report(
                "RL703", (*path, "names"), f"`names` is a text, found {value_text(pattern)}", f"use {braced}"
            )
        other = unknown_placeholder(pattern, known)
        if other is not None:
            raise self._report("RL708", (*path, "names"), f"a name is not made of `{other}`", f"there is: {braced}")
        made = generate(size, each, owners, pattern)
        twice = next((name for i, name in enumerate(made.names) if name in made.names[:i]), None)
        if twice is not None:
            help_ = f"put each of {braced} into `names`, with something between two numbers"
            raise self._report("RL706", (*path, "names"), f"two of `{sort}` are called `{twice}`", help_)
        self.names[sort] = self._member_names([(*path, "names")] * len(made.names), sort, list(made.names))
        self.grids[sort] = (size, made)

    def _extent(self, path: Key, given: Json, name: str, most: int) -> int:
        """The number of rows or columns."""
        value = given.get(name)
        if value is None:
            raise self._report("RL704", path, f"a grid says how many {name} it has", f"write {name} = 3")
        if isinstance(value, bool) or not isinstance(value, int):
            message = f"`{name}` is a number, found {value_text(value)}"
            raise self._report("RL703", (*path, name), message, f"write {name} = 3")
        if value < 1:
            raise self._report("RL705", (*path, name), f"a grid cannot have {value} {name}", "write 1 or more")
        if value > most:
            message = f"this is more of `{path[-1]}` than any engine can follow"
            raise self._report("RL705", (*path, name), message, f"write fewer rows or columns: {MOST_MEMBERS} members")
        return value


MOST_CHOICES = 1_000_000
"""The most values of a number that is chosen: each of them is tried in each state."""


def choices(system: System) -> dict[str, Parameter]:
    """Every parameter of an action or of the initial rule, as `action.parameter`."""
    functions = [action.function for action in system.actions.values()] + [system.initial.function]
    return {f"{f.name}.{p.name}": p for f in functions for p in f.parameters}


def endless(system: System, scope: Scope) -> list[str]:
    """The integer parameters of what may be done in a scope that does not say how large they may be."""
    integers = (name for name, p in choices(system).items() if integer(leaf_type(p.type)) is not None)
    return [name for name in integers if name not in scope.bounds and name.split(".")[0] not in scope.off]


class Numbers:
    """The tables of one file; what is wrong in them is reported."""

    def __init__(self, system: System, values: Values, mistakes: Mistakes) -> None:
        self.system, self.values = system, values
        self._report = mistakes.report

    def constants(self, table: Json) -> tuple[Json, tuple[str, ...]]:
        """The book's numbers, and which of them are others here."""
        known = self.system.constants
        values = {name: constant.value for name, constant in known.items()}
        for name, (path, value) in self._flat(table).items():
            if name not in known:
                self._report("RL702", path, f"the ruleset has no number `{name}`", nearest(name, known))
            elif value == OPEN:
                values[name] = OPEN
            else:
                try:
                    values[name] = self.values.one(path, value, known[name].type)
                except Wrong:
                    continue
        for name in self._sizes_of_piles():
            if values[name] == OPEN:
                mend = "write a number, or take it out of [constants]"
                self._report("RL703", ("constants", name), f"`{name}`, the size of a pile, cannot be left open", mend)
                values[name] = known[name].value
        self.values.numbers = values
        shrunk = tuple(n for n, constant in known.items() if values[n] != OPEN and values[n] != constant.value)
        return values, shrunk

    def _sizes_of_piles(self) -> set[str]:
        """The numbers that say how many things a pile holds."""
        records = (self.system.state, *self.system.frames.values())
        kept = (leaf_type(field.type) for record in records for field in record.fields)
        return {leaf.size for leaf in kept if isinstance(leaf, Pile) and isinstance(leaf.size, str)}

    @staticmethod
    def _flat(table: Json) -> dict[str, tuple[Key, object]]:
        """`"Numbers.hand" = 3`, or the same without quotes, which TOML reads as a table."""
        flat: dict[str, tuple[Key, object]] = {}
        for key, value in table.items():
            if isinstance(value, dict):
                flat |= {f"{key}.{inner}": (("constants", key, inner), v) for inner, v in value.items()}
            else:
                flat[key] = (("constants", key), value)
        return flat

    def caps(self, table: Json) -> dict[str, int]:
        """The cap of each field that counts."""
        caps = {}
        fields = {field.name: leaf_type(field.type) for field in self.system.state.fields}
        counted = [name for name, leaf in fields.items() if isinstance(leaf, Int)]
        for name, value in table.items():
            path = ("caps", name)
            if name not in counted:
                reason = "is not a count" if name in fields else "is not a field of the state"
                self._report("RL702", path, f"`{name}` {reason}", nearest(name, counted))
            elif isinstance(value, bool) or not isinstance(value, int):
                self._report("RL703", path, f"a cap is an integer, found {value_text(value)}", f"write {name} = 12")
            elif value > LARGEST:
                self._report("RL707", path, "this cap is too large", f"write one of up to {MOST_DIGITS} digits")
            elif value < 0:
                self._report("RL707", path, f"a cap of {value} leaves nothing to explore", f"write {name} = 12")
            else:
                caps[name] = value
        return caps

    def bounds(self, table: Json) -> dict[str, tuple[int, int]]:
        """The least and the most of each integer that is chosen, by the rules or by the scope."""
        integers = {name: integer(leaf_type(p.type)) for name, p in choices(self.system).items()}
        known = {name: type_ for name, type_ in integers.items() if type_ is not None}
        bounds = {n: (t.low, t.high) for n, t in known.items() if t.low is not None and t.high is not None}
        for name, value in table.items():
            path = ("bounds", name)
            match value:
                case [int(low), int(high)] if not isinstance(low, bool) and not isinstance(high, bool):
                    pass
                case dict():
                    self._report(
                        "RL703", path, "the name of a bound is written in quotes", f'write "{name}.…" = [0, 3]'
                    )
                    continue
                case _:
                    self._report(
                        "RL703", path, f"a bound is the least and the most, found {value_text(value)}", "write [0, 3]"
                    )
                    continue
            if name not in known:
                reason = "is not an integer" if name in choices(self.system) else "is not a parameter of an action"
                self._report("RL702", path, f"`{name}` {reason}", nearest(name, known))
            elif max(abs(low), abs(high)) > LARGEST:
                self._report("RL707", path, "this bound is too large", f"write numbers of up to {MOST_DIGITS} digits")
            elif low > high:
                self._report("RL707", path, f"no integer is in {low} to {high}", "write the least first")
            else:
                type_ = known[name]
                if (type_.low is not None and low < type_.low) or (type_.high is not None and high > type_.high):
                    allowed = (
                        f"{'…' if type_.low is None else type_.low} to {'…' if type_.high is None else type_.high}"
                    )
                    self._report("RL707", path, f"{low} to {high} goes beyond the rules", f"the rules allow {allowed}")
                else:
                    bounds[name] = (low, high)
        return bounds

    def expect_few_beginnings(self, scope: Scope) -> None:
        """Report where the choices of the initial rule are too many to try each."""
        if beginnings(self.system, scope, MOST_CHOICES) > MOST_CHOICES:
            function = self.system.initial.function
            names = ", ".join(f"`{p.name}`" for p in function.parameters[1:])
            message = f"`{function.name}` would try each choice of {names}, and there are more than {MOST_CHOICES}"
            mend = "make the sorts smaller, let actions choose one by one, deal by chance, or make what is chosen an "
            self._report("RL707", ("sorts",), message, f"{mend}attribute of the members, which the scope gives")

    def expect_bounds(self, scope: Scope) -> None:
        """Report each integer parameter of what may be done here whose values are without end, or too many to try."""
        without_end = endless(self.system, scope)
        for name in choices(self.system):
            low, high = scope.bounds.get(name, (0, 0))
            if high - low >= MOST_CHOICES and name.split(".")[0] not in scope.off:
                message = f"each value of `{name}` would be tried, and there are more than {MOST_CHOICES}"
                self._report("RL707", ("bounds",), message, f'write "{name}" = [{low}, {low + 3}] under [bounds]')
            if name in without_end:
                message = f"the scope does not say how large `{name}` may be"
                self._report("RL704", ("bounds",), message, f'write "{name}" = [0, 3] under [bounds]')
