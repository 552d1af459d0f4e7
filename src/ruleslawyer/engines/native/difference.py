"""Whether two groundings of one scope behave alike in every state that was found for the first of them.

Instances are compared as nodes; equal terms are one object, so that most of them need no look at any state. Where
each instance has the same verdict in all rest states that the first one reaches, and where it is allowed the same
result, both reach the same states by the same edges: by induction over the steps of a play, since both begin alike
and no step leads anywhere else. Duties are compared in the states between two rest states in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ruleslawyer.engines.native.columns import Columns, Plan, pieces, positions
from ruleslawyer.engines.native.explore import Native
from ruleslawyer.engines.native.layout import slots_of
from ruleslawyer.ground.finite import canonical
from ruleslawyer.ground.instances import Ground
from ruleslawyer.ground.nodes import FALSE, Node, both, either, equal, negate, postorder
from ruleslawyer.ground.relation import Instance
from ruleslawyer.ground.rules import Rules

MOST_VALUATIONS = 1 << 12
"""Choices of parameters that are compared one by one."""
ROWS = 1 << 15


@dataclass(frozen=True, slots=True)
class Place:
    """The nearest rest state in which something differs, and the instance (or what else) that does."""

    identity: int
    depth: int
    label: str


@dataclass
class Difference:
    """moves: where another instance is allowed, or leads elsewhere; verdicts: where one is judged differently;
    properties: those that say something else in some state; undecided: what was not compared."""

    moves: Place | None = None
    verdicts: Place | None = None
    properties: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()

    @property
    def none(self) -> bool:
        return self.moves is None and self.verdicts is None and not self.properties and not self.undecided


@dataclass(frozen=True, slots=True)
class _Question:
    kind: str
    label: str
    node: Node


def difference(native: Native, ours: Ground, theirs: Ground, action: str | None = None) -> Difference:
    """Compare two groundings made `apart` and `recording`; `ours` is that of the exploration. `action`: the only one
    that is judged differently, if it is known that nothing else can differ (`theirs` may have no other)."""
    return _Comparison(native, ours, theirs, action).run()


@dataclass
class _Comparison:
    native: Native
    ours: Ground
    theirs: Ground
    only: str | None
    found: Difference = field(default_factory=Difference)

    def run(self) -> Difference:
        model = self.native.prepared.model
        asked = list(self._actions())
        if self.only is None:
            asked += self._properties()
        nodes = model.specialised(both(negate(model.ended), q.node) if q.kind != "property" else q.node for q in asked)
        on_rest = [_Question(q.kind, q.label, n) for q, n in zip(asked, nodes, strict=True) if n is not FALSE]
        found = self.native.found
        self._ask(on_rest, found.rest_states() if on_rest and found.size else ())
        duties = list(self._duties()) if self.only is None else []
        nodes = model.specialised(q.node for q in duties)
        duties = [_Question(q.kind, q.label, n) for q, n in zip(duties, nodes, strict=True) if n is not FALSE]
        if duties and found.size and self.found.moves is None:
            self._ask(duties, self.native.states_between())
        if self.only is None and self._settles_otherwise():
            self.found.undecided = (*self.found.undecided, "what is due, and when the game ends")
        return self.found

    # --- what to ask ----------------------------------------------------------------------------------------------

    def _pairs(self, kind: str) -> Iterator[tuple[Instance | None, Instance | None]]:
        mine, other = (
            {i.label: i for i in ground.steps if i.kind == kind and self.only in (None, i.name)}
            for ground in (self.ours, self.theirs)
        )
        for label in dict.fromkeys([*mine, *other]):
            yield mine.get(label), other.get(label)

    def _actions(self) -> Iterator[_Question]:
        for mine, other in self._pairs("action"):
            some = mine or other
            assert some is not None
            asked = [("moves", self._moves(mine, other)), ("verdicts", self._verdicts(mine, other))]
            sane = canonical(self.ours if mine else self.theirs, some)
            guard = both(*sane)
            yield from self._chosen(some, [(kind, both(guard, node)) for kind, node in asked if node is not FALSE])

    def _moves(self, mine: Instance | None, other: Instance | None) -> Node:
        guards = [FALSE if i is None else i.guard for i in (mine, other)]
        if mine is None or other is None:
            return either(*guards)
        differs = [_unlike(*guards), both(*guards, _unlike(mine.edge, other.edge))]
        return either(*differs, both(mine.edge, other.edge, self._results(mine, other)))

    def _results(self, mine: Instance, other: Instance) -> Node:
        leaves = self.ours.layout.leaves
        first, second = dict(mine.next), dict(other.next)
        changed = sorted(first.keys() | second.keys())
        return either(*(_unlike(first.get(k, leaves[k].node), second.get(k, leaves[k].node)) for k in changed))

    def _verdicts(self, mine: Instance | None, other: Instance | None) -> Node:
        """The verdict on the instance, and on each of its seats or members."""
        judged = [_judged(mine, self.ours), _judged(other, self.theirs)]
        pairs = [
            (judged[0].get(k, FALSE), judged[1].get(k, FALSE)) for k in sorted(judged[0].keys() | judged[1].keys())
        ]
        return either(*(_unlike(a, b) for a, b in pairs))

    def _duties(self) -> Iterator[_Question]:
        for mine, other in (*self._pairs("settle"), *self._pairs("duty")):
            some = mine or other
            assert some is not None
            yield _Question("moves", some.label, self._moves(mine, other))

    def _properties(self) -> Iterator[_Question]:
        def of(ground: Ground) -> dict[tuple[str, str], tuple[Node, Node]]:
            steps = ground.steps
            return {
                (p.check.name, steps[p.instance].label if p.instance is not None else ""): (p.holds, p.broken)
                for p in ground.properties
            }

        mine, other = of(self.ours), of(self.theirs)
        for key in mine.keys() & other.keys():
            differs = either(*(_unlike(a, b) for a, b in zip(mine[key], other[key], strict=True)))
            if any(n.op == "parameter" for n in _symbols(differs)):
                self.found.undecided = (*self.found.undecided, key[0])
            else:
                yield _Question("property", key[0], differs)
        for check in self.ours.system.checks.values():
            if check.kind == "leads_to":
                yield _Question("property", check.name, self._goal(check.name))

    def _goal(self, name: str) -> Node:
        found = []
        for ground in (self.ours, self.theirs):
            check, walk = ground.system.checks[name], Rules(ground.world)
            assert check.goal is not None
            found.append([walk.holds(f, (ground.base,)) for f in (check.function, check.goal)] + [walk.failed])
        return either(*(_unlike(a, b) for a, b in zip(*found, strict=True)))

    def _settles_otherwise(self) -> bool:
        """Whether duties, the end or forgetting differ as nodes, which are asked of more states than are kept."""
        model = self.native.prepared.model

        def all_of(ground: Ground) -> list[Node]:
            settling = ground.settling
            return model.specialised(
                [ground.ended, ground.rest, settling.failed, settling.lost, *settling.stuck.values()]
                + [value for _, value in settling.forgotten]
            )

        return all_of(self.ours) != all_of(self.theirs)

    def _chosen(self, instance: Instance, asked: Sequence[tuple[str, Node]]) -> Iterator[_Question]:
        """The questions with every choice of the instance's parameters put in."""
        model = self.native.prepared.model
        if not asked:
            return
        if model.choices(instance) > MOST_VALUATIONS:
            self.found.undecided = (*self.found.undecided, instance.label)
            return
        for nodes in model.with_choices(instance, [node for _, node in asked]):
            for (kind, _), node in zip(asked, nodes, strict=True):
                yield _Question(kind, instance.label, node)

    # --- asking ---------------------------------------------------------------------------------------------------

    def _ask(self, questions: Sequence[_Question], slices: Iterable[tuple[int, Any, Any]]) -> None:
        prepared = self.native.prepared
        columns = Columns(prepared.packing, slots_of(prepared.model, prepared.packing))
        met: set[str] = set()
        waiting = list(questions)
        plan = Plan(q.node for q in waiting)
        for depth, words, ids in pieces(slices):
            for question, bits in zip(waiting, columns.evaluate(plan, words), strict=True):
                where = positions(bits, len(words))
                if not where:
                    continue
                place = Place(int(ids[where[0]]), int(depth[where[0]]), question.label)
                if question.kind == "property":
                    met.add(question.label)
                elif question.kind == "moves":
                    self.found.moves = _nearer(self.found.moves, place)
                    self.found.verdicts = _nearer(self.found.verdicts, place)
                else:
                    self.found.verdicts = _nearer(self.found.verdicts, place)
            if self.found.moves is not None:
                break
        self.found.properties = tuple(dict.fromkeys([*self.found.properties, *sorted(met)]))


def _nearer(known: Place | None, place: Place) -> Place:
    return place if known is None or (place.depth, place.identity) < (known.depth, known.identity) else known


def _symbols(node: Node) -> Iterator[Node]:
    return (n for n in postorder([node]) if not n.args)


def _unlike(a: Node, b: Node) -> Node:
    return FALSE if a is b else negate(equal(a, b))


def _judged(instance: Instance | None, ground: Ground) -> dict[tuple[int, str], Node]:
    """Where it is a candidate that can be judged, and which verdict it has; the same of its seats or members (from 0).

    The whole has the worst verdict, in the order illegal, contradiction, unspoken (see `semantics.judge.worst`).
    """
    if instance is None:
        return {}
    there = both(instance.candidate, *(m.condition for m in instance.marks if m.kind == "judged"))
    bases = ground.judged.get(instance.label, {})
    found = {(-2, "judged"): there}
    for k, (here, yes, no) in bases.items():
        if k >= 0:
            found |= {(k, "permitted"): both(there, here, yes), (k, "forbidden"): both(there, here, no)}
    illegal = either(*(both(here, no, negate(yes)) for here, yes, no in bases.values()))
    clash = both(negate(illegal), either(*(both(here, yes, no) for here, yes, no in bases.values())))
    nothing = negate(either(*(here for here, _, _ in bases.values())))
    silent = either(
        FALSE if ground.system.actions[instance.name].kind == "chance" else nothing,
        *(both(here, negate(yes), negate(no)) for here, yes, no in bases.values()),
    )
    silent = both(silent, negate(illegal), negate(clash))
    return found | {(-1, name): both(there, node) for name, node in (("no", illegal), ("clash", clash), ("?", silent))}
