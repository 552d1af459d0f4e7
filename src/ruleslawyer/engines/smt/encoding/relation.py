"""The transition relation for the solver: what a lemma means after each instance, and questions to z3 about it.

After an instance, a lemma is the lemma with each changed leaf replaced by its next value: no primed state and no
frame conditions. A lemma none of whose leaves an instance changes needs no question. Where many lemmas are asked about
at once there is a next state after all (`move`): each lemma is said of it once, whatever the instance.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from time import monotonic
from typing import Literal

import z3

from ruleslawyer.engines.smt.encoding.encode import Encoder, symbols_of
from ruleslawyer.engines.smt.encoding.smtlib import is_linear
from ruleslawyer.engines.smt.encoding.terms import all_of, implies
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.nodes import TRUE, Node, substitute
from ruleslawyer.lifted.scoped.relation import Instance

Answer = Literal["unsat", "sat", "unknown"]
NEXT = 1
"""The time of the state after a sub-step, where that is a state of its own."""


def fresh_solver(timeout: float, context: z3.Context, seed: int = 0, logic: str | None = None) -> z3.Solver:
    solver = z3.Solver(ctx=context) if logic is None else z3.SolverFor(logic, ctx=context)
    solver.set("random_seed", seed)
    solver.set("timeout", max(1, int(timeout * 1000)))
    return solver


class Relation:
    """A scope's rules, seen by the solver. `seed` is z3's, `query` the most seconds for one question; `given` holds
    besides the scope's own assumptions, of rigid symbols; `encoder`: over integers, unless it is given."""

    def __init__(
        self,
        scoped: Scoped,
        *,
        seed: int = 0,
        query: float = math.inf,
        given: tuple[Node, ...] = (),
        encoder: Encoder | None = None,
    ) -> None:
        self.scoped, self.encoder = scoped, encoder or Encoder()
        self.seed, self.query, self.given = seed, query, given
        self.assumptions = (*scoped.assumptions, *given)
        self.steps: Sequence[Instance] = scoped.steps
        self.initial: Sequence[Instance] = scoped.initial
        leaves = scoped.layout.leaves
        self._put = {id(i): {leaves[k].node: v for k, v in i.next} for i in (*self.steps, *self.initial)}
        self._support: dict[Node, frozenset[Node]] = {}
        self._after: dict[int, dict[Node, Node]] = {instance: {} for instance in self._put}
        self._symbols: dict[Node, tuple[Node, ...]] = {}
        self._marks: dict[Node, tuple[z3.BoolRef, z3.BoolRef]] = {}
        self._moves: dict[int, z3.BoolRef] = {}

    @cached_property
    def logic(self) -> str | None:
        """The logic of its questions, where z3 has a solver of its own for it; benchmarks/encodings.py compares."""
        values = [n for i in (*self.initial, *self.steps) for n in (i.edge, *(v for _, v in i.next))]
        return self.encoder.logic if is_linear([*values, *self.assumptions]) else None

    def support(self, lemma: Node) -> frozenset[Node]:
        """The leaves that a lemma speaks of."""
        found = self._support.get(lemma)
        if found is None:
            found = frozenset(n for n in self.symbols(lemma) if n.op == "leaf")
            self._support[lemma] = found
        return found

    def touches(self, instance: Instance, lemma: Node) -> bool:
        changed = self._put[id(instance)]
        return any(leaf in changed for leaf in self.support(lemma))

    def after(self, lemma: Node, instance: Instance) -> Node:
        """The lemma in the state after an instance, as a node over the state before it."""
        return self.all_after([lemma], instance)[0]

    def all_after(self, lemmas: Sequence[Node], instance: Instance) -> list[Node]:
        """The same of several lemmas at once."""
        known = self._after[id(instance)]
        new = [n for n in lemmas if n not in known and self.touches(instance, n)]
        known.update(zip(new, substitute(new, self._put[id(instance)]), strict=True))
        return [known.get(n, n) for n in lemmas]

    def symbols(self, root: Node) -> tuple[Node, ...]:
        """The symbols below a node."""
        found = self._symbols.get(root)
        if found is None:
            found = self._symbols[root] = tuple(symbols_of([root]))
        return found

    def switch_for(self, lemma: Node) -> tuple[z3.BoolRef, z3.BoolRef]:
        """A Boolean that switches a lemma on, and that it does."""
        found = self._marks.get(lemma)
        if found is None:
            mark = self.encoder.flag(f"lemma!{len(self._marks)}")
            found = self._marks[lemma] = (mark, implies(mark, self.encoder.encode(lemma)))
        return found

    def move(self, instance: Instance) -> z3.BoolRef:
        """The condition that an instance leads from the state to the next one, which is that at time `NEXT`."""
        found = self._moves.get(id(instance))
        if found is None:
            encoder, put = self.encoder, self._put[id(instance)]
            parts = [encoder.encode(instance.edge)]
            for leaf in (leaf.node for leaf in self.scoped.layout.leaves):
                images = encoder.images(leaf, put.get(leaf, leaf), None)
                parts += [a == b for a, b in zip(encoder.variables(leaf, NEXT), images, strict=True)]
            found = self._moves[id(instance)] = all_of(parts, encoder.context)
        return found

    def background(self, roots: Iterable[Node]) -> list[z3.BoolRef]:
        """The background of some nodes: facts about the symbols below them by their kind, and the assumptions about the
        rigid ones."""
        assumptions = [a for a in self.assumptions if a is not TRUE]
        below = dict.fromkeys(n for root in (*roots, *assumptions) for n in self.symbols(root))
        found = [c for n in below for c in self.encoder.one_member(n, None)]
        return found + [self.encoder.encode(a) for a in assumptions]


class Asker:
    """One solver for many questions about a single state and what follows it; lemmas are switched on by marks.

    Terms go to the solver by z3's C interface: its Python one compares the kinds of thousands of arguments each time.
    """

    def __init__(self, relation: Relation, logic: str | None = None) -> None:
        """`logic`: of z3's solver; it is quicker, and finds other states than that for all of them."""
        self.relation = relation
        self.solver = fresh_solver(60.0, relation.encoder.context, relation.seed, logic)
        self._context = self.solver.ctx.ref()
        self._lemmas: dict[int, Node] = {}
        self._asserted: set[Node] = set()
        rigid = (*(leaf.node for leaf in relation.scoped.layout.leaves), *relation.scoped.rigids.values())
        self.add(relation.background(rigid))

    def mark(self, lemma: Node) -> None:
        """Make a lemma one that can be switched on."""
        if lemma not in self._asserted:
            self._asserted.add(lemma)
            mark, implication = self.relation.switch_for(lemma)
            self._lemmas[mark.get_id()] = lemma
            self.add([implication])

    def add(self, terms: Iterable[z3.BoolRef]) -> None:
        """Assert some terms."""
        for term in terms:
            z3.Z3_solver_assert(self._context, self.solver.solver, term.as_ast())

    def open(self, parameters: Iterable[Node], lemmas: Iterable[Node]) -> None:
        """Begin a question that may use these parameters and lemmas."""
        for lemma in lemmas:
            self.mark(lemma)
        self.solver.push()
        for node in parameters:
            self.solver.add(*self.relation.encoder.one_member(node, None))

    def close(self) -> None:
        self.solver.pop()

    def check(self, lemmas: Iterable[Node], deadline: float, *marks: object) -> Answer:
        """The answer with these lemmas, and other marks, switched on."""
        left = min(deadline - monotonic(), self.relation.query)
        if left <= 0:
            return "unknown"
        self.solver.set("timeout", max(1, int(left * 1000)))
        given = [m.as_ast() for m in (*marks, *(self.relation.switch_for(n)[0] for n in lemmas))]
        answer = z3.Z3_solver_check_assumptions(
            self._context, self.solver.solver, len(given), (z3.Ast * len(given))(*given)
        )
        return "unsat" if answer == z3.Z3_L_FALSE else "sat" if answer == z3.Z3_L_TRUE else "unknown"

    def core(self) -> list[Node]:
        """The lemmas that the last `unsat` rests on."""
        return [self._lemmas[m.get_id()] for m in self.solver.unsat_core() if m.get_id() in self._lemmas]
