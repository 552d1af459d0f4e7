"""Imports that are made when the names that they bring are first used."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from types import SimpleNamespace
from typing import TypeVar, cast

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Name:
    """A name of a module that may not be loaded yet."""

    module: str
    name: str


@contextmanager
def on_use(module: Mapping[str, object]) -> Iterator[None]:
    """The `from … import …` of a module load nothing meanwhile: they bind each name to a `Name`. module: its globals;
    what others import meanwhile is imported."""
    imports = builtins.__import__

    def bind(
        name: str, of: Mapping[str, object] | None = None, local: Mapping[str, object] | None = None,
        names: Sequence[str] | None = (), level: int = 0,
    ) -> object:  # fmt: skip
        if of is not module or not names:
            return imports(name, of, local, names or (), level)
        return SimpleNamespace(**{one: Name(name, one) for one in names})

    builtins.__import__ = bind  # type: ignore[assignment]
    try:
        yield
    finally:
        builtins.__import__ = imports


def load(named: T) -> T:
    """The object that a `Name` stands for, its module loaded; anything else as it is."""
    return cast(T, getattr(import_module(named.module), named.name)) if isinstance(named, Name) else named
