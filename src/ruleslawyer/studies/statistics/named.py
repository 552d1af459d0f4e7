"""The members of sorts that an argument of an action names, but for players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslawyer.ir import types as t


def members(type_: t.Type, value: Any) -> Iterator[tuple[str, int]]:
    """Each as its sort and its number."""
    match type_:
        case t.Sort(name) if name != "Player" and value is not None:
            yield name, int(value)
        case t.Optional(item) if value is not None:
            yield from members(item, value)
        case t.Set(item):
            for one in value:
                yield from members(item, one)
