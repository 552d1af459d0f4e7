"""Sorts, enums, the fields of the state and of frames, and numbers of the book: all of a ruleset but its rules."""

from __future__ import annotations

from typing import Any

from ruleslawyer.base.origin import Origin
from ruleslawyer.base.quick_dataclass import dataclass
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.types import Sort, Type


@dataclass(frozen=True, slots=True)
class Attribute:
    """A rigid attribute of a sort's members: given by the scope, or left open.

    `value` for an attribute that the author fixed is not supported: attributes are the scope's.
    """

    origin: Origin
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class SortDef:
    """A finite sort; of a `grid` a scope may give the numbers of rows and columns instead of the members."""

    origin: Origin
    name: str
    doc: str
    attributes: tuple[Attribute, ...]
    grid: bool = False

    @property
    def each(self) -> str | None:
        """The sort with one grid for each of its members, if there is one."""
        return next((a.type.name for a in self.attributes if self.grid and isinstance(a.type, Sort)), None)


@dataclass(frozen=True, slots=True)
class EnumDef:
    origin: Origin
    name: str
    doc: str
    members: tuple[str, ...]
    labels: tuple[str, ...] = ()
    """The author's words on each member, shown to readers; no rule reads them."""


@dataclass(frozen=True, slots=True)
class Lifetime:
    """`until`: the field returns to its default when `field` changes to `value` (canonical)."""

    origin: Origin
    field: str
    value: int


@dataclass(frozen=True, slots=True)
class Memory:
    """`remembers`: the field stands for what a term was when it was written, by the clauses of `origin`; where they
    leave open which moment counts, `asks` is the question."""

    origin: Origin
    asks: str | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the state or of a frame. `default` is canonical; None where `required` (frames only)."""

    origin: Origin
    name: str
    type: Type
    required: bool = False
    default: Any = None
    until: Lifetime | None = None
    matters: Function | None = None
    remembers: Memory | None = None


@dataclass(frozen=True, slots=True)
class RecordDef:
    """The state (`name` is its class) or a frame. `opens` lists the frames that may be opened while it is innermost."""

    origin: Origin
    name: str
    doc: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Constant:
    """A number of the book: `name` is ``Class.attribute``; `value` is canonical."""

    origin: Origin
    name: str
    type: Type
    value: Any


def whole_name(record: str | None, field: str) -> str:
    """A field as it is called everywhere: one of a frame with that."""
    return field if record is None else f"{record}.{field}"
