"""Boards of a table as data: their places, what stands on each, where they lie, and which are joined."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types as t
from ruleslawyer.rulebook.table.look import Look, Printed
from ruleslawyer.rulebook.table.view import Board
from ruleslawyer.rulebook.table.words import beside


def draw_board(tables: Printed, board: Board, now: Look, was: Look, wanted: Collection[str]) -> Json:
    """A board as it is, with what differs from how it was; wanted: members that somebody asks for."""
    members = tables.scope.names[board.sort]
    size = tables.scope.grids.get(board.sort)
    spots = _spots(tables, board, members)
    columns = board.columns or (size.columns if size else _square(len(members)))
    cells = []
    for member in members:
        row, column = spots.get(member, (None, None))
        values = _values(tables, board, member, now, was)
        cells.append({"name": member, "values": values, "asked": member in wanted, "row": row, "column": column})
    return {
        "title": board.title,
        "columns": max((column for _, column in spots.values()), default=columns),
        "cells": cells,
        "lines": _lines(tables, board, members),
    }


def _values(tables: Printed, board: Board, member: str, now: Look, was: Look) -> list[Json]:
    """The fields and attributes of a place that say something of it, or have said it."""
    values, known = [], tables.names.of(board.sort)
    for name in board.shows:
        if name in tables.names.attributes(board.sort):
            one = before = tables.attribute(board.sort, name, member)
        else:
            one, before = now.at(name, member), was.at(name, member)
        if one not in (None, False, 0, [], {}) or one != before:
            word = "" if len(board.shows) == 1 and one is not True else name.replace("_", " ")
            person = t.unwrap(known[name]) == t.Sort(tables.names.players)
            said = beside(one) if one is not None or person else "nothing"
            values.append({"word": word, "value": said, "changed": one != before})
    return values


def _spots(tables: Printed, board: Board, members: Sequence[str]) -> dict[str, tuple[int, int]]:
    """The row and column of each place, from 1 and without empty ones; nothing where the view does not say them, or
    the scope leaves them open or puts two places on one another."""
    if board.row is None or board.column is None:
        return {}
    rows, columns = ([tables.attribute(board.sort, name, m) for m in members] for name in (board.row, board.column))
    found = set(zip(rows, columns, strict=True))
    if len(found) < len(members) or not all(isinstance(one, int) for spot in found for one in spot):
        return {}
    across, along = sorted(set(rows)), sorted(set(columns))
    return {m: (across.index(r) + 1, along.index(c) + 1) for m, r, c in zip(members, rows, columns, strict=True)}


def _lines(tables: Printed, board: Board, members: Sequence[str]) -> list[list[str]]:
    """Each two places that are joined, in the order of their members."""
    if board.lines is None:
        return []
    joined: Json = {member: tables.attribute(board.sort, board.lines, member) for member in members}
    pairs = {(member, to) for member, some in joined.items() for to in some or ()}
    return [[a, b] for k, a in enumerate(members) for b in members[k + 1 :] if pairs & {(a, b), (b, a)}]


def _square(count: int) -> int:
    """The number of columns that makes a board about as wide as high."""
    side = max(1, round(count**0.5))
    return side if side * side == count else min(count, 6)
