"""Paths of the relation, unrolled: bounded search for a bad situation (Biere, Cimatti, Clarke, Zhu 1999), and the step
of k-induction (Sheeran, Singh, Stålmarck 2000)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import monotonic

import z3

from ruleslawyer.engines.smt.encoding.encode import symbols_of
from ruleslawyer.engines.smt.encoding.relation import Relation, fresh_solver
from ruleslawyer.engines.smt.encoding.terms import any_of, implies, no
from ruleslawyer.engines.smt.invariants.derive import Lemma
from ruleslawyer.engines.smt.refute.least import least
from ruleslawyer.engines.smt.statements.goals import Bad, Goal
from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.lifted.scoped.nodes import FALSE, Node
from ruleslawyer.lifted.scoped.relation import Instance


@dataclass(frozen=True, slots=True)
class Move:
    """One sub-step of a play: the instance, and its parameters by name."""

    instance: Instance
    parameters: Mapping[str, Scalar]


@dataclass(frozen=True, slots=True)
class Play:
    """A play that a model of the unrolled relation describes: rigid values, then each move with the state after it.

    `stopped` is the instance whose check failed in the last state, where that is the situation.
    """

    rigids: Mapping[str, Scalar]
    moves: tuple[Move, ...]
    states: tuple[tuple[Scalar, ...], ...]
    stopped: Move | None
    reason: str = ""


class Unrolling:
    """States 0, 1, …, each next one by exactly one instance; from an initial state, or from any one with the lemmas.

    marked: each lemma holds where a mark of its own does, so that `used_lemmas` can say which of them are needed.
    """

    def __init__(self, relation: Relation, lemmas: list[Lemma], *, initial: bool, marked: bool = False) -> None:
        self.relation, self.encoder, self.lemmas, self.initial = relation, relation.encoder, lemmas, initial
        self._marks = [self.encoder.flag(f"lemma!{i}") for i in range(len(lemmas))] if marked else []
        logic = relation.logic if initial else None  # it is the searches that were measured
        self.solver: z3.Solver = fresh_solver(60.0, relation.encoder.context, relation.seed, logic)
        self.depth, self.why = 0, ""
        self.taken: list[list[z3.BoolRef]] = []
        self._declared: set[tuple[Node, int | None]] = set()
        self._state(0)
        for assumption in relation.assumptions:
            self._declare(assumption, 0)
            self.solver.add(self.encoder.encode(assumption, 0))
        if initial:
            self._begin()
        else:
            self._hold(0)

    # --- building -------------------------------------------------------------------------------------------------

    def _declare(self, root: Node, time: int) -> None:
        """The kinds of the symbols below a node."""
        for node in symbols_of([root]):
            key = (node, None if node.op == "rigid" else time)
            if key not in self._declared:
                self._declared.add(key)
                self.solver.add(*self.encoder.one_member(node, time))

    def _state(self, time: int) -> None:
        for leaf in self.relation.scoped.layout.leaves:
            self._declare(leaf.node, time)

    def _hold(self, time: int) -> None:
        for i, lemma in enumerate(self.lemmas):
            fact = self.encoder.encode(lemma.node, time)
            self.solver.add(implies(self._marks[i], fact) if self._marks else fact)

    def _pick(self, instances: Sequence[Instance], kind: str, time: int, goal: int) -> list[z3.BoolRef]:
        """Exactly one of some instances, with what the state at `goal` is after it."""
        picks = [self.encoder.flag(f"{kind}!{i}@{time}") for i in range(len(instances))]
        self.solver.add(any_of(picks, self.encoder.context))
        if len(picks) > 1:
            self.solver.add(z3.AtMost(*picks, 1))
        leaves = self.relation.scoped.layout.leaves
        for pick, instance in zip(picks, instances, strict=True):
            if instance.edge is FALSE:
                self.solver.add(no(pick))
                continue
            self._declare(instance.edge, time)
            self.solver.add(implies(pick, self.encoder.encode(instance.edge, time)))
            for index, node in instance.next:
                self._declare(node, time)
                leaf = leaves[index].node
                images = self.encoder.images(leaf, node, time)
                for variable, image in zip(self.encoder.variables(leaf, goal), images, strict=True):
                    self.solver.add(implies(pick, variable == image))
        return picks

    def _begin(self) -> None:
        """State 0 is initial; the initial rule's own parameters live at time -1."""
        self.start = self._pick(tuple(self.relation.initial), "begin", -1, 0)

    def extend(self) -> None:
        """One more sub-step."""
        time = self.depth
        self._state(time + 1)
        steps = list(self.relation.steps)
        picks = self._pick(steps, "step", time, time + 1)
        changing: dict[int, list[z3.BoolRef]] = {}
        for pick, instance in zip(picks, steps, strict=True):
            for index, _ in instance.next:
                changing.setdefault(index, []).append(pick)
        for index, leaf in enumerate(self.relation.scoped.layout.leaves):
            before, after = (self.encoder.variables(leaf.node, t) for t in (time, time + 1))
            for a, b in zip(before, after, strict=True):
                self.solver.add(any_of([*changing.get(index, []), b == a], self.encoder.context))
        self.taken.append(picks)
        self.depth += 1
        self._hold(self.depth)

    # --- asking ---------------------------------------------------------------------------------------------------

    def bads(self, goal: Goal) -> list[tuple[Bad, z3.BoolRef]]:
        """The situations of a goal in the last state, encoded (those of the beginning are asked apart)."""
        found = []
        for bad in goal.bads:
            if bad.node is not FALSE and bad.initial is None:
                self._declare(bad.node, self.depth)
                found.append((bad, self.encoder.encode(bad.node, self.depth)))
        return found

    def question(self, goal: Goal, *, keep: bool) -> list[z3.BoolRef]:
        """The facts to assert besides the path; `keep`: the property holds in every state before the last."""
        bads = [encoded for _, encoded in self.bads(goal)]
        facts = [any_of(bads, self.encoder.context)]
        if keep and goal.state is not None:
            for time in range(self.depth):
                self._declare(goal.state, time)
                facts.append(self.encoder.encode(goal.state, time))
        return facts

    def assertions(self, goal: Goal, *, keep: bool = False) -> list[z3.BoolRef]:
        """The whole question as a list: unsatisfiable when the situation cannot come up in the last state."""
        facts = self.question(goal, keep=keep)
        return [*self.solver.assertions(), *facts]

    def search(self, goal: Goal, deadline: float, *, keep: bool = False) -> tuple[str, z3.ModelRef | None]:
        """Whether a situation of the goal is possible in the last state: the answer, and a model where it is."""
        facts = self.question(goal, keep=keep)
        self.solver.push()
        left = min(deadline - monotonic(), self.relation.query)
        self.solver.set("timeout", max(1, int(left * 1000)))
        self.solver.add(*facts)
        answer = str(self.solver.check()) if monotonic() < deadline else "unknown"
        self.why = (self.solver.reason_unknown() if left > 0 else "no time was left") if answer == "unknown" else ""
        model = least(self, self.bads(goal), deadline) if answer == "sat" and self.initial else None
        self.solver.pop()
        return answer, model

    def used_lemmas(self, goal: Goal, deadline: float) -> list[Node] | None:
        """The lemmas by which no situation of the goal is possible in the last state, as it holds in those before;
        None where that is not shown in time."""
        left = min(deadline - monotonic(), self.relation.query)
        if left <= 0:
            return None
        self.solver.push()
        self.solver.set("timeout", max(1, int(left * 1000)))
        self.solver.add(*self.question(goal, keep=True))
        answer = self.solver.check(*self._marks)
        core = {mark.get_id() for mark in self.solver.unsat_core()} if answer == z3.unsat else None
        self.solver.pop()
        if core is None:
            return None
        return [lemma.node for lemma, mark in zip(self.lemmas, self._marks, strict=True) if mark.get_id() in core]

    @property
    def declared(self) -> list[tuple[Node, int | None]]:
        """The symbols of the path with their times, in a fixed order."""
        return sorted(self._declared, key=lambda p: (-2 if p[1] is None else p[1], str(p[0].value)))

    def play(self, model: z3.ModelRef, goal: Goal) -> Play:
        """The play in a model."""
        scoped, scalar = self.relation.scoped, self.encoder.scalar
        rigids = {name: scalar(model, node, None) for name, node in scoped.rigids.items()}
        moves = []
        for time, picks in [(-1, self.start), *enumerate(self.taken)]:
            instances = self.relation.initial if time < 0 else self.relation.steps
            taken = next(i for i, pick in zip(instances, picks, strict=True) if z3.is_true(model.eval(pick)))
            moves.append(self._move(model, taken, time))
        states = tuple(
            tuple(scalar(model, leaf.node, time) for leaf in scoped.layout.leaves) for time in range(self.depth + 1)
        )
        stopped, reason = None, ""
        for bad, encoded in self.bads(goal):
            if z3.is_true(model.eval(encoded, model_completion=True)):
                reason = bad.reason
                if bad.step is not None:
                    stopped = self._move(model, self.relation.steps[bad.step], self.depth)
                break
        return Play(rigids, tuple(moves), states, stopped, reason)

    def _move(self, model: object, instance: Instance, time: int) -> Move:
        return Move(instance, {str(n.value): self.encoder.scalar(model, n, time) for n in instance.parameters})


def initial_situation(relation: Relation, goal: Goal, deadline: float) -> tuple[str, Play | None]:
    """A beginning that is itself a bad situation, as where a check fails while the initial rule runs: the answer, and
    the play where there is one."""
    encoder = relation.encoder
    for bad in goal.bads:
        if bad.initial is None or bad.node is FALSE:
            continue
        solver = fresh_solver(min(deadline - monotonic(), relation.query), encoder.context, relation.seed)
        solver.add(*relation.background([bad.node]), encoder.encode(bad.node))
        answer = solver.check()
        if answer == z3.unknown:
            return "unknown", None
        if answer == z3.sat:
            model, instance = solver.model(), relation.initial[bad.initial]
            rigids = {name: encoder.scalar(model, node, None) for name, node in relation.scoped.rigids.items()}
            move = Move(instance, {str(n.value): encoder.scalar(model, n, None) for n in instance.parameters})
            return "sat", Play(rigids, (), (), move, bad.reason)
    return "unsat", None
