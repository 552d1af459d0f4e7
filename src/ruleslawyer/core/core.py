"""The core of a ruleset: of each base the one function that says how its clauses combine, made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import TypeAlias

from ruleslawyer.core.clauses import Clauses, of_kind, over_of
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.making import INT
from ruleslawyer.ir.system import Action, Deed, Instead, Norm, Option, Part, Question, Term

ILLEGAL, CONTRADICTION, UNSPOKEN, LEGAL = range(4)
"""The verdicts as the numbers that a made function gives, the worst first …"""
ALLOWED = 4
"""… and this added where the reading allows it."""


def judgement(found: Action | Part, flags: bool) -> n.Function:
    """A number: see `ALLOWED`."""
    norms: Sequence[Norm] = found.norms
    m = Clauses(found.origin, f"judge {found.name}", found.function, INT, found.name, flags)
    holds = m.holding(norms)
    live = m.live(holds, over_of(norms))
    yes, no, allowed = m.verdict_conditions(of_kind(live, norms, "permit"), of_kind(live, norms, "forbid"))
    yes, no = m.let(yes, "permitted"), m.let(no, "forbidden")
    m.tell("norms", found.name, [*holds.values(), allowed], m.both(yes, no))
    c = m.const
    clash = m.pick(allowed, c(CONTRADICTION + ALLOWED), c(CONTRADICTION))
    m.give(m.pick(yes, m.pick(no, clash, c(LEGAL + ALLOWED)), m.pick(no, c(ILLEGAL), c(UNSPOKEN))))
    return m.finish()


def deed(found: Deed, flags: bool) -> n.Function:
    m = Clauses(found.origin, f"deed {found.name}", found.function, t.NoneType(), found.name, flags)
    m.mark(found.name)
    if found.clauses:
        _judge(m, found)
    m.say(n.Run(m.origin, found.function, m.args))
    return m.finish()


def _judge(m: Clauses, found: Deed) -> None:
    """Goes on where the deed itself happens."""
    all_ = (found.permit, *found.clauses)
    holds: dict[str, n.Expr] = {found.name: m.const(True), **m.holding(found.clauses)}
    live = m.live(holds, over_of(all_))
    yes, no, allowed = m.verdict_conditions(of_kind(live, all_, "permit"), of_kind(live, all_, "forbid"))
    rivals = {(a, b): m.let(m.both(live[a], live[b]), "rivals") for a, b in found.rivals}
    m.tell("deed", found.name, [*holds.values(), allowed], m.either(m.both(yes, no), *rivals.values()))
    m.when(m.no(allowed), lambda: m.give(None))
    loses = m.losers(rivals)

    def instead(clause: Instead) -> Callable[[], None]:
        def write() -> None:
            m.say(n.Demand(m.origin, clause.by, m.args))
            m.give(None)

        return write

    for clause in found.insteads:
        m.when(m.both(live[clause.name], m.no(m.either(*loses.get(clause.name, ())))), instead(clause))
    if rivals:  # where the choices go round in a circle: the first that is live
        for clause in found.insteads:
            m.when(live[clause.name], instead(clause))


def term(found: Term, flags: bool) -> n.Function:
    returns = found.function.returns
    m = Clauses(found.origin, f"term {found.name}", found.function, returns, found.name, flags)
    value: n.Expr = m.rule(found.function, "base")
    if found.exceptions:
        value = _replace(m, found, value)
    else:
        m.mark(found.name)
    m.give(_adjust(m, found, value) if found.numeric else value)
    return m.finish()


def _replace(m: Clauses, found: Term, base: n.Expr) -> n.Expr:
    """The value of a term with exceptions: where these differ, the reading decides each pair; where that goes round in
    a circle, the first speaks."""
    names = [layer.name for layer in found.exceptions]
    said, speaks = m.spoken(found.exceptions, base.type)
    result = m.slot(base.type, "value")

    def replace() -> None:
        pairs = {
            (names[i], names[j]): m.let(m.both(speaks[i], speaks[j], m.no(m.equal(said[i], said[j]))), "clash")
            for i, j in combinations(range(len(names)), 2)
        }
        m.tell("layers", found.name, [*speaks, *pairs.values()], m.either(*pairs.values()))
        loses = m.losers(pairs)
        wins = [m.both(s, m.no(m.either(*loses.get(name, ())))) for name, s in zip(names, speaks, strict=True)]
        some = m.first(speaks[:-1], said[:-1], said[-1])
        m.put(result, m.first(wins, said, some) if pairs else some)

    def base_value() -> None:
        m.mark(found.name)
        m.put(result, base)

    m.when(m.either(*speaks), replace, base_value)
    return result


def _adjust(m: Clauses, found: Term, before: n.Expr) -> n.Expr:
    """The number, multiplied, adjusted, and within its bounds; where two cross, the reading drops one."""
    layers = found.numeric
    names = [layer.name for layer in layers]
    numbers, alive = m.spoken(layers, INT)
    said, speaks = dict(zip(names, numbers, strict=True)), dict(zip(names, alive, strict=True))
    kinds = {layer.name: layer.kind for layer in layers}

    def cross(one: str, other: str) -> n.Expr:
        low, high = (one, other) if kinds[one] == "at_least" else (other, one)
        return m.let(m.both(speaks[one], speaks[other], m.less(said[high], said[low])), "crossed")

    crossed = {pair: cross(*pair) for pair in found.crossings}
    seconds = {pair: m.let(m.prevails(*pair, clash), "second") for pair, clash in crossed.items()}

    def loses(name: str, without: str | None) -> n.Expr:
        pairs = [pair for pair in crossed if name in pair and without not in pair]
        return m.either(*(seconds[p] if p[0] == name else m.both(crossed[p], m.no(seconds[p])) for p in pairs))

    def multiply(now: n.Expr, name: str) -> n.Expr:
        """A branch of its own: by a number that the book fixes, solvers multiply without a product of two unknowns."""
        result = m.slot(INT, "now")
        product = n.Arith(m.origin, INT, "*", now, said[name])
        m.when(speaks[name], lambda: m.put(result, product), lambda: m.put(result, now))
        return result

    def bound(without: str | None = None) -> n.Expr:
        now, left = before, [name for name in names if name != without]
        for name in left:
            if kinds[name] == "times":
                now = multiply(now, name)
        for name in left:
            if kinds[name] == "adjust":
                now = m.let(n.Arith(m.origin, INT, "+", now, m.pick(speaks[name], said[name], m.const(0))), "now")
        for kind in ("at_least", "at_most"):
            for name in left:
                if kinds[name] == kind:
                    beyond = m.less(now, said[name]) if kind == "at_least" else m.less(said[name], now)
                    counts = m.both(speaks[name], m.no(loses(name, without)), beyond)
                    now = m.let(m.pick(counts, said[name], now), "now")
        return now

    result = m.let(bound(), "result")

    def changes_it(name: str) -> n.Expr:
        return m.no(m.equal(bound(name), result))

    decisive = [m.where(speaks[name], partial(changes_it, name), "decisive") for name in names]
    m.tell("numbers", found.name, [*speaks.values(), *decisive, *crossed.values()], m.either(*crossed.values()))
    return result


def question(found: Question, flags: bool) -> n.Function:
    returns = found.function.returns
    m = Clauses(found.origin, f"ask {found.name}", found.function, returns, found.name, flags)
    answers = [option for option in found.options if option.kind == "answer"]

    def speak(option: Option, speaks: n.Expr, value: n.Var, *, ruled: bool) -> None:
        """An option's value, if it has one; the branch ends where it is silent."""
        m.when(m.no(speaks), lambda: m.say(n.Fail(m.origin, found.name, option.name, ruled)))
        m.mark(option.name)
        m.give(n.Var(m.origin, returns, value.slot, value.name))

    def fresh(option: Option, *, ruled: bool) -> None:
        """The same of an option that is asked only now."""
        value = m.rule(option.function, option.name)
        speak(option, n.Speaks(m.origin, m.const(True).type, value), value, ruled=ruled)

    # The author's answers are not asked where the question is ruled.
    ruled = found.at_gap is not None
    m.when(m.says("ruled", found.name), lambda: _by_choice(m, found, "option", lambda one: fresh(one, ruled=ruled)))
    said, speaks = m.spoken(answers, returns)
    names = [option.name for option in answers]
    values = dict(zip(names, said, strict=True))
    live = m.live(dict(zip(names, speaks, strict=True)), over_of(answers))
    for name, alive in live.items():
        m.when(alive, lambda name=name: m.mark(name))  # type: ignore[misc]
    pairs = [
        m.let(m.both(live[a], live[b], m.no(m.equal(values[a], values[b]))), "clash") for a, b in combinations(names, 2)
    ]
    some = m.let(m.either(*live.values()), "some")

    def agree() -> None:
        if pairs:
            several = m.either(*(m.both(live[a], live[b]) for a, b in combinations(names, 2)))
            m.when(several, lambda: m.tell("consulted", found.name, (), m.const(False)))
        m.give(m.first([live[name] for name in names[:-1]], said[:-1], said[-1]))

    def take(option: Option, *, at_gap: bool) -> None:
        if option.kind == "reading":
            fresh(option, ruled=at_gap)
            return
        if flags:  # where an answer is left out, its option stays: what it says is nobody's
            m.when(m.says("without", found.name, option.name), lambda: fresh(option, ruled=at_gap))
        if at_gap:
            m.say(n.Fail(m.origin, found.name, option.name, True))
        else:
            value = values[option.name]
            assert isinstance(value, n.Var)
            speak(option, live[option.name], value, ruled=False)

    if answers:
        m.when(m.both(some, m.no(m.either(*pairs))), agree)
    fills = n.Compare(m.origin, some.type, "<=", m.const(0), n.Choice(m.origin, INT, ("gap", found.name)))
    m.when(m.both(m.no(some), fills), lambda: _by_choice(m, found, "gap", lambda one: take(one, at_gap=True)))
    m.tell("question", found.name, [some, *pairs], m.const(True))
    _by_choice(m, found, "option", lambda one: take(one, at_gap=False))
    return m.finish()


def _by_choice(m: Clauses, found: Question, key: str, write: Callable[[Option], None]) -> None:
    which = m.let(n.Choice(m.origin, INT, (key, found.name)), "which")
    last = len(found.options) - 1

    def from_(i: int) -> None:
        if i == last:
            write(found.options[i])
        else:
            m.when(m.equal(which, m.const(i)), lambda: write(found.options[i]), lambda: from_(i + 1))

    from_(0)


Base: TypeAlias = Action | Part | Term | Question | Deed
_MADE: dict[tuple[int, bool], tuple[Base, n.Function]] = {}
_MOST = 1 << 14
"""Functions that are kept: of a dozen large rulesets."""


def core_of(base: Base, flags: bool = False) -> n.Function:
    """The function that combines the clauses of a base, with its parameters: it gives the verdict of norms (see
    `norms.ALLOWED`), the value of a term or a question, and of a deed nothing: it does it. flags: its clauses may be
    left out, as the reading says.

    Of an action it is what its own norms say, its parts left out. What is made hangs on nothing but the base: after a
    ruling, which is other bases, it is another.
    """
    return latest(_MADE, (id(base), flags), _MOST, lambda: (base, _make(base, flags)))[1]


def _make(base: Base, flags: bool) -> n.Function:
    match base:
        case Term():
            return term(base, flags)
        case Question():
            return question(base, flags)
        case Deed():
            return deed(base, flags)
    return judgement(base, flags)
