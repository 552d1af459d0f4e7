"""The members of each sort of a scope: as many as a number says, those of a list, or the places of a grid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.toml import Key
from ruleslawyer.ir.schema import GridSize
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Sort
from ruleslawyer.rulebook.scopes.grid import Grid, default_pattern, generate, placeholders, unknown_placeholder
from ruleslawyer.rulebook.scopes.values import RESERVED, Mistakes, Wrong, value_text

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
