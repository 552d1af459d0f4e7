"""Greedy play: how much better off a choice leaves whoever makes it, by a measure that comes as a table of numbers."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslawyer.engines.native.lifted.code import Code
from ruleslawyer.engines.native.lifted.lowering import Lowering
from ruleslawyer.engines.native.lifted.names import Game, Register
from ruleslawyer.engines.native.lifted.rest import Step
from ruleslawyer.ir.system import Action

COLUMNS = OFFSET, MASK, WANTED, WEIGHT, OWNER, OWNER_MASK, OWNED = range(7)
"""Of a row of the table: from which byte of a state on, which bits of it, which number counts (`WHOLE`: whatever it
is), and how much; from which byte on, and in which bits, another number has to stand, for it to count."""
WHOLE = -1
WORST = -(1 << 62)
"""What a choice gains that leads nowhere."""


def is_greedy(code: Code) -> str:
    return code.value(f"icmp ne ptr {code.game(Game.MEASURE, 'ptr')}, null")


def gain(code: Step, action: Action, args: Sequence[str], take: Sequence[str]) -> str:
    """By how much an allowed choice leaves its actor better off; 0 of chance, and where nobody is greedy. `take`: the
    function that takes it, and what that is given."""
    gained = code.variable("i64", "0")
    if action.kind == "chance" or action.actor is None:
        return gained
    seat = action.actor_of(args)
    name, *given = take
    with code.when(is_greedy(code)):
        marks, last = code.get(Register.MARKS, "ptr"), code.get(Register.LAST, "ptr")
        silence, identity = code.game(Game.SILENCE), code.get(Register.IDENTITY)
        code.set_game(Game.SILENCE, 1)
        code.set_game(Game.WEIGHING, 1)
        code.set_game(Game.SEAT, seat)
        code.set_game(Game.WORTH, WORST)
        code.set(Register.MARKS, code.get(Register.UNMARKED, "ptr"), "ptr")
        code.set(Register.LAST, code.game(Game.SPARE_LAST, "ptr"), "ptr")
        code.call(name, given, fails=False)
        code.set(Register.MARKS, marks, "ptr")
        code.set(Register.LAST, last, "ptr")
        code.set(Register.IDENTITY, identity)
        code.set_game(Game.WEIGHING, 0)
        code.set_game(Game.SILENCE, silence)
        now = code.call("worth", ["ptr %s", f"i64 {seat}"], "i64", fails=False)
        code.store("i64", code.value(f"sub i64 {code.game(Game.WORTH)}, {now}"), gained)
    return gained


def worth(low: Lowering, name: str) -> Code:
    """What a state is worth to somebody: the sum of the rows of theirs."""
    code = Code(low, name, ["ptr %state", "i64 %seat"], "i64")
    bounds, rows = code.game(Game.BOUNDS, "ptr"), code.game(Game.MEASURE, "ptr")
    first = code.entry("i64", bounds, "%seat")
    stop = code.entry("i64", bounds, code.value("add i64 %seat, 1"))
    found = code.variable("i64", "0")
    with code.counting(first, stop) as number:
        row = code.at("i64", rows, code.value(f"mul i64 {number}, {len(COLUMNS)}"))
        offset, mask, wanted, weight, owner, of_owner, owned = (code.entry("i64", row, str(c)) for c in COLUMNS)
        stored, held = _stored(code, offset, mask), _stored(code, owner, of_owner)
        whole = code.value(f"mul i64 {stored}, {weight}")
        same = code.either(code.value(f"icmp eq i64 {stored}, {wanted}"), weight, "0", "i64")
        added = code.either(code.value(f"icmp eq i64 {wanted}, {WHOLE}"), whole, same, "i64")
        with code.when(code.value(f"icmp eq i64 {held}, {owned}")):
            code.store("i64", code.value(f"add i64 {code.load('i64', found)}, {added}"), found)
    code.end(f"ret i64 {code.load('i64', found)}")
    return code


def _stored(code: Code, offset: str, mask: str) -> str:
    word = code.value(f"load i64, ptr {code.at_byte('%state', offset)}, align 1")
    return code.value(f"and i64 {word}, {mask}")
