"""Lifted terms as z3 expressions, without quantifiers: a finite sort is a datatype, an open one uninterpreted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

import z3

from ruleslawyer.lifted.terms import BOOL, INT, Term, computed

_MADE = {
    "not": lambda a: z3.Not(a), "and": lambda *a: z3.And(*a), "or": lambda *a: z3.Or(*a), "ite": z3.If,
    "add": lambda *a: z3.Sum(*a), "multiply": lambda a, b: a * b, "less_equal": lambda a, b: a <= b,
    "equal": lambda a, b: a == b,
}  # fmt: skip


class Translation:
    """sizes: of the finite sorts. Each term is translated once."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.sizes = sizes
        self.context = z3.Context()  # its own, since two rulesets may have enums of one name
        self._sorts: dict[str, Any] = {BOOL: z3.BoolSort(self.context), INT: z3.IntSort(self.context)}
        self._members: dict[str, Sequence[Any]] = {}
        self._functions: dict[tuple[str, tuple[str, ...], str], Any] = {}
        self._known: dict[Term, Any] = {}

    def sort(self, name: str) -> Any:
        if name not in self._sorts:
            if name in self.sizes:
                labels = [f"{name}.{k}" for k in range(self.sizes[name])]
                self._sorts[name], self._members[name] = z3.EnumSort(f"sort {name}", labels, self.context)
            else:
                self._sorts[name] = z3.DeclareSort(f"sort {name}", self.context)
        return self._sorts[name]

    def member(self, sort: str, value: int) -> Any:
        self.sort(sort)
        return self._members[sort][value]

    def function(self, term: Term) -> Any:
        """The function of a symbol; a constant where it has no arguments."""
        key = str(term.value), tuple(a.sort for a in term.args), term.sort
        if key not in self._functions:
            sorts = [self.sort(name) for name in key[1]]
            made = (
                z3.Function(key[0], *sorts, self.sort(term.sort)) if sorts else z3.Const(key[0], self.sort(term.sort))
            )
            self._functions[key] = made
        return self._functions[key]

    def expression(self, term: Term) -> Any:
        """The z3 expression of a closed term."""
        waiting = [term]
        while waiting:
            top = waiting[-1]
            if top in self._known:
                waiting.pop()
                continue
            left = [a for a in top.args if a not in self._known]
            if left:
                waiting += left
                continue
            waiting.pop()
            self._known[top] = self._expression(top, [self._known[a] for a in top.args])
        return self._known[term]

    def _expression(self, term: Term, args: list[Any]) -> Any:
        match term.op:
            case "constant":
                if term.sort == BOOL:
                    return z3.BoolVal(bool(term.value), self.context)
                return (
                    z3.IntVal(term.value, self.context)
                    if term.sort == INT
                    else self.member(term.sort, int(term.value or 0))
                )
            case "symbol" | "variable":
                function = self.function(term)
                return function(*args) if args else function
            case "quotient":  # z3 rounds so that the remainder is not negative
                a, b = args
                return z3.If(b > 0, a / b, (-a) / (-b))
        return reduce(lambda a, b: a + b, args) if term.op == "add" else _MADE[term.op](*args)


class Evaluation:
    """A model of z3, asked for the values of closed terms. A value is a truth value, a number, or for a sort the number
    of its member."""

    def __init__(self, model: Any, translation: Translation) -> None:
        self._model, self._translation = model, translation
        self._known: dict[Term, Any] = {}
        self._points: dict[tuple[Any, ...], Any] = {}
        self._elements: dict[tuple[str, Any], Any] = {}

    def value(self, term: Term) -> Any:
        known, waiting = self._known, [term]
        while waiting:
            top = waiting[-1]
            if top in known:
                waiting.pop()
                continue
            if top.op == "ite":  # one side is enough
                which = known.get(top.args[0])
                if which is None:
                    waiting.append(top.args[0])
                    continue
                side = top.args[1] if which else top.args[2]
                if side not in known:
                    waiting.append(side)
                    continue
                known[top] = known[side]
            elif top.op in ("and", "or"):
                stop, undecided = top.op == "or", None
                for a in top.args:
                    found = known.get(a)
                    if found is None:
                        undecided = a
                        break
                    if found is stop:
                        break
                else:
                    stop = not stop
                if undecided is not None:
                    waiting.append(undecided)
                    continue
                known[top] = stop
            else:
                left = [a for a in top.args if a not in known]
                if left:
                    waiting += left
                    continue
                known[top] = self._value(top, [known[a] for a in top.args])
            waiting.pop()
        return known[term]

    def _value(self, term: Term, args: list[Any]) -> Any:
        match term.op:
            case "constant":
                return term.value
            case "symbol" | "variable":
                return self._point(term, args)
        return computed(term, args)

    def _point(self, term: Term, args: list[Any]) -> Any:
        key = term.value, term.sort, *((a.sort, v) for a, v in zip(term.args, args, strict=True))
        if key not in self._points:
            function = self._translation.function(term)
            given = [self._element(a.sort, v) for a, v in zip(term.args, args, strict=True)]
            found = self._model.eval(function(*given) if given else function, model_completion=True)
            self._points[key] = self._read(term.sort, found)
        return self._points[key]

    def _element(self, sort: str, value: Any) -> Any:
        if sort == BOOL:
            return z3.BoolVal(value, self._translation.context)
        if sort == INT:
            return z3.IntVal(value, self._translation.context)
        if sort in self._translation.sizes:
            return self._translation.member(sort, value)
        return self._elements[sort, value]

    def _read(self, sort: str, found: Any) -> Any:
        if sort == BOOL:
            return z3.is_true(found)
        if sort == INT:
            return found.as_long()
        name = found.decl().name()
        if sort in self._translation.sizes:
            return int(name.rsplit(".", 1)[1])
        self._elements.setdefault((sort, name), found)
        return name
