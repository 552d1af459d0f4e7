"""The answer to a question: answers that agree; in a gap, or where answers differ, what the reading takes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from ruleslawyer.core.clauses import Clauses, over_of
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.making import INT
from ruleslawyer.ir.system import Option, Question


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
