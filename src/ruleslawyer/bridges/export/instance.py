"""The exported instance: the finite model of a scope, with a range for each leaf."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.bridges.export.fields import Slot, slots, unbounded_leaves
from ruleslawyer.bridges.export.finite import Finite, Step, conjuncts, finite
from ruleslawyer.bridges.export.names import remark
from ruleslawyer.engines.native.explore import search_natively
from ruleslawyer.lifted.scoped.instances import Instance, rule_place
from ruleslawyer.lifted.scoped.nodes import Node, Range, Ranges, hull, negate, postorder
from ruleslawyer.lifted.scoped.reached import ReachableSystem
from ruleslawyer.rulebook.claims.choices import expect_few_choices
from ruleslawyer.rulebook.claims.limits import Limits, Progress
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance as Choice
from ruleslawyer.semantics.transition import TransitionSystem

WALKED = 250
"""Actions of a random walk that shows some of what is reached."""
MET = 50_000
"""States that are explored, to see how large numbers become that nothing bounds. A range that was met in part is
watched, so that one which is too narrow cannot go unseen."""
CHEAP = 40
"""Operations that a condition may have to be tested before anything gets a name."""


INT, LONG = 2**31 - 1, 2**63 - 1
"""What numbers of 32 and of 64 bits hold in the languages that are written, above 0 and below."""
ROOM = 4
"""How many times more than a number itself what is written for it may come to: a division adds to its parts."""


@dataclass(frozen=True)
class ScopedInstance:
    """A scope under a reading, ready to be written."""

    system: TransitionSystem
    model: Finite
    fields: tuple[Slot, ...]
    watched: frozenset[int] = frozenset()
    """Leaves whose range is twice what was met in part of the scope: a step may leave it, and then has to say so."""

    @property
    def slots(self) -> dict[int, Slot]:
        """The place of each leaf that varies."""
        return {slot.leaf: slot for slot in self.fields}

    @cached_property
    def ranges(self) -> Ranges:
        """How large each number of the rules becomes."""
        leaves = self.model.scoped.layout.leaves
        kept = {leaves[slot.leaf].node: (slot.low, slot.high) for slot in self.fields}
        return Ranges(kept | parameters(self.model))

    def expect_numbers(self, most: int, language: str) -> bool:
        """Whether 32 bits hold all numbers; a `UsageError` with its place for one that the language does not hold."""
        small, model = True, self.model
        between = model.settling
        asked: list[tuple[Instance | None, tuple[Node, ...]]] = [
            (None, (model.ended, model.rest, *(node for one in between.questions for node in (one.value, one.failed))))
        ]
        asked += [(None, tuple(value for _, value in between.forgotten))]
        asked += [(step.instance, step.nodes) for step in (*model.duties, *model.actions)]
        for instance, nodes in asked:
            for node in postorder(nodes):
                if node.sort == "int":
                    size = self._size(node)
                    if size * ROOM > most:
                        raise self._too_large(size, instance, language)
                    small = small and size * ROOM <= INT
        return small

    def _size(self, node: Node) -> int:
        """The size that a number may have, above 0 or below, with those that are added up on the way to it."""
        parts = node.args if node.op == "add" else (node,)
        return sum(max(map(abs, self.ranges.of(part))) for part in parts)

    def _too_large(self, size: int, instance: Instance | None, language: str) -> UsageError:
        place = "what is forced" if instance is None else rule_place(self.model.scoped, instance)
        return UsageError(
            f"a number in {place} may come to {shortly(size)}, and {language} does not calculate with that",
            f"scope {self.system.scope.name}",
            "give its fields smaller ranges or caps",
        )

    @property
    def actions(self) -> tuple[Step, ...]:
        """The actions that have a choice of their parameters at all."""
        return tuple(step for step in self.model.actions if step.valuations)

    def guard(self, step: Step) -> tuple[list[Node], list[Node]]:
        """The conditions under which an action may be taken: those that are cheap to ask, the cheapest first, and the
        others."""
        return split_by_cost([*conjuncts(negate(self.model.ended)), *conjuncts(step.guard)])

    def title(self) -> list[str]:
        """The first lines of the text, which say what it is about."""
        system = self.system
        asked = system.system.questions
        reading = [f"{name}={option}" for name, option in sorted(system.reading.items()) if name in asked]
        off = [f"Switched off in this scope: {', '.join(system.scope.off)}."] if system.scope.off else []
        return [
            f"Ruleset {system.system.name}, scope {system.scope.name}: an instance of the rules, "
            "written by ruleslawyer.",
            f"Reading: {', '.join(reading) or 'the default option of every question'}.",
            *off,
            *(
                f"{remark(slot.name)} is bounded by nothing, and was met up to half of this in {MET} states: a check "
                f"fails where a step leaves {slot.low}..{slot.high}."
                for slot in self.fields
                if slot.leaf in self.watched
            ),
            "Numbers in comments are those of the rulebook's clauses.",
        ]


def scoped_instance(
    system: TransitionSystem, limits: Limits, tell: Callable[[str], None], progress: Progress | None = None
) -> ScopedInstance:
    """The finite model. Where nothing bounds a leaf, some of the scope is explored first, to see what is written there;
    no property is asked. If that was not all, twice the range is written, and
    watched. A `UsageError` where that exploration stops before it is known."""
    expect_few_choices(system.system, system.scope)
    system = system.on(Interpreter(replace(system.system, checks={}), system.scope))
    states = dict.fromkeys(o.state for _, o in system.initial() if o.state is not None)
    scoped = ReachableSystem(system, (*states, *_walk(system)))
    model = finite(scoped, [scoped.layout.vector(state) for state in states])
    left = unbounded_leaves(model)
    met, watched = dict[int, Range](), frozenset[int]()
    if left:
        leaves = [scoped.layout.leaves[index] for index in left]
        some = _some([leaf.name for leaf in leaves])
        tell(f"nothing bounds {some}: exploring first, to see how large the numbers become")
        explored = search_natively(system, replace(limits, states=MET), progress=progress)
        written, part = explored.written_ranges(), explored.found.size >= MET and not explored.found.complete
        if not (explored.found.complete or part):
            raise UsageError(
                f"how large {some} becomes is not known: {explored.found.stopped}",
                f"scope {system.scope.name}",
                "a text for other tools gives each number a range: give it a cap in the scope, or a range in its type",
            )
        keys = [(leaf.cell[0] or "", leaf.cell[1]) for leaf in leaves if leaf.cell is not None]
        met = {index: written[key] for index, key in zip(left, keys, strict=True) if key in written}
        if part:
            tell(f"after {MET} states twice what was met is written: a check of the text fails where a step leaves it")
            met, watched = {k: (min(low, 2 * low), 2 * max(high, 1)) for k, (low, high) in met.items()}, frozenset(left)
    return ScopedInstance(system, model, slots(model, met), watched)


def _walk(system: TransitionSystem) -> Iterator[State]:
    """States of a random walk, always the same one, the forced sub-steps' included: some of what is reached. Choices
    that were taken seldom are taken rather than others."""
    dice, often = Random(0), Counter[Choice]()
    beginnings = [outcome.state for _, outcome in system.initial() if outcome.state is not None]
    state: State | None = None
    for _ in range(WALKED):
        if state is None:
            state = dice.choice(beginnings)
        try:
            allowed = system.allowed_instances(state)
        except BranchEnds:
            allowed = []
        if allowed:
            least = min(often[chosen] for chosen in allowed)
            chosen = dice.choice([chosen for chosen in allowed if often[chosen] == least])
            often[chosen] += 1
            outcome = system.take(state, chosen)
            yield from (substep.state for substep in outcome.substeps)
            state = outcome.state
        else:
            state = None


def parameters(model: Finite) -> dict[Node, Range]:
    """The least and the largest value of each parameter, of all instances that have it."""
    found: dict[Node, Range] = {}
    for step in model.actions:
        for node, values in step.parameters:
            mine = values.start, values.stop - 1
            found[node] = hull(found.get(node, mine), mine)
    return found


def shortly(value: int) -> str:
    """A number, or how large it is where nobody would read it."""
    return str(value) if abs(value) < 10**30 else f"{'-' if value < 0 else ''}2^{abs(value).bit_length() - 1}"


def _some(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def split_by_cost(conditions: list[Node]) -> tuple[list[Node], list[Node]]:
    """Conditions that are cheap as they stand, first the small ones that tell most apart; and the others."""
    sizes = {node: _size(node) for node in conditions}
    cheap = sorted((n for n, size in sizes.items() if size <= CHEAP), key=lambda n: (sizes[n], n.op != "equal"))
    return cheap, [n for n, size in sizes.items() if size > CHEAP]


def _size(root: Node) -> int:
    """Operations of a node written as a tree; a quotient, which needs names for its parts, counts as too many."""
    sizes: dict[Node, int] = {}
    for node in postorder([root]):
        sizes[node] = CHEAP + 1 if node.op == "quotient" else bool(node.args) + sum(sizes[a] for a in node.args)
    return sizes[root]


def about(step: Step) -> str:
    """The instance of a step, and the clauses that it cites."""
    cites = ", ".join(step.instance.cites)
    return remark(f"{step.instance.label}: {cites}" if cites else step.instance.label)
