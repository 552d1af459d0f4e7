"""The lemma about sums, which does all counting.

Let D be some sums over one sort less others, and d(x) what x adds to D: what it adds to the first, less what it adds
to the others. Of any finite set N of terms, and a w that nothing else speaks of: either w is not in N and d(w) > 0, or
D is at most the sum of d(n) over the distinct n in N. Proof: if no member outside N has d above 0, then D is the sum of
d over N and over the rest, which is not positive. Nothing is said of how many members there are. One sum is bounded by
it; one less another, they are compared; two less one, it says that parts are no more than the whole.
"""

from __future__ import annotations

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


def lemma(more: tuple[Sum, ...], fewer: tuple[Sum, ...], others: tuple[Term, ...] = ()) -> Term:
    """One instance, of the sums `more` less the sums `fewer`. N is what they speak of, and the others; w what a
    function gives for all that they are about, since there is one for each of them."""
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
