"""The code of a ruleset: compiled once for each width of its sets and each purpose."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from ruleslawyer.engines.native.build import FUNCTIONS, Library, Modules
from ruleslawyer.engines.native.compiling import kept_code_of, ruled_code_of
from ruleslawyer.engines.native.lowering import Lowering, Purpose
from ruleslawyer.engines.native.widths import width_in
from ruleslawyer.ir.clauses import other_ways
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System

BOOKS_KEPT = 12
"""Whose scopes are explored by turns."""
PASSES = ("always_inliner", FUNCTIONS)
"""What pays for the code of a ruleset: it is a third longer in the making than with the usual ones, and up to a
quarter quicker."""


class Rulebook:
    """The compiled code of a ruleset, for scopes for whose sets `width` bits are enough."""

    _known: ClassVar[dict[tuple[int, int, Purpose], Rulebook]] = {}

    def __init__(self, system: System, width: int, cache: Path | None = None, purpose: Purpose = "search") -> None:
        self.system = system
        self.phases: dict[str, float] = {}
        began = time.perf_counter()
        like, code = self._code_like_another(system, width, purpose)
        self.low, texts = code or kept_code_of(system, width, purpose)
        self.phases["emit"] = time.perf_counter() - began
        began = time.perf_counter()
        if like is not None and texts is like.texts:
            self._code = like
        else:
            self._code = Modules(texts, self.low.names.symbols, cache, PASSES, like)
        self.phases["compile"] = time.perf_counter() - began

    @classmethod
    def _code_like_another(
        cls, system: System, width: int, purpose: Purpose
    ) -> tuple[Modules | None, tuple[Lowering, Sequence[str]] | None]:
        """The code of the same rules with another right of way, if there is one: a ruling changes no more. With it the
        modules of those."""
        if purpose != "search":
            return None, None
        alike = (b for (_, bits, of), b in reversed(cls._known.items()) if (bits, of) == (width, "search"))
        found = ((book._code, ruled_code_of(book.low, book._code.texts, system)) for book in alike)
        return next(((modules, code) for modules, code in found if code is not None), (None, None))

    @property
    def library(self) -> Library:
        """The best code that there is now."""
        return self._code.library

    @classmethod
    def of(cls, system: System, scope: Scope, cache: Path | None = None, purpose: Purpose = "search") -> Rulebook:
        """Made once for each width and purpose that is asked for, while few others are."""
        width = width_in(system, scope)
        key = id(system), width, purpose
        return latest(cls._known, key, BOOKS_KEPT, lambda: cls(system, width, cache, purpose))

    @classmethod
    def is_made(cls, system: System, scope: Scope, purpose: Purpose = "search") -> bool:
        """Whether the code is made already."""
        return (id(system), width_in(system, scope), purpose) in cls._known

    @classmethod
    def is_near(cls, system: System, scope: Scope) -> bool:
        """Whether a search has its code, or that of the same rules with another right of way: it is soon made then."""
        width = width_in(system, scope)
        alike = (b.system for (_, bits, of), b in cls._known.items() if (bits, of) == (width, "search"))
        return any(other is system or other_ways(other, system) is not None for other in alike)
