"""The value of a term, and the answer to a question: what it is based on, or what live exceptions or agreeing answers
say instead.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations

from ruleslawyer.core.clauses import Clauses, over_of
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.making import INT
from ruleslawyer.ir.system import Option, Question, Term


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
