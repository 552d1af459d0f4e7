"""The trail of a step in a file: each sub-step's rule with the state that it came to, where a host asks for that."""

from __future__ import annotations

from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import PLAY, Game, Register

HEAD = 8
"""Bytes before a state: the number of a rule, less than 0 where it is a settle of the round behind it, without a
state."""


def add_trail(low: Lowering) -> None:
    """Adds what rules and sub-steps call."""
    low.once("trail rule", "trail_rule", lambda name: _rule(low, name))
    low.once("trail state", "trail_state", lambda name: _state(low, name))


def _next(code: Code) -> str:
    """Where the next entry lies; the function ends where nobody asks, or where there is no room, but it is counted."""
    trail, heard = code.game(Game.TRAIL, "ptr"), code.get(Register.RECORDING)
    unasked = code.value(f"icmp eq ptr {trail}, null")
    with code.when(code.value(f"or i1 {unasked}, {code.value(f'icmp ne i64 {heard}, {PLAY}')}")):
        code.end("ret void")
    number = code.game(Game.TRAILED)
    code.set_game(Game.TRAILED, code.value(f"add i64 {number}, 1"))
    with code.when(code.value(f"icmp sge i64 {number}, {code.game(Game.MOST_TRAILED)}")):
        code.end("ret void")
    size = code.value(f"add i64 {code.get(Register.BYTES)}, {HEAD}")
    return code.at_byte(trail, code.value(f"mul i64 {number}, {size}"))


def _rule(low: Lowering, name: str) -> Code:
    """A settle has fired."""
    code = Code(low, name, ["i64 %rule"])
    code.do(f"store i64 {code.value('sub i64 0, %rule')}, ptr {_next(code)}, align 1")
    code.end("ret void")
    return code


def _state(low: Lowering, name: str) -> Code:
    """A sub-step has come to a state."""
    code = Code(low, name, ["ptr %s", "i64 %rule"])
    at = _next(code)
    code.do(f"store i64 %rule, ptr {at}, align 1")
    code.copy(code.at_byte(at, str(HEAD)), "%s", code.get(Register.BYTES))
    code.end("ret void")
    return code
