"""Searches by the code for their scope alone: they wait for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import ModuleType
from unittest.mock import patch

from ruleslawyer.engines.native import scope_code
from ruleslawyer.engines.native.build import WHOLE, Compiler


class Waiting(Compiler):
    """Has all code at once. A search goes on without code that cannot be made: here it must be."""

    def recall(self, text: str) -> bytes:
        try:
            return self.make(text)
        except RuntimeError as error:
            raise AssertionError from error


@contextmanager
def for_the_scope(module: ModuleType = scope_code) -> Iterator[None]:
    """Searches are made by that code. `module`: the one that makes it."""
    compiler = partial(Waiting, level=3, passes=(WHOLE,))
    with patch.multiple(module, whole_compiler=compiler, LOOKS=0.0):
        yield
