"""The least of the plays of a length: the default of each choice of the reading that is not to blame, then the
smallest numbers, then the fewest cards, then the first of what can be done at each step.

The order is fixed, so that neither the solver's seed nor its version decides which play is shown, if time allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any, Protocol

import z3

from ruleslawyer.engines.smt.encoding.encode import Encoder
from ruleslawyer.engines.smt.encoding.relation import Relation
from ruleslawyer.engines.smt.encoding.terms import any_of, implies, no
from ruleslawyer.engines.smt.statements.goals import Bad
from ruleslawyer.ir import types as t
from ruleslawyer.lifted.scoped.nodes import FALSE, TRUE, Node
from ruleslawyer.lifted.scoped.relation import Instance
from ruleslawyer.lifted.scoped.values import Bunch, Choice, Maybe, Table, Value

BOUNDS = (0, 1, 2, 3, 5, 10, 20, 100)
"""The bounds that are tried on all free numbers together; the first that fits is kept."""
SECONDS = 5.0
"""The most time for making one play least."""


class Path(Protocol):
    """A path of the relation as far as it is unrolled: for each time the flags of what can be taken there, and the
    symbols that were declared with their times."""

    @property
    def relation(self) -> Relation: ...

    @property
    def encoder(self) -> Encoder: ...

    @property
    def solver(self) -> z3.Solver: ...

    @property
    def depth(self) -> int: ...

    @property
    def start(self) -> list[z3.BoolRef]: ...

    @property
    def taken(self) -> list[list[z3.BoolRef]]: ...

    @property
    def declared(self) -> list[tuple[Node, int | None]]: ...


def least(path: Path, ends: Sequence[tuple[Bad, z3.BoolRef]], deadline: float) -> z3.ModelRef:
    """A model of the least play, where the solver has found some; as much of it as time allows. `ends`: the
    situations that it may end in, encoded."""
    return _Least(path, ends, min(deadline, monotonic() + SECONDS)).model()


class _Least:
    """A search for the least play; facts stay asserted: the caller has pushed."""

    def __init__(self, path: Path, ends: Sequence[tuple[Bad, z3.BoolRef]], deadline: float) -> None:
        self.ends = ends
        self.path, self.solver, self.encoder, self.deadline = path, path.solver, path.encoder, deadline
        self.best = path.solver.model()

    def model(self) -> z3.ModelRef:
        for narrowed in (self._defaults, self._numbers, self._cards, self._first, self._settle_choices):
            narrowed()
        return self.best

    def _try(self, *facts: object) -> bool:
        """Keep some facts if there is a play with them."""
        left = self.deadline - monotonic()
        if left <= 0:
            return False
        self.solver.push()
        self.solver.set("timeout", max(1, int(left * 1000)))
        self.solver.add(*facts)
        found: bool = self.solver.check() == z3.sat
        if found:
            self.best = self.solver.model()
        self.solver.pop()
        if found:
            self.solver.add(*facts)
        return found

    # --- the reading ----------------------------------------------------------------------------------------------

    def _defaults(self) -> None:
        """All choices at their defaults, or else one after the other."""
        wanted = [d for name in self.path.relation.scoped.rigids if (d := self._default(name)) is not None]
        if wanted and not self._try(*wanted):
            for default in wanted:
                if not z3.is_true(self.best.eval(default, model_completion=True)):
                    self._try(default)
                else:
                    self.solver.add(default)

    def _default(self, name: str) -> z3.BoolRef | None:
        """The condition that a choice of the reading is its default; None for a name that is no choice."""
        scoped = self.path.relation.scoped
        rigid = scoped.world.rigids[name]
        if not rigid.options:
            return None
        question = scoped.system.questions.get(name)
        if question is None:
            return no(self.encoder.symbol(rigid.node, None))
        return self.encoder.atom(rigid.node, rigid.options.index(question.default), None)

    # --- numbers --------------------------------------------------------------------------------------------------

    def _numbers(self) -> None:
        """The largest of the numbers that are free to choose as small as can be, then their sum."""
        free = [self.encoder.symbol(node, time) for node, time in self.path.declared if _is_free(node)]
        if not free:
            return
        for bound in BOUNDS:
            if self._try(*(z3.And(-bound <= v, v <= bound) for v in free)):
                break
        if len(free) > 1:
            total = z3.Sum(*(z3.If(v < 0, -v, v) for v in free))
            while self._try(total < self.best.eval(total, model_completion=True)):
                pass

    # --- cards ----------------------------------------------------------------------------------------------------

    def _cards(self) -> None:
        """Ask for as few members of sorts as can be in the step; players do not count."""
        used: dict[tuple[str, int], list[z3.BoolRef]] = {}
        for time, pick, instance in self._possible_instances():
            for argument in instance.arguments:
                for sort, member, node in self._members(argument.type, argument.value, argument.symbolic):
                    if sort != self.path.relation.scoped.system.players:
                        there = pick if node is TRUE else z3.And(pick, self.encoder.encode(node, time))
                        used.setdefault((sort, member), []).append(there)
        if not used:
            return
        flags = []
        for (sort, member), places in used.items():
            flag = self.encoder.flag(f"used!{sort}!{member}")
            self.solver.add(*(implies(place, flag) for place in places))
            flags.append((flag, any_of(places, self.encoder.context)))
        while True:
            number = sum(z3.is_true(self.best.eval(there, model_completion=True)) for _, there in flags)
            if number == 0 or not self._try(z3.AtMost(*(flag for flag, _ in flags), number - 1)):
                return

    def _possible_instances(self) -> Iterator[tuple[int, z3.BoolRef, Instance]]:
        """The instances that can be taken at each time, with the term that says so; the situation at the end too."""
        steps = self.path.relation.steps
        for time, picks in enumerate(self.path.taken):
            yield from ((time, pick, instance) for pick, instance in zip(picks, steps, strict=True))
        for bad, encoded in self.ends:
            if bad.step is not None:
                yield self.path.depth, encoded, steps[bad.step]

    def _members(self, type: t.Type, value: Any, symbolic: bool) -> Iterator[tuple[str, int, Node]]:
        """The members of sorts in an argument, each with when it is there."""
        shape = self.path.relation.scoped.shape
        yield from _members(type, value if symbolic else shape.lift(type, value))

    # --- ties -----------------------------------------------------------------------------------------------------

    def _first(self) -> None:
        """Choose at each step the first instance that can be, by the order of the rules and then of its arguments."""
        for picks in (self.path.start, *self.path.taken, [encoded for _, encoded in self.ends]):
            place = self._place(picks)
            while place and self._try(any_of(picks[:place], self.encoder.context)):
                place = self._place(picks)
            self.solver.add(picks[place])

    def _place(self, picks: Sequence[object]) -> int:
        return next(i for i, pick in enumerate(picks) if z3.is_true(self.best.eval(pick, model_completion=True)))

    def _settle_choices(self) -> None:
        """Each choice of a number or a member that is left, in the order of the steps."""
        for node, time in self.path.declared:
            if node.op != "parameter" and not (node.op == "rigid" and _is_free(node)):
                continue
            if node.sort == "bool":
                wanted = [no(self.encoder.symbol(node, time))]
            elif node.low is not None and node.high is not None:
                wanted = [self.encoder.atom(node, k, time) for k in range(node.low, node.high + 1)]
            else:
                symbol = self.encoder.symbol(node, time)
                size = z3.If(symbol < 0, -symbol, symbol)
                while self._try(size < self.best.eval(size, model_completion=True)):
                    pass
                self.solver.add(size == self.best.eval(size, model_completion=True))
                wanted = [symbol >= 0, symbol <= 0]
            for fact in wanted:
                if z3.is_true(self.best.eval(fact, model_completion=True)) or self._try(fact):
                    self.solver.add(fact)
                    break


def _is_free(node: Node) -> bool:
    return node.sort == "int" and not node.finite and node.op in ("rigid", "parameter")


def _members(type: t.Type, value: Value) -> Iterator[tuple[str, int, Node]]:
    match type, value:
        case t.Sort(name), Choice(cases):
            yield from ((name, k, node) for k, node in cases if k >= 0 and node is not FALSE)
        case t.Optional(item), Maybe(_, inner):
            yield from _members(item, inner)
        case t.Optional(item), Choice():
            yield from _members(item, value)
        case t.Set(t.Sort(name)), Bunch(members, _):
            yield from ((name, k, node) for k, node in enumerate(members) if node is not FALSE)
        case t.Map(_, item), Table(entries):
            for entry in entries:
                yield from _members(item, entry.value if isinstance(entry, Maybe) else entry)
        case _:
            pass
