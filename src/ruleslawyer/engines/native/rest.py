"""From an effect to a rest state: expiries, forced steps, what is forgotten; and what properties say of all that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from ruleslawyer.engines.native.arrays import TURN_END
from ruleslawyer.engines.native.changed import read
from ruleslawyer.engines.native.code import RARELY, Code, loaded
from ruleslawyer.engines.native.expressions import Expressions
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import NOTHING, PLAY, Game, Register
from ruleslawyer.engines.native.storage import keys_of
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.distance import distance_to_fail
from ruleslawyer.ir.moments import Trigger
from ruleslawyer.ir.system import Check, Duty, Field, Settle
from ruleslawyer.semantics.events import ROUND
from ruleslawyer.semantics.transition import SUBSTEPS

A_ROUND = -1
"""What is due: a round of settles; 0 is nothing, and else the number of a duty plus one."""
FAR = 64
"""How far from being broken a property is where that is not told any more."""
UNEVALUATED = 2
"""The answer of a property that cannot be evaluated; 0 and 1 are what it says."""


def recording(code: Code, on: bool) -> None:
    code.set(Register.RECORDING, PLAY if on else NOTHING)
    code.set(Register.LIVE, code.get(Register.MARKS if on else Register.UNMARKED, "ptr"), "ptr")


def failed(code: Code) -> str:
    return code.value(f"icmp ne i64 {code.get(Register.ERROR)}, 0")


@contextmanager
def where_it_fails(code: Code, after: str) -> Iterator[None]:
    """Behind a call: what is done where a check has failed, before going on at `after`."""
    with code.when(failed(code), RARELY):
        code.set(Register.DEPTH, 0)
        yield
        code.set(Register.ERROR, 0)
        code.set(Register.ERROR_RULE, 0)
        code.jump(after)


def tell_failure(code: Code) -> None:
    """What ended a branch, or what was being asked of a state."""
    recording(code, True)
    answer = code.tell_failure()
    if code.low.games:
        code.sign(answer)


def framed(function: n.Function, store: str) -> list[str]:
    """The store, twice where a function takes its frame."""
    twice = len(function.parameters) > 1 and isinstance(function.parameters[1].type, t.FrameOf)
    return [f"ptr {store}"] * (1 + twice)


class Step(Expressions):
    """A function that goes over members: a body without an author."""

    def __init__(self, low: Lowering, name: str, parameters: Sequence[str], returns: str = "void") -> None:
        Code.__init__(self, low, name, parameters, returns)
        self.slots, self.late = {}, False

    def asked(self, function: n.Function, args: Sequence[str]) -> str:
        """A Boolean function as an i1; the caller fails where it does."""
        name = self.low.function(function)
        return self.value(f"icmp ne i64 {self.call(name, args, 'i64')}, 0")

    def innermost(self, store: str) -> str:
        found = "-1"
        for frame, number in self.low.frames.items():
            found = self.either(self.is_open(store, frame), str(number), found, "i64")
        return found

    def is_at(self, places: Sequence[str | None], innermost: str) -> str:
        numbers = [-1 if at is None else self.low.frames[at] for at in places]
        return self.any_of([self.value(f"icmp eq i64 {innermost}, {k}") for k in numbers])

    @contextmanager
    def on(self, rule: str) -> Iterator[None]:
        with self.when(self.value(f"icmp eq i64 {self.entry_of('off', rule)}, 0")):
            yield

    @contextmanager
    def everyone_of(self, types: Sequence[t.Type]) -> Iterator[list[str]]:
        """Loops over the members of sorts and enums."""
        with ExitStack() as stack:
            yield [stack.enter_context(self.up_to(self.size(type_)))[0] for type_ in types]


def looked_at(low: Lowering, name: str) -> Code:
    """What properties say of a state."""
    code = Step(low, name, ["ptr %s"])
    for check in low.system.checks.values():
        if check.kind in ("always", "sometimes") or (check.kind != "step" and not low.games):
            with _where_changed(code, [f for f in (check.function, check.goal) if f is not None]):
                ask(code, check, check.function, ["ptr %s"], "first")
                if check.goal is not None:
                    ask(code, check, check.goal, ["ptr %s"], "then")
    if low.games:
        with code.when(code.value(f"icmp ne ptr {code.game(Game.KINDS, 'ptr')}, null")):
            _nearly(code)
    return code


def _nearly(code: Step) -> None:
    """How far the state is from breaking each property, where that can be measured."""
    for check in code.low.system.checks.values():
        distance = distance_to_fail(check.function) if check.kind == "always" else None
        if distance is not None:
            with _where_changed(code, [check.function]):
                recording(code, False)
                after = code.label()
                said = code.call(code.low.function(distance), ["ptr %s"], "i64", fails=False)
                with where_it_fails(code, after):
                    recording(code, True)
                recording(code, True)
                far = code.value(f"icmp slt i64 {said}, {FAR}")
                with code.when(far):
                    code.tell(code.low.names.tell("near", check.name), said)
                code.begin(after)


@contextmanager
def _where_changed(code: Step, functions: Sequence[n.Function]) -> Iterator[None]:
    """Where something differs that a property reads from the state that led here."""
    if not (code.low.follows or code.low.games):
        yield
        return
    reads = read(code.low, functions)
    differs = code.value(f"and i64 {code.get(Register.CHANGED)}, {reads}")
    with code.when(code.value(f"icmp ne i64 {differs}, 0")):
        yield


def ask(code: Step, check: Check, function: n.Function, args: Sequence[str], part: str) -> None:
    """A property, whose events are its own."""
    names = code.low.names
    whole = code.variable("i64", "-1")
    with code.each_pattern():
        code.set(Register.RECORDING, PLAY + 1 + list(code.low.system.checks).index(check.name))
        code.set(Register.LIVE, code.get(Register.UNMARKED, "ptr"), "ptr")
        after = code.label()
        said = code.call(code.low.function(function), args, "i64", fails=False)
        with where_it_fails(code, after):
            each = "true" if code.low.games else "false"
            code.tell_failure(event="false", counts=each)
            code.tell(names.tell("asked", check.name, part), str(UNEVALUATED), counts=each)
            _compared(code, check, str(UNEVALUATED), whole)
        counts = "false"
        if code.low.games:  # the plays that meet it are counted
            counts = code.value(f"icmp eq i64 {said}, {int(check.kind == 'sometimes')}")
        code.tell(names.tell("asked", check.name, part), said, counts=counts)
        _compared(code, check, said, whole)
        code.begin(after)
    recording(code, True)


def _compared(code: Step, check: Check, said: str, whole: str) -> None:
    """What a property says of a state without some clause, beside what it says with all of them (`whole`)."""
    if code.low.ablation and check.kind != "step":
        base = code.value(f"and i64 {code.agreeing}, 1")
        with code.when(code.value(f"icmp ne i64 {base}, 0")):
            code.store("i64", said, whole)
        unlike = code.value(f"icmp ne i64 {said}, {code.load('i64', whole)}")
        with code.when(code.value(f"and i1 {unlike}, {code.value(f'icmp ne i64 {code.get(Register.BASE)}, 0')}")):
            code.tell(code.low.names.tell("answers otherwise", check.name), "0", event="true")


def steps(low: Lowering, name: str) -> Code:
    """What the properties of every step say of one."""
    code = Step(low, name, ["ptr %before", "ptr %after"])
    for check in low.system.checks.values():
        if check.kind == "step" and check.of is None:
            ask(code, check, check.function, ["ptr %before", "ptr %after"], "first")
    return code


# --- what is due ----------------------------------------------------------------------------------------------------


def reacting(low: Lowering, name: str) -> Code:
    """Who may declare or miss a trigger."""
    code = Step(low, name, ["ptr %s", "i64 %innermost"], low.set)
    found = code.variable(low.set, "0")
    for trigger in low.system.triggers.values():
        with code.on(trigger.name), code.when(code.is_at(trigger.at, "%innermost")):
            _waiting(code, trigger, found)
    code.end(f"ret {low.set} {code.load(low.set, found)}")
    return code


def _waiting(code: Step, trigger: Trigger, found: str) -> None:
    keys, _ = keys_of(code.low.field(None, trigger.field).type)
    with code.everyone_of(keys) as items:
        offset = code.entry_of("offset", "", trigger.field)
        for level, item in enumerate(items):
            step = code.value(f"mul i64 {item}, {code.entry_of('stride', '', trigger.field, str(level))}")
            offset = code.value(f"add i64 {offset}, {step}")
        is_pending = code.value(f"icmp ne i8 {code.load('i8', code.at_byte('%s', offset))}, 0")
        with code.when(is_pending):
            more = code.bit(items[trigger.decider])
            code.store(code.low.set, code.value(f"or {code.low.set} {code.load(code.low.set, found)}, {more}"), found)


def due(low: Lowering, name: str) -> Code:
    """What is forced now; the caller fails where asking does."""
    code = Step(low, name, ["ptr %s"], "i64")
    for settle in low.system.settles.values():
        with code.on(settle.name), _firing(code, settle, "%s"):
            code.end(f"ret i64 {A_ROUND}")
    with code.when(code.asked(low.system.ended, ["ptr %s"])):
        code.end("ret i64 0")
    innermost = code.innermost("%s")
    if low.system.triggers:
        waiting = code.call("reacting", ["ptr %s", f"i64 {innermost}"], low.set, fails=False)
        with code.when(code.value(f"icmp ne {low.set} {waiting}, 0")):
            code.end("ret i64 0")
    for number, duty in enumerate(low.system.duties.values(), 1):
        with code.on(duty.name), code.when(code.is_at([duty.at], innermost)):
            holds = code.asked(duty.when, _of_duty(duty, "%s"))
            with code.when(holds):
                code.end(f"ret i64 {number}")
    code.end("ret i64 0")
    return code


def _of_duty(duty: Duty, store: str) -> list[str]:
    return [f"ptr {store}"] if duty.at is None else framed(duty.when, store)


@contextmanager
def _firing(code: Step, settle: Settle, store: str) -> Iterator[list[str]]:
    """The instances of a settle that hold: their arguments, with types."""
    parameters = settle.function.parameters[1:]
    with code.everyone_of([p.type for p in parameters]) as items:
        args = [f"ptr {store}", *(f"i64 {item}" for item in items)]
        with code.when(code.asked(settle.when, args)):
            yield args


def to_rest(low: Lowering, name: str) -> Code:
    """Forced steps until nothing is due."""
    code = Step(low, name, ["ptr %s"])
    names = low.names
    made, round_was_last, rounds = code.variable("i64", "0"), code.variable("i1", "false"), code.variable("i64", "0")
    bytes_, before = code.get(Register.BYTES), code.get(Register.BEFORE, "ptr")
    seen = code.get(Register.SEEN, "ptr")
    with code.loop() as (head, _):
        recording(code, False)
        due = code.call("due", ["ptr %s"], "i64")
        with code.when(code.value(f"icmp eq i64 {due}, 0")):
            recording(code, True)
            code.end("ret void")
        recording(code, True)
        with code.when(code.value(f"icmp sge i64 {code.increase(made)}, {SUBSTEPS}"), RARELY):
            with code.when(code.load("i1", round_was_last)):
                code.fail(names.site("unending", ROUND))
            code.fail(names.site("unending", "duties"))
        code.copy(before, "%s", bytes_)
        if low.system.settles:
            with code.when(code.value(f"icmp eq i64 {due}, {A_ROUND}")):
                place = code.value(f"mul i64 {code.increase(rounds)}, {bytes_}")
                code.copy(code.at_byte(seen, place), "%s", bytes_)
                _round(code)
                with code.counting("0", code.load("i64", rounds)) as i:
                    known = code.at_byte(seen, code.value(f"mul i64 {i}, {bytes_}"))
                    same = code.call("same", [f"ptr {known}", "ptr %s", f"i64 {bytes_}"], "i1", fails=False)
                    code.fail_if(same, names.site("unending", ROUND))
                code.store("i1", "true", round_was_last)
                code.jump(head)
        code.store("i64", "0", rounds)
        code.store("i1", "false", round_was_last)
        duties = list(low.system.duties.values())
        for number in code.cases(due, "i64", range(1, len(duties) + 1)):
            duty = duties[number - 1]
            code.mark(duty.function.name)
            if duty.turn_end:
                label = code.get(Register.LABEL)
                code.set(Register.LABEL, code.value(f"or i64 {label}, {TURN_END}"))
            code.set(Register.WRITER, names.rule(duty.function.name))
            code.call(low.function(duty.function), framed(duty.function, "%s"))
            code.set(Register.WRITER, 1)
            _stepped(code, before)
            recording(code, False)
            with code.when(code.is_at([duty.at], code.innermost("%s"))):
                stays = code.asked(duty.when, framed(duty.when, "%s"))
                code.fail_if(stays, names.site("unending", duty.name))
            recording(code, True)
    return code


def _stepped(code: Step, before: str) -> None:
    """Behind every sub-step: what it makes expire, and what is asked of it."""
    code.call("expire", [f"ptr {before}", "ptr %s"], fails=False)
    code.call("steps", [f"ptr {before}", "ptr %s"], fails=False)


def _round(code: Step) -> None:
    low = code.low
    code.call("begin_at_once", [], fails=False)
    for settle in low.system.settles.values():
        with code.on(settle.name):
            recording(code, False)
            with _firing(code, settle, "%s") as args:
                recording(code, True)
                code.mark(settle.name)
                code.set(Register.WRITER, low.names.rule(settle.name))
                code.call(low.function(settle.function, late=True), args)
                recording(code, False)
            recording(code, True)
    code.set(Register.WRITER, low.names.rule(ROUND))
    code.call("end_at_once", ["ptr %s"])
    code.set(Register.WRITER, 1)
    _stepped(code, code.get(Register.BEFORE, "ptr"))


def expire(low: Lowering, name: str) -> Code:
    """Fields whose lifetime ends with a change return to their defaults."""
    code = Step(low, name, ["ptr %before", "ptr %after"])
    for each in low.system.state.fields:
        if each.until is None:
            continue
        leaf = low.leaf(None, each.until.field)
        offset = code.entry_of("offset", "", each.until.field)
        then, now = (loaded(code, leaf, code.at_byte(p, offset)) for p in ("%before", "%after"))
        is_now = code.value(f"icmp eq i64 {now}, {int(each.until.value)}")
        was_not = code.value(f"icmp ne i64 {then}, {int(each.until.value)}")
        with code.when(code.value(f"and i1 {is_now}, {was_not}")):
            place = code.entry_of("offset", "", each.name)
            default = code.at_byte(code.get(Register.DEFAULTS, "ptr"), place)
            code.copy(code.at_byte("%after", place), default, code.entry_of("extent", "", each.name))
    return code


def _forget_leaves(code: Step, field: Field, spare: str, changed: str) -> None:
    """The leaves of a field that are not what they were at first, and mean nothing in the `spare` state."""
    keys, _ = keys_of(field.type)
    leaf = code.low.leaf(None, field.name)
    with code.everyone_of(keys) as items:
        offset = code.entry_of("offset", "", field.name)
        for level, item in enumerate(items):
            step = code.value(f"mul i64 {item}, {code.entry_of('stride', '', field.name, str(level))}")
            offset = code.value(f"add i64 {offset}, {step}")
        here, default = (code.at_byte(p, offset) for p in (spare, code.get(Register.DEFAULTS, "ptr")))
        if leaf.kind == "pile":
            same = code.call("same_piles", [f"ptr {here}", f"ptr {default}"], "i1", fails=False)
        else:
            type_ = code.low.set if leaf.kind == "set" else f"i{8 * leaf.bytes}"
            one, other = (code.value(f"load {type_}, ptr {p}, align 1") for p in (here, default))
            same = code.value(f"icmp eq {type_} {one}, {other}")
        with code.when(code.negated(same)):
            assert field.matters is not None
            matters = code.asked(field.matters, [f"ptr {spare}", *(f"i64 {item}" for item in items)])
            with code.when(code.negated(matters)):
                code.copy(code.at_byte("%s", offset), default, code.entry_of("leaf", "", field.name))
                code.store("i1", "true", changed)


def forget(low: Lowering, name: str) -> Code:
    """What means nothing returns to its default, until nothing is left that does."""
    code = Step(low, name, ["ptr %s"])
    fields = [f for f in low.system.state.fields if f.matters is not None]
    if not fields:
        return code
    spare, bytes_ = code.get(Register.SPARE, "ptr"), code.get(Register.BYTES)
    some = code.variable("i1", "false")
    recording(code, False)
    with code.loop() as (_, after):
        code.copy(spare, "%s", bytes_)
        changed = code.variable("i1", "false")
        for each in fields:
            place = code.entry_of("offset", "", each.name)
            here, default = (code.at_byte(p, place) for p in (spare, code.get(Register.DEFAULTS, "ptr")))
            extent = code.entry_of("extent", "", each.name)
            untouched = code.call("same", [f"ptr {here}", f"ptr {default}", f"i64 {extent}"], "i1", fails=False)
            with code.when(code.negated(untouched)):
                _forget_leaves(code, each, spare, changed)
        with code.when(code.load("i1", changed)):
            code.store("i1", "true", some)
        with code.when(code.negated(code.load("i1", changed))):
            code.jump(after)
    with code.when(code.load("i1", some)):
        due = code.call("due", ["ptr %s"], "i64")
        with code.when(code.value(f"icmp eq i64 {due}, {A_ROUND}")):
            code.fail(low.names.site("broken", ROUND))
        for number in code.cases(due, "i64", range(1, len(low.system.duties) + 1)):
            code.fail(low.names.site("broken", list(low.system.duties)[number - 1]))
    recording(code, True)
    return code
