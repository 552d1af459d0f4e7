"""The declared table as data beside a module: what a client needs to draw a state as the tool draws it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from ruleslawyer.base.files.content import Json
from ruleslawyer.bridges.portable.types import describe_type
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.table.view import View


def describe_view(view: View, system: System) -> Json:
    """A view with the types and numbers of the book that it names: the same for all scopes."""
    declared = {key: value for key, value in dataclasses.asdict(view).items() if key != "themes"}
    return {
        "view": {**declared, "quiet": sorted(view.quiet)},
        "attributes": described_attributes(system),
        "book": {
            name: constant.value
            for name, constant in system.constants.items()
            if name in set(_number_names(view)) or isinstance(constant.value, int)
        },
    }


def described_attributes(system: System) -> Json:
    """The types of what is printed, by sort and attribute."""
    return {
        sort.name: {attribute.name: describe_type(attribute.type) for attribute in sort.attributes}
        for sort in system.sorts.values()
    }


def describe_table(scope: Scope, view: View) -> Json:
    """The facts of a scope that a table needs: its numbers, those that are not the book's, the width of its grids."""
    shrunk = [name for name in scope.shrunk if isinstance(scope.constants[name], int)]
    return {
        "numbers": {name: scope.constants[name] for name in (*_number_names(view), *shrunk) if name in scope.constants},
        "shrunk": shrunk,
        "columns": {sort: size.columns for sort, size in scope.grids.items()},
    }


def _number_names(view: View) -> Iterator[str]:
    """The names that a view may have of numbers of the book."""
    yield from (print_.field for print_ in (view.cards.prints if view.cards else ()))
    yield from (track.end for track in view.tracks if track.end is not None)
