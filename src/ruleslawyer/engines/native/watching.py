"""The candidate that a host asks for by its number, in a file: it is listed among the choices, allowed or not."""

from __future__ import annotations

from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import Game, Register


def is_watched(code: Code) -> str:
    """Counts a candidate, and says whether it is the one."""
    watch = code.low.once("watch", "watch_candidate", lambda name: _watch(code.low, name))
    return code.value(f"icmp ne i64 {code.call(watch, [], 'i64', fails=False)}, 0")


def _watch(low: Lowering, name: str) -> Code:
    """Counts a candidate. 1: it is the one that is watched, and is listed, allowed or not; `WATCHED` is its place."""
    code = Code(low, name, [], "i64")
    identity = code.value(f"add i64 {code.get(Register.IDENTITY)}, 1")
    code.set(Register.IDENTITY, identity)
    with code.when(code.value(f"icmp eq i64 {identity}, {code.game(Game.WATCHED)}")):
        code.set_game(Game.WATCHED, code.game(Game.ALLOWED))  # no later candidate has so small a number
        code.end("ret i64 1")
    code.end("ret i64 0")
    return code


def is_listing(code: Code) -> str:
    """Whether choices are listed."""
    return code.value(f"icmp ne ptr {code.game(Game.LISTED, 'ptr')}, null")
