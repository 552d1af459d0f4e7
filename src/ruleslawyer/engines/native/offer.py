"""Every instance of every action in a rest state: its parameters, its domain, what the clauses say, where it leads."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import takewhile

from ruleslawyer.core.core import ALLOWED, UNSPOKEN
from ruleslawyer.core.legality import domain_of
from ruleslawyer.engines.native import step
from ruleslawyer.engines.native.code import Code, load_leaf, recording
from ruleslawyer.engines.native.combined import add_verdict, lower_function
from ruleslawyer.engines.native.kept import JudgeFunction, forget_clauses, kept_clauses
from ruleslawyer.engines.native.loop_members import LoopDomain, conjuncts, domain_of_parameter
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import PlayCell, Register
from ruleslawyer.engines.native.rest import StepFunction, tell_cut, tell_failure, where_it_fails
from ruleslawyer.engines.native.storage import CHANCE_BIT, NONE
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import Action
from ruleslawyer.ir.walk import walk

MOST_SEATS = 64
"""Of a joint action."""


def visit(low: Lowering, name: str) -> Code:
    """Every instance in a rest state; whether the game is over there."""
    code = StepFunction(low, name, ["ptr %s"], "i1")
    recording(code, False)
    stuck = code.label()
    ended = code.call(low.function(low.system.ended), ["ptr %s"], "i64", fails=False)
    with where_it_fails(code, stuck):
        tell_failure(code)
        tell_cut(code, "")
    with code.when(code.value(f"icmp ne i64 {ended}, 0")):
        recording(code, True)
        code.end("ret i1 true")
    innermost = code.innermost("%s")
    awaited = code.variable(low.set, "0")
    reacting = "0"
    if low.system.triggers:
        reacting = code.call("reacting", ["ptr %s"], low.set, fails=False)
        if any(trigger.order for trigger in low.system.triggers.values()):
            with where_it_fails(code, stuck):
                tell_failure(code)
                tell_cut(code, "")
    is_reacting = code.value(f"icmp ne {low.set} {reacting}, 0")
    with code.when(is_reacting):
        code.store(low.set, reacting, awaited)
    with code.when(code.negate(is_reacting)):
        with code.when(code.value(f"icmp eq i64 {innermost}, -1")):
            awaited_set = code.call(low.function(low.system.awaits), ["ptr %s"], low.set, fails=False)
            with where_it_fails(code, stuck):
                tell_failure(code)
                tell_cut(code, "")
            code.store(low.set, awaited_set, awaited)
        for frame, number in low.frames.items():
            with code.when(code.value(f"icmp eq i64 {innermost}, {number}")):
                place = code.at_byte("%s", code.entry_of("offset", frame, "awaits"))
                code.store(low.set, load_leaf(code, low.leaf(frame, "awaits"), place), awaited)
    who = code.load(low.set, awaited)
    if low.filed:
        code.do(f"store {low.set} {who}, ptr {code.game(PlayCell.AWAITED, 'ptr')}, align 1")
    fewer = code.value(f"and {low.set} {who}, {code.value(f'sub {low.set} {who}, 1')}")
    code.set(Register.ALONE, code.number(code.value(f"icmp eq {low.set} {fewer}, 0")))
    nature = code.value(f"icmp eq {low.set} {who}, {1 << low.width - CHANCE_BIT}")
    some = code.value(f"icmp ne {low.set} {who}, 0")
    players = code.value(f"and i1 {some}, {code.negate(nature)}")
    if low.games:
        waiting = code.value(f"call {low.set} @llvm.ctpop.{low.set}({low.set} {who})")
        code.set_game(PlayCell.WAITING, code.narrow(waiting))
    for action in low.system.actions.values():
        reaction = action.name in low.system.reactions
        turn = nature if action.kind == "chance" else players
        open_ = code.all_of([turn, code.is_at(action.at, innermost)])
        if low.keeps and (action.outside_play or not action.passes):  # passes are tried, and nothing else
            open_ = code.all_of([open_, code.value(f"icmp eq i64 {code.game(PlayCell.TRYING)}, 0")])
        if low.system.triggers and not reaction:
            open_ = code.all_of([open_, code.negate(is_reacting)])
        with code.on(_switch(low, action)), code.when(open_):
            code.call(offer_function(low, action), ["ptr %s", f"{low.set} {who}"], fails=False)
    code.begin(stuck)
    recording(code, True)
    code.end("ret i1 false")
    return code


def offer_function(low: Lowering, action: Action) -> str:
    """The name of what goes through the choices of an action."""
    return low.once(("offer", action.name), f"offer_{action.name}", partial(_offer, low, action))


def _switch(low: Lowering, action: Action) -> str:
    return next((x.name for x in low.system.triggers.values() if action.name in (x.name, x.miss)), action.name)


def _offer(low: Lowering, action: Action, name: str) -> Code:
    """Every choice of an action's parameters, with its number."""
    code = StepFunction(low, name, ["ptr %s", f"{low.set} %awaited"])
    parameters = action.chosen_parameters
    for slot in range(action.leading):
        code.slots[slot] = "ptr", code.variable("ptr", "%s")
    needed, kept = conditions(low, action), kept_clauses(low, action)
    whole = low.follows and is_within(low, action)
    if low.games:
        low.games.narrow(code, action)

    def offer_choice(args: list[str], rank: str) -> None:
        if low.ablation:
            code.set(Register.WHOLE, 0)
            code.set(Register.WHOLE_FAILED, 0)
        with code.each_pattern():
            offer(args, rank)

    def offer(args: list[str], rank: str) -> None:
        typed = [f"{low.llvm(p.type)} {a}" for p, a in zip(parameters, args, strict=True)]
        if low.games:
            code.call(low.games.candidate(low, action), ["ptr %s", *typed], fails=False)
            return
        label = code.value(f"add i64 {rank}, {code.entry_of('first', action.name)}")
        if low.ablation:
            code.set(Register.FAILED, 0)
        with candidate(code, action, args, label, asks=not whole):
            code.set(Register.LABEL, label)
            code.call(step.take(low, action), ["ptr %s", *typed], fails=False)
        if low.ablation:
            _unlike(code, Register.FAILED, Register.WHOLE_FAILED, "fails otherwise", label)

    def choose(args: list[str], rank: str) -> None:
        after = code.label()
        if len(args) < len(parameters) or whole:
            for condition in needed[len(args)]:
                unless(code, code.truth(condition), after)
        if len(args) == len(parameters):
            offer_choice(args, rank)
            code.begin(after)
            return
        if low.games and not args:
            low.games.draw(code, action)
        parameter = parameters[len(args)]
        actor = action.actor is not None and action.actor - action.leading == len(args)
        slot = action.leading + len(args)
        with _values(code, action.name, parameter, actor, _among(low, action, needed, slot)) as (value, digit):
            type_ = low.llvm(parameter.type)
            code.slots[slot] = type_, code.variable(type_, value)
            forget_clauses(code, kept, len(args))
            ranks = code.value(f"mul i64 {rank}, {code.entry_of('choices', action.name, parameter.name)}")
            choose([*args, value], code.value(f"add i64 {ranks}, {digit}"))
        code.begin(after)

    if kept:
        code.set(Register.CLAUSES_KNOWN, 0)
    choose([], "0")
    return code


def conditions(low: Lowering, action: Action) -> list[list[n.Expr]]:
    """For each number of parameters that are chosen, what the domain asks of them and the state alone: where that is
    not so no choice of the others need be looked at. Nothing behind what may fail a check is among it."""
    skip = action.leading
    count = len(action.function.parameters)
    found: list[list[n.Expr]] = [[] for _ in range(count - skip + 1)]
    match action.domain:
        case n.Function(body=(n.Return(value=value),)) if value is not None:
            for each in takewhile(low.purity.is_harmless, conjuncts(value)):
                slots = [s for s in map(_slot, walk(each)) if s is not None and s < count]
                found[max(0, max(slots, default=0) + 1 - skip)].append(each)
    return found


def is_within(low: Lowering, action: Action) -> bool:
    """Whether these conditions are all of the domain."""
    match action.domain:
        case n.Function(body=(n.Return(value=value),)) if value is not None and not action.parts:
            return all(map(low.purity.is_harmless, conjuncts(value)))
    return False


def _among(low: Lowering, action: Action, needed: Sequence[Sequence[n.Expr]], slot: int) -> LoopDomain | None:
    """The members among which a parameter is chosen, by those that are chosen before it; forms may have it
    otherwise."""
    things = {i: p.type for i, p in enumerate(action.function.parameters) if isinstance(p.type, t.Sort | t.Enum)}
    sort, every = things.get(slot), [condition for each in needed for condition in each]
    if low.forms or not isinstance(sort, t.Sort):
        return None
    known, later = ({i: p for i, p in things.items() if place(i, slot)} for place in (operator.lt, operator.gt))
    return domain_of_parameter(low.purity, every, slot, sort, known, later)


def _slot(node: object) -> int | None:
    """The parameter or local that a node reads."""
    match node:
        case n.Var(slot=slot):
            return slot
        case n.Read(store=store) | n.IsOpen(store=store):
            return store
    return None


@contextmanager
def candidate(
    code: StepFunction, action: Action, args: Sequence[str], label: str = "", *, asks: bool = True
) -> Iterator[None]:
    """Writes code for a choice that is a candidate, and allowed. `label`: its number. `asks`: whether its domain."""
    low, skip = code.low, action.leading
    parameters, stores = action.chosen_parameters, ["ptr %s"] * skip
    typed = [f"{low.llvm(p.type)} {a}" for p, a in zip(parameters, args, strict=True)]
    judge_ = judge(low, action)
    after = code.label()
    recording(code, False)
    code.set(Register.USED, 0)
    belonging = _domain(low, action) if asks else None
    if belonging is not None:
        belongs = code.call(belonging, [*stores, *typed], "i64", fails=False)
        with where_it_fails(code, after):
            tell_failure(code)
            tell_cut(code, action.name)
            _compare(code, label)
        _belonging(code, belongs, after, label)
    recording(code, True)
    if low.ablation:
        code.set(Register.JUDGED, 0)
    said = code.call(judge_, [*stores, *typed], "i64", fails=False)
    with where_it_fails(code, after):
        tell_failure(code)
        tell_cut(code, action.name)
        _compare(code, label)
    if low.ablation:
        _compare(code, label, code.value(f"and i64 {said}, 3"))
    code.mark(f"judged {action.name}")
    unspoken = code.value(f"icmp eq i64 {code.value(f'and i64 {said}, 3')}, {UNSPOKEN}")
    if low.system.closed_world is None:
        with code.when(unspoken):
            code.tell(low.names.tell("unspoken", action.name), "0", event="true")
    with code.when(code.negate(unspoken)):
        code.mark(f"spoken {action.name}")
    unless(code, code.value(f"icmp ne i64 {code.value(f'and i64 {said}, {ALLOWED}')}, 0"), after)
    yield
    code.begin(after)


def _judge_code(low: Lowering, action: Action, name: str) -> Code:
    with low.about(action.name, action.origin):
        code = JudgeFunction(low, action, name)
        code.block(code.function.body)
    return code


def _domain(low: Lowering, action: Action) -> str | None:
    """The name of what says whether an instance is a candidate; None where each is."""
    if not action.parts:
        return None if action.domain is None else low.function(action.domain)
    made = domain_of(action)
    return low.once(("belongs", action.name), f"belongs_{action.name}", lambda name: lower_function(low, made, name))


def judge(low: Lowering, action: Action) -> str:
    """The name of what judges an instance."""
    return low.once(("judge", action.name), f"judge_{action.name}", lambda made: _judge_code(low, action, made))


def _belonging(code: Code, belongs: str, after: str, label: str) -> None:
    """Go on where a choice is a candidate, and else at `after`."""
    if code.low.ablation:
        with code.when(code.value(f"icmp eq i64 {belongs}, 0")):
            _compare(code, label)
    unless(code, code.value(f"icmp ne i64 {belongs}, 0"), after)


def _compare(code: Code, label: str, verdict: str = "") -> None:
    """Compare, in ablation, the verdict on an instance with the one by all clauses, which is followed first. `verdict`:
    on all of it; empty: it was not judged."""
    if code.low.ablation:
        if verdict:
            add_verdict(code, verdict)
        else:
            code.set(Register.JUDGED, -2)
        _unlike(code, Register.JUDGED, Register.WHOLE, "otherwise", label)


def _unlike(code: Code, here: Register, whole: Register, what: str, label: str) -> None:
    """Logs where a register differs from its value with no clause left out, which the other register keeps."""
    said = code.get(here)
    everything = code.value(f"and i64 {code.agreeing}, 1")
    with code.when(code.value(f"icmp ne i64 {everything}, 0")):
        code.set(whole, said)
    unlike = code.value(f"icmp ne i64 {code.get(whole)}, {said}")
    with code.when(code.value(f"and i1 {unlike}, {code.value(f'icmp ne i64 {code.get(Register.BASE)}, 0')}")):
        code.tell(code.low.names.tell(what), label, event="true")


def unless(code: Code, holds: str, after: str) -> None:
    """Go on where it holds, and else at `after`."""
    going = code.label()
    code.end(f"br i1 {holds}, label %{going}, label %{after}")
    code.begin(going)


@contextmanager
def _values(
    code: StepFunction, owner: str, parameter: n.Parameter, actor: bool, among: LoopDomain | None
) -> Iterator[tuple[str, str]]:
    """Every value of a parameter, and its number among them all; of an actor only those who are awaited, and of a sort
    those which are `among` some."""
    name = f"{owner}.{parameter.name}"
    match parameter.type:
        case t.Sort() if actor:
            with code.members("%awaited") as (value, _):
                yield value, value
        case t.Sort() if among is not None:
            with code.each_among(among) as (value, _):
                yield value, value
        case t.Set(item):
            with _subsets(code, code.everyone(code.size(item))) as value:
                yield value, code.narrow(value)
        case t.Map(key, item):
            with _choices(code, name, key, item) as (value, digit):
                yield value, digit
        case _:
            first, stop = span(code, name, parameter.type)
            with code.up_to(stop, first) as (value, _):
                yield value_of_number(code, name, parameter.type, value), code.value(f"sub i64 {value}, {first}")


def span(code: StepFunction, name: str, type_: t.Type) -> tuple[str, str]:
    """The least number that stands for a value, and the one behind the greatest; one less than a value is None."""
    match type_:
        case t.Bool():
            return "0", "2"
        case t.Int():
            return code.entry_of("low", name), code.value(f"add i64 {code.entry_of('high', name)}, 1")
        case t.Optional(item):
            first, stop = span(code, name, item)
            return code.value(f"sub i64 {first}, 1"), stop
        case t.Sort() | t.Enum():
            return "0", code.size(type_)
    return code.low.refuse(f"{name}: {type_} as a parameter")


def value_of_number(code: StepFunction, name: str, type_: t.Type, number: str) -> str:
    """The value that a number of a range stands for."""
    if not isinstance(type_, t.Optional):
        return number
    first, _ = span(code, name, type_)
    return code.either(code.value(f"icmp eq i64 {number}, {first}"), str(NONE), number, "i64")


@contextmanager
def _subsets(code: StepFunction, whole: str) -> Iterator[str]:
    set_ = code.low.set
    now = code.variable(set_, "0")
    with code.loop() as (_, after):
        value = code.load(set_, now)
        yield value
        more = code.value(f"and {set_} {code.value(f'sub {set_} {value}, {whole}')}, {whole}")
        code.store(set_, more, now)
        unless(code, code.value(f"icmp ne {set_} {more}, 0"), after)


@contextmanager
def _choices(code: StepFunction, name: str, key: t.Type, item: t.Type) -> Iterator[tuple[str, str]]:
    """A choice of each seat that is awaited, None for the others: what an odometer shows, also as a number."""
    first, stop = span(code, name, item)
    seats, count = code.size(key), code.value(f"sub i64 {stop}, {first}")
    now, shown = (code.variable("i64", count=MOST_SEATS) for _ in range(2))

    def is_awaited(seat: str) -> str:
        shifted = code.value(f"lshr {code.low.set} %awaited, {code.widen(seat)}")
        return code.value(f"trunc {code.low.set} {shifted} to i1")

    with code.counting("0", seats) as seat:
        code.store("i64", first, code.at("i64", now, seat))
    some = code.value(f"icmp sgt i64 {count}, 0")
    with code.when(some), code.loop() as (_, after):
        digit = code.variable("i64", "0")
        with code.counting("0", seats) as seat:
            number = code.entry("i64", now, seat)
            value = code.either(is_awaited(seat), value_of_number(code, name, item, number), str(NONE), "i64")
            code.store("i64", value, code.at("i64", shown, seat))
            ranks = code.value(f"mul i64 {code.load('i64', digit)}, {count}")
            code.store("i64", code.value(f"add i64 {ranks}, {code.value(f'sub i64 {number}, {first}')}"), digit)
        yield shown, code.load("i64", digit)
        turned = code.variable("i1", "false")
        with (
            code.counting("0", seats) as seat,
            code.when(code.all_of([is_awaited(seat), code.negate(code.load("i1", turned))])),
        ):
            number = code.value(f"add i64 {code.entry('i64', now, seat)}, 1")
            over = code.value(f"icmp sge i64 {number}, {stop}")
            code.store("i64", code.either(over, first, number, "i64"), code.at("i64", now, seat))
            code.store("i1", code.negate(over), turned)
        with code.when(code.negate(code.load("i1", turned))):
            code.jump(after)
