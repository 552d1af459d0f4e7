"""Spacer (Komuravelli, Gurfinkel, Chaki 2014) on the relation as Horn clauses: property-directed reachability, which
began with IC3 (Bradley 2011). An invariant that it finds is a lemma like any other."""

from __future__ import annotations

from threading import Timer
from time import monotonic

import z3

from ruleslawyer.engines.smt.encoding.encode import symbols_of
from ruleslawyer.engines.smt.encoding.relation import Relation
from ruleslawyer.engines.smt.invariants.derive import Lemma
from ruleslawyer.engines.smt.statements.goals import Goal
from ruleslawyer.lifted.scoped.nodes import FALSE, Node


class Horn:
    """The relation as rules over one predicate: the reachable states, with the rigid symbols that they speak of."""

    def __init__(self, relation: Relation, goal: Goal, lemmas: list[Lemma]) -> None:
        self.relation, self.encoder, self.goal = relation, relation.encoder, goal
        scoped = relation.scoped
        self.leaves = [leaf.node for leaf in scoped.layout.leaves if leaf.node.op != "constant"]
        used: dict[Node, None] = {}
        for instance in (*relation.initial, *relation.steps):
            roots = [instance.edge, *(n for _, n in instance.next)]
            used.update(dict.fromkeys(n for n in symbols_of(roots) if n.op == "rigid"))
        for bad in goal.bads:
            used.update(dict.fromkeys(n for n in symbols_of([bad.node]) if n.op == "rigid"))
        self.rigids = list(used)
        self.arguments = [v for n in (*self.leaves, *self.rigids) for v in self.encoder.variables(n, None)]
        context = self.encoder.context
        self.reach: z3.FuncDeclRef = z3.Function("reach", *(v.sort() for v in self.arguments), z3.BoolSort(context))
        self.known = [self.encoder.encode(lemma.node) for lemma in lemmas]
        self.kinds = relation.background([*self.leaves, *self.rigids])
        self.engine: z3.Fixedpoint = z3.Fixedpoint(ctx=context)
        self.engine.set(engine="spacer")
        self.engine.set("spacer.random_seed", relation.seed)
        self.engine.set("xform.slice", False)
        self.engine.set("xform.inline_linear", False)
        self.engine.set("xform.inline_eager", False)
        self.engine.register_relation(self.reach)

    def solve(self, deadline: float) -> tuple[str, z3.BoolRef | None]:
        """`unsat` with the invariant that Spacer found (over the encoder's constants), or `sat` or `unknown`."""
        engine, encode, relation = self.engine, self.encoder.encode, self.relation
        here = self.reach(*self.arguments)
        declared = {v.get_id(): v for v in self.arguments}
        bodies: list[tuple[z3.BoolRef, list[z3.BoolRef]]] = []
        for instance in relation.initial:
            if instance.edge is not FALSE:
                head = self._image(instance.next)
                bodies.append((head, [*relation.background([instance.edge]), encode(instance.edge)]))
        for instance in relation.steps:
            if instance.edge is not FALSE:
                bodies.append(
                    (
                        self._image(instance.next),
                        [here, *self.known, *relation.background([instance.edge]), encode(instance.edge)],
                    )
                )
        bads = [b.node for b in self.goal.bads if b.initial is None and b.node is not FALSE]
        found = z3.Function("found!", z3.BoolSort(engine.ctx))
        engine.register_relation(found)
        query = found()
        for bad in bads:
            bodies.append((query, [here, *self.known, *relation.background([bad]), encode(bad)]))
        for head, body in bodies:
            free = {c.get_id(): c for part in (head, *body) for c in _constants(part)}
            free.update(declared)
            free.pop(query.get_id(), None)
            variables = list(free.values())
            engine.rule(z3.ForAll(variables, z3.Implies(z3.And(*body, *self.kinds), head)))
        left = min(deadline - monotonic(), relation.query)
        if left <= 0:
            return "unknown", None
        alarm = Timer(left, engine.ctx.interrupt)  # its own timeout is not kept while it prepares the rules
        alarm.start()
        try:
            answer = str(engine.query(query))
        except z3.Z3Exception:
            return "unknown", None
        finally:
            alarm.cancel()
            alarm.join()
        if answer != "unsat":
            return answer, None
        return "unsat", self._invariant(engine.get_answer())

    def _image(self, next_: tuple[tuple[int, Node], ...]) -> z3.BoolRef:
        leaves = self.relation.scoped.layout.leaves
        put = {leaves[i].node: node for i, node in next_}
        found: list[z3.ExprRef] = []
        for leaf in self.leaves:
            node = put.get(leaf)
            found += self.encoder.variables(leaf, None) if node is None else self.encoder.images(leaf, node, None)
        for rigid in self.rigids:
            found += self.encoder.variables(rigid, None)
        return self.reach(*found)

    def _invariant(self, answer: z3.ExprRef) -> z3.BoolRef | None:
        """Spacer's definition of the reachable states, over the encoder's own constants; None where none is found."""
        for part in _conjuncts(answer):
            if z3.is_quantifier(part):
                body = part.body()
                if z3.is_eq(body) and z3.is_app(body.arg(0)) and body.arg(0).decl().eq(self.reach):
                    names = [body.arg(0).arg(i) for i in range(body.arg(0).num_args())]
                    by_index = {z3.get_var_index(n): a for n, a in zip(names, self.arguments, strict=True)}
                    inside = [by_index[i] for i in range(len(by_index))]
                    return z3.substitute_vars(body.arg(1), *inside)
        return None


def _conjuncts(term: z3.ExprRef) -> list[z3.ExprRef]:
    return [c for a in term.children() for c in _conjuncts(a)] if z3.is_and(term) else [term]


def _constants(term: z3.ExprRef) -> list[z3.ExprRef]:
    """The uninterpreted constants of a term."""
    found, seen, stack = [], set(), [term]
    while stack:
        node = stack.pop()
        if node.get_id() in seen:
            continue
        seen.add(node.get_id())
        if z3.is_const(node) and node.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found.append(node)
        stack.extend(node.children())
    return found
