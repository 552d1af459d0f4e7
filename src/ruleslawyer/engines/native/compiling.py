"""A ruleset as LLVM assembly, and as code that is compiled once for each width of its sets and each purpose."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar
from zlib import compress, decompress

from ruleslawyer.engines.native import games, kept, offer, play, runtime, step
from ruleslawyer.engines.native.body import Body, put, puts
from ruleslawyer.engines.native.build import FUNCTIONS, Library, TieredModules
from ruleslawyer.engines.native.choosing import SampledChoices
from ruleslawyer.engines.native.combined import lower_base, lower_legality
from ruleslawyer.engines.native.kept import Memo
from ruleslawyer.engines.native.lowering import Lowering, Maker, Purpose, modules
from ruleslawyer.engines.native.playing import LISTING, add_listing
from ruleslawyer.engines.native.storage import width_in
from ruleslawyer.engines.native.written import functions_of
from ruleslawyer.ir.clauses import other_ways
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.rules import Check
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.kept.rules import dump, is_as_read, read, recall_or_make

KEPT: Collection[Purpose] = ("search", "family")
"""Purposes for which a check makes code in each of its processes."""
QUICKLY = 1
"""The level at which the text of code is compressed: a fifth is left, in a tenth of the time that its making takes."""


def code_of(system: System, width: int, purpose: Purpose = "search") -> tuple[Lowering, list[str]]:
    """The names in the code, and the code in modules, of which the first is every ruleset's. `width`: bits of a set."""
    low = _empty(system, width, purpose)
    _make(low)
    return low, _in_modules(low)


def kept_code_of(system: System, width: int, purpose: Purpose = "search") -> tuple[Lowering, list[str]]:
    """The same, as it was kept where the rules are as they were read."""
    if purpose not in KEPT or not is_as_read(system):
        return code_of(system, width, purpose)
    low = _empty(system, width, purpose)

    def make() -> bytes:
        _make(low)
        return compress(dump(low.data()), QUICKLY)

    data = recall_or_make(system, f"code of a {purpose}, {width}, {low.gathers}", make)
    if not low.made:
        low.take(read(decompress(data)))
    return low, _in_modules(low)


def _empty(system: System, width: int, purpose: Purpose) -> Lowering:
    memo = Memo() if purpose == "search" else None
    return Lowering(system, width, MAKERS, purpose, SampledChoices() if purpose in ("games", "file") else None, memo)


def _make(low: Lowering) -> None:
    if low.games:
        games.play(low)
        add_listing(low)
    else:
        play.expand(low)
    puts(low)


def ruled_code_of(known: Lowering, code: Sequence[str], system: System) -> tuple[Lowering, Sequence[str]] | None:
    """The same for a search of rules with another right of way than those that are known, and whose code this is, or
    with other checks: what judges by it, or asks them, is made anew. Which option speaks in a gap is data, and the code
    the same. None where the rules differ otherwise."""
    ways = other_ways(known.system, system)
    if ways is None:
        return None
    if not known.made:  # taken from what was kept, which does not say of what each function was made
        again = _empty(known.system, known.width, "search")
        _make(again)
        known.take_functions(again)
    low = known.with_rules(system)
    low.forgotten(*(("question", question.name) for question in ways.questions))
    low.forgotten(*(("deed", deed.name) for deed in ways.deeds))
    for action in ways.actions:
        norms = (("norms", name) for name in (action.name, *(part.name for part in action.parts)))
        is_asked = ("may", action.name) in low.made
        low.forgotten(("judge", action.name), ("may", action.name), *norms)
        offer.judge(low, action)
        if is_asked:
            low.may_do(action.name)
    for question in ways.questions:
        low.question(question.name)
    for deed in ways.deeds:
        low.deed(deed.name)
    if ways.checks:
        _other_checks(low, ways.checks)
    is_same = low.texts == known.texts and low.names.symbols == known.names.symbols
    return low, code if is_same else _in_modules(low)


def _other_checks(low: Lowering, checks: Iterable[Check]) -> None:
    """Make what asks checks anew, of states, of steps, of steps of one action, and what tells which are concerned."""
    actions = [low.system.actions[name] for name in dict.fromkeys(check.of for check in checks) if name is not None]
    functions = [id(f) for check in checks for f in functions_of(check) if id(f) not in low.helpers]
    low.forgotten("steps", "looked_at", "changed", "answers", *(("take", action.name) for action in actions))
    low.forgotten(*((function, late) for function in functions for late in (False, True)))
    for action in actions:
        step.take(low, action)
    play.expand(low)


def _in_modules(low: Lowering) -> list[str]:
    shared = runtime.add(low)
    return modules(low.texts, shared, runtime.declarations(low), entry(low))


def entry(low: Lowering) -> str:
    """The functions that are called from outside."""
    return games.ENTRY + LISTING if low.games else play.entry(low)


def _function(low: Lowering, what: tuple[Function, bool], name: str) -> Body:
    function, late = what
    code = Body(low, function, name, late=late, behind=low.promises(function))
    if id(function) not in low.helpers:
        code.rule = function.name
    code.block(function.body)
    return code


MAKERS: Mapping[str, Maker] = {
    "function": _function,
    "term": lower_base,
    "question": lower_base,
    "deed": lower_base,
    "legality": lower_legality,
    "put": put,
    "list": kept.list_function,
}


BOOKS_KEPT = 12
"""Whose scopes are explored by turns."""
PASSES = ("always_inliner", FUNCTIONS)
"""The passes of LLVM over a ruleset's code: it takes a third longer to make than with the usual ones, and runs up to a
quarter quicker."""


class CompiledRuleset:
    """The compiled code of a ruleset, for scopes for whose sets `width` bits are enough."""

    _known: ClassVar[dict[tuple[int, int, Purpose], CompiledRuleset]] = {}

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
            self._code = TieredModules(texts, self.low.names.symbols, cache, PASSES, like)
        self.phases["compile"] = time.perf_counter() - began

    @classmethod
    def _code_like_another(
        cls, system: System, width: int, purpose: Purpose
    ) -> tuple[TieredModules | None, tuple[Lowering, Sequence[str]] | None]:
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
    def of(
        cls, system: System, scope: Scope, cache: Path | None = None, purpose: Purpose = "search"
    ) -> CompiledRuleset:
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
