"""Frozen dataclasses, made in a quarter of the time: every command makes hundreds before it does anything.

The library compiles six functions for a class, a text each. Here only `__init__` is compiled; what compares, hashes
and shows an object, or refuses to change it, is one function for all classes with the names of the fields beside it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, fields, is_dataclass
from operator import attrgetter
from reprlib import recursive_repr
from types import FunctionType
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_OWN = frozenset({"__init__", "__eq__", "__hash__", "__repr__", "__setattr__", "__delattr__", "__getstate__"})
"""A class that has one of these itself is left to the library."""


def _dataclass(*, frozen: bool, slots: bool = False) -> Callable[[type], type]:
    """The library's, but without `InitVar` and without the docstring that nobody wrote; the library itself makes what
    has a dataclass below it, or such methods of its own."""

    def make(kind: type) -> type:
        plain = not any(map(is_dataclass, kind.__mro__[1:])) and _OWN.isdisjoint(vars(kind))
        if not (frozen and plain):
            return dataclasses.dataclass(frozen=frozen, slots=slots)(kind)
        doc, kind.__doc__ = kind.__doc__, kind.__doc__ or "none: else the library looks for a signature"
        made: type = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(kind)
        made.__doc__ = doc
        told = vars(made)["__dataclass_params__"]
        told.init = told.repr = told.eq = told.frozen = True  # a class above it is asked to be frozen too
        for method in (_init(made), *_comparison(made), _show(made), *_refusal(made), *(_pickling() if slots else ())):
            method.__qualname__ = f"{made.__qualname__}.{method.__name__}"
            setattr(made, method.__name__, method)
        return made

    return make


def _init(made: type) -> FunctionType:
    scope: dict[str, object] = {"_set": object.__setattr__, "_missing": MISSING}
    places, names, lines = ["self"], ["*"], list[str]()
    for one in fields(made):
        value, default = one.name, ""
        if one.default_factory is not MISSING:
            scope[f"_make_{one.name}"], default = one.default_factory, " = _missing"
            value = f"_make_{one.name}()" + (f" if {one.name} is _missing else {one.name}" if one.init else "")
        elif one.default is not MISSING:
            scope[f"_{one.name}"], default = one.default, f" = _{one.name}"
            value = one.name if one.init else f"_{one.name}"
        if one.init:
            (names if one.kw_only else places).append(one.name + default)
        if one.init or default:
            lines.append(f"  _set(self, {one.name!r}, {value})")
    lines += ["  self.__post_init__()"] if hasattr(made, "__post_init__") else ["  pass"]
    exec("\n".join([f"def __init__({', '.join([*places, *(names if len(names) > 1 else ())])}):", *lines]), scope)
    return cast(FunctionType, scope.pop("__init__"))


def _comparison(made: type) -> Iterator[FunctionType]:
    values = _values([one for one in fields(made) if one.compare])
    hashed = [one for one in fields(made) if (one.compare if one.hash is None else one.hash)]
    of_hash = _values(hashed)

    def __eq__(self: object, other: object) -> bool:
        if other.__class__ is self.__class__:
            return values(self) == values(other)
        return NotImplemented

    def __hash__(self: object) -> int:
        return hash(of_hash(self))

    yield from cast(Iterator[FunctionType], (__eq__, __hash__))


def _values(of: Sequence[Field[object]]) -> Callable[[object], tuple[object, ...]]:
    """The values of fields; that of a single one in a tuple too: two tuples with the same object in it are equal."""
    if len(of) > 1:
        return attrgetter(*(one.name for one in of))
    alone = attrgetter(of[0].name) if of else None
    return lambda it: () if alone is None else (alone(it),)


def _show(made: type) -> FunctionType:
    names = [one.name for one in fields(made) if one.repr]

    @recursive_repr()
    def __repr__(self: object) -> str:
        return f"{self.__class__.__qualname__}({', '.join([f'{name}={getattr(self, name)!r}' for name in names])})"

    return cast(FunctionType, __repr__)


def _refusal(made: type) -> Iterator[FunctionType]:
    names = frozenset(one.name for one in fields(made))

    def __setattr__(self: object, name: str, value: object) -> None:
        if type(self) is made or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)

    def __delattr__(self: object, name: str) -> None:
        if type(self) is made or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        object.__delattr__(self, name)

    yield from cast(Iterator[FunctionType], (__setattr__, __delattr__))


def _pickling() -> Iterator[FunctionType]:
    """Else what is unpickled would be set as anybody sets it, which is refused."""

    def __getstate__(self: DataclassInstance) -> list[object]:
        return [getattr(self, one.name) for one in fields(self)]

    def __setstate__(self: DataclassInstance, state: Sequence[object]) -> None:
        for one, value in zip(fields(self), state, strict=True):
            object.__setattr__(self, one.name, value)

    yield from cast(Iterator[FunctionType], (__getstate__, __setstate__))


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    dataclass = _dataclass
