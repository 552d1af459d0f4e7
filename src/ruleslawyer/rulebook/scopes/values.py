"""Values of a scope file: from TOML to canonical values, each checked against its type, with what is said of others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import repeat
from typing import Any

from ruleslawyer.base.diagnostics import Diagnostic, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.toml import Key, Places
from ruleslawyer.front.typing import describe
from ruleslawyer.ir.schema import OPEN, Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import (
    CHANCE,
    Awaits,
    Bool,
    Enum,
    Int,
    Map,
    Optional,
    Pile,
    Set,
    Sort,
    Type,
    canonical_default,
)
from ruleslawyer.semantics.codec import CHANCE as CHANCE_WORD
from ruleslawyer.semantics.codec import LARGEST, MOST_DIGITS
from ruleslawyer.semantics.sizes import domain_size

NONE = "none"
RESERVED = (NONE, OPEN, CHANCE_WORD)
"""What is no name of a member: words with a meaning of their own."""


class Wrong(Exception):
    """A value is wrong; the reason has been reported."""


class Mistakes:
    """The mistakes of one file, each at its place."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.found: list[Diagnostic] = []

    def report(self, code: str, path: Key, message: str, help_: str) -> Wrong:
        self.found.append(Diagnostic(code, message, self.places.find(path), help=help_))
        return Wrong()


class Values:
    """Values of the types of a ruleset; `names`: the members of its sorts, filled in while the file is read."""

    def __init__(self, system: System, names: Mapping[str, tuple[str, ...]], mistakes: Mistakes) -> None:
        self.system, self.names = system, names
        self.numbers: Mapping[str, Any] = {}
        """The book's numbers as they are in this scope, once they have been read."""
        self._report = mistakes.report

    def all_of(self, given: list[tuple[Key, object]], type_: Type) -> tuple[object, ...]:
        """The values of a column, without those that are reported."""
        values = []
        for path, value in given:
            try:
                values.append(self.one(path, value, type_))
            except Wrong:
                continue
        return tuple(values)

    def one(self, path: Key, value: object, type_: Type) -> object:
        """A value of the file as a canonical value; raises where it is none."""
        match type_:
            case Bool() if isinstance(value, bool):
                return value
            case Int() if isinstance(value, int) and abs(value) > LARGEST:
                help_ = f"write one of up to {MOST_DIGITS} digits"
                raise self._report("RL707", path, "this number is too large", help_)
            case Int(low, high) if isinstance(value, int) and not isinstance(value, bool):
                if (low is not None and value < low) or (high is not None and value > high):
                    allowed = f"{'…' if low is None else low} to {'…' if high is None else high}"
                    raise self._report("RL707", path, f"{value} is out of range", f"write a value from {allowed}")
                return value
            case Sort() | Enum() if isinstance(value, str):
                return self.index(path, value, type_)
            case Optional() if value == NONE:
                return None
            case Optional(item):
                return self.one(path, value, item)
            case Awaits() if value == CHANCE_WORD:
                return CHANCE
            case Set(item) | Pile(item) | Awaits(item) if isinstance(value, list):
                found = [self.one((*path, i), v, item) for i, v in enumerate(value)]
                for i, v in enumerate(value):
                    if v in value[:i] and not (isinstance(type_, Pile) and type_.repeats):
                        raise self._report("RL706", (*path, i), f"`{v}` is listed twice", "list each once")
                return self._pile(path, tuple(found), type_) if isinstance(type_, Pile) else frozenset(found)
            case Map(key, item) if isinstance(value, dict):
                return self._map(path, value, key, item)
        raise self._report(
            "RL703", path, f"expected {describe(type_)}, found {value_text(value)}", self._example(type_)
        )

    def _pile(self, path: Key, found: tuple[object, ...], type_: Pile) -> tuple[object, ...]:
        """A pile that is not larger than it may be."""
        most = self.numbers.get(type_.size) if isinstance(type_.size, str) else type_.size
        if most is not None and len(found) > most:
            raise self._report("RL707", path, f"a pile of {len(found)} is too large", f"list at most {most}")
        return found

    def members(self, type_: Sort | Enum) -> tuple[str, ...]:
        """The names of a sort's or enum's members."""
        if isinstance(type_, Enum):
            return self.system.enums[type_.name].members
        return self.names.get(type_.name, ())

    def index(self, path: Key, name: str, type_: Sort | Enum) -> int:
        """The number of a member; raises where there is none of that name."""
        names = self.members(type_)
        if name not in names:
            raise self._report("RL702", (*path, name), f"`{name}` is not {describe(type_)}", nearest(name, names))
        return names.index(name)

    def _map(self, path: Key, value: Json, key: Type, item: Type) -> tuple[object, ...]:
        assert isinstance(key, (Sort, Enum))
        given = {self.index((*path, k), k, key): self.one((*path, k), v, item) for k, v in value.items()}
        entries = []
        for i, name in enumerate(self.members(key)):
            if i in given:
                entries.append(given[i])
            elif isinstance(item, (Sort, Enum)):
                raise self._report(
                    "RL704", path, f"the entry for `{name}` is not given", f"name every entry: {name} = …"
                )
            else:
                entries.append(self._default(path, item))
        return tuple(entries)

    def _default(self, path: Key, type_: Type) -> object:
        return self._map(path, {}, type_.key, type_.value) if isinstance(type_, Map) else canonical_default(type_)

    def _example(self, type_: Type) -> str:
        """Advice what to write instead."""
        match type_:
            case Bool():
                return "write true or false"
            case Int():
                return "write an integer"
            case Sort() | Enum():
                names = self.members(type_)
                return f'write a name in quotes, such as "{names[0]}"' if names else "write a name in quotes"
            case Optional(item):
                return f'{self._example(item)}, or "none"'
            case Set() | Pile() | Awaits():
                return 'write a list of names: ["…", "…"]'
            case Map():
                return "write a table: { name = value }"
        return "write a value of that type"


def usual_value(type_: Type) -> Any:
    """The value of an attribute that is left out, as a file writes it; None where a name has to be given."""
    match type_:
        case Bool() | Int():
            return canonical_default(type_)
        case Optional():
            return NONE
        case Set() | Pile():
            return []
        case Map(_, item):
            return None if isinstance(item, (Sort, Enum)) else {}
    return None


def integer(type_: Type) -> Int | None:
    """The type as an integer's, if it is one or may be None besides."""
    bare = type_.item if isinstance(type_, Optional) else type_
    return bare if isinstance(bare, Int) else None


def beginnings(system: System, scope: Scope, most: int) -> int:
    """How many lists of arguments the initial rule has in a scope; one more than `most` where there are more."""
    function = system.initial.function

    def values(type_: Type, name: str) -> int:
        match type_:
            case Int():
                low, high = scope.bounds.get(name, (0, 0))
                return high - low + 1
            case Sort() | Enum():
                return domain_size(type_, system, scope)
            case Optional(item):
                return 1 + values(item, name)
            case Set(item):
                return _limit(repeat(2, values(item, name)), most)
            case Map(key, item):
                return _limit(repeat(values(item, name), domain_size(key, system, scope)), most)
        return 2

    return _limit((values(p.type, f"{function.name}.{p.name}") for p in function.parameters[1:]), most)


def _limit(factors: Iterable[int], most: int) -> int:
    """A product; one more than `most` where it is more."""
    found = 1
    for factor in factors:
        found *= factor
        if found > most:
            return most + 1
    return found


def value_text(value: object) -> str:
    """A wrong value, as a message shows it."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case list():
            return "a list"
        case dict():
            return "a table"
    return str(value)
