"""`some`, `sum`, `least` and `greatest` over a sort of any size, each named by a symbol with the rest as arguments.

Two folds that differ only in terms without the bound variable share their symbol, and one law says of each what it is:
a `some` has a witness, a `least` a member that reaches it. What sums are is said by a lemma.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ruleslawyer.lifted.terms import (
    BOOL,
    INT,
    ONE,
    TRUE,
    ZERO,
    Term,
    add,
    both,
    conjuncts,
    either,
    equal,
    implies,
    ite,
    less,
    less_equal,
    multiply,
    negate,
    rebuild,
    substitute,
    subterms,
    subtract,
    symbol,
    variable,
)
from ruleslawyer.lifted.values import WITNESS

Kind: TypeAlias = Literal["some", "sum", "least", "greatest"]


@dataclass(frozen=True, slots=True)
class Fold:
    """A fold by its name. `variable` is bound in `condition` and `body`, where `parameters` stand for the arguments.

    some: `condition`. sum: of `body`. least, greatest: of `body` where `condition` holds.
    """

    name: str
    kind: Kind
    parameters: tuple[Term, ...]
    variable: Term
    condition: Term
    body: Term
    passes: Term = TRUE
    """Of a least or greatest: whether some member satisfies the condition."""

    @property
    def witness(self) -> str:
        """The function that gives a member that satisfies a `some`, or reaches a least or greatest."""
        return f"{WITNESS}{self.name}"

    def of(self, args: tuple[Term, ...], x: Term) -> tuple[Term, Term]:
        """Condition and body for some arguments, of a member."""
        put = dict(zip(self.parameters, args, strict=True)) | {self.variable: x}
        known: dict[Term, Term] = {}
        return substitute(self.condition, put, known), substitute(self.body, put, known)

    def witness_term(self, args: tuple[Term, ...]) -> Term:
        return symbol(self.variable.sort, self.witness, args)

    def about(self, args: tuple[Term, ...]) -> Term:
        """The condition that the witness satisfies a `some`, or reaches a least or greatest, if anything does."""
        condition, body = self.of(args, self.witness_term(args))
        if self.kind == "some":
            return implies(symbol(BOOL, self.name, args), condition)
        passes = substitute(self.passes, dict(zip(self.parameters, args, strict=True)))
        return implies(passes, both(condition, equal(body, symbol(INT, self.name, args))))

    def bound_by(self, args: tuple[Term, ...], x: Term) -> Term:
        """The bound that a member that passes sets a `some`, a least or a greatest."""
        condition, body = self.of(args, x)
        if self.kind == "some":
            return implies(condition, symbol(BOOL, self.name, args))
        app = symbol(INT, self.name, args)
        return implies(condition, less_equal(app, body) if self.kind == "least" else less_equal(body, app))


class Folds:
    """All folds of a relation, by name."""

    def __init__(self) -> None:
        self.by_name: dict[str, Fold] = {}
        self._known: dict[tuple[object, ...], Fold] = {}
        self._about = ""
        self._named: dict[tuple[str, str], int] = {}
        self.made = 0
        """How many names were given, but to variables that a fold binds."""

    @contextmanager
    def within(self, about: str) -> Iterator[None]:
        """Numbers the names given inside for themselves: another rule does not change the names that one has."""
        outer, self._about = self._about, about
        try:
            yield
        finally:
            self._about = outer

    def name(self, stem: str) -> str:
        """A name that nothing has yet; no field has such a one."""
        self.made += 1
        return self.label(stem)

    def label(self, stem: str) -> str:
        """A name of what is the same wherever it is met again: it does not count as made."""
        key = stem, self._about
        self._named[key] = self._named.get(key, 0) + 1
        return f"{stem}!{self._named[key]} {self._about}"

    def fresh(self, sort: str) -> Term:
        return variable(sort, self.label("x"))

    # --- some -------------------------------------------------------------------------------------------------------

    def some(self, x: Term, condition: Term) -> Term:
        """Whether some x satisfies a condition. A sort has a member."""
        if x not in condition.free:
            return condition
        if condition.op == "or":
            return either(*(self.some(x, part) for part in condition.args))
        parts = conjuncts(condition)
        for part in parts:
            bound = _definition(x, part)
            if bound is not None:
                return substitute(both(*parts), {x: bound})
        free = [part for part in parts if x not in part.free]
        if free:
            return both(*free, self.some(x, both(*(part for part in parts if x in part.free))))
        if condition.op == "ite" and x not in condition.args[0].free:
            which, a, b = condition.args
            return ite(which, self.some(x, a), self.some(x, b))
        fold, args = self._fold("some", x, condition, TRUE)
        return symbol(BOOL, fold.name, args)

    def one_of(self, x: Term, condition: Term) -> Term:
        """A member that satisfies a condition, if some does."""
        for part in conjuncts(condition):
            bound = _definition(x, part)
            if bound is not None:
                return bound
        fold, args = self._fold("some", x, condition, TRUE)
        return fold.witness_term(args)

    # --- numbers ----------------------------------------------------------------------------------------------------

    def total(self, x: Term, body: Term) -> Term:
        """The sum of a term over all x."""
        if body is ZERO:
            return ZERO
        if body.op == "add":
            return add(*(self.total(x, part) for part in body.args))
        if body.op == "multiply" and x not in body.args[0].free:
            return multiply(body.args[0], self.total(x, body.args[1]))
        if body.op == "ite":
            condition, a, b = body.args
            if x not in condition.free:
                return ite(condition, self.total(x, a), self.total(x, b))
            if a is ZERO:
                condition, a, b = negate(condition), b, a
            if b is ZERO:
                parts = conjuncts(condition)
                for part in parts:
                    bound = _definition(x, part)
                    if bound is not None:
                        return substitute(body, {x: bound})
                free = [part for part in parts if x not in part.free]
                if free:
                    rest = both(*(part for part in parts if x in part.free))
                    return ite(both(*free), self.total(x, ite(rest, a, b)), ZERO)
            else:
                return add(self.total(x, ite(condition, a, ZERO)), self.total(x, ite(negate(condition), b, ZERO)))
        fold, args = self._fold("sum", x, TRUE, body)
        return symbol(INT, fold.name, args)

    def extreme(self, kind: Literal["least", "greatest"], x: Term, condition: Term, body: Term) -> Term:
        """The least or greatest of a term over all x that satisfy a condition; any number where none does."""
        if x not in body.free:
            return body
        fold, args = self._fold(kind, x, condition, body)
        return symbol(INT, fold.name, args)

    def no_greater(self, a: Term, b: Term) -> Term:
        """Whether a number is not more than another. That no more than one member has something is said without a sum:
        no two have it."""
        if b is ONE and a.op == "ite":
            return ite(a.args[0], self.no_greater(a.args[1], b), self.no_greater(a.args[2], b))
        fold = self.by_name.get(str(a.value)) if b is ONE and a.op == "symbol" else None
        if fold is None or fold.kind != "sum" or fold.body.op != "ite" or fold.body.args[1:] != (ONE, ZERO):
            return less_equal(a, b)
        x, y = (self.fresh(fold.variable.sort) for _ in range(2))
        one, two = (fold.of(a.args, v)[1].args[0] for v in (x, y))
        return negate(self.some(x, both(one, self.some(y, both(two, negate(equal(x, y)))))))

    # --- names ------------------------------------------------------------------------------------------------------

    def _fold(self, kind: Kind, x: Term, condition: Term, body: Term) -> tuple[Fold, tuple[Term, ...]]:
        """The fold of that form, and its arguments: the largest parts without x."""
        args: dict[Term, Term] = {}
        shape: dict[Term, Term] = {}

        def walk(t: Term) -> Term:
            if t is x:
                return shape.setdefault(t, variable(x.sort, "x"))
            rebuilt = shape.get(t)
            if rebuilt is None:
                if x not in t.free:
                    if t.constant:
                        return t
                    if t not in args:
                        args[t] = variable(t.sort, f"p{len(args)}")
                    return args[t]
                rebuilt = shape[t] = rebuild(t, tuple([walk(a) for a in t.args]))
            return rebuilt

        formed = walk(condition), walk(body)
        key = (kind, x.sort, *formed, *(p.sort for p in args.values()))
        fold = self._known.get(key)
        if fold is None:
            bound = variable(x.sort, "x")
            passes = TRUE if kind in ("some", "sum") else self.some(bound, formed[0])
            name = f"{kind} {len(self._known)}"
            fold = Fold(name, kind, tuple(args.values()), bound, *formed, passes)
            self._known[key] = self.by_name[name] = fold
        return fold, tuple(args)


def _definition(x: Term, part: Term) -> Term | None:
    """The term that x is, where a condition says so."""
    if part.op == "equal":
        for one, other in (part.args, part.args[::-1]):
            if one is x and x not in other.free:
                return other
    return None


Sum = tuple[Fold, Term]
"""A sum, and its application."""


def lemma(more: tuple[Sum, ...], fewer: tuple[Sum, ...], others: tuple[Term, ...] = ()) -> Term:
    """One instance of the lemma about sums, which does all counting.

    Let D be some sums over one sort less others, and d(x) what x adds to D: what it adds to the first, less what it
    adds to the others. Of any finite set N of terms, and a w that nothing else speaks of: either w is not in N and
    d(w) > 0, or D is at most the sum of d(n) over the distinct n in N. Proof: if no member outside N has d above 0,
    then D is the sum of d over N and over the rest, which is not positive. Nothing is said of how many members there
    are. One sum is bounded by it; one less another, they are compared; two less one, it says that parts are no more
    than the whole. N is what the sums `more` and `fewer` speak of, and the others; w what a function gives for all that
    they are about, since there is one for each of them."""
    every = (*more, *fewer)
    x = every[0][0].variable

    def adds(sums: tuple[Sum, ...], who: Term) -> Term:
        return add(ZERO, *(fold.of(app.args, who)[1] for fold, app in sums))

    given_to = (*(arg for _, app in every for arg in app.args), *others)
    parts = [*given_to, *subterms([fold.of(app.args, x)[1] for fold, app in every])]
    terms = list(dict.fromkeys(t for t in parts if t.sort == x.sort and x not in t.free))
    one, other = (" and ".join(fold.name for fold, _ in sums) or "nothing" for sums in (more, fewer))
    about = f"other of {one} {'and' if len(every) <= 2 else 'against'} {other}"
    w = symbol(x.sort, f"{about} beside {len(others)}" if others else about, given_to)
    exceeds = both(*(negate(equal(w, t)) for t in terms), less(adds(fewer, w), adds(more, w)))
    total = add(
        ZERO,
        *(
            ite(both(TRUE, *(negate(equal(t, u)) for u in terms[:i])), subtract(adds(more, t), adds(fewer, t)), ZERO)
            for i, t in enumerate(terms)
        ),
    )
    difference = subtract(add(ZERO, *(app for _, app in more)), add(ZERO, *(app for _, app in fewer)))
    return either(exceeds, less_equal(difference, total))
