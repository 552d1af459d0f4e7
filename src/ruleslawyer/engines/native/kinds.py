"""Kinds of choices in random plays: which action, behind which, upon things of which kinds.

The kind of a member is a small number that whoever plays gives it, such as one for each set of keywords.
"""

from __future__ import annotations

from ruleslawyer.engines.native.choosing import arguments_at, cell
from ruleslawyer.engines.native.code import recording
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import PlayCell
from ruleslawyer.engines.native.rest import StepFunction
from ruleslawyer.engines.native.storage import NONE
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import Action

KIND_BITS = 6
"""Of the kind of one argument."""
MOST_KINDS = (1 << KIND_BITS) - 1
"""A member's kind is less; this is that of nothing."""
MOST_ARGUMENTS = 8
"""Of a choice that are told apart by their kinds."""
MANY = 3
"""Members of a set that are more than these are as many."""
BEFORE = 1 << 10
"""More than there are actions."""


def note(low: Lowering, name: str) -> StepFunction:
    """The function that notes that a choice is taken: its kind, the action before it, and the choice itself."""
    code = StepFunction(low, name, ["i64 %last", "i64 %action", "ptr %args"])
    recording(code, True)
    before = code.value(f"mul i64 {code.value('add i64 %last, 1')}, {BEFORE}")
    code.tell(low.names.tell("after", ""), code.value(f"add i64 {before}, %action"))
    actions = list(low.system.actions.values())
    for number in code.cases("%action", "i64", range(len(actions))):
        action = actions[number]
        args = [typed.split(" ", 1)[1] for typed in arguments_at(code, action, "%args")]
        code.tell(low.names.tell("taken", action.name), _kinds(code, action, args))
        chosen = code.game(PlayCell.CHOSEN, "ptr")
        with code.when(code.value(f"icmp ne ptr {chosen}, null")):
            code.increase(code.at("i64", chosen, cell(code, action, args, number)))
    return code


def distinguished_parameters(action: Action) -> list[int]:
    """The parameters of which the kind is told, by their place."""
    places = [i for i, p in enumerate(action.chosen_parameters) if not isinstance(p.type, t.Map)]
    return places[:MOST_ARGUMENTS]


def kinds_of(action: Action, answer: int) -> list[tuple[t.Type, int]]:
    """The kinds that an answer tells: of each parameter that is told apart its type, and the kind of what was
    chosen."""
    types = [action.chosen_parameters[place].type for place in distinguished_parameters(action)]
    shifts = range(KIND_BITS * (len(types) - 1), -1, -KIND_BITS)
    return [(type_, answer >> shift & MOST_KINDS) for type_, shift in zip(types, shifts, strict=True)]


def _kinds(code: StepFunction, action: Action, args: list[str]) -> str:
    found = "0"
    for place in distinguished_parameters(action):
        kind = _kind(code, action.chosen_parameters[place].type, args[place])
        shifted = code.value(f"shl i64 {found}, {KIND_BITS}") if found != "0" else "0"
        found = code.value(f"or i64 {shifted}, {kind}")
    return found


def _kind(code: StepFunction, type_: t.Type, value: str) -> str:
    match type_:
        case t.Optional(item):
            nothing = code.value(f"icmp eq i64 {value}, {NONE}")
            safe = code.either(nothing, "0", value, "i64")
            return code.either(nothing, str(MOST_KINDS), _kind(code, item, safe), "i64")
        case t.Sort(name):
            kinds = code.game(PlayCell.KINDS, "ptr")
            first = code.entry("i64", kinds, str(list(code.low.system.sorts).index(name)))
            return code.entry("i64", kinds, code.value(f"add i64 {first}, {value}"))
        case t.Set():
            size = code.narrow(code.value(f"call {code.low.set} @llvm.ctpop.{code.low.set}({code.low.set} {value})"))
            return code.either(code.value(f"icmp slt i64 {size}, {MANY}"), size, str(MANY), "i64")
        case t.Int():  # how many digits, and the sign
            negative = code.value(f"icmp slt i64 {value}, 0")
            positive = code.value(f"call i64 @llvm.abs.i64(i64 {value}, i1 false)")
            digits = code.value(f"sub i64 64, {code.value(f'call i64 @llvm.ctlz.i64(i64 {positive}, i1 false)')}")
            digits = code.either(code.value(f"icmp slt i64 {digits}, 16"), digits, "16", "i64")
            return code.value(f"add i64 {digits}, {code.either(negative, '32', '0', 'i64')}")
    return code.value(f"and i64 {value}, {MOST_KINDS}")
