"""The dice of random plays, and choices that are drawn with them."""

from __future__ import annotations

from collections.abc import Callable

from ruleslawyer.engines.native import lanes, offer
from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.kept import flags_of
from ruleslawyer.engines.native.loop_members import FilteredList, filtered_list_of
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import PlayCell, Register
from ruleslawyer.engines.native.rest import StepFunction
from ruleslawyer.engines.native.slots import as_signed
from ruleslawyer.engines.native.storage import NONE
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import Action
from ruleslawyer.semantics.dice import DRAWN, FACTORS, GOLDEN, SHIFTS, SMALL_SET


def mix_function(low: Lowering, name: str) -> Code:
    """`dice.mixed`."""
    code = Code(low, name, ["i64 %word"], "i64", behind="memory(none) willreturn alwaysinline")
    word = "%word"
    for shift, factor in zip(SHIFTS, (*FACTORS, 1), strict=True):
        word = code.value(f"xor i64 {word}, {code.value(f'lshr i64 {word}, {shift}')}")
        word = code.value(f"mul i64 {word}, {as_signed(factor)}")
    code.end(f"ret i64 {word}")
    return code


def mix(code: Code, word: str) -> str:
    return code.call("mix", [f"i64 {word}"], "i64", fails=False)


def throw_function(low: Lowering, name: str) -> Code:
    """One random word."""
    code = Code(low, name, [], "i64")
    state = code.value(f"add i64 {code.game(PlayCell.DICE)}, {as_signed(GOLDEN)}")
    code.set_game(PlayCell.DICE, state)
    code.end(f"ret i64 {mix(code, state)}")
    return code


def throw(code: Code, stop: str = "") -> str:
    """A random word, or a number below `stop`."""
    word = code.call("throw", [], "i64", fails=False)
    return code.value(f"urem i64 {word}, {stop}") if stop else word


def is_awaited(code: StepFunction, seat: str) -> str:
    shifted = code.value(f"lshr {code.low.set} %awaited, {code.widen(seat)}")
    return code.value(f"trunc {code.low.set} {shifted} to i1")


def draw_all(code: StepFunction, action: Action, draw: Callable[[], object]) -> None:
    """Draw as many choices of an action as are drawn. Where somebody is drawn who is not awaited, or a member of whom
    nothing may come here, no other argument is worked out."""
    sieve = _sieve(code, action)
    if sieve is None:
        _draw_each(code, draw)
        return
    place, present = sieve
    after, parameters = code.label(), action.chosen_parameters
    drawn = None if action.actor is None else action.actor - action.leading
    apart = GOLDEN * len(parameters) % (1 << 64)
    watching = code.value(f"icmp ne i64 {code.game(PlayCell.WATCHED)}, -1")
    with code.when(watching):
        _draw_each(code, draw)
        code.jump(after)
    listed = code.call(code.low.list_name(present), ["ptr %s"], "ptr", fails=False)
    some = code.value(f"icmp ne i64 {code.length(listed)}, 0")
    for asked in offer.conditions(code.low, action)[0]:
        some = code.value(f"and i1 {some}, {code.truth(asked)}")
    awaited, there = lanes.words_of(code, "%awaited"), lanes.words_of_flags(code, flags_of(code, present))
    which = lanes.BoundedDraws(code, code.size(parameters[place].type))
    who = which if drawn is None else lanes.BoundedDraws(code, code.size(parameters[drawn].type))
    first, counted = code.variable("i64", code.game(PlayCell.DICE)), code.variable("i64", code.get(Register.IDENTITY))
    with code.counting("0", str(-(-DRAWN // lanes.LANES))) as group:
        dice, before = code.load("i64", first), code.load("i64", counted)
        states = lanes.dice(code, dice, len(parameters))
        able = lanes.first_lanes(code, code.value(f"sub i64 {DRAWN}, {code.value(f'mul i64 {group}, {lanes.LANES}')}"))
        if drawn is not None:
            acting = lanes.member_lanes(code, awaited, who.of(lanes.throw(code, states, drawn + 1)))
            able = code.value(f"and i64 {able}, {acting}")
        with code.when(some):
            of_some = lanes.member_lanes(code, there, which.of(lanes.throw(code, states, place + 1)))
            left = code.variable("i64", code.value(f"and i64 {able}, {of_some}"))
            with code.loop() as (_, done):
                now = code.load("i64", left)
                offer.unless(code, code.value(f"icmp ne i64 {now}, 0"), done)
                lane = code.value(f"call i64 @llvm.cttz.i64(i64 {now}, i1 true)")
                below = code.value(f"sub i64 {code.value(f'shl i64 1, {lane}')}, 1")
                earlier = code.value(f"call i64 @llvm.ctpop.i64(i64 {code.value(f'and i64 {able}, {below}')})")
                code.set(Register.IDENTITY, code.value(f"add i64 {before}, {earlier}"))
                throws = code.value(f"mul i64 {lane}, {as_signed(apart)}")
                code.set_game(PlayCell.DICE, code.value(f"add i64 {dice}, {throws}"))
                draw()
                code.store("i64", code.value(f"and i64 {now}, {code.value(f'sub i64 {now}, 1')}"), left)
        many = code.value(f"call i64 @llvm.ctpop.i64(i64 {able})")
        code.store("i64", code.value(f"add i64 {before}, {many}"), counted)
        code.store("i64", code.value(f"add i64 {dice}, {as_signed(apart * lanes.LANES % (1 << 64))}"), first)
    code.set(Register.IDENTITY, code.load("i64", counted))
    code.jump(after)
    code.begin(after)


def _draw_each(code: StepFunction, draw: Callable[[], object]) -> None:
    with code.counting("0", str(DRAWN)):
        draw()


def _sieve(code: StepFunction, action: Action) -> tuple[int, FilteredList] | None:
    """The first parameter of which it is listed, in a state, of whom something may come; its place."""
    if not code.low.keeps or any(isinstance(p.type, t.Set | t.Map) for p in action.chosen_parameters):
        return None
    demands = [(each, True) for group in offer.conditions(code.low, action) for each in group]
    for place, parameter in enumerate(action.chosen_parameters):
        if isinstance(parameter.type, t.Sort) and place + action.leading != action.actor and demands:
            stores, slot = range(action.leading), action.leading + place
            found = filtered_list_of(code.low.purity, demands, stores, slot, parameter.type)
            if found is not None:
                return place, found
    return None


def draw(low: Lowering, action: Action, name: str) -> Code:
    """One choice of an action, drawn at random (`Sampling`)."""
    code = StepFunction(low, name, ["ptr %s", f"{low.set} %awaited"])
    if not low.filed and not any(isinstance(p.type, t.Set | t.Map) for p in action.chosen_parameters):
        args = _draw_in_turn(code, action)
    else:
        args = [_draw_argument(code, f"{action.name}.{p.name}", p.type) for p in action.chosen_parameters]
        if action.actor is not None:
            with code.when(code.negate(is_awaited(code, action.actor_of(args)))):
                code.end("ret void")
    typed = [f"{low.llvm(p.type)} {a}" for p, a in zip(action.chosen_parameters, args, strict=True)]
    assert low.games is not None
    code.call(low.games.candidate(low, action), ["ptr %s", *typed], fails=False)
    return code


def _draw_in_turn(code: StepFunction, action: Action) -> list[str]:
    """Arguments that take a throw each. Once somebody is drawn who is not awaited, or what the domain leaves out, the
    others are not worked out: the dice are where they would have been, and a candidate is counted."""
    parameters, needed, args = action.chosen_parameters, offer.conditions(code.low, action), list[str]()
    for slot in range(action.leading):
        code.slots[slot] = "ptr", code.variable("ptr", "%s")
    first, actor = code.game(PlayCell.DICE), -1 if action.actor is None else action.actor - action.leading
    code.set_game(PlayCell.DICE, code.value(f"add i64 {first}, {as_signed(len(parameters) * GOLDEN % (1 << 64))}"))
    identity = code.value(f"add i64 {code.get(Register.IDENTITY)}, 1")
    watched = code.value(f"icmp eq i64 {identity}, {code.game(PlayCell.WATCHED)}")
    refused, after = code.label(), code.label()
    waiting: list[n.Expr] = list(needed[0])
    for place, parameter in enumerate(parameters):
        owner, type_ = f"{action.name}.{parameter.name}", code.low.llvm(parameter.type)
        low, stop = offer.span(code, owner, parameter.type)
        dice = code.value(f"add i64 {first}, {as_signed((place + 1) * GOLDEN % (1 << 64))}")
        number = code.value(f"urem i64 {mix(code, dice)}, {code.value(f'sub i64 {stop}, {low}')}")
        args.append(offer.value_of_number(code, owner, parameter.type, code.value(f"add i64 {number}, {low}")))
        code.slots[action.leading + place] = type_, code.variable(type_, args[-1])
        if place == actor:
            offer.unless(code, is_awaited(code, args[-1]), after)
        waiting += needed[place + 1]
        if actor <= place < len(parameters) - 1:
            for condition in waiting:
                offer.unless(code, code.value(f"or i1 {watched}, {code.truth(condition)}"), refused)
            waiting.clear()
    going = code.label()
    code.jump(going)
    code.begin(refused)
    code.set(Register.IDENTITY, identity)
    code.jump(after)
    code.begin(after)
    code.end("ret void")
    code.begin(going)
    return args


def _draw_argument(code: StepFunction, owner: str, type_: t.Type) -> str:
    match type_:
        case t.Set(item):
            return _drawn_set(code, code.size(item))
        case t.Map(key, item):
            shown = code.variable("i64", count=offer.MOST_SEATS)
            with code.counting("0", code.size(key)) as seat:
                code.store("i64", str(NONE), code.at("i64", shown, seat))
                with code.when(is_awaited(code, seat)):
                    code.store("i64", _draw_argument(code, owner, item), code.at("i64", shown, seat))
            return shown
    first, stop = offer.span(code, owner, type_)
    number = throw(code, code.value(f"sub i64 {stop}, {first}"))
    return offer.value_of_number(code, owner, type_, code.value(f"add i64 {number}, {first}"))


def _drawn_set(code: StepFunction, size: str) -> str:
    set_ = code.low.set
    found = code.variable(set_, "0")
    is_small = code.value(f"icmp slt i64 {throw(code)}, 0")
    with code.when(is_small):
        most = code.either(code.value(f"icmp slt i64 {size}, {SMALL_SET}"), size, str(SMALL_SET), "i64")
        with code.counting("0", throw(code, code.value(f"add i64 {most}, 1"))):
            bit = code.bit(throw(code, size))
            code.store(set_, code.value(f"or {set_} {code.load(set_, found)}, {bit}"), found)
    with code.when(code.negate(is_small)):
        words = code.value(f"lshr i64 {code.value(f'add i64 {size}, 63')}, 6")
        with code.counting("0", words) as k:
            word = code.widen(throw(code))
            place = code.widen(code.value(f"shl i64 {k}, 6"))
            some = code.value(f"shl {set_} {word}, {place}")
            code.store(set_, code.value(f"or {set_} {code.load(set_, found)}, {some}"), found)
        some = code.value(f"and {set_} {code.load(set_, found)}, {code.everyone(size)}")
        code.store(set_, some, found)
    return code.load(set_, found)
