"""Candidates for auxiliary invariants, read off the schema and the author's checks; each is proved before it is used.

These speak of one field, or one kind of thing; `relate` has those that relate fields to one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from ruleslawyer.engines.smt.statements.words import Words
from ruleslawyer.ir import types as t
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.nodes import (
    FALSE,
    TRUE,
    Node,
    both,
    either,
    equal,
    less_equal,
    negate,
    number,
)
from ruleslawyer.lifted.scoped.values import NONE, Bunch, Choice, Maybe, Slots, flatten

FORM, DECLARED, EXCLUDING = "form", "declared", "excluding"
"""Kinds of lemmas: of types, of declared properties, and against a state that no play reaches."""


@dataclass(frozen=True, slots=True)
class Lemma:
    """A named candidate: a condition on a state, and what kind of thing it says (`FORM`: what the types say)."""

    name: str
    node: Node
    kind: str


def candidates(scoped: Scoped) -> list[Lemma]:
    """Candidates for invariants, field by field, in a fixed order, without doubles."""
    return distinct(
        (
            *shapes(scoped),
            *_exclusive(scoped),
            *_frame_stages(scoped),
            *_checks(scoped),
        )
    )


def shapes(scoped: Scoped) -> list[Lemma]:
    """Candidates from the form of a state, and from no rule: ranges, frames that are closed, values that are absent,
    piles."""
    return distinct((*_ranges(scoped), *_frames(scoped), *_optional(scoped), *_piles(scoped)))


def distinct(lemmas: Iterable[Lemma]) -> list[Lemma]:
    found: dict[Node, Lemma] = {}
    for lemma in lemmas:
        if lemma.node is not TRUE and lemma.node is not FALSE:
            found.setdefault(lemma.node, lemma)
    return list(found.values())


def disjuncts(node: Node) -> tuple[Node, ...]:
    """The alternatives of which a condition demands one."""
    if node.op == "or":
        return node.args
    denied = node.args[0] if node.op == "not" else None
    return tuple(map(negate, denied.args)) if denied is not None and denied.op == "and" else (node,)


def _ranges(scoped: Scoped) -> Iterator[Lemma]:
    for leaf in scoped.layout.leaves:
        node = leaf.node
        if leaf.finite:
            low, high = leaf.finite
            members = (equal(node, number(k)) for k in range(low, high + 1))
            yield Lemma(f"{leaf.name} is one of its kind", either(*members), FORM)
        elif node.sort == "int":
            low_, high_ = (0, None) if leaf.promised is None else (leaf.promised.low, leaf.promised.high)
            kind = "range" if leaf.promised is None else FORM
            if low_ is not None:
                yield Lemma(f"{leaf.name} >= {low_}", less_equal(number(low_), node), kind)
            if high_ is not None:
                yield Lemma(f"{leaf.name} <= {high_}", less_equal(node, number(high_)), kind)


def _frames(scoped: Scoped) -> Iterator[Lemma]:
    layout, words = scoped.layout, Words(scoped)
    for cell in layout.cells.values():
        record = cell.key[0]
        if record is not None:
            for node, default in zip(flatten(cell.value), flatten(cell.default), strict=True):
                reset = either(layout.open[record], equal(node, default))
                yield Lemma(f"{record} is open, or as by default: {words.say(node)}", reset, FORM)
            if cell.field.name == "awaits" and isinstance(cell.value, Bunch):
                some = either(*cell.value.members, cell.value.chance or FALSE)
                yield Lemma(
                    f"{record} awaits somebody while it is open", either(negate(layout.open[record]), some), "frame"
                )
    for (a, one), (b, other) in combinations(layout.open.items(), 2):
        yield Lemma(f"{a} and {b} are not both open", negate(both(one, other)), "frame")
        yield Lemma(f"{b} is open only inside {a}", either(one, negate(other)), "frame")


def _optional(scoped: Scoped) -> Iterator[Lemma]:
    words = Words(scoped)
    for cell in scoped.layout.cells.values():
        if isinstance(cell.value, Maybe) and isinstance(cell.default, Maybe):
            for node, default in zip(flatten(cell.value.value), flatten(cell.default.value), strict=True):
                absent = either(cell.value.present, equal(node, default))
                yield Lemma(f"{words.say(node)} is absent, or present", absent, FORM)


def _piles(scoped: Scoped) -> Iterator[Lemma]:
    for cell in scoped.layout.cells.values():
        if isinstance(cell.value, Slots):
            slots = cell.value.slots
            name = cell.name
            for i, (a, b) in enumerate(pairwise(slots)):
                yield Lemma(f"{name}: no gap at {i}", either(negate(a.is_(NONE)), b.is_(NONE)), FORM)
            if isinstance(cell.type, t.Pile) and cell.type.repeats:
                continue
            for a, b in combinations(slots, 2):
                for k, _ in a.cases:
                    if k != NONE:
                        once = f"{name}: {scoped.layout.member(cell.type, k)} only once"
                        yield Lemma(once, negate(both(a.is_(k), b.is_(k))), "zone")


def _exclusive(scoped: Scoped) -> Iterator[Lemma]:
    """A member of a sort is in at most one of its piles and sets."""
    groups: dict[t.Type, list[tuple[str, list[Node]]]] = {}
    for cell in scoped.layout.cells.values():
        if isinstance(cell.type, t.Set | t.Pile) and not (isinstance(cell.type, t.Pile) and cell.type.repeats):
            size = scoped.shape.size(cell.type.item)
            value = cell.value
            if isinstance(value, Bunch):
                held = list(value.members)
            else:
                assert isinstance(value, Slots)
                held = [either(*(s.is_(k) for s in value.slots)) for k in range(size)]
            groups.setdefault(cell.type.item, []).append((cell.name, held))
    for kind, zones in groups.items():
        for (a, one), (b, other) in combinations(zones, 2):
            for k, (x, y) in enumerate(zip(one, other, strict=True)):
                name = scoped.layout.label(kind, k)
                yield Lemma(f"{name} is not both in {a} and in {b}", negate(both(x, y)), "zone")


def stage_fields(scoped: Scoped) -> list[tuple[str, Choice]]:
    """The enum fields of the state that are no maps: how far the game, or a turn, is."""
    return [
        (cell.field.name, cell.value)
        for cell in scoped.layout.cells.values()
        if isinstance(cell.type, t.Enum) and cell.key[0] is None and isinstance(cell.value, Choice) and not cell.key[2]
    ]


def stages(scoped: Scoped) -> Iterator[tuple[str, Node]]:
    """Each stage, in words: that such a field has one of its values."""
    for field, stage in stage_fields(scoped):
        (cell,) = scoped.layout.of_field[field]
        yield from ((f"{field} is {scoped.layout.label(cell.type, k)}", at) for k, at in stage.cases)


def _frame_stages(scoped: Scoped) -> Iterator[Lemma]:
    """A frame is closed at certain stages."""
    for stage, at in stages(scoped):
        for frame, is_open in scoped.layout.open.items():
            yield Lemma(f"{frame} is closed while {stage}", negate(both(is_open, at)), "phase")


def _checks(scoped: Scoped) -> Iterator[Lemma]:
    for p in scoped.properties:
        if p.check.kind == "always":
            yield Lemma(f"{p.check.name} at every moment", both(p.holds, negate(p.broken)), DECLARED)
            yield Lemma(
                f"{p.check.name} at rest", either(negate(scoped.rest), both(p.holds, negate(p.broken))), DECLARED
            )
