"""The value of a term: what it is based on, or what its live exceptions say instead; then what changes a number."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from ruleslawyer.core.clauses import Clauses
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.making import INT
from ruleslawyer.ir.system import Term


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
