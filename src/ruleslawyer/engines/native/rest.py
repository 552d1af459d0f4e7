"""The way from an effect to a rest state: expiries, forced steps, what is forgotten; and what properties say of all
that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from ruleslawyer.core import due as what_is_due
from ruleslawyer.core import forced
from ruleslawyer.core.due import A_ROUND
from ruleslawyer.engines.native.code import RARELY, Code, recording
from ruleslawyer.engines.native.combined import lower_function
from ruleslawyer.engines.native.expressions import Expressions
from ruleslawyer.engines.native.fields import WORD
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.memory import TURN_END
from ruleslawyer.engines.native.names import (
    CUT_OFF,
    CUT_OUTSIDE,
    PLAY,
    ROUND_FOREVER,
    PlayCell,
    Register,
    SearchRegister,
)
from ruleslawyer.engines.native.occurrence_log import CUT
from ruleslawyer.engines.native.written import (
    IncrementalDuties,
    IncrementalReset,
    asked_checks,
    functions_of,
    incremental_function,
    is_written,
    read_bits,
)
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.distance import distance_to_fail
from ruleslawyer.ir.rules import Check
from ruleslawyer.ir.system import Duty
from ruleslawyer.semantics.events import DUTIES, LOOP, ROUND
from ruleslawyer.semantics.rounds import AGAIN, SUBSTEPS

FAR = 64
"""How far from being broken a property is where that is not told any more."""
UNEVALUATED = 2
"""The answer of a property that cannot be evaluated; 0 and 1 are what it says."""


def has_failed(code: Code) -> str:
    return code.value(f"icmp ne i64 {code.get(Register.ERROR)}, 0")


@contextmanager
def where_it_fails(code: Code, after: str) -> Iterator[None]:
    """Behind a call: what is done where a check has failed, before going on at `after`."""
    with code.when(has_failed(code), RARELY):
        code.set(Register.DEPTH, 0)
        yield
        code.set(Register.ERROR, 0)
        code.set(Register.ERROR_RULE, 0)
        code.jump(after)


def tell_failure(code: Code) -> None:
    """Logs the failure that ended a branch, or that was met as a state was asked about."""
    recording(code, True)
    answer = code.tell_failure()
    if code.low.games:
        code.sign(answer)


def tell_cut(code: Code, action: str) -> None:
    """Logs, behind a failure, of which action a branch ended (empty: nobody can act there), and whether it did in a
    forced loop: where that is, no other entry of the log says of all states."""
    low, names = code.low, code.low.names
    if low.filed:
        outside = int(action in low.system.outside_play)
        leave = low.once("leave", "leave", lambda name: _leave(low, name))
        code.call(leave, [f"i64 {names.tell(CUT, action)}", f"i64 {outside}"], fails=False)
    elif not low.games:
        answer = code.number(_goes_round(code)) if action else "0"
        code.tell(names.tell(CUT, action), answer, event="true")


def _goes_round(code: Code) -> str:
    """Whether the check that failed is that forced steps come to no end."""
    low, error = code.low, code.get(Register.ERROR)
    forced = [ROUND] if low.system.settles else []
    forced += [DUTIES, *low.system.duties] if low.system.duties else []
    return code.any_of([code.value(f"icmp eq i64 {error}, {low.names.site(LOOP, subject)}") for subject in forced])


def _leave(low: Lowering, name: str) -> Code:
    """In a file: the same, by the number of what is logged, and for the state that is left; where one state is looked
    at by itself nobody asks."""
    code = Code(low, name, ["i64 %what", "i64 %outside"])
    searched = code.game(PlayCell.SEARCHED, "ptr")
    with code.when(code.value(f"icmp ne ptr {searched}, null")):
        round_, outside = _goes_round(code), code.value("icmp ne i64 %outside, 0")
        code.call("observe", ["i64 %what", f"i64 {code.number(round_)}"], fails=False)
        in_play = code.either(round_, str(ROUND_FOREVER), str(CUT_OFF), "i64")
        beside = code.either(round_, "0", str(CUT_OUTSIDE), "i64")
        leaves = code.at("i64", searched, str(int(SearchRegister.LEAVES)))
        ends = code.value(f"or i64 {code.load('i64', leaves)}, {code.either(outside, beside, in_play, 'i64')}")
        code.store("i64", ends, leaves)
    return code


class StepFunction(Expressions):
    """A function that goes over members: a body without an author."""

    def __init__(self, low: Lowering, name: str, parameters: Sequence[str], returns: str = "void") -> None:
        Code.__init__(self, low, name, parameters, returns)
        self.slots, self.late, self.things, self.stores = {}, False, {}, []

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


def ask_state_properties(low: Lowering, name: str) -> Code:
    """Asks all properties about a state."""
    code = StepFunction(low, name, ["ptr %s"])
    for number, check in enumerate(asked_checks(low)):
        if check.kind in ("always", "sometimes") or not low.games:
            with _where_it_may_differ(code, number, functions_of(check)), each_member(code, check) as members:
                ask(code, check, ["ptr %s", *members])
    if low.games and not low.filed:
        with code.when(code.value(f"icmp ne ptr {code.game(PlayCell.KINDS, 'ptr')}, null")):
            _nearly(code)
    return code


@contextmanager
def each_member(code: StepFunction, check: Check) -> Iterator[list[str]]:
    """Code for each choice of members to whom a property is promised: them, as arguments."""
    with ExitStack() as loops:
        yield [f"i64 {loops.enter_context(code.up_to(code.size(p.type)))[0]}" for p in check.members]


def _nearly(code: StepFunction) -> None:
    """How far the state is from breaking each property, where that can be measured."""
    for check in code.low.system.checks.values():
        distance = distance_to_fail(check.function) if check.kind == "always" else None
        if distance is not None:
            with _where_fields_change(code, [check.function]):
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
def _where_it_may_differ(code: StepFunction, number: int, functions: Sequence[n.Function]) -> Iterator[None]:
    """Code for where a property, by its number, may say something else than in the state that led here."""
    if not code.low.follows:
        with _where_fields_change(code, functions):
            yield
        return
    word, bit = divmod(number, WORD)
    mask = (1 << bit) - (1 << WORD if bit == WORD - 1 else 0)
    asked = code.value(f"and i64 {code.entry('i64', code.get(Register.ASKED, 'ptr'), str(word))}, {mask}")
    with code.when(code.value(f"icmp ne i64 {asked}, 0")):
        yield


@contextmanager
def _where_fields_change(code: StepFunction, functions: Sequence[n.Function]) -> Iterator[None]:
    """Code for where something differs that a property reads from the state that led here, in random plays."""
    if not code.low.games:
        yield
        return
    reads = read_bits(code.low, functions)
    differs = code.value(f"and i64 {code.get(Register.CHANGED)}, {reads}")
    with code.when(code.value(f"icmp ne i64 {differs}, 0")):
        yield


def ask(code: StepFunction, check: Check, args: Sequence[str]) -> None:
    """A property, whose events are its own; where its first part cannot be told, what must follow is not asked."""
    parts = {"first": check.function} | ({} if check.goal is None else {"then": check.goal})
    whole = {part: code.variable("i64", "-1") for part in parts}
    with code.each_pattern():
        code.set(Register.RECORDING, PLAY + 1 + list(code.low.system.checks).index(check.name))
        if not code.low.filed:
            code.set(Register.LIVE, code.get(Register.UNMARKED, "ptr"), "ptr")
        after = code.label()
        for part, function in parts.items():
            said = code.call(code.low.function(function), args, "i64", fails=False)
            with where_it_fails(code, after):
                each = "true" if code.low.games else "false"
                code.tell_failure(event="false", counts=each)
                _tell_answer(code, check, part, str(UNEVALUATED), each, whole[part])
            counts = "false"
            if code.low.games:  # the plays that meet it are counted
                counts = code.value(f"icmp eq i64 {said}, {int(check.kind == 'sometimes')}")
            _tell_answer(code, check, part, said, counts, whole[part])
        code.begin(after)
    recording(code, True)


def _tell_answer(code: StepFunction, check: Check, part: str, said: str, counts: str, whole: str) -> None:
    """Logs an answer about a state, and compares it without some clause with that with all of them (`whole`)."""
    code.tell(code.low.names.tell("asked", check.name, part), said, counts=counts)
    if code.low.ablation and check.kind != "step":
        base = code.value(f"and i64 {code.agreeing}, 1")
        with code.when(code.value(f"icmp ne i64 {base}, 0")):
            code.store("i64", said, whole)
        unlike = code.value(f"icmp ne i64 {said}, {code.load('i64', whole)}")
        with code.when(code.value(f"and i1 {unlike}, {code.value(f'icmp ne i64 {code.get(Register.BASE)}, 0')}")):
            code.tell(code.low.names.tell("answers otherwise", check.name), "0", event="true")


def ask_step_properties(low: Lowering, name: str) -> Code:
    """Asks the properties of every step about one."""
    code = StepFunction(low, name, ["ptr %before", "ptr %after"])
    for check in low.system.checks.values():
        if check.kind == "step" and check.of is None:
            ask(code, check, ["ptr %before", "ptr %after"])
    return code


# --- what is due ----------------------------------------------------------------------------------------------------


def next_duty(low: Lowering, name: str) -> Code:
    """The forced step that is due now, as a number; the caller fails where asking does."""
    return incremental_function(IncrementalDuties, low, what_is_due.due(low.system), name)


def reacting_players(low: Lowering, name: str) -> Code:
    """The function that gives the players who may declare or miss a trigger."""
    return lower_function(low, forced.reacting(low.system), name)


def _goes_on(code: StepFunction, made: str, duties: str) -> None:
    """Another forced step, behind so many: the branch ends where the state is the one that is marked. Marked are those
    behind 1, 2, 4 steps and so on, and behind `AGAIN`; a state that comes again within as many more comes to light.
    duties: whether one ran since."""
    names, marked, bytes_ = code.low.names, code.get(Register.EARLIER, "ptr"), code.get(Register.BYTES)
    with code.when(code.value(f"icmp ugt i64 {made}, 1")):
        again = code.call("same", [f"ptr {marked}", "ptr %s", f"i64 {bytes_}"], "i1", fails=False)
        with code.when(again, RARELY):
            code.fail_if(code.load("i1", duties), names.site(LOOP, DUTIES))
            code.fail(names.site(LOOP, ROUND))
    fewer = code.value(f"sub i64 {made}, 1")
    power = code.value(f"icmp eq i64 {code.value(f'and i64 {made}, {fewer}')}, 0")
    early = code.value(f"and i1 {power}, {code.value(f'icmp ult i64 {made}, {AGAIN}')}")
    marks = code.value(f"or i1 {early}, {code.value(f'icmp eq i64 {made}, {AGAIN}')}")
    with code.when(code.value(f"and i1 {marks}, {code.value(f'icmp ne i64 {made}, 0')}")):
        code.copy(marked, "%s", bytes_)
        code.store("i1", "false", duties)


def to_rest(low: Lowering, name: str) -> StepFunction:
    """Forced steps until nothing is due."""
    code = StepFunction(low, name, ["ptr %s"])
    forced_steps(code, lambda due: due)
    return code


def forced_steps(code: StepFunction, turn: Callable[[str], str], *, aside: bool = False) -> None:
    """Forced steps until nothing is due. turn: of the number of the duty that is due first, that of the one that runs.
    aside: nobody hears of them."""
    low = code.low

    def settles(name: str) -> Code:
        return lower_function(low, forced.round_of(low.system), name)

    def heard(on: bool) -> None:
        if not aside:
            recording(code, on)

    names = low.names
    made, round_was_last, has_duties = code.variable("i64", "0"), *(code.variable("i1", "false") for _ in range(2))
    bytes_, before = code.get(Register.BYTES), code.get(Register.BEFORE, "ptr")
    with code.loop() as (head, _):
        heard(False)
        due = code.call("due", ["ptr %s"], "i64")
        with code.when(code.value(f"icmp eq i64 {due}, 0")):
            heard(True)
            code.end("ret void")
        heard(True)
        before_it = code.increase(made)
        _goes_on(code, before_it, has_duties)
        with code.when(code.value(f"icmp sge i64 {before_it}, {SUBSTEPS}"), RARELY):
            with code.when(code.load("i1", round_was_last)):
                code.fail(names.site("unending", ROUND))
            code.fail(names.site("unending", DUTIES))
        if low.system.settles:
            with code.when(code.value(f"icmp eq i64 {due}, {A_ROUND}")):
                code.copy(before, "%s", bytes_)
                code.set(Register.WRITER, names.rule(ROUND))
                code.call(low.once("round", "round", settles), ["ptr %s"])
                code.set(Register.WRITER, 1)
                _after_substep(code, before, ROUND, aside=aside)
                code.store("i1", "true", round_was_last)
                code.jump(head)
        due = turn(due)
        code.copy(before, "%s", bytes_)
        code.store("i1", "true", has_duties)
        code.store("i1", "false", round_was_last)
        duties = list(low.system.duties.values())
        for number in code.cases(due, "i64", range(1, len(duties) + 1)):
            duty = duties[number - 1]
            code.mark(duty.function.name)
            if duty.turn_end and not aside:
                label = code.get(Register.LABEL)
                code.set(Register.LABEL, code.value(f"or i64 {label}, {TURN_END}"))
            code.set(Register.WRITER, names.rule(duty.function.name))
            code.call(low.function(duty.function), ["ptr %s"] * duty.function.leading)
            code.set(Register.WRITER, 1)
            _after_substep(code, before, duty.function.name, aside=aside)
            heard(False)
            stays = code.call(is_due(low, duty), ["ptr %s"], "i64")
            with code.when(code.value(f"icmp ne i64 {stays}, 0"), RARELY):
                same = code.call("same", [f"ptr {before}", "ptr %s", f"i64 {bytes_}"], "i1", fails=False)
                code.fail_if(same, names.site(LOOP, duty.name))
                code.fail(names.site("unending", duty.name))
            heard(True)


def is_due(low: Lowering, duty: Duty) -> str:
    """The function that says whether a duty is due if nothing comes before it."""
    return _once(low, "is_due", duty.name, what_is_due.is_due(low.system, duty))


def _after_substep(code: StepFunction, before: str, rule: str, *, aside: bool) -> None:
    """Behind every sub-step: what it makes expire, and what is asked of it."""
    code.call("expire", [f"ptr {before}", "ptr %s"], fails=False)
    if not aside:
        keep_substep(code, "%s", rule)
        code.call("steps", [f"ptr {before}", "ptr %s"], fails=False)


def keep_substep(code: Code, state: str, rule: str) -> None:
    """In a file: the rule of a sub-step, and the state that it comes to, are kept for whoever asks."""
    if code.low.filed:
        code.call("trail_state", [f"ptr {state}", f"i64 {code.low.names.rule(rule)}"], fails=False)


def expire(low: Lowering, name: str) -> Code:
    """Fields whose lifetime ends with a change return to their defaults."""
    code = StepFunction(low, name, ["ptr %before", "ptr %after"])
    for field in low.system.state.fields:
        if field.until is not None:
            made = _once(low, "expiry", field.name, forced.expiry(low.system, field))
            code.call(made, ["ptr %after", "ptr %before"], fails=False)
    return code


def _once(low: Lowering, what: str, of: str, function: n.Function) -> str:
    """The name of a function of the core about one rule or field."""
    return low.once((what, of), f"{what}_{of}", lambda name: lower_function(low, function, name))


@contextmanager
def _where_something_may_be(code: StepFunction) -> Iterator[None]:
    """Code for where something may be forgotten: a field was written that may mean nothing, or something that it rests
    on."""
    fields = [field for field in code.low.system.state.fields if field.matters is not None]
    if not code.low.notes:
        yield
        return
    functions = [field.matters for field in fields if field.matters is not None]
    with code.when(is_written(code, functions, [(None, field.name) for field in fields])):
        yield


def forget(low: Lowering, name: str) -> Code:
    """Returns fields without a meaning to their default, until nothing is left that means nothing."""
    code = StepFunction(low, name, ["ptr %s"])
    if all(field.matters is None for field in low.system.state.fields):
        return code
    made = low.once(
        "forgotten",
        "forgotten",
        lambda name: incremental_function(IncrementalReset, low, what_is_due.forget(low.system), name),
    )
    spare, some = code.get(Register.SPARE, "ptr"), code.variable("i1", "false")
    recording(code, False)
    with _where_something_may_be(code), code.loop() as (_, after):
        code.set(Register.FORGOT, 0)
        code.call(made, ["ptr %s", f"ptr {spare}"])
        with code.when(code.value(f"icmp eq i64 {code.get(Register.FORGOT)}, 0")):
            code.jump(after)
        code.store("i1", "true", some)
    with code.when(code.load("i1", some)):
        due = code.call("due", ["ptr %s"], "i64")
        with code.when(code.value(f"icmp eq i64 {due}, {A_ROUND}")):
            code.fail(low.names.site("broken", ROUND))
        for number in code.cases(due, "i64", range(1, len(low.system.duties) + 1)):
            code.fail(low.names.site("broken", list(low.system.duties)[number - 1]))
    recording(code, True)
    return code
