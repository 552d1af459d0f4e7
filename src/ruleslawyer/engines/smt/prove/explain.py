"""The reason why a property is proved: its invariant in words, and for each rule the clauses without which the proof
falls.

Whether each clause is in the book is left open in rules of their own; that all are is assumed question by question, and
an unsat core says which of that was used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic

from ruleslawyer.base.files.content import Json
from ruleslawyer.engines.smt.certify.certificate import Claim
from ruleslawyer.engines.smt.encoding.relation import Asker, Relation
from ruleslawyer.engines.smt.statements.goals import every_goal, group
from ruleslawyer.engines.smt.statements.words import Words
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.nodes import FALSE, Node, both, either, negate
from ruleslawyer.lifted.scoped.relation import Instance

PROPERTY = "property"
"""The kind of what is no rule: that the invariant implies the property."""


@dataclass(frozen=True, slots=True)
class Resting:
    """The clauses on which a proof rests in one rule: keeping the invariant, or its implying the property.

    needed: the clauses without any one of which the proof falls; shared: those of which others could take the place.
    cites: where the rule itself stands. undecided: the solver was not sure in its time.
    """

    kind: str
    name: str
    cites: tuple[str, ...]
    needed: tuple[str, ...]
    shared: tuple[str, ...]
    undecided: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """An invariant in words, and what it rests on, by the rules that touch it. clauses: where each one stands."""

    property: str
    invariant: tuple[str, ...]
    rules: tuple[Resting, ...]
    clauses: Mapping[str, tuple[str, ...]]

    def json(self) -> Json:
        def with_clauses(names: Iterable[str]) -> list[Json]:
            return [{"clause": name, "cites": list(self.clauses.get(name, ()))} for name in names]

        return {
            "invariant": list(self.invariant),
            "rules": [
                {
                    "kind": r.kind, "name": r.name, "cites": list(r.cites), "needed": with_clauses(r.needed),
                    "shared": with_clauses(r.shared), "undecided": r.undecided,
                }
                for r in self.rules
            ],
        }  # fmt: skip


def explain(
    system: System,
    scope: Scope,
    reading: Mapping[str, str],
    rulings: Collection[str],
    claims: Sequence[Claim],
    timeout: float = 30.0,
) -> list[Explanation]:
    """An explanation of each claim that was proved under these choices; each has so much time."""
    if not claims:
        return []
    scoped = Scoped(system, scope, reading, rulings, switches=True)
    work = _Explaining(scoped)
    cites = {rule.name: rule.cites for rule in system.rules()}
    return [work.explain(claim, cites, monotonic() + timeout) for claim in claims]


class _Explaining:
    def __init__(self, scoped: Scoped) -> None:
        self.scoped, self.relation = scoped, Relation(scoped)
        self.goals = {goal.name: goal for goal in every_goal(scoped)}
        self.words = Words(scoped)
        self.asker = Asker(self.relation)
        switches = scoped.world.switches or {}
        self.switches = {name: self.relation.encoder.symbol(node, None) for name, node in switches.items()}
        self.names = {term.get_id(): name for name, term in self.switches.items()}

    def explain(self, claim: Claim, cites: Mapping[str, tuple[str, ...]], deadline: float) -> Explanation:
        groups: dict[tuple[str, str], list[Instance]] = {}
        for instance in (*self.scoped.initial, *self.scoped.steps):
            groups.setdefault((instance.kind, instance.name), []).append(instance)
        rules = []
        for (kind, name), instances in groups.items():
            questions = [q for i in instances if (q := self._breaks(claim, i)) is not None]
            if questions:
                rule = tuple(dict.fromkeys(c for i in instances for c in i.cites))
                held = () if kind == "initial" else claim.invariant
                rules.append(self._resting(kind, name, rule, questions, held, deadline))
        if claim.k == 1:
            goal = self.goals[claim.goal.name]
            wrong = [either(*(b.node for b in bads)) for bads in group(goal)]
            asked = [w for w in wrong if w is not FALSE]
            if asked:
                rules.append(self._resting(PROPERTY, goal.name, goal.cites, asked, claim.invariant, deadline))
        invariant = tuple(self.words.say(node) for node in claim.invariant)
        return Explanation(claim.goal.name, invariant, tuple(rules), cites)

    def _breaks(self, claim: Claim, instance: Instance) -> Node | None:
        """The condition that an instance breaks the invariant; None where it does not touch it."""
        if instance.edge is FALSE:
            return None
        touched = [n for n in claim.invariant if self.relation.touches(instance, n)]
        wrong = negate(both(*(self.relation.after(n, instance) for n in touched)))
        return None if wrong is FALSE else both(instance.edge, wrong)

    def _resting(
        self,
        kind: str,
        name: str,
        cites: tuple[str, ...],
        questions: Sequence[Node],
        held: Sequence[Node],
        deadline: float,
    ) -> Resting:
        needed: dict[str, None] = {}
        shared: dict[str, None] = {}
        undecided = False
        for question in questions:
            core, single = self._core(question, held, deadline)
            undecided = undecided or core is None
            needed.update(dict.fromkeys(single))
            shared.update(dict.fromkeys(core or ()))
        others = tuple(name for name in shared if name not in needed)
        return Resting(kind, name, cites, tuple(needed), others, undecided)

    def _core(self, question: Node, held: Sequence[Node], deadline: float) -> tuple[list[str] | None, list[str]]:
        """The clauses by which a question has no model, and those of them without any one of which it has one."""
        parameters = [n for n in self.relation.symbols(question) if n.op == "parameter"]
        self.asker.open(dict.fromkeys(parameters), held)
        try:
            self.asker.solver.add(self.relation.encoder.encode(question))
            if self.asker.check(held, deadline, *self.switches.values()) != "unsat":
                return None, []
            core = {self.names[m.get_id()] for m in self.asker.solver.unsat_core() if m.get_id() in self.names}
            used = [name for name in self.switches if name in core]
            single = []
            for name in used:
                others = [term for other, term in self.switches.items() if other != name]
                if self.asker.check(held, deadline, *others) == "sat":
                    single.append(name)
            for name in [n for n in used if n not in single]:  # what is left is needed where only this is there
                fewer = [self.switches[other] for other in used if other != name]
                if self.asker.check(held, deadline, *fewer) == "unsat":
                    used.remove(name)
            return used, single
        finally:
            self.asker.close()
