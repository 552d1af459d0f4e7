"""Where each instance of a script is from, as lines `;@` before it, and such lines read again.

The terms that an instance is made for are written out before it, each by its parts. Nothing of it is believed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any

from ruleslawyer.base.files.content import json_value
from ruleslawyer.engines.smt.lifted.certificate import Longer, OfFold, OfLaw, OfSums, Recipe, Unreadable
from ruleslawyer.lifted.terms import BOOL, INT, MADE, Op, Term, equal, in_postorder, ite, member, number, symbol, truth


class Of(StrEnum):
    """The subject of a line `;@`: an instance of a law, of a fold, of the lemma about sums (of one against one, or of
    so many against so many); a term that it is for; or that a question has no answer of its own, and those about the
    rules before it have."""

    LAW = "law"
    FOLD = "fold"
    SUM = "sum"
    SUMS = "sums"
    TERM = "term"
    LONGER = "longer"


def remarks(recipe: Recipe, numbers: dict[Term, int]) -> Iterator[str]:
    """The lines of an instance; numbers: of the terms that are written out, to which those of this one are added."""
    terms: list[Term | None] = []
    match recipe:
        case OfLaw(source, at, of):
            said, terms = [Of.LAW, source, at], [*of]
        case OfFold(app, x):
            said, terms = [Of.FOLD], [app, x]
        case OfSums(more, fewer, others) if len(more) <= 1 and len(fewer) <= 1:
            said, terms = [Of.SUM], [*(side[0] if side else None for side in (more, fewer)), *others]
        case OfSums(more, fewer, others):
            said, terms = [Of.SUMS, len(more), len(fewer)], [*more, *fewer, *others]
        case Longer():
            said = [Of.LONGER]
    for term in (term for term in terms if term is not None):
        for part in in_postorder(term, numbers):
            numbers[part] = len(numbers)
            yield json.dumps([Of.TERM, part.op, part.sort, part.value, *(numbers[a] for a in part.args)])
    yield json.dumps([*said, *(None if term is None else numbers[term] for term in terms)])


def read(lines: Iterable[str]) -> list[list[Recipe]]:
    """The recipes of each question of a script."""
    found: list[list[Recipe]] = []
    terms: list[Term] = []
    for line in lines:
        if line.startswith("(push"):
            found.append([])
            terms = []
        elif line.startswith(";@ ") and found:
            try:
                _line(json_value(line[3:]), terms, found[-1])
            except (ValueError, TypeError, IndexError, AttributeError, RecursionError) as error:
                raise Unreadable(f"unexpected {line[:60]}") from error
    return found


def _line(said: Any, terms: list[Term], recipes: list[Recipe]) -> None:
    def at(place: int | None) -> Term | None:
        return None if place is None else term(place)

    def term(place: int) -> Term:
        if isinstance(place, bool) or place < 0:
            raise ValueError
        return terms[place]

    kind, *rest = said
    match kind:
        case Of.TERM:
            op, sort, value, *args = rest
            terms.append(_term(op, sort, value, tuple(map(term, args))))
        case Of.LAW:
            source, place, *args = rest
            recipes.append(OfLaw(str(source), int(place), tuple(map(term, args))))
        case Of.FOLD:
            app, x = rest
            recipes.append(OfFold(term(app), at(x)))
        case Of.SUM:
            one, other, *others = rest
            more, fewer = (() if place is None else (term(place),) for place in (one, other))
            recipes.append(OfSums(more, fewer, tuple(map(term, others))))
        case Of.SUMS:
            many, against, *args = rest
            known = tuple(map(term, args))
            recipes.append(OfSums(known[:many], known[many : many + against], known[many + against :]))
        case Of.LONGER:
            recipes.append(Longer())
        case _:
            raise ValueError


def _term(op: Op, sort: str, value: object, args: tuple[Term, ...]) -> Term:
    """A closed term of these parts; ValueError where they do not fit."""
    sorts = {a.sort for a in args}
    found: Term | None = None
    match op:
        case "symbol" if isinstance(value, str) and "|" not in value and isinstance(sort, str):
            found = symbol(sort, value, args)
        case "constant" if not args and isinstance(value, int) and sort == BOOL:
            found = truth(bool(value))
        case "constant" if not args and isinstance(value, int):
            found = number(value) if sort == INT else member(str(sort), value)
        case "ite" if len(args) == 3 and args[0].sort == BOOL and args[1].sort == args[2].sort:
            found = ite(*args)
        case "equal" if len(args) == 2 and len(sorts) == 1:
            found = equal(*args)
        case "not" | "and" | "or" | "add" | "multiply" | "quotient" | "less_equal":
            of = BOOL if op in ("not", "and", "or") else INT
            found = MADE[op](*args) if sorts == {of} else None
    if found is None or found.sort != sort:
        raise ValueError
    return found
