"""The properties of every step, in code. In random plays one is asked only where its answer may be another.

A step that writes nothing of what a property reads is asked about the same two states, as far as that goes. So where
the property held of such a step, it holds of all that follow in a play, until something of that is written.
"""

from __future__ import annotations

from ruleslawyer.engines.native.kept import MADE, block_of, stands
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import Game, Register
from ruleslawyer.engines.native.rest import Step, ask
from ruleslawyer.ir.system import Check


def steps(low: Lowering, name: str) -> Step:
    """Asks the properties of every step about one."""
    code = Step(low, name, ["ptr %before", "ptr %after"])
    for check in low.system.checks.values():
        if check.kind == "step" and check.of is None:
            _ask(code, check)
    return code


def _ask(code: Step, check: Check) -> None:
    args = ["ptr %before", "ptr %after"]
    if not code.low.keeps:
        ask(code, check, check.function, args, "first")
        return
    reads = code.low.functions.uses([check.function]).reads
    block, now = block_of(code, f"step {check.name}", reads), code.get(Register.EPOCH)
    made, unwritten = code.at_byte(block, str(MADE)), code.negate(code.is_written(reads))

    def note(said: str) -> None:
        told = code.value(f"icmp eq i64 {code.game(Game.SILENCE)}, 0")
        with code.when(code.all_of([code.value(f"icmp eq i64 {said}, 1"), unwritten, told])):
            code.store("i64", now, made)

    held = code.value(f"and i1 {unwritten}, {stands(code, code.load('i64', made), now, block)}")
    with code.when(code.negate(held)):
        code.store("i64", "0", made)  # where it says no now, what it says next is told
        ask(code, check, check.function, args, "first", note)
