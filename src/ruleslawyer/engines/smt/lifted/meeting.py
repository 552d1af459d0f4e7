"""Whether a scope can meet what is assumed of members: a few members that do are looked for, and else what excludes
itself for any number. What neither shows is not known, and then nothing rests on an assumption.

Sets without end would do as well for the questions of a proof, and no scope has such.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from time import thread_time

import z3

from ruleslawyer.engines.smt.lifted.question import Solver
from ruleslawyer.engines.smt.lifted.verdict import told_sizes
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.names import NUMBER, part_of
from ruleslawyer.lifted.relation import Relation
from ruleslawyer.lifted.terms import BOOL, FALSE, TRUE, Term, both, member, substitute, subterms, symbol
from ruleslawyer.lifted.world import Law, seats

MOST, SECONDS, AT_ONCE = 8, 5.0, 1.0
"""Members of each sort, at most, that are looked for; seconds for all of them; seconds for what excludes itself."""


class Meeting:
    """The assumptions of one ruleset with so many players (None: any number), and whether a scope can meet them."""

    def __init__(self, system: System, players: int | None) -> None:
        self.system, self.players = system, players

    @cached_property
    def is_met(self) -> bool:
        """Whether some few members meet all of it, at least one of each sort."""
        if not self.system.assumptions:
            return True
        end = thread_time() + SECONDS
        return any(thread_time() < end and self._is_met_by(sizes) for sizes in self._sizes())

    @cached_property
    def never(self) -> tuple[str, ...]:
        """The assumptions that no scope can meet together, none of them for nothing; empty where that is not shown."""
        names = tuple(self.system.assumptions)
        if self.is_met or not self._excludes_itself(names):
            return ()
        for name in names:
            left = tuple(one for one in names if one != name)
            names = left if self._excludes_itself(left) else names
        return names

    def _sizes(self) -> Iterator[Mapping[str, int]]:
        """Numbers of members of each sort, the fewest first."""
        sorts, fixed = told_sizes(self.system, self.players)
        every = product(range(1, MOST + 1), repeat=len(sorts))
        for some in sorted(every, key=lambda some: (max(some, default=0), sum(some))):
            yield {**dict(fixed), **dict(zip(sorts, some, strict=True))}

    def _is_met_by(self, sizes: Mapping[str, int]) -> bool:
        """Whether so many members meet it. Where something is said by a symbol that is not printed on members, a model
        would not show it."""
        relation, laws = self._laws(sizes, tuple(self.system.assumptions))
        if relation.left_out:
            return False
        said = both(*(one for law in laws for one in _each(law, relation.world.sizes)))
        printed = {f"{sort.name}.{a.name}" for sort in self.system.sorts.values() for a in sort.attributes}
        symbols = (str(one.value) for one in subterms([said]) if one.op == "symbol")
        if not all(name.startswith(NUMBER) or part_of(name)[1] in printed for name in symbols):
            return False
        translation = Solver(relation.world).translation
        solver = z3.SimpleSolver(translation.context)
        solver.set("timeout", int(AT_ONCE * 1000))
        translation.put(solver, said)
        return bool(solver.check() == z3.sat)

    def _excludes_itself(self, names: tuple[str, ...]) -> bool:
        relation, laws = self._laws(seats(self.system, self.players), names)
        somebody = (substitute(matrix, {v: symbol(v.sort, f"some {v.sort}") for v in of}) for of, matrix in laws)
        return Solver(relation.world).ask(both(*somebody), (), laws, AT_ONCE).answer == "unsat"

    def _laws(self, sizes: Mapping[str, int], names: tuple[str, ...]) -> tuple[Relation, list[Law]]:
        """The laws of some assumptions, and what types promise of all of which they speak."""
        relation = Relation(self.system, sizes, {}, lambda _: False)
        found = [law for name, laws in relation.assumption_laws.items() if name in names for law in laws]
        return relation, found + relation.world.laws


def _each(law: Law, sizes: Mapping[str, int]) -> Iterator[Term]:
    """A law of each choice of members of sorts that have a size."""
    variables, matrix = law
    every = ((FALSE, TRUE) if v.sort == BOOL else [member(v.sort, k) for k in range(sizes[v.sort])] for v in variables)
    for members in product(*every):
        yield substitute(matrix, dict(zip(variables, members, strict=True)))
