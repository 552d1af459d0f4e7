"""The lemma about sums, which does all counting.

Of two sums A of f and B of g over one sort, any finite set N of terms, and a w that nothing else speaks of: either w is
not in N and f(w) > g(w), or A - B is at most the sum of f(n) - g(n) over the distinct n in N. Proof: if no member
outside N has f above g, then A - B is the sum of f - g over N and of f - g over the rest, which is not positive.
Nothing is said of how many members there are. With g = 0, or f = 0, it bounds one sum.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from ruleslawyer.lifted.folds import Fold
from ruleslawyer.lifted.terms import (
    TRUE,
    ZERO,
    Term,
    add,
    both,
    either,
    equal,
    ite,
    less,
    less_equal,
    negate,
    subterms,
    subtract,
    symbol,
)

Sum = tuple[Fold, Term]
"""A sum, and its application."""


class Sums:
    """The instances of the lemma, each made once."""

    def __init__(self) -> None:
        self._known: dict[tuple[Term | None, Term | None, tuple[Term, ...]], Term] = {}
        self.of: dict[Term, tuple[Sum | None, Sum | None, tuple[Term, ...]]] = {}
        """The sums that each is about, and who else."""
        self._symbols: dict[str, frozenset[str]] = {}

    def bounds(self, sums: Sequence[Sum]) -> Iterator[Term]:
        """The terms that each sum is bounded from both sides."""
        for one in sums:
            yield self._lemma(one, None)
            yield self._lemma(None, one)

    def comparisons(self, sums: Sequence[Sum], some: Collection[Sum], others: tuple[Term, ...] = ()) -> Iterator[Term]:
        """The terms that of two over one sort, one among some, none exceeds the other; first those that speak of the
        same things, as a sum does before and after a rule. others: those of whom neither speaks."""
        pairs = [
            (a, b) for i, a in enumerate(sums) for b in sums[i + 1 :]
            if a[0].variable.sort == b[0].variable.sort and (a in some or b in some)
        ]  # fmt: skip
        for one, other in sorted(pairs, key=lambda pair: len(self._speaks(pair[0][0]) ^ self._speaks(pair[1][0]))):
            yield self._lemma(one, other, others)
            yield self._lemma(other, one, others)

    def beside(self, sums: Sequence[Sum], terms: Mapping[str, Iterable[Term]]) -> Iterator[Term]:
        """The terms that each sum is bounded, with somebody of whom it does not speak."""
        for one in sums:
            for term in terms.get(one[0].variable.sort, ()):
                yield self._lemma(one, None, (term,))
                yield self._lemma(None, one, (term,))

    def _speaks(self, fold: Fold) -> frozenset[str]:
        if fold.name not in self._symbols:
            self._symbols[fold.name] = frozenset(
                repr(t) for t in subterms([fold.body]) if t.op in ("symbol", "constant")
            )
        return self._symbols[fold.name]

    def _lemma(self, a: Sum | None, b: Sum | None, others: tuple[Term, ...] = ()) -> Term:
        key = a and a[1], b and b[1], others
        if key not in self._known:
            found = self._known[key] = lemma(a, b, others)
            self.of.setdefault(found, (a, b, others))
        return self._known[key]


def lemma(a: Sum | None, b: Sum | None, others: tuple[Term, ...] = ()) -> Term:
    """One instance. N is what the sums speak of, and the others; w what a function gives for all that they are about,
    since there is one for each of them."""
    given = a or b
    assert given is not None
    sort = given[0].variable.sort

    def body(one: Sum | None, x: Term) -> Term:
        return ZERO if one is None else one[0].of(one[1].args, x)[1]

    x = given[0].variable
    bodies = [body(one, x) for one in (a, b)]
    given_to = (*(arg for one in (a, b) if one for arg in one[1].args), *others)
    parts = [*given_to, *subterms(bodies)]
    terms = list(dict.fromkeys(t for t in parts if t.sort == sort and x not in t.free))
    about = f"other of {a[0].name if a else 'nothing'} and {b[0].name if b else 'nothing'}"
    w = symbol(sort, f"{about} beside {len(others)}" if others else about, given_to)
    exceeds = both(*(negate(equal(w, t)) for t in terms), less(body(b, w), body(a, w)))
    total = add(
        ZERO,
        *(
            ite(both(TRUE, *(negate(equal(t, u)) for u in terms[:i])), subtract(body(a, t), body(b, t)), ZERO)
            for i, t in enumerate(terms)
        ),
    )
    difference = subtract(a[1] if a else ZERO, b[1] if b else ZERO)
    return either(exceeds, less_equal(difference, total))
