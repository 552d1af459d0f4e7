"""Searches by the code for their scope alone: they wait for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from unittest.mock import patch

from ruleslawyer.base.diagnostics import NoCode
from ruleslawyer.engines.native import scope_code
from ruleslawyer.engines.native.scope_code import ScopedCode


def _made(code: ScopedCode, _: str) -> bytes:
    """A search goes on without code that cannot be made: here it must be."""
    try:
        return code._compilers[scope_code.BEST].make(code._text)
    except NoCode as error:
        raise AssertionError from error


@contextmanager
def for_the_scope(module: ModuleType = scope_code) -> Iterator[None]:
    """Searches are made by that code. `module`: the one that makes it."""
    with patch.object(module, "LOOKS", 0.0), patch.object(module.ScopedCode, "_recall", _made):
        yield
