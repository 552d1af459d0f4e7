"""Where two duties are due at once of which no clause says which comes first: both orders are tried on the state that
is being made, which then goes on as it was."""

from __future__ import annotations

from ruleslawyer.engines.native import rest
from ruleslawyer.engines.native.code import recording
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.memory import BEHIND
from ruleslawyer.engines.native.names import OWN_SITE, Register
from ruleslawyer.engines.native.rest import Step, has_failed, where_it_fails
from ruleslawyer.ir.orders import open_orders
from ruleslawyer.ir.system import Duty

MADE = (Register.WRITTEN, Register.MEMBERS_WRITTEN, Register.USED)
"""Registers that say what was done on the way to the state that is being made."""


def to_rest(low: Lowering, name: str) -> Step:
    """Forced steps until nothing is due; each order of two duties is told that leads elsewhere."""
    orders = open_orders(low.system)
    if not orders:
        return rest.to_rest(low, name)
    code = Step(low, name, ["ptr %s"])
    duties = low.system.duties

    def turn(due: str) -> str:
        for first in code.cases(due, "i64", [_number(low, duty) for duty in orders]):
            for other in orders[list(duties)[first - 1]]:
                _look_at(code, list(duties.values())[first - 1], duties[other])
        return due

    rest.forced_steps(code, turn)
    return code


def _number(low: Lowering, duty: str) -> int:
    return 1 + list(low.system.duties).index(duty)


def _look_at(code: Step, first: Duty, other: Duty) -> None:
    """Tells whether the order of a duty that runs now and of another one matters, where that is due too."""
    low, after = code.low, code.label()
    recording(code, False)
    due = code.call(rest.is_due(low, other), ["ptr %s"], "i64", fails=False)
    with where_it_fails(code, after):
        pass
    with code.when(code.value(f"icmp ne i64 {due}, 0")):
        held = low.once("held_against", "held_against", lambda name: _held_against(low, name))
        numbers = [f"i64 {_number(low, duty.name)}" for duty in (first, other)]
        differs = code.call(held, ["ptr %s", *numbers], "i1")
        recording(code, True)
        with code.when(differs):
            code.tell(low.names.tell("order", first.name, other.name), "0", event="true")
    code.begin(after)
    recording(code, True)


def _held_against(low: Lowering, name: str) -> Step:
    """Whether play comes to rest elsewhere if two duties run the other way round; fails where the engine cannot say."""
    code = Step(low, name, ["ptr %s", "i64 %first", "i64 %other"], "i1")
    attempt = low.once("attempt", "attempt", lambda name: _attempt(low, name))
    bytes_, kept = code.get(Register.BYTES), code.get(Register.TRIED, "ptr")
    room = code.value(f"add i64 {bytes_}, {BEHIND}")
    led, marked = code.at_byte(kept, room), code.at_byte(kept, code.value(f"mul i64 {room}, 2"))
    earlier = code.get(Register.EARLIER, "ptr")
    made = {register: code.get(register) for register in MADE}
    code.copy(kept, "%s", bytes_)
    code.copy(marked, earlier, bytes_)
    ends, same = list[str](), ""
    for one, two in (("%first", "%other"), ("%other", "%first")):
        code.call(attempt, ["ptr %s", f"i64 {one}", f"i64 {two}"], fails=False)
        with code.when(code.negate(has_failed(code))):
            code.call("forget", ["ptr %s"], fails=False)
        ended = has_failed(code)
        with code.when(code.value(f"icmp ne i64 {code.value(f'and i64 {code.get(Register.ERROR)}, {OWN_SITE}')}, 0")):
            code.check()
        for register in (Register.ERROR, Register.ERROR_RULE, Register.DEPTH):
            code.set(register, 0)
        code.set(Register.WRITER, 1)
        if ends:
            same = code.call("same", [f"ptr {led}", "ptr %s", f"i64 {bytes_}"], "i1", fails=False)
        else:
            code.copy(led, "%s", bytes_)
        ends.append(ended)
        code.copy("%s", kept, bytes_)
        for register, before in made.items():
            code.set(register, before)
    code.copy(earlier, marked, bytes_)
    both, either = (code.value(f"{op} i1 {ends[0]}, {ends[1]}") for op in ("and", "or"))
    unlike = code.value(f"xor i1 {both}, {either}")
    elsewhere = code.value(f"and i1 {code.negate(either)}, {code.negate(same)}")
    code.end(f"ret i1 {code.value(f'or i1 {unlike}, {elsewhere}')}")
    return code


def _attempt(low: Lowering, name: str) -> Step:
    """Forced steps to rest, of which nobody hears: the duties of these two numbers run first, as far as they are due by
    then."""
    code = Step(low, name, ["ptr %s", "i64 %first", "i64 %then"])
    ran, chosen = code.variable("i64", "0"), code.variable("i64")
    orders = open_orders(low.system)
    seconds = dict.fromkeys([*orders, *(other for others in orders.values() for other in others)])
    recording(code, False)

    def turn(due: str) -> str:
        number = code.increase(ran)
        code.store("i64", code.either(code.value(f"icmp eq i64 {number}, 0"), "%first", due, "i64"), chosen)
        with code.when(code.value(f"icmp eq i64 {number}, 1")):
            for then in code.cases("%then", "i64", [_number(low, duty) for duty in seconds]):
                duty = list(low.system.duties.values())[then - 1]
                is_due = code.call(rest.is_due(low, duty), ["ptr %s"], "i64")
                now = code.value(f"icmp ne i64 {is_due}, 0")
                code.store("i64", code.either(now, "%then", due, "i64"), chosen)
        return code.load("i64", chosen)

    rest.forced_steps(code, turn, aside=True)
    return code
