"""A ruleset as one text of LLVM assembly."""

from __future__ import annotations

from collections.abc import Mapping

from ruleslawyer.engines.native.lifted import judging, play, runtime
from ruleslawyer.engines.native.lifted.body import Body
from ruleslawyer.engines.native.lifted.lowering import Lowering, Maker
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import System


def code_of(system: System, width: int, *, family: bool = False) -> tuple[Lowering, str]:
    """The code, and what names everything in it. `width`: bits of a set. `family`: for many readings at once."""
    low = Lowering(system, width, MAKERS, family=family)
    play.expand(low)
    low.texts.append(judging.puts(low, list(low.puts)))
    entry = play.entry(low)
    return low, "\n\n".join([runtime.declarations(low), *low.texts, entry])


def _function(low: Lowering, what: tuple[Function, bool], name: str) -> Body:
    function, late = what
    code = Body(low, function, name, late=late, behind=low.promises(function))
    if id(function) not in low.helpers:
        code.rule = function.name
    code.block(function.body)
    return code


MAKERS: Mapping[str, Maker] = {
    "function": _function,
    "term": judging.term,
    "question": judging.question,
    "deed": judging.deed,
    "put": judging.put,
}
