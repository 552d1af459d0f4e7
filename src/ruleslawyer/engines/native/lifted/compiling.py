"""A ruleset as LLVM assembly."""

from __future__ import annotations

from collections.abc import Mapping

from ruleslawyer.engines.native.lifted import games, judging, play, runtime, single
from ruleslawyer.engines.native.lifted.body import Body
from ruleslawyer.engines.native.lifted.choosing import Games
from ruleslawyer.engines.native.lifted.lowering import Lowering, Maker, Purpose
from ruleslawyer.engines.native.lifted.modules import modules
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import System


def code_of(system: System, width: int, purpose: Purpose = "search") -> tuple[Lowering, list[str]]:
    """What names everything in the code, and that in modules, of which the first is every ruleset's. `width`: bits of a
    set."""
    low = Lowering(system, width, MAKERS, purpose, Games() if purpose == "games" else None)
    if low.games:
        games.play(low)
        single.add(low)
    else:
        play.expand(low)
    judging.puts(low)
    shared = runtime.add(low)
    entry = games.ENTRY + single.ENTRY if low.games else play.entry(low)
    return low, modules(low.texts, shared, runtime.declarations(low), entry)


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
