"""Sorts, enums, the fields of the state and of frames, and numbers of the book: all of a ruleset but its rules; and a
scope, which says how large they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any, TypeVar

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


T = TypeVar("T")
OPEN = "open"
"""What a scope gives for a value that the solver chooses; by custom also the name of the scope that does so."""


@dataclass(frozen=True, slots=True)
class GridSize:
    """How large a grid is; `each` is the sort that has one for each of its members, None for a single grid."""

    rows: int
    columns: int
    each: str | None = None

    def __str__(self) -> str:
        return f"{self.rows} × {self.columns}" + (f" for each {self.each}" if self.each else "")


@dataclass(frozen=True, slots=True)
class Scope:
    """Everything canonical (see `ir.types`).

    names: sort → the names of its members, so its size too.
    attributes: (sort, attribute) → one value for each member, or None where left open.
    constants: full name → value, the book's own where the scope says nothing, or `OPEN`.
    shrunk: the constants that differ from the book's, for every verdict to name.
    caps: field of the state → the largest value of its integer leaves that an explorer follows.
    bounds: "action.parameter" → inclusive range of an integer parameter.
    initial: (field, keys, value) overrides written after the initial rule has run.
    interchangeable: sorts whose members are declared alike, as far as their attributes are.
    grids: sort → its size, for the sorts whose members were generated as a grid.
    rims: sort → the members on the outermost rows and columns, for every sort that is a grid.
    off: the rules that do not exist here: no candidates, never due. They are named in every verdict.
    campaign: so large that `check` passes it over unless it is named; `make campaign` explores it.
    played: so large that no exploration comes to its end, in a campaign neither: games are played there.
    large: so large that generated code explores it from the start, as each of the campaign is.
    """

    name: str
    title: str
    names: Mapping[str, tuple[str, ...]]
    attributes: Mapping[tuple[str, str], tuple[Any, ...] | None]
    constants: Mapping[str, Any]
    shrunk: tuple[str, ...]
    caps: Mapping[str, int]
    bounds: Mapping[str, tuple[int, int]]
    initial: tuple[tuple[str, tuple[int, ...], Any], ...]
    interchangeable: tuple[str, ...] = ()
    grids: Mapping[str, GridSize] = field(default_factory=dict)
    rims: Mapping[str, frozenset[int]] = field(default_factory=dict)
    off: tuple[str, ...] = ()
    campaign: bool = False
    large: bool = False
    played: bool = field(default=False, repr=False)

    def on(self, rules: Mapping[str, T]) -> Iterator[T]:
        """The rules of those that are not switched off."""
        return (rule for name, rule in rules.items() if name not in self.off)

    def size(self, sort: str) -> int:
        return len(self.names[sort])

    @property
    def is_open(self) -> bool:
        """Whether something is left for a solver to choose, so that no explorer can run it."""
        return None in self.attributes.values() or OPEN in self.constants.values()
