"""Rules lifted from their parts: how the clauses of a base combine, which the core says, and readings, which are open:
each question has a number that says its option, each pair of clauses that clash a truth value.

A function that only reads is walked once for all that it may be given, and then only given what stands for it. Such a
summary is of the fields that it reads, as they are in a store, on no path and with no facts; so it says the same
wherever it is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ruleslawyer.core import forced
from ruleslawyer.core.clauses import choice_value
from ruleslawyer.core.core import core_of
from ruleslawyer.core.legality import core_of_call
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.system import Action, Part
from ruleslawyer.lifted.context import Check, Context, Contradiction, Store
from ruleslawyer.lifted.premises import Reading
from ruleslawyer.lifted.statements import Statements
from ruleslawyer.lifted.terms import (
    BOOL,
    FALSE,
    INT,
    ONE,
    TRUE,
    ZERO,
    Term,
    both,
    either,
    ite,
    less_equal,
    number,
    substitute,
    symbol,
    variable,
)
from ruleslawyer.lifted.values import CLASH, QUESTION, LiftingError, Maybe, PartialValue, Value, substitute_value
from ruleslawyer.lifted.world import Law

NOTHING_SAID = symbol(BOOL, "no norms were asked")


@dataclass(slots=True)
class Summary:
    """The value of a function for variables, with the checks, laws and contradictions that this meets. reads: of
    each store that is given, what is read. allowed: what norms say, where it tells. about: what it was made of, so
    that no other has its identity."""

    value: Value
    checks: tuple[Check, ...]
    laws: tuple[Law, ...]
    reads: tuple[list[Reading], ...]
    allowed: Term
    contradictions: tuple[Contradiction, ...]
    about: object
    values: dict[tuple[Term, ...], Value] = field(default_factory=dict)


class SymbolicExecutor(Statements):
    """The walk as a whole. Rules only read, by their summaries where the world keeps them; `act` runs an effect."""

    def holds(self, function: n.Function, args: tuple[object, ...]) -> Term:
        if self.nowhere:
            return FALSE
        value = self.ask(function, args)
        assert isinstance(value, Term), function.name
        return self.decide(value)

    def value_of_call(self, kind: str, name: str, args: tuple[object, ...]) -> Value:
        if kind == "helper":
            return self.ask(self.system.helpers[name], args)
        return self.ask(core_of_call(self.system, kind, name), args)

    def judge(self, base: Action | Part, args: tuple[object, ...]) -> Term:
        """Whether an instance of a base is allowed, its parts left out: of those there may be any number."""
        self.allowed = FALSE
        self.ask(core_of(base), args)
        return self.allowed

    def demand(self, name: str, args: tuple[object, ...]) -> None:
        """Judge a deed in the state as it is now, and do it, or what replaces it, where the reading allows it."""
        self.enter(core_of(self.system.deeds[name]), args)

    def expire(self, before: Store, after: Store) -> None:
        """Fields whose lifetime ends return to their defaults, in declaration order."""
        for one in self.system.state.fields:
            if one.until is not None:
                self.act(forced.expiry(self.system, one), after, (after, before))

    def choice(self, key: tuple[str, ...]) -> Term:
        match key:
            case ("clash", name):
                return ite(symbol(BOOL, f"{CLASH}{name}"), ONE, ZERO)
            case ("option", name):
                pick = symbol(INT, f"{QUESTION}{name}")
                if name not in self.world.asked:
                    self.world.asked.add(name)
                    last = number(len(self.system.questions[name].options) - 1)
                    self.world.laws.append(((), both(less_equal(ZERO, pick), less_equal(pick, last))))
                return pick
        return ZERO if key[0] == "off" else number(choice_value(self.system, key, {}, ()))

    def ask(self, function: n.Function, args: tuple[object, ...]) -> Value:
        if self.world.summaries is None:
            return super().ask(function, args)
        given: dict[Term, Term] = {}
        values = [
            a if isinstance(a, Store) else self.world.coerce(a, p.type)  # type: ignore[arg-type]
            for a, p in zip(args, function.parameters, strict=True)
        ]
        shape = [a if isinstance(a, Store) else _variables(a, given) for a in values]
        if None in shape:
            return super().ask(function, args)
        stores = [a for a in values if isinstance(a, Store)]
        reads = self.world.reads(function)
        cells = tuple(
            store.open[place] if isinstance(place, str) else store.cells[place] for store in stores for place in reads
        )
        key = id(function), cells, bool(self.readers), *(a for a in shape if not isinstance(a, Store))
        if key not in self.world.summaries:
            self.world.summaries[key] = None  # whoever asks for it meanwhile goes its own way
            self.world.summaries[key] = self._make_summary(function, shape, tuple(given.values()), len(stores))
        found = self.world.summaries[key]
        assert found is None or isinstance(found, Summary)
        return super().ask(function, args) if found is None else self._of_summary(found, given, stores)

    def _make_summary(
        self, function: n.Function, shape: Sequence[object], variables: tuple[Term, ...], stores: int
    ) -> Summary | None:
        """The summary of a function; None where it makes symbols of its own, or says more than terms."""
        outer = self.path, self.facts, self.bound, self.checks, self.laws, self.readers, self._quiet, self.allowed
        met, aside = self.contradictions, self._aside
        self.path, self.facts, self.bound, self.checks, self.laws = [], set(), list(variables), [], []
        self.allowed, self._quiet, self.contradictions, self._aside = NOTHING_SAID, False, [], False
        views = iter(logs := [(object(), list[Reading]()) for _ in range(stores)])
        args = [Store(a.cells, a.open, next(views)[0]) if isinstance(a, Store) else a for a in shape]
        if self.readers:  # within a loop, of which it is asked what each iteration reads
            self.readers = list(logs)
        made = self.world.folds.made
        try:
            with self.world.folds.within("summary"):
                value = super().ask(function, tuple(args))
            checks = tuple(dict.fromkeys(self._as_asked(_by_place(self.checks, variables), function, variables)))
            reads = tuple(list(dict.fromkeys(_readings(log, variables))) for _, log in logs)
            laws, allowed = tuple(dict.fromkeys(self.laws)), self.allowed
            contradictions = tuple(self.contradictions)
        except LiftingError:
            return None
        finally:
            self.path, self.facts, self.bound, self.checks, self.laws, self.readers, self._quiet, self.allowed = outer
            self.contradictions, self._aside = met, aside
        read = {place for _, log in logs for place, _, _ in log}
        if made != self.world.folds.made or not _is_scalar(value) or not read <= self.world.reads(function):
            return None
        return Summary(value, checks, laws, reads, allowed, contradictions, (function, args))

    def _as_asked(self, checks: Iterable[Check], function: n.Function, given: tuple[Term, ...]) -> Iterator[Check]:
        """The checks, each with whether it is asked, where it may not be, as a symbol of what the function is given:
        whoever asks the function again in the same state is asked the same."""
        for check in checks:
            if check.unless in (FALSE, TRUE):
                yield check
                continue
            with self.world.folds.within(function.name):
                name = self.world.folds.label("asked")
            asked = symbol(BOOL, name, tuple(dict.fromkeys((*given, *check.variables))))
            self.law(either(check.unless, asked))
            yield replace(check, variables=Context.free(check.path, asked), path=both(check.path, asked), unless=FALSE)

    def _of_summary(self, summary: Summary, given: dict[Term, Term], stores: list[Store]) -> Value:
        """The value of a summary for what is given."""
        put, known = {v: term for term, v in given.items()}, dict[Term, Term]()
        here = self.here
        with self.in_any_order():
            for one in summary.contradictions:
                self.contradict(one.key, one.differ, put)
        for store, log in zip(stores, summary.reads, strict=True):
            for reader in (one for root, one in self.readers if root is store.root):
                for place, keys, path in log:
                    keys = tuple(substitute(key, put, known) for key in keys)
                    reader.append((place, keys, both(here, substitute(path, put, known))))
        for check in () if self._quiet or self.nowhere else summary.checks:
            path, holds, unless = (substitute(t, put, known) for t in (check.path, check.holds, check.unless))
            path = both(here, path)
            if path is FALSE or self.decide(holds) is TRUE:
                continue
            found = replace(
                check, variables=Context.free(path, holds, unless), path=path, holds=holds, unless=unless,
                facts=self.so_far,
            )  # fmt: skip
            if found not in self.checks:
                self.checks.append(found)
        for _, matrix in summary.laws:
            self.law(substitute(matrix, put, known))
        if summary.allowed is not NOTHING_SAID:
            self.allowed = substitute(summary.allowed, put, known)
        terms = tuple(given)
        if terms not in summary.values:
            summary.values[terms] = substitute_value(summary.value, put)
        return summary.values[terms]


def _variables(value: Value, given: dict[Term, Term]) -> Value | None:
    """The value with a variable for each term that is no constant; None where it is more than terms."""
    match value:
        case Term():
            return value if value.constant else given.setdefault(value, variable(value.sort, f"given {len(given)}"))
        case Maybe(none, inner):
            first, rest = _variables(none, given), None if inner is None else _variables(inner, given)
            if not isinstance(first, Term) or (inner is not None and rest is None):
                return None
            return Maybe(first, rest)
    return None


def _is_scalar(value: Value | None) -> bool:
    match value:
        case Maybe(_, inner) | PartialValue(_, inner):
            return _is_scalar(inner)
    return value is None or isinstance(value, Term)


def _by_place(checks: Sequence[Check], given: tuple[Term, ...]) -> Iterator[Check]:
    """Checks with names for their variables that do not depend on which check was met before."""
    terms = [(check.path, check.holds, check.unless) for check in checks]
    for check, (path, holds, unless) in zip(checks, _with_names(terms, given), strict=True):
        yield replace(check, variables=Context.free(path, holds, unless), path=path, holds=holds, unless=unless)


def _readings(log: Sequence[Reading], given: tuple[Term, ...]) -> Iterator[Reading]:
    """The same of what is read."""
    rows = _with_names([(path, *keys) for _, keys, path in log], given)
    for (place, _, _), (path, *keys) in zip(log, rows, strict=True):
        yield place, tuple(keys), path


def _with_names(rows: Sequence[tuple[Term, ...]], given: tuple[Term, ...]) -> Iterator[tuple[Term, ...]]:
    known: dict[tuple[Term, ...], dict[Term, Term]] = {}
    for terms in rows:
        inner = tuple(v for v in Context.free(*terms) if v not in given)
        put = {v: variable(v.sort, f"whoever {i} of {v.sort}") for i, v in enumerate(inner)}
        yield tuple(substitute(t, put, known.setdefault(inner, {})) for t in terms)
