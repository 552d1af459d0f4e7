"""Properties that no project declares, made from what is stated of them: facts, and that a turn or a game ends.

A fact is stated by its conditions. That something ends is stated by a ranking function: numbers of which, by every
sub-step that counts, some one falls, was not below 0, and none before it rises. No play goes on for ever then: of the
numbers that fall again and again take the first; from some time on none before it falls, so it never rises again, and
it cannot fall for ever from above 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from weakref import WeakKeyDictionary

from ruleslawyer.engines.smt.encoding.smtlib import Unreadable, formulas
from ruleslawyer.engines.smt.statements.goals import Bad, Goal
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.nodes import (
    FALSE,
    TRUE,
    Node,
    both,
    differing,
    either,
    equal,
    equal_constant,
    less,
    less_equal,
    negate,
    number,
    substitute,
)
from ruleslawyer.lifted.scoped.relation import Instance
from ruleslawyer.rulebook.claims.verdict import ENDINGS, Ending

ASIDE = ", idle actions aside"
"""Where an action may leave everything as it was: nothing keeps a player from taking it for ever."""
FACT = "fact:"


def fact(conditions: Sequence[Node]) -> Goal:
    """The goal that all of some conditions always hold, at rest and between sub-steps; its name follows from them."""
    holds = both(*conditions)
    name = f"{FACT}{sha256(repr(formulas(conditions)).encode()).hexdigest()[:12]}"
    return Goal(name, "fact", (), (Bad(negate(holds)),), holds, stated=tuple(conditions))


def ends(scoped: Scoped, name: Ending, ranking: Sequence[Node], *, aside: bool) -> Goal:
    """The goal that every sub-step that counts lowers a ranking function. `aside`: idle actions do not count."""
    bads = tuple(
        Bad(both(edge, negate(_descends(scoped, scoped.steps[i], ranking))), i)
        for i, edge in counting(scoped, name, aside=aside)
    )
    return Goal(f"{name}{ASIDE}" if aside else name, "ends", (), bads, stated=tuple(ranking))


def counting(scoped: Scoped, name: Ending, *, aside: bool) -> list[tuple[int, Node]]:
    """The instances that could go on for ever, by index, and when they are such a sub-step.

    What is outside the game does not count; of a turn neither does the duty that ends it.
    """
    system, found = scoped.system, []
    for i, instance in enumerate(scoped.steps):
        if instance.kind == "action" and system.actions[instance.name].outside_play:
            continue
        if instance.kind == "duty" and name == "every turn ends" and system.duties[instance.name].turn_end:
            continue
        edge = both(instance.edge, negate(idle(instance, scoped))) if aside else instance.edge
        if edge is not FALSE:
            found.append((i, edge))
    return found


def idle(instance: Instance, scoped: Scoped) -> Node:
    """The condition under which an action leaves everything as it was, by itself or with what it makes due; nothing
    else ever does.

    Both can be cut out of a play, so that what is left of one without end has no end either.
    """
    if instance.kind != "action":
        return FALSE
    known = _idle.setdefault(scoped, {})
    if id(instance) not in known:
        changed, same = put(scoped, instance), _same.setdefault(scoped, _Same())
        known[id(instance)] = either(_keeps_values(changed, same), *_put_back(changed, scoped, same))
    return known[id(instance)]


_idle: WeakKeyDictionary[Scoped, dict[int, Node]] = WeakKeyDictionary()
"""Where each instance changes nothing: both endings ask, and so do their goals."""
_same: WeakKeyDictionary[Scoped, _Same] = WeakKeyDictionary()


def _keeps_values(values: Mapping[Node, Node], same: _Same) -> Node:
    found: list[Node] = []
    for leaf, value in values.items():
        if leaf.op != "constant":
            found.append(same.of(leaf, value))
            if found[-1] is FALSE:
                return FALSE
    return both(*found)


def _put_back(changed: Mapping[Node, Node], scoped: Scoped, same: _Same) -> Iterator[Node]:
    """The condition under which each sub-step that nobody chooses is taken after these changes and puts back what they
    changed."""
    forced = [(f.edge, put(scoped, f)) for f in scoped.forced_instances if f.edge is not FALSE]
    meeting = [(edge, back) for edge, back in forced if not back.keys().isdisjoint(changed)]
    edges = substitute((edge for edge, _ in meeting), changed)
    taken = [(edge, back) for edge, (_, back) in zip(edges, meeting, strict=True) if edge is not FALSE]
    then = iter(substitute((node for _, back in taken for node in back.values()), changed))
    for edge, back in taken:
        yield both(edge, _keeps_values({**changed, **{leaf: next(then) for leaf in back}}, same))


class _Same:
    """The condition that a leaf keeps its value; a finite one member by member, as the solver knows it. Parts of values
    come up again with each sub-step that may put them back."""

    def __init__(self) -> None:
        self._known: dict[tuple[Node, Node], Node] = {}
        self._parts: defaultdict[int, dict[Node, Node]] = defaultdict(dict)

    def of(self, leaf: Node, value: Node) -> Node:
        if (leaf, value) not in self._known:
            self._known[leaf, value] = self._of(leaf, value)
        return self._known[leaf, value]

    def _of(self, leaf: Node, value: Node) -> Node:
        if leaf.sort == "bool" or not leaf.finite:
            return equal(leaf, value)
        assert leaf.low is not None and leaf.high is not None
        members = ((k, self._parts[k]) for k in range(leaf.low, leaf.high + 1))
        return both(*(equal(equal_constant(leaf, k), equal_constant(value, k, parts)) for k, parts in members))


def turns(scoped: Scoped) -> bool:
    """Whether the rules say where a turn ends."""
    return any(duty.turn_end for duty in scoped.system.duties.values())


def put(scoped: Scoped, instance: Instance) -> dict[Node, Node]:
    """The new value of each leaf that an instance changes."""
    return {scoped.layout.leaves[k].node: value for k, value in instance.next}


def _descends(scoped: Scoped, instance: Instance, ranking: Sequence[Node]) -> Node:
    after = substitute(ranking, put(scoped, instance))
    found, before = FALSE, TRUE
    for value, then in zip(ranking, after, strict=True):
        new, old = differing(then, value)
        found = either(found, both(before, less(new, old), less_equal(number(0), value)))
        before = both(before, less_equal(new, old))
    return found


def restate(scoped: Scoped, name: str, stated: Sequence[Node]) -> Goal:
    """The property of that name that is stated so; `Unreadable` where the statement is of another kind."""
    ending = next((known for known in ENDINGS if known == name.removesuffix(ASIDE)), None)
    if ending is not None:
        if ending == "every turn ends" and not turns(scoped):
            raise Unreadable("no duty ends a turn")
        if any(node.sort != "int" for node in stated):
            raise Unreadable("a ranking function is made of numbers")
        return ends(scoped, ending, stated, aside=name != ending)
    if any(node.sort != "bool" for node in stated):
        raise Unreadable("a fact is made of conditions")
    return fact(stated)
