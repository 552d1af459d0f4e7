"""Terms, questions and exceptions of the direct run: what a rule's value is under a reading, and the events met on
the way. The second opinion beside the core (`core/`), which nothing but the direct run uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import combinations
from math import prod
from typing import Any

from ruleslawyer.ir.clauses import clash_key
from ruleslawyer.ir.system import Adjustment, Clause, Instead, Layer, Lift, Option, Question, Term
from ruleslawyer.lang.records import SILENT
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.look import Look


def value(look: Look, name: str, args: tuple[object, ...]) -> Any:
    """The value of a term or a question by name."""
    return term(look, name, args) if name in look.machine.system.terms else question(look, name, args)


# --- exceptions -----------------------------------------------------------------------------------------------


def is_lifted(look: Look, exceptions: tuple[Lift, ...], args: tuple[object, ...]) -> bool:
    """Whether some live exception lifts the clause that these belong to; all of them are evaluated."""
    held = look.each([partial(stands, look, e, args) for e in exceptions])
    live = [e for e, holds in zip(exceptions, held, strict=True) if holds]
    look.fired.update(dict.fromkeys(e.name for e in live))
    return bool(live)


def stands(look: Look, clause: Clause | Lift, args: tuple[object, ...]) -> bool:
    """Whether the condition of a clause holds, and no live exception lifts it."""
    return bool(look.call(clause.function, args)) and not (
        clause.exceptions and is_lifted(look, clause.exceptions, args)
    )


# --- terms ----------------------------------------------------------------------------------------------------


def term(look: Look, name: str, args: tuple[object, ...]) -> Any:
    """The base value, or what the live exceptions say instead (if they differ, the reading decides); then what
    changes a number."""
    found = look.machine.system.terms[name]
    based = _replace(look, found, args)
    return _adjust(look, found, based, args) if found.numeric else based


def _replace(look: Look, term: Term, args: tuple[object, ...]) -> Any:
    base = look.call(term.function, args)
    said = look.each([partial(_layer_value, look, layer, args) for layer in term.exceptions])
    spoken = [(layer, value) for layer, value in zip(term.exceptions, said, strict=True) if value is not SILENT]
    if not spoken:
        look.fired[term.name] = None
        return base
    look.fired.update(dict.fromkeys(layer.name for layer, _ in spoken))
    pairs = combinations(spoken, 2)
    losers = {loser_of(look, term.name, a, b) for (a, one), (b, other) in pairs if one != other}
    return next((value for layer, value in spoken if layer.name not in losers), spoken[0][1])


def loser_of(look: Look, base: str, one: Layer | Adjustment | Instead, other: Layer | Adjustment | Instead) -> str:
    """Two clauses differ, which is an event: the one that loses, under the reading, and else the second."""
    names, key = (one.name, other.name), clash_key(base, one.name, other.name)
    look.note(Event("contradiction", base, names, key, names, one.origin.cites + other.origin.cites))
    return one.name if look.reading.get(key) == other.name else other.name


def _adjust(look: Look, term: Term, value: int, args: tuple[object, ...]) -> int:
    """The value multiplied, with its adjustments added, and within its bounds; where bounds cross, the reading drops
    one."""
    numbers = look.each([partial(_layer_value, look, layer, args) for layer in term.numeric])
    said = {layer.name: one for layer, one in zip(term.numeric, numbers, strict=True) if one is not SILENT}
    look.fired.update(dict.fromkeys(said))
    named = {layer.name: layer for layer in term.numeric}
    kinds = {name: layer.kind for name, layer in named.items()}
    for a, b in crossing_bounds(kinds, said):
        loser_of(look, term.name, named[a], named[b])
    result = _clamp(look, term.name, kinds, said, value)
    for name in said:
        others = {n: v for n, v in said.items() if n != name}
        if _clamp(look, term.name, kinds, others, value) != result:
            look.decisive[name] = None
    return result


def _layer_value(look: Look, layer: Layer | Adjustment, args: tuple[object, ...]) -> Any:
    """The value of a layer of a term: SILENT where it is lifted."""
    value = look.call(layer.function, args)
    return SILENT if value is not SILENT and is_lifted(look, layer.exceptions, args) else value


def _clamp(look: Look, term: str, kinds: Mapping[str, str], said: Mapping[str, int], value: int) -> int:
    lost = {a if look.reading.get(clash_key(term, a, b), a) == b else b for a, b in crossing_bounds(kinds, said)}
    value *= prod(n for name, n in said.items() if kinds[name] == "times")
    value += sum(n for name, n in said.items() if kinds[name] == "adjust")
    value = max([value, *(n for name, n in said.items() if kinds[name] == "at_least" and name not in lost)])
    return min([value, *(n for name, n in said.items() if kinds[name] == "at_most" and name not in lost)])


# --- questions ------------------------------------------------------------------------------------------------


def question(look: Look, name: str, args: tuple[object, ...]) -> Any:
    """The value on which the answers agree; a gap where none speaks, a contradiction where two differ: the reading
    decides."""
    found = look.machine.system.questions[name]
    chosen = look.reading.get(name, found.default)
    if name in look.rulings:
        return _option(look, found, chosen, None, args)
    spoken = _answers(look, found, args)
    values = list(dict.fromkeys(value for _, value in spoken))
    look.fired.update(dict.fromkeys(o.name for o, _ in spoken))
    if len(values) == 1:
        return values[0]
    if not spoken and found.at_gap is not None:
        return _option(look, found, found.at_gap, {}, args)
    options = tuple(o.name for o in found.options)
    if not spoken:
        look.note(Event("gap", name, (), name, options, found.origin.cites))
    for (a, one), (b, other) in combinations(spoken, 2):
        if one != other:
            cites = a.origin.cites + b.origin.cites
            look.note(Event("contradiction", name, (a.name, b.name), name, options, cites))
    return _option(look, found, chosen, {o.name: value for o, value in spoken}, args)


def _answers(look: Look, question: Question, args: tuple[object, ...]) -> list[tuple[Option, Any]]:
    """The answers that speak and are not beaten by a live one declared `over=` them."""
    answers = [option for option in question.options if option.kind == "answer"]
    said = look.each([partial(look.call, option.function, args) for option in answers])
    spoken = {option.name: (option, value) for option, value in zip(answers, said, strict=True) if value is not SILENT}
    over = {name: option.over for name, (option, _) in spoken.items()}
    alive = unbeaten(over)
    return [pair for name, pair in spoken.items() if name in alive]


def _option(
    look: Look, question: Question, chosen: str, answers: Mapping[str, object] | None, args: tuple[object, ...]
) -> Any:
    """The chosen option's value: an answer that speaks, or a reading; the branch ends where it is silent."""
    option = next(o for o in question.options if o.name == chosen)
    if answers is not None and option.kind == "answer":
        value = answers.get(chosen, SILENT)
    else:
        value = look.call(option.function, args)
    if value is SILENT:
        # Another reading would not help where a gap is ruled.
        options = tuple(o.name for o in question.options) if answers or question.at_gap is None else ()
        event = Event("unresolved", question.name, (chosen,), question.name, options, option.origin.cites)
        look.note(event)
        raise BranchEnds(event)
    look.fired[chosen] = None
    return value


def crossing_bounds(kinds: Mapping[str, str], said: Mapping[str, int]) -> list[tuple[str, str]]:
    """The pairs of a lower and an upper bound that no number satisfies, each in declaration order."""

    def cross(a: str, b: str) -> bool:
        match kinds[a], kinds[b]:
            case "at_least", "at_most":
                return said[a] > said[b]
            case "at_most", "at_least":
                return said[b] > said[a]
        return False

    return [(a, b) for a, b in combinations(said, 2) if cross(a, b)]


def unbeaten(over: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """The clauses left live among those that hold: one that is beaten beats nothing (`over` has no cycles)."""
    beaters: dict[str, list[str]] = {}
    for name, targets in over.items():
        for target in targets:
            if target in over:
                beaters.setdefault(target, []).append(name)
    if not beaters:
        return frozenset(over)
    alive: dict[str, bool] = {}

    def live(name: str) -> bool:
        if name not in alive:
            alive[name] = not any(live(b) for b in beaters.get(name, ()))
        return alive[name]

    return frozenset(name for name in over if live(name))
