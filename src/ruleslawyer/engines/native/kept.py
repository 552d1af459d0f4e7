"""Findings about a state, which stand until something is written on which they rest: in a play also in the states that
follow, in a search in that one.

A block has the number of the state in which it was found out, and that of the last state in which something differs
that it reads; a list has its members, too, and a byte for each member that says whether it is one of them. States are
numbered as they are come to; `Register.FROM` is the first of those that followed one another up to this one.
"""

from __future__ import annotations

from collections.abc import Iterable

from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.fields import mask
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import Register
from ruleslawyer.engines.native.present import MEMBER, STATE, Present
from ruleslawyer.engines.native.rest import Step
from ruleslawyer.ir.uses import Place

MADE, SINCE, LIST = 0, 8, 16
"""The places in a block, in bytes."""


def block_of(code: Code, key: str, places: Iterable[Place], sort: str = "") -> str:
    """The address of a block that rests on some places."""
    code.low.names.kept[key] = sort, mask(code.low.system, places)
    return code.at_byte(code.get(Register.KEPT, "ptr"), code.entry_of("kept", key))


def stands(code: Code, made: str, now: str, block: str) -> str:
    """Whether what was found out in a state (`made`) still holds in this one (`now`): in a search that is the same."""
    if not code.low.keeps:
        return code.value(f"icmp eq i64 {made}, {now}")
    since = code.load("i64", code.at_byte(block, str(SINCE)))
    written, other = (code.value(f"icmp slt i64 {made}, {first}") for first in (since, code.get(Register.FROM)))
    return code.negate(code.value(f"or i1 {written}, {other}"))


def keep_on(code: Code, first: str) -> None:
    """This state followed from the last one, with `Register.CHANGED` written: what does not rest on that stands, from
    the state with the number `first` on."""
    rows, blocks, now = code.entry_of("kept rows", type="ptr"), code.get(Register.KEPT, "ptr"), code.get(Register.EPOCH)
    changed = code.get(Register.CHANGED)
    with code.counting("0", code.load("i64", rows)) as number:
        row = code.at("i64", rows, code.value(f"shl i64 {number}, 1"))
        offset, rests = (code.entry("i64", row, place) for place in "12")
        since = code.at_byte(code.at_byte(blocks, offset), str(SINCE))
        stale = code.value(f"icmp ne i64 {code.value(f'and i64 {changed}, {rests}')}, 0")
        code.store("i64", code.either(stale, now, code.load("i64", since), "i64"), since)
    code.set(Register.FROM, first)


def flags_of(code: Code, present: Present) -> str:
    """The address of a byte for each member of a sort, as the list was made: whether it is on it."""
    return code.at_byte(code.get(Register.KEPT, "ptr"), code.entry_of("kept flags", present.key))


def list_function(low: Lowering, present: Present, name: str) -> Step:
    """The function that gives the list of the members of whom a condition holds in the state that is looked at, made
    anew where the last one does not stand: its length, and they in order."""
    code = Step(low, name, ["ptr %s"], "ptr")
    block = block_of(code, present.key, present.places, present.sort.name)
    listed, made = code.at_byte(block, str(LIST)), code.load("i64", code.at_byte(block, str(MADE)))
    now = code.get(Register.EPOCH)
    with code.when(stands(code, made, now, block)):
        code.end(f"ret ptr {listed}")
    count = code.variable("i64", "0")
    code.let(STATE, "ptr", "%s")
    flags = flags_of(code, present)
    with code.up_to(code.size(present.sort)) as (member, _), code.bound(MEMBER, present.sort):
        code.let(MEMBER, "i64", member)
        is_there = code.truth(present.condition)
        code.store("i8", code.value(f"zext i1 {is_there} to i8"), code.at_byte(flags, member))
        with code.when(is_there):
            place = code.at("i16", listed, code.value(f"add i64 {code.increase(count)}, 1"))
            code.store("i16", code.value(f"trunc i64 {member} to i16"), place)
    code.store("i16", code.value(f"trunc i64 {code.load('i64', count)} to i16"), listed)
    code.store("i64", now, code.at_byte(block, str(MADE)))
    code.end(f"ret ptr {listed}")
    return code
