"""Partial evaluation of what rules are made of: how the clauses of a base combine is what the core says of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ruleslawyer.core.core import Base, core_of
from ruleslawyer.ground.context import Failure, Mark, Note, Store
from ruleslawyer.ground.nodes import FALSE, Node, both, either, negate
from ruleslawyer.ground.statements import Statements
from ruleslawyer.ground.values import Value
from ruleslawyer.ir import clauses as among
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.system import Action, Clause, Instead, Norm, Part


@dataclass(frozen=True, slots=True)
class Said:
    """What a call says of one state, on every path: its value, and the checks, notes and marks on the way."""

    value: Value
    failed: Node
    failures: tuple[Failure, ...]
    notes: tuple[Note, ...]
    marks: tuple[Mark, ...]


class Rules(Statements):
    """The evaluator as a whole. Rules only read; `act` runs an effect. allowed: what the last norms said."""

    allowed: Node = FALSE

    def act(self, function: n.Function, store: Store, args: tuple[Any, ...]) -> None:
        """Run an effect on a store, which is changed."""
        self.store = store
        try:
            self.run(function, args)
        finally:
            self.store = None

    def ask(self, function: n.Function, args: tuple[Any, ...]) -> Value:
        """The value of a function that only reads, under its own name."""
        self.rules.append(function.name)
        try:
            return self.helper(function, args)
        finally:
            self.rules.pop()

    def holds(self, function: n.Function, args: tuple[Any, ...]) -> Node:
        if self.path is FALSE:
            return FALSE
        value = self.ask(function, args)
        assert isinstance(value, Node) and value.sort == "bool", function.name
        return self.known(value)

    def helper(self, function: n.Function, args: tuple[Any, ...]) -> Value:
        writing, self.store = self.store, None
        block, self.simultaneous = self.simultaneous, None
        try:
            value = self.enter(function, args)
        finally:
            self.store, self.simultaneous = writing, block
        if value is None:
            return self.shape.default(function.returns)
        return self.shape.coerce(value, function.returns)

    def called(self, kind: str, name: str, args: tuple[Any, ...]) -> Value:
        """A term, a question or a helper. What it says of the state that the relation starts from is worked out once
        for all paths, since thousands of instances ask the same."""
        base, stores = self.world.base, [a for a in args if isinstance(a, Store)]
        if not isinstance(base, Store) or not stores or not all(map(base.same, stores)):
            return self._call(kind, name, args)
        given = tuple(a for a in args if not isinstance(a, Store))
        key = (name, self.rules[-1] if kind == "helper" and self.rules else "", given)
        found = self.world.said.get(key)
        if found is None:
            with self.apart() as walk:
                value = self._call(kind, name, args)
                found = Said(value, walk.failed, tuple(walk.failures), tuple(walk.notes), tuple(walk.marks))
            self.world.said[key] = found
        here = both(self.path, negate(self.failed))
        if here is not FALSE:
            self.failures += [f for f in (f.under(here) for f in found.failures) if f.condition is not FALSE]
            self.notes += [f for f in (f.under(here) for f in found.notes) if f.condition is not FALSE]
            self.marks += [f for f in (f.under(here) for f in found.marks) if f.condition is not FALSE]
            self.failed = either(self.failed, both(self.path, found.failed))
        value = found.value
        return self.known(value) if isinstance(value, Node) and value.sort == "bool" else value

    def _call(self, kind: str, name: str, args: tuple[Any, ...]) -> Value:
        if kind == "helper":
            if name in self.world.unheard:
                return FALSE
            return self.helper(self.system.helpers[name], args)
        return self.helper(self._core(self.system.terms[name] if kind == "term" else self.system.questions[name]), args)

    def _core(self, base: Base) -> n.Function:
        return core_of(base, flags=self.world.switches is not None)

    def judge(self, base: Action | Part, args: tuple[Any, ...]) -> Node:
        """Whether an instance of a base is allowed."""
        self.allowed = FALSE
        self.helper(self._core(base), args)
        return self.allowed

    def demand(self, name: str, args: tuple[Any, ...]) -> None:
        """Judge a deed in the state as it is now, and do it, or what replaces it, where the reading allows it."""
        self.enter(self._core(self.system.deeds[name]), args)

    # --- what clauses say together --------------------------------------------------------------------------------

    def tell(self, kind: n.Telling, base: str, bits: Sequence[Node]) -> None:
        """Which clauses hold, and which of them clash: what `semantics.told` reads of one state."""
        match kind:
            case "norms":
                norms = self.system.judged[base]
                self.allowed = bits[len(norms)]
                self._clash(base, norms, bits)
            case "deed":
                deed = self.system.deeds[base]
                live = self._clash(base, (deed.permit, *deed.clauses), bits)
                self._differ(base, deed.rivals, [both(bits[-1], live[a], live[b]) for a, b in deed.rivals])
            case "layers":
                layers = self._held(self.system.terms[base].exceptions, bits)
                self._differ(base, combinations(layers, 2), bits[len(layers) :])
            case "numbers":
                term = self.system.terms[base]
                self._differ(base, term.crossings, bits[2 * len(self._held(term.numeric, bits)) :])
            case "question":
                self.note("gap", base, (), negate(bits[0]))
                answers = [o.name for o in self.system.questions[base].options if o.kind == "answer"]
                self._differ(base, combinations(answers, 2), bits[1:])

    def _held(self, clauses: Sequence[Clause], bits: Sequence[Node]) -> dict[str, Node]:
        """When each clause holds. All that is counted of them follows from it."""
        found = {clause.name: bit for clause, bit in zip(clauses, bits, strict=False)}
        for name, holds in found.items():
            self.mark("live", name, holds)
        return found

    def _differ(self, base: str, pairs: Iterable[tuple[str, str]], met: Sequence[Node]) -> None:
        for pair, bit in zip(pairs, met, strict=True):
            self.note("contradiction", base, pair, bit)

    def _clash(self, base: str, clauses: Sequence[Norm | Instead], bits: Sequence[Node]) -> dict[str, Node]:
        """When each clause is live; each permit and each forbid that are clash."""
        live = unbeaten(self._held(clauses, bits), {clause.name: clause.over for clause in clauses})
        permits, forbids = ([c.name for c in clauses if c.kind == kind] for kind in ("permit", "forbid"))
        pairs = [(permit, forbid) for permit in permits for forbid in forbids]
        self._differ(base, pairs, [both(live[permit], live[forbid]) for permit, forbid in pairs])
        return live


def unbeaten(holds: Mapping[str, Node], over: Mapping[str, Iterable[str]]) -> dict[str, Node]:
    """When each clause is live: it holds and no live one beats it (`over` has no cycles)."""
    return among.unbeaten(holds, over, lambda condition, others: both(condition, negate(either(*others))))
