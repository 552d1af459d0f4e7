"""Grids, generated from their size: the members of a sort, row by row, with their places and their rim."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from ruleslawyer.ir.schema import GridSize


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
