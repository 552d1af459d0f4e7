"""A model completed: what the solver was told nothing about is valued by what it means, over the model's members.

A fold that no assertion speaks of has no value in a model that counts. Here a `some` is true where a known member
satisfies it, and a sum is added up. So a law is tried for whatever a model tells apart, and an instance of it is made
only where it is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import z3

from ruleslawyer.engines.smt.lifted.translate import Evaluation, Translation
from ruleslawyer.lifted.folds import Fold
from ruleslawyer.lifted.names import WITNESS
from ruleslawyer.lifted.terms import Term

Values = tuple[object, ...]
OFTEN = 256
"""Members that are tried, after which one looks at the clock."""


class Completed(Evaluation):
    """folds: by name; told: their applications, and those of their witnesses, of which something was asserted. members:
    the terms of each open sort; late: called now and then, may raise."""

    def __init__(
        self, model: z3.ModelRef, translation: Translation, folds: Mapping[str, Fold], told: Iterable[Term],
        members: Mapping[str, Iterable[Term]], late: Callable[[], None],
    ) -> None:  # fmt: skip
        super().__init__(model, translation)
        self._folds, self._members, self._late = folds, members, late
        self._each: dict[str, dict[object, Term]] = {}
        self._points: dict[tuple[str, Values], object] = {}
        self._tried = 0
        for app in sorted(told, key=lambda app: app.rank):
            values = tuple([self.value(a) for a in app.args])
            self._points[str(app.value), values] = self._point(app, list(values))

    def each(self, sort: str) -> Mapping[object, Term]:
        """The members of an open sort that are told apart, each with a term."""
        if sort not in self._each:
            found = self._each[sort] = {}
            for term in self._members.get(sort, ()):
                found.setdefault(self.value(term), term)
        return self._each[sort]

    def _application(self, term: Term, args: list[Any]) -> Any:
        name = str(term.value)
        fold = self._folds.get(name.removeprefix(WITNESS))
        if fold is None:
            return self._point(term, args)
        key = name, tuple(args)
        if key not in self._points:
            self._points[key] = self._meaning(fold, key[1], witness=fold.name != name)
        return self._points[key]

    def _unwritten(self, sort: str) -> object:
        """A member that there is, where the model does not care."""
        return next(iter(self._each.get(sort, ())), super()._unwritten(sort))

    def is_off(self, fold: Fold, app: Term) -> bool:
        """Whether a model gives a sum another value than what its members add up to."""
        return bool(self.value(app) != self._meaning(fold, tuple(map(self.value, app.args)), witness=False))

    def known_by(self, fold: Fold, args: Values) -> bool:
        """Whether some member satisfies a `some`."""
        return any(self.value_where(fold.condition, put) for put in self._tries(fold, args))

    def _tries(self, fold: Fold, args: Values) -> Iterable[dict[Term, object]]:
        """The values of a fold's variables, for each member."""
        sort, sizes = fold.variable.sort, self._translation.sizes
        every: Sequence[object] = range(sizes[sort]) if sort in sizes else list(self.each(sort))
        for x in every:
            self._tried += 1
            if self._tried % OFTEN == 0:
                self._late()
            yield dict(zip(fold.parameters, args, strict=True)) | {fold.variable: x}

    def _meaning(self, fold: Fold, args: Values, *, witness: bool) -> object:
        if fold.kind == "some" and not witness:
            return self.known_by(fold, args)
        tries = self._tries(fold, args)
        if fold.kind == "sum":
            return sum(self.value_where(fold.body, put) for put in tries)
        passing = [put for put in tries if self.value_where(fold.condition, put)]
        if not passing:
            return self._unwritten(fold.variable.sort) if witness else 0
        best = passing[0]
        if fold.kind != "some":
            choose = min if fold.kind == "least" else max
            best = choose(passing, key=lambda put: self.value_where(fold.body, put))
        return best[fold.variable] if witness else self.value_where(fold.body, best)
