"""The hypotheses on which a question may rest by its symbols: search, of which nothing is believed.

What is wanted speaks of symbols that a rule made on its way, such as what a field holds after a loop. Each is defined
by laws, which speak of symbols made before; so back to the state before the rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ruleslawyer.lifted.folds import Fold
from ruleslawyer.lifted.loops import ARGUMENT
from ruleslawyer.lifted.terms import BOOL, INT, Term, subterms
from ruleslawyer.lifted.values import QUESTION, WITNESS
from ruleslawyer.lifted.world import Law

MADE = "!"
"""The sign in the name of a symbol that was made for a rule or a statement (`Folds.name`)."""


@dataclass(frozen=True, slots=True)
class Distance:
    """deep: how many functions of members may be applied upon one another. opaque: of a `some` that is neither wanted
    nor known it is not asked who it is."""

    deep: int
    opaque: bool


class NearTerms:
    """Terms that are near enough to others. sizes: of the sorts whose members are constants."""

    def __init__(self, distance: Distance, sizes: Mapping[str, int], about: Sequence[Term]) -> None:
        self._distance, self._sizes = distance, sizes
        self._own = {str(t.value) for t in subterms(about) if t.op == "symbol"}
        self._first = {f"{WITNESS}{t.value}" for t in subterms(about[:1]) if t.op == "symbol"}
        self._depths: dict[Term, int] = {}

    def is_near(self, member: Term) -> bool:
        return self._depth(member) <= self._distance.deep

    def speaks_of(self, fold: str) -> bool:
        return not self._distance.opaque or fold in self._own

    def _depth(self, term: Term) -> int:
        """A witness of the first of the terms is as near as its arguments."""
        if term.op == "ite":
            return max(map(self._depth, term.args[1:]))
        if term.op != "symbol" or term.value in self._first:
            return 0
        if term not in self._depths:
            of = [a for a in term.args if a.sort not in (BOOL, INT) and a.sort not in self._sizes]
            self._depths[term] = 1 + max(map(self._depth, of)) if of else 0
        return self._depths[term]


class Relevance:
    """The bearing of laws on questions about one world. folds: by name; sorts: what is printed on members of
    these bears on all."""

    def __init__(self, folds: Mapping[str, Fold], sorts: Iterable[str]) -> None:
        self._folds = folds
        self._open = (ARGUMENT, QUESTION, *(f"{sort}." for sort in sorts))
        self._names: dict[Term, frozenset[str]] = {}

    def cone(
        self, wanted: Term, facts: Sequence[Term], made: Sequence[Law], others: Sequence[Law], *, whole: bool
    ) -> tuple[list[Term], list[Law]]:
        """The laws that define what is wanted, back to the state before, and what holds of what these speak of. made:
        the laws of symbols that a rule made, in the order in which they were. whole: else none that defines anything,
        since a rule may leave what is wanted as it was, whatever else it makes."""
        first: dict[str, int] = {}
        defines: dict[str, list[int]] = {}
        for i, law in enumerate(made):
            names = [name for name in self._names_in(law[1]) if MADE in name]
            last = max((first.setdefault(name, i) for name in names), default=i)
            for name in names if whole else ():
                if first[name] == last:
                    defines.setdefault(name, []).append(i)
        found, seen, waiting = set[int](), set[str](), list(self._names_in(wanted))
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                new = [i for i in defines.get(name, ()) if i not in found]
                found.update(new)
                waiting += [other for i in new for other in self._names_in(made[i][1])]
        near = [f for f in facts if all(n in seen or n.startswith(self._open) for n in self._names_in(f))]
        return near, [*(made[i] for i in sorted(found)), *(law for law in others if self._names_in(law[1]) <= seen)]

    def _names_in(self, term: Term) -> frozenset[str]:
        """The symbols of a term, and in the place of a fold those of what it is of."""
        found = self._names.get(term)
        if found is None:
            symbols = {str(t.value).removeprefix(WITNESS) for t in subterms([term]) if t.op == "symbol"}
            folds = [self._folds[name] for name in symbols if name in self._folds]
            parts = (self._names_in(part) for fold in folds for part in (fold.condition, fold.body))
            found = self._names[term] = frozenset(symbols - self._folds.keys()).union(*parts)
        return found
