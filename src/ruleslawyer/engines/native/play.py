"""The entry points of the driver: everything about some states, and where they lead, in each order of two duties."""

from __future__ import annotations

from ruleslawyer.engines.native import offer, rest
from ruleslawyer.engines.native.code import Code, recording
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.memory import BEHIND, PARTITIONS, Part, Worker, field
from ruleslawyer.engines.native.names import FORCED_ENTRIES, OWN_SITE, Register
from ruleslawyer.engines.native.rest import StepFunction, has_failed, where_it_fails
from ruleslawyer.engines.native.storage import NONE_BIT
from ruleslawyer.engines.native.text import forward
from ruleslawyer.engines.native.written import state_difference
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.exclusive import open_orders
from ruleslawyer.ir.rules import FOLLOWED, Check
from ruleslawyer.ir.system import Duty

MADE = (Register.WRITTEN, Register.MEMBERS_WRITTEN, Register.USED)
"""Registers that say what was done on the way to the state that is being made."""


def to_rest(low: Lowering, name: str) -> StepFunction:
    """Forced steps until nothing is due; each order of two duties is told that leads elsewhere."""
    orders = open_orders(low.system)
    if not orders:
        return rest.to_rest(low, name)
    code = StepFunction(low, name, ["ptr %s"])
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


def _look_at(code: StepFunction, first: Duty, other: Duty) -> None:
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


def _held_against(low: Lowering, name: str) -> StepFunction:
    """Whether play comes to rest elsewhere if two duties run the other way round; fails where the engine cannot say."""
    code = StepFunction(low, name, ["ptr %s", "i64 %first", "i64 %other"], "i1")
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


def _attempt(low: Lowering, name: str) -> StepFunction:
    """Forced steps to rest, of which nobody hears: the duties of these two numbers run first, as far as they are due by
    then."""
    code = StepFunction(low, name, ["ptr %s", "i64 %first", "i64 %then"])
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


GIVEN = ("ptr %worker", "ptr %states", "i64 %first", "i64 %stop", "i64 %partition")
LISTED = ("ptr %indices", "ptr %masks")
"""In a family states are listed, each with the readings under which it is expanded."""


def entry(low: Lowering) -> str:
    """The functions that the driver calls by their names; a worker knows the context of its own."""
    answering = "ptr %states", "i64 %first", "i64 %stop", "ptr %answers"
    given = ", ".join([*GIVEN, *LISTED * low.family])
    return f"""\
{forward("answers", "answers_all", *answering)}

{forward("endings", "endings_all", *answering)}

define void @expand({given}) nounwind {{
  %place = getelementptr i64, ptr %worker, i64 {int(Worker.CONTEXT)}
  %c = load ptr, ptr %place
  call void @expand_all(ptr %c, {given})
  ret void
}}"""


def expand(low: Lowering) -> None:
    """expand(worker, states, first, stop, partition): everything about some states, and what they lead to."""
    visiting(low)
    if low.follows:
        low.once("changed", "changed", lambda name: state_difference(low, name))
    low.once("expand", "expand_all", lambda name: _expand(low, name))
    low.once("answers", "answers_all", lambda name: _answers(low, name))
    low.once("endings", "endings_all", lambda name: _endings(low, name))


def visiting(low: Lowering) -> None:
    """The functions that ask about a state, and make one of another."""
    low.once("due", "due", lambda name: rest.next_duty(low, name))
    low.once("expire", "expire", lambda name: rest.expire(low, name))
    low.once("reacting", "reacting", lambda name: rest.reacting_players(low, name))
    low.once("steps", "steps", lambda name: rest.ask_step_properties(low, name))
    low.once("to_rest", "to_rest", lambda name: to_rest(low, name))
    low.once("forget", "forget", lambda name: rest.forget(low, name))
    low.once("looked_at", "looked_at", lambda name: rest.ask_state_properties(low, name))
    low.once("visit", "visit", lambda name: offer.visit(low, name))


def _expand(low: Lowering, name: str) -> Code:
    code = Code(low, name, [*GIVEN, *LISTED * low.family])
    with code.counting("%first", "%stop") as number:
        if low.family:
            _expand_state(code, number)
        else:
            with code.when(_is_wanted(code, number)):
                _expand_state(code, number)
    return code


def _unpack(code: Code, pointer: str, state: str) -> None:
    """A packed state is the current one."""
    code.call("unpack", [f"ptr {pointer}", f"ptr {state}"], fails=False)
    code.increase(code.register(Register.EPOCH))
    code.set(Register.USED, 0)


def _is_wanted(code: Code, number: str) -> str:
    wanted, only = code.variable("i1", "true"), code.get(Register.ONLY, "ptr")
    with code.when(code.value(f"icmp ne ptr {only}, null")):
        byte = code.load("i8", code.at_byte(only, code.value(f"sub i64 {number}, %first")))
        code.store("i1", code.value(f"icmp ne i8 {byte}, 0"), wanted)
    return code.load("i1", wanted)


def _expand_state(code: Code, number: str) -> None:
    """Expands one state of a search: what it offers, whether it has ended, and whether it is a deadlock."""
    words = code.get(Register.WORDS)
    index = code.value(f"zext i32 {code.entry('i32', '%indices', number)} to i64") if code.low.family else number
    pointer = code.at("i64", "%states", code.value(f"mul i64 {index}, {words}"))
    identity = code.value(f"add i64 {code.value(f'mul i64 {index}, {PARTITIONS}')}, %partition")
    code.set(Register.IDENTITY, identity)
    code.store("ptr", pointer, field(code, "%worker", Worker.CURRENT))
    state = code.get(Register.CURRENT, "ptr")
    _unpack(code, pointer, state)
    code.set(Register.WRITER, 1)
    for register in (Register.MOVED, Register.CHOICES, Register.PASSED, Register.ALONE):
        code.set(register, 0)
    if code.low.family:
        readings = code.entry("i64", "%masks", number)
        code.follow(readings)
        code.set(Register.BASE, code.value(f"and i64 {readings}, 1"))
    if code.low.follows:
        parents = code.load("ptr", field(code, _part(code), Part.PARENTS))
        parent = code.entry("i32", parents, number)
        given = [f"ptr {pointer}", f"i32 {parent}", f"i64 {number}"]
        code.call("changed", given, fails=False)
    code.call("looked_at", [f"ptr {state}"], fails=False)
    stuck = code.variable("i64", "0")
    with code.each_pattern():
        ended = code.call("visit", [f"ptr {state}"], "i1", fails=False)
        with code.when(ended):
            code.increase(field(code, "%worker", Worker.ENDED))
        with code.when(code.negate(ended)):
            unmoved = code.value(f"and i64 {code.agreeing}, {code.value(f'xor i64 {code.get(Register.MOVED)}, -1')}")
            code.store("i64", code.value(f"or i64 {code.load('i64', stuck)}, {unmoved}"), stuck)
    readings = code.load("i64", stuck)
    with code.when(code.value(f"icmp ne i64 {readings}, 0")):
        buffer = code.load("ptr", field(code, "%worker", Worker.DEADLOCKS))
        place = code.increase(field(code, "%worker", Worker.DEADLOCKED))
        place = code.value(f"mul i64 {place}, {1 + code.low.family}")
        code.store("i64", identity, code.at("i64", buffer, place))
        if code.low.family:
            code.store("i64", readings, code.at("i64", buffer, code.value(f"add i64 {place}, 1")))
    if not code.low.family and any(action.passes for action in code.low.system.actions.values()):
        _keep_pass(code, identity)


def _part(code: Code) -> str:
    """The address of the partition that holds the state being expanded."""
    parts = code.load("ptr", field(code, "%worker", Worker.PARTS))
    return code.at("i64", parts, code.value(f"mul i64 %partition, {int(Part.SIZE)}"))


def _keep_pass(code: Code, identity: str) -> None:
    """A state where one player can do nothing but pass is kept, with what that leads to: what was packed last."""
    single = code.value(f"icmp eq i64 {code.get(Register.CHOICES)}, 1")
    passed, alone = (code.value(f"icmp ne i64 {code.get(r)}, 0") for r in (Register.PASSED, Register.ALONE))
    number, words = code.get(Register.FORCES), code.get(Register.WORDS)
    room = code.value(f"icmp ult i64 {number}, {FORCED_ENTRIES}")
    with code.when(code.all_of([single, passed, alone, room])):
        first = code.value(f"mul i64 {number}, {code.value(f'add i64 {words}, 1')}")
        entry = code.at("i64", code.get(Register.FORCED, "ptr"), first)
        code.copy(entry, code.get(Register.PACKED, "ptr"), code.value(f"shl i64 {words}, 3"))
        code.store("i64", identity, code.at("i64", entry, words))
        code.increase(code.register(Register.FORCES))


def asked_functions(low: Lowering) -> list[tuple[Check, n.Function]]:
    """The functions whose answer is wanted of every state: both parts of each `leads_to`, and each `possible`."""
    checks = [c for c in low.system.checks.values() if c.kind in FOLLOWED]
    return [(c, f) for c in checks for f in (c.function, c.goal) if f is not None]


def _answers(low: Lowering, name: str) -> Code:
    """The answers of those functions in some states, one byte each; of each member to whom one is promised."""
    code = StepFunction(low, name, ["ptr %states", "i64 %first", "i64 %stop", "ptr %answers"])
    words, state = code.get(Register.WORDS), code.get(Register.CURRENT, "ptr")
    recording(code, False)
    answered = code.variable("i64", "0")
    with code.counting("%first", "%stop") as index:
        pointer = code.at("i64", "%states", code.value(f"mul i64 {index}, {words}"))
        _unpack(code, pointer, state)
        answer(code, state, "%answers", answered)
    recording(code, True)
    return code


def answer(code: StepFunction, state: str, answers: str, answered: str) -> None:
    """The answers of those functions in one state, behind so many that were `answered`."""
    for check, function in asked_functions(code.low):
        with rest.each_member(code, check) as members:
            place = code.at_byte(answers, code.increase(answered))
            after = code.label()
            said = code.call(code.low.function(function), [f"ptr {state}", *members], "i64", fails=False)
            with rest.where_it_fails(code, after):
                code.do(f"store i8 {rest.UNEVALUATED}, ptr {place}")
            code.store("i8", code.value(f"trunc i64 {said} to i8"), place)
            code.begin(after)


def _endings(low: Lowering, name: str) -> Code:
    """The function that gives the winners in some states, one set each; it has a bit of its own where the game is not
    over."""
    code = StepFunction(low, name, ["ptr %states", "i64 %first", "i64 %stop", "ptr %answers"])
    words, state = code.get(Register.WORDS), code.get(Register.CURRENT, "ptr")
    recording(code, False)
    with code.counting("%first", "%stop") as index:
        pointer = code.at("i64", "%states", code.value(f"mul i64 {index}, {words}"))
        _unpack(code, pointer, state)
        answer = code.at(low.set, "%answers", code.value(f"sub i64 {index}, %first"))
        after = code.label()
        code.do(f"store {low.set} {1 << low.width - NONE_BIT}, ptr {answer}, align 1")
        ended = code.call(low.function(low.system.ended), [f"ptr {state}"], "i64", fails=False)
        with rest.where_it_fails(code, after):
            pass
        with code.when(code.value(f"icmp ne i64 {ended}, 0")):
            winners = code.call(low.function(low.system.winners), [f"ptr {state}"], low.set, fails=False)
            with rest.where_it_fails(code, after):
                code.do(f"store {low.set} 0, ptr {answer}, align 1")
            code.do(f"store {low.set} {winners}, ptr {answer}, align 1")
        code.begin(after)
    recording(code, True)
    return code
