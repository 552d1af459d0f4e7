"""What clauses say together: of an instance, a term, a question, a deed.

Which clauses hold is a number, bit by bit; what follows from it (who is live, what clashes) is straight code, and the
driver works it out again from the numbers that were logged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import combinations

from ruleslawyer.engines.native.lifted.code import Code
from ruleslawyer.engines.native.lifted.lowering import Lowering
from ruleslawyer.engines.native.lifted.names import ANSWER_BITS, Register
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import Adjustment, Clause, Deed, Instead, Layer, Lift, Norm, Option, Question, System, Term

ILLEGAL, CONTRADICTION, UNSPOKEN, LEGAL = range(4)
"""Verdicts, the worst first."""
ALLOWED = 4
"""The bit beside a verdict."""


def clauses_of(system: System, base: str) -> Sequence[Norm]:
    """The norms of an action, a seat or a member, by its name."""
    if base in system.actions:
        return system.actions[base].norms
    return next(part.norms for a in system.actions.values() for part in a.parts if part.name == base)


def given(low: Lowering, parameters: Sequence[n.Parameter]) -> list[str]:
    """The parameters of a function of its own, as they are passed on."""
    return [f"{low.llvm(p.type)} %a{i}" for i, p in enumerate(parameters)]


def lifted(code: Code, path: Sequence[str], exceptions: Sequence[Lift], args: Sequence[str]) -> str:
    """Whether some live exception lifts a clause (`path`: its base, and what hangs on what): all of them are asked, and
    none was live where a check fails in one."""
    live = _standing(code, path, exceptions, args)
    for lift, alive in zip(exceptions, live, strict=True):
        with code.when(alive):
            code.mark(lift.name)
    return code.any_of(live)


def holding(code: Code, base: str, clauses: Sequence[Norm | Instead], args: Sequence[str]) -> list[str]:
    """For each clause whether it holds, and nothing lifts it."""
    return _standing(code, (base,), clauses, args)


def _standing(
    code: Code, path: Sequence[str], clauses: Sequence[Norm | Instead | Lift], args: Sequence[str]
) -> list[str]:
    """For each clause whether it holds, and nothing lifts it, each whatever fails in the others."""
    found = [code.variable("i1", "false") for _ in clauses]
    with code.beside() as one:
        for clause, stands in zip(clauses, found, strict=True):
            here = *path, clause.name
            with one(may_fail=_beside(code, clauses, clause)):
                said = code.call(code.low.function(clause.function), args, "i64")
                with code.when(code.stands(code.value(f"icmp ne i64 {said}, 0"), *here)):
                    lift = lifted(code, here, clause.exceptions, args) if clause.exceptions else "false"
                    code.store("i1", code.negated(lift), stands)
    return [code.load("i1", stands) for stands in found]


def _beside(code: Code, all_: Sequence[object], clause: Clause | Lift) -> bool:
    """Whether a check may fail in a clause, or in what lifts it, while there are others to ask."""

    def may_fail(one: Clause | Lift) -> bool:
        return not code.low.purity.has_value(one.function) or any(map(may_fail, one.exceptions))

    return len(all_) > 1 and may_fail(clause)


def unbeaten(code: Code, base: str, over: Mapping[str, Sequence[str]], holds: Mapping[str, str]) -> dict[str, str]:
    """Which of the clauses that hold are live: what is beaten beats nothing."""
    live: dict[str, str] = {}

    def settle(name: str) -> str:
        if name not in live:
            beaters = [beats(other, name) for other, beaten in over.items() if name in beaten]
            live[name] = (
                code.value(f"and i1 {holds[name]}, {code.negated(code.any_of(beaters))}") if beaters else holds[name]
            )
        return live[name]

    def beats(other: str, name: str) -> str:
        alive = settle(other)
        if not code.low.flags:
            return alive
        return code.stands(code.value(f"and i1 {alive}, {holds[name]}"), base, f"{other} over {name}")

    for name in over:
        settle(name)
    return live


def bits(code: Code, conditions: Sequence[str], first: int = 0) -> str:
    """Conditions as a number, bit by bit."""
    if first + len(conditions) > ANSWER_BITS:
        code.low.refused(f"more than {ANSWER_BITS} clauses of one base, or pairs of them")
    found = "0"
    for place, condition in enumerate(conditions, first):
        bit = code.value(f"shl i64 {code.number(condition)}, {place}")
        found = bit if found == "0" else code.value(f"or i64 {found}, {bit}")
    return found


def mapped(clauses: Sequence[Norm | Instead]) -> dict[str, Sequence[str]]:
    names = {c.name for c in clauses}
    return {c.name: [o for o in c.over if o in names] for c in clauses}


def judged(low: Lowering, base: str, norms: Sequence[Norm], parameters: Sequence[n.Parameter], name: str) -> Code:
    """The verdict on an instance, and whether the reading allows it: see `ALLOWED`."""
    code = Code(low, name, given(low, parameters), "i64")
    holds = dict(zip((c.name for c in norms), holding(code, base, norms, given(low, parameters)), strict=True))
    live = unbeaten(code, base, mapped(norms), holds)
    permits = {c.name: live[c.name] for c in norms if c.kind == "permit"}
    forbids = {c.name: live[c.name] for c in norms if c.kind == "forbid"}
    verdict, allowed, clash = decided(code, base, permits, forbids)
    owner = low.system.actions.get(base) or next(
        a for a in low.system.actions.values() for p in a.parts if p.name == base
    )
    with low.about(base, owner.origin):
        which = bits(code, list(holds.values()))
    code.tell(low.names.tell("norms", base), which, event=clash)
    if low.games:
        of = code.value(f"shl i64 {low.names.tell('norms', base)}, 40")
        code.sign(code.value(f"xor i64 {which}, {of}"))
    yes = code.either(allowed, str(ALLOWED), "0", "i64")
    code.end(f"ret i64 {code.value(f'or i64 {verdict}, {yes}')}")
    return code


def decided(code: Code, base: str, permits: Mapping[str, str], forbids: Mapping[str, str]) -> tuple[str, str, str]:
    """The verdict (a number), whether it is allowed, and whether it is a contradiction."""
    permitted, forbidden = code.any_of(list(permits.values())), code.any_of(list(forbids.values()))
    clash = code.value(f"and i1 {permitted}, {forbidden}")
    yes = code.either(forbidden, str(CONTRADICTION), str(LEGAL), "i64")
    no = code.either(forbidden, str(ILLEGAL), str(UNSPOKEN), "i64")
    verdict = code.either(permitted, yes, no, "i64")
    allowed = code.variable("i1", code.value(f"and i1 {permitted}, {code.negated(forbidden)}"))
    if permits and forbids:
        with code.when(clash):
            some = []
            for permit, is_live in permits.items():
                prevails = []
                for forbid, other in forbids.items():
                    wins = reading(code, f"{base}:{permit}/{forbid}", code.value(f"and i1 {is_live}, {other}"))
                    prevails.append(code.value(f"or i1 {code.negated(other)}, {wins}"))
                some.append(code.all_of([is_live, *prevails]))
            code.store("i1", code.any_of(some), allowed)
    return verdict, code.load("i1", allowed), clash


def reading(code: Code, key: str, clash: str) -> str:
    """Whether there is a clash, and the reading decides it for the second one (of norms: for the permit)."""
    if not code.low.family:
        second = code.value(f"icmp ne i64 {code.said('clash', key)}, 0")
        return code.value(f"and i1 {clash}, {second}")
    decided = code.variable("i1", "false")
    with code.when(clash):  # it is asked where it matters
        code.store("i1", code.value(f"icmp ne i64 {code.said('clash', key)}, 0"), decided)
    return code.load("i1", decided)


# --- terms ----------------------------------------------------------------------------------------------------------


def term(low: Lowering, found: Term, name: str) -> Code:
    parameters = found.function.parameters
    args, type_ = given(low, parameters), low.llvm(found.function.returns)
    code = Code(low, name, args, type_)
    base = code.call(low.function(found.function), args, type_)
    value = code.variable(type_, base)
    said, spoken = _spoken(code, found.name, found.exceptions, args, type_, found.function.returns)
    if not spoken:
        code.mark(found.name)
    else:
        _replaced(code, found, spoken, said, value, type_)
    if found.numeric:
        _adjusted(code, found, args, value)
    code.end(f"ret {type_} {code.load(type_, value)}")
    return code


def _spoken(
    code: Code, base: str, layers: Sequence[Layer | Adjustment], args: Sequence[str], type_: str, returns: t.Type
) -> tuple[list[str], list[str]]:
    """What each layer says, and whether it does, whatever fails in the others."""
    said = [code.variable(type_) for _ in layers]
    spoken = [code.variable("i1", "false") for _ in layers]
    with code.beside() as one:
        for layer, number, speaks in zip(layers, said, spoken, strict=True):
            with one(may_fail=_beside(code, layers, layer)):
                value = code.call(code.low.function(layer.function), args, type_)
                code.store(type_, value, number)
                with code.when(code.stands(code.negated(code.is_silent(value, returns)), base, layer.name)):
                    lift = lifted(code, (base, layer.name), layer.exceptions, args) if layer.exceptions else "false"
                    code.store("i1", code.negated(lift), speaks)
    return [code.load(type_, number) for number in said], [code.load("i1", speaks) for speaks in spoken]


def _same(code: Code, one: str, other: str, type_: str) -> str:
    if type_ == "ptr":
        return code.call("same_piles", [f"ptr {one}", f"ptr {other}"], "i1", fails=False)
    return code.value(f"icmp eq {type_} {one}, {other}")


def _replaced(code: Code, found: Term, spoken: list[str], said: list[str], value: str, type_: str) -> None:
    names = [layer.name for layer in found.exceptions]
    some = code.any_of(spoken)
    with code.when(code.negated(some)):
        code.mark(found.name)
    with code.when(some):
        loses: dict[int, list[str]] = {i: [] for i in range(len(names))}
        pairs = []
        for i, j in combinations(range(len(names)), 2):
            both = code.value(f"and i1 {spoken[i]}, {spoken[j]}")
            clash = code.value(f"and i1 {both}, {code.negated(_same(code, said[i], said[j], type_))}")
            second = reading(code, f"{found.name}:{names[i]}/{names[j]}", clash)
            loses[i].append(second)
            loses[j].append(code.value(f"and i1 {clash}, {code.negated(second)}"))
            pairs.append(clash)
        _first(code, spoken, said, value, type_)
        wins = [
            code.value(f"and i1 {speaks}, {code.negated(code.any_of(loses[i]))}") for i, speaks in enumerate(spoken)
        ]
        _first(code, wins, said, value, type_)
        answer = code.value(f"or i64 {bits(code, spoken)}, {bits(code, pairs, len(spoken))}")
        code.tell(code.low.names.tell("layers", found.name), answer, event=code.any_of(pairs))


def _first(code: Code, conditions: Sequence[str], values: Sequence[str], into: str, type_: str) -> None:
    """The value of the first that holds; what is there stays where none does."""
    for condition, value in reversed(list(zip(conditions, values, strict=True))):
        code.store(type_, code.either(condition, value, code.load(type_, into), type_), into)


def _adjusted(code: Code, found: Term, args: Sequence[str], value: str) -> None:
    layers = found.numeric
    said, speaks = _spoken(code, found.name, layers, args, "i64", t.Int())
    before = code.load("i64", value)
    crossed = {}
    for i, j in combinations(range(len(layers)), 2):
        kinds = layers[i].kind, layers[j].kind
        if set(kinds) == {"at_least", "at_most"}:
            least, most = (said[i], said[j]) if kinds[0] == "at_least" else (said[j], said[i])
            cross = code.value(f"icmp sgt i64 {least}, {most}")
            crossed[i, j] = code.all_of([speaks[i], speaks[j], cross])
    result = _bounded(code, found, layers, said, speaks, crossed, before)
    decisive = []
    for i in range(len(layers)):
        others = [("false" if k == i else s) for k, s in enumerate(speaks)]
        apart = {pair: ("false" if i in pair else c) for pair, c in crossed.items()}
        without = _bounded(code, found, layers, said, others, apart, before)
        decisive.append(code.value(f"and i1 {speaks[i]}, {code.value(f'icmp ne i64 {without}, {result}')}"))
    code.store("i64", result, value)
    answer = code.value(f"or i64 {bits(code, speaks)}, {bits(code, decisive, len(layers))}")
    answer = code.value(f"or i64 {answer}, {bits(code, list(crossed.values()), 2 * len(layers))}")
    code.tell(code.low.names.tell("numbers", found.name), answer, event=code.any_of(list(crossed.values())))


def _bounded(
    code: Code,
    found: Term,
    layers: Sequence[Adjustment],
    said: Sequence[str],
    speaks: Sequence[str],
    crossed: Mapping[tuple[int, int], str],
    value: str,
) -> str:
    lost: dict[int, list[str]] = {i: [] for i in range(len(layers))}
    for (i, j), cross in crossed.items():
        second = reading(code, f"{found.name}:{layers[i].name}/{layers[j].name}", cross)
        lost[i].append(second)
        lost[j].append(code.value(f"and i1 {cross}, {code.negated(second)}"))
    for i, layer in enumerate(layers):
        if layer.kind == "adjust":
            value = code.exact("sadd", value, code.either(speaks[i], said[i], "0", "i64"), found.name)
    for which, op in (("at_least", "sgt"), ("at_most", "slt")):
        for i, layer in enumerate(layers):
            if layer.kind == which:
                counts = code.value(f"and i1 {speaks[i]}, {code.negated(code.any_of(lost[i]))}")
                beyond = code.value(f"icmp {op} i64 {said[i]}, {value}")
                value = code.either(code.value(f"and i1 {counts}, {beyond}"), said[i], value, "i64")
    return value


# --- questions ------------------------------------------------------------------------------------------------------


def question(low: Lowering, found: Question, name: str) -> Code:
    returns = found.function.returns
    args, type_ = given(low, found.function.parameters), low.llvm(returns)
    code = Code(low, name, args, type_)
    result = code.variable(type_)

    def speak(option: int, value: str) -> None:
        """An option's value, if it has one; the branch ends where it is silent."""
        site = low.names.site("unresolved", found.name, (found.options[option].name,))
        code.fail_if(code.is_silent(value, returns), site)
        code.mark(found.options[option].name)
        code.store(type_, value, result)
        code.end(f"ret {type_} {code.load(type_, result)}")

    @contextmanager
    def as_reading(option: Option) -> Iterator[None]:
        """Where an answer is left out, its option stays: what it says is nobody's."""
        yes = code.value(f"icmp ne i64 {code.said('without', found.name, option.name)}, 0") if low.flags else "false"
        with code.when(yes):
            yield

    with code.when(code.value(f"icmp ne i64 {code.entry_of('ruled', found.name)}, 0")):
        for i in code.cases(code.entry_of("option", found.name), "i64", range(len(found.options))):
            speak(i, code.call(low.function(found.options[i].function), args, type_))
    answers = [o for o in found.options if o.kind == "answer"]
    places = {o.name: code.variable(type_) for o in answers}
    with code.beside() as one:
        for o in answers:
            with one(may_fail=len(answers) > 1 and not low.purity.has_value(o.function)):
                code.store(type_, code.call(low.function(o.function), args, type_), places[o.name])
    said = {name: code.load(type_, place) for name, place in places.items()}
    holds = {
        option: code.stands(code.negated(code.is_silent(value, returns)), found.name, option)
        for option, value in said.items()
    }
    over = {o.name: [x for x in o.over if x in said] for o in answers}
    live = unbeaten(code, found.name, over, holds)
    for answer, alive in live.items():
        with code.when(alive):
            code.mark(answer)
    pairs = [
        code.all_of([live[a.name], live[b.name], code.negated(_same(code, said[a.name], said[b.name], type_))])
        for a, b in combinations(answers, 2)
    ]
    some = code.any_of(list(live.values()))
    agreed = code.value(f"and i1 {some}, {code.negated(code.any_of(pairs))}")
    if answers:
        with code.when(agreed):
            _agreeing(code, found, [live[o.name] for o in answers])
            code.store(type_, "null" if type_ == "ptr" else "0", result)
            _first(code, list(live.values()), [said[name] for name in live], result, type_)
            code.end(f"ret {type_} {code.load(type_, result)}")
    gap_ruled = code.value(f"icmp sge i64 {code.entry_of('gap', found.name)}, 0")
    at_gap = code.value(f"and i1 {gap_ruled}, {code.negated(some)}")
    with code.when(at_gap):
        for i in code.cases(code.entry_of("gap", found.name), "i64", range(len(found.options))):
            option = found.options[i]
            if option.kind == "answer":
                with as_reading(option):
                    speak(i, said[option.name])
                code.fail(low.names.site("unresolved", found.name, (option.name,)))
            else:
                speak(i, code.call(low.function(option.function), args, type_))
    answer = code.value(f"or i64 {bits(code, [some])}, {bits(code, pairs, 1)}")
    code.tell(low.names.tell("question", found.name), answer, event="true")
    for i in code.cases(code.said("option", found.name), "i64", range(len(found.options))):
        option = found.options[i]
        if option.kind == "reading":
            speak(i, code.call(low.function(option.function), args, type_))
        else:
            with as_reading(option):
                speak(i, said[option.name])
            with code.when(code.negated(live[option.name])):
                code.fail(low.names.site("unresolved", found.name, (option.name,)))
            speak(i, said[option.name])
    return code


def _agreeing(code: Code, found: Question, live: Sequence[str]) -> None:
    """Several answers that say the same are a question all the same, which makes no difference."""
    if code.low.family and len(live) > 1:
        with code.when(code.any_of([code.value(f"and i1 {a}, {b}") for a, b in combinations(live, 2)])):
            code.consulted("option", found.name)


# --- deeds ----------------------------------------------------------------------------------------------------------


def deed(low: Lowering, found: Deed, name: str) -> Code:
    parameters = found.function.parameters
    args = given(low, parameters)
    code = Code(low, name, args)
    code.mark(found.name)
    clauses = found.clauses
    if not clauses:
        _act(code, found, args)
        code.end("ret void")
        return code
    held = holding(code, found.name, clauses, args)
    holds = {found.name: "true", **dict(zip((c.name for c in clauses), held, strict=True))}
    names = {found.name, *(c.name for c in clauses)}
    over = {found.name: [o for o in found.over if o in names]}
    over |= {c.name: [o for o in c.over if o in names] for c in clauses}
    live = unbeaten(code, found.name, over, holds)
    permits = {found.name: live[found.name]}
    forbids = {c.name: live[c.name] for c in clauses if isinstance(c, Norm) and c.kind == "forbid"}
    permits |= {c.name: live[c.name] for c in clauses if isinstance(c, Norm) and c.kind == "permit"}
    _, allowed, clash = decided(code, found.name, permits, forbids)
    insteads = [c for c in clauses if isinstance(c, Instead)]
    rivals = [
        code.value(f"and i1 {live[a.name]}, {live[b.name]}") if a.by != b.by else "false"
        for a, b in combinations(insteads, 2)
    ]
    event = code.any_of([clash, *(r for r in rivals if r != "false")])
    code.tell(low.names.tell("deed", found.name), bits(code, list(holds.values())), event=event)
    refused = code.negated(allowed)
    with code.when(refused):
        code.end("ret void")
    if insteads:
        loses: dict[str, list[str]] = {c.name: [] for c in insteads}
        for (a, b), both in zip(combinations(insteads, 2), rivals, strict=True):
            if both != "false":
                second = reading(code, f"{found.name}:{a.name}/{b.name}", both)
                loses[a.name].append(second)
                loses[b.name].append(code.value(f"and i1 {both}, {code.negated(second)}"))
        wins = [code.all_of([live[c.name], code.negated(code.any_of(loses[c.name]))]) for c in insteads]
        which = code.variable("i64", "-1")
        numbers = [str(i) for i in range(len(insteads))]
        _first(code, [live[c.name] for c in insteads], numbers, which, "i64")
        _first(code, wins, numbers, which, "i64")
        for i in code.cases(code.load("i64", which), "i64", range(len(insteads))):
            code.call(low.deed(insteads[i].by), args)
            code.end("ret void")
    _act(code, found, args)
    code.end("ret void")
    return code


def _act(code: Code, found: Deed, args: Sequence[str]) -> None:
    outer = code.get(Register.WRITER)
    code.set(Register.WRITER, code.low.names.rule(found.name))
    code.call(code.low.function(found.function, late=True), args)
    code.set(Register.WRITER, outer)
