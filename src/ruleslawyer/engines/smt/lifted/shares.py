"""The instances of the lemma about sums that a search tries: who may have a share, and which sums are held together.

Each way is tried where those before it leave a model in which a sum is not what its members add up to: bounds of one
sum, one against another, one with somebody of whom it does not speak, one with two of these, two as parts of a third.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from ruleslawyer.lifted.folds import Fold, Sum, lemma
from ruleslawyer.lifted.terms import Term, subterms

FEW = 6
"""Sums that are compared in threes though the wanted question speaks of none: a guard counts, and what is known."""
Side = tuple[Sum, ...]
"""Sums that are added up."""
MOST_TIMES = 4
"""A sum that the question multiplies by no more than this is compared as often with others."""


@dataclass(frozen=True, slots=True)
class Parts:
    """members: the terms of open sorts in a term; symbols: what is applied there."""

    members: tuple[Term, ...]
    symbols: tuple[Term, ...]


class SumLemmas:
    """The instances, each made once. folds: by name; parts_of: the parts of a term."""

    def __init__(self, folds: Mapping[str, Fold], parts_of: Callable[[Term], Parts]) -> None:
        self._folds, self._parts_of = folds, parts_of
        self._known: dict[tuple[tuple[Term, ...], ...], Term] = {}
        self.of: dict[Term, tuple[Side, Side, tuple[Term, ...]]] = {}
        """The sums that each is about, those that are added and those that are taken away, and who else."""
        self._symbols: dict[str, frozenset[str]] = {}
        self._times: dict[Term, int] = {}

    def ways(
        self, wanted: Term, sums: Sequence[Sum], off: Sequence[Sum], terms: Mapping[str, Mapping[Term, None]], *,
        wide: bool,
    ) -> Iterator[Iterable[Term]]:  # fmt: skip
        """The instances that may be wrong in a model, one way after the other. sums: those that are known; off: of
        these, those that are not what their members add up to. terms: who is known, by sort; those come in of whom the
        wanted question speaks, and where it is wide all the others after them."""
        self._times = {t.args[1]: times for t in subterms([wanted]) if 1 < (times := _times(t)) <= MOST_TIMES}
        yield self.bounds(off)
        yield self.comparisons(sums, off)
        if not off:
            return
        asked, apps = self._asked_about(wanted, terms)
        named = [one for one in sums if one[1] in apps] or (sums if len(sums) <= FEW else [])
        for some, of in ((asked, named), (terms, sums)) if wide else ((asked, named),):
            yield self.beside(off, some)
            yield self.beside(off, some, 2)
            yield self.parts(of, off)
            for one in (one for sort in {fold.variable.sort for fold, _ in off} for one in tuple(some.get(sort, ()))):
                yield chain(self.comparisons(sums, off, (one,)), self.parts(of, off, (one,)))
            if wide:
                yield self._compared_beside(wanted, sums, terms)

    def _asked_about(
        self, wanted: Term, known: Mapping[str, Mapping[Term, None]]
    ) -> tuple[dict[str, dict[Term, None]], set[Term]]:
        """The terms of open sorts that are known and the symbols of the wanted question: of what it says, and of
        whoever has what it says that somebody has."""
        symbols, waiting = set[Term](), [wanted]
        terms: dict[str, dict[Term, None]] = {}
        while waiting:
            parts = self._parts_of(waiting.pop())
            for one in parts.members:
                if one in known.get(one.sort, ()):
                    terms.setdefault(one.sort, {})[one] = None
            for app in parts.symbols:
                fold = self._folds.get(str(app.value))
                if app not in symbols and fold is not None and fold.kind != "sum":
                    waiting.append(fold.about(app.args))
                symbols.add(app)
        return terms, symbols

    def _compared_beside(
        self, wanted: Term, sums: Sequence[Sum], terms: Mapping[str, Mapping[Term, None]]
    ) -> Iterator[Term]:
        """The terms that of two sums which the question compares none exceeds the other, with somebody of whom neither
        speaks: what a loop leaves has a name, which speaks of nobody."""
        of = {app: (fold, app) for fold, app in sums}
        for part in subterms([wanted]):
            pair = [of[t] for t in subterms([part]) if t in of] if part.op in ("less_equal", "equal") else []
            if len(pair) == 2:
                for term in tuple(terms.get(pair[0][0].variable.sort, ())):
                    yield from self.comparisons(pair, pair, (term,))

    def bounds(self, sums: Sequence[Sum], others: tuple[Term, ...] = ()) -> Iterator[Term]:
        """The terms that each sum is bounded from both sides. others: those of whom it does not speak."""
        for one in sums:
            yield self._lemma((one,), (), others)
            yield self._lemma((), (one,), others)

    def comparisons(self, sums: Sequence[Sum], some: Collection[Sum], others: tuple[Term, ...] = ()) -> Iterator[Term]:
        """The terms that of two over one sort, one among some, none exceeds the other, nor as many times the other as
        the question multiplies it; first those that speak of the same things, as a sum does before and after a rule.
        others: those of whom neither speaks."""
        pairs = [
            (a, b) for i, a in enumerate(sums) for b in sums[i + 1 :]
            if a[0].variable.sort == b[0].variable.sort and (a in some or b in some)
        ]  # fmt: skip
        for one, other in sorted(pairs, key=lambda pair: len(self._speaks(pair[0][0]) ^ self._speaks(pair[1][0]))):
            yield self._lemma((one,), (other,), others)
            yield self._lemma((other,), (one,), others)
            some_of, others_of = ((each,) * self._times.get(each[1], 1) for each in (one, other))
            if len(some_of) + len(others_of) > 2:
                yield self._lemma(some_of, others_of, others)
                yield self._lemma(others_of, some_of, others)

    def beside(self, sums: Sequence[Sum], terms: Mapping[str, Iterable[Term]], together: int = 1) -> Iterator[Term]:
        """The terms that each sum is bounded, with so many together of whom it does not speak."""
        for one in sums:
            for some in combinations(terms.get(one[0].variable.sort, ()), together):
                yield from self.bounds([one], some)

    def parts(self, sums: Sequence[Sum], some: Collection[Sum], others: tuple[Term, ...] = ()) -> Iterator[Term]:
        """The terms that two sums over a sort, parts of a third, are together no more than that, and no less; first
        those of which the third speaks of nothing else. One of the three is among some. others: those of whom none
        speaks."""
        for whole in sums:
            beside = [one for one in sums if one[0].variable.sort == whole[0].variable.sort and one != whole]
            pairs = [pair for pair in combinations(beside, 2) if whole in some or pair[0] in some or pair[1] in some]
            for pair in sorted(pairs, key=lambda pair: len(self._speaks(whole[0]) - self._speaks(pair[0][0]))):
                yield self._lemma(pair, (whole,), others)
                yield self._lemma((whole,), pair, others)

    def _speaks(self, fold: Fold) -> frozenset[str]:
        if fold.name not in self._symbols:
            self._symbols[fold.name] = frozenset(
                repr(t) for t in subterms([fold.body]) if t.op in ("symbol", "constant")
            )
        return self._symbols[fold.name]

    def _lemma(self, more: Side, fewer: Side, others: tuple[Term, ...] = ()) -> Term:
        key = *(tuple(app for _, app in side) for side in (more, fewer)), others
        if key not in self._known:
            found = self._known[key] = lemma(more, fewer, others)
            self.of.setdefault(found, (more, fewer, others))
        return self._known[key]


def _times(term: Term) -> int:
    """By how much a term multiplies another one, whatever the sign; 1 where it does not."""
    is_product = term.op == "multiply" and term.args[0].op == "constant"
    return abs(int(term.args[0].value or 0)) if is_product else 1
