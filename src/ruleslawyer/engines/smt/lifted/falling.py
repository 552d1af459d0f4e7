"""Numbers of a state for any number of cards, said as a line of text, and that they fall by a sub-step: a ranking.

`count a: Card: zone[a] is hand` is how many members do so, `sum p: Player: money[p]` a number over its least, and `room
p: Player: money[p]` one below its greatest, each of all members together. None is ever below 0, by what types promise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ruleslawyer.engines.smt.lifted.clauses import ALL, MOST, Clause, part_term, read
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.relation import Relation, Step
from ruleslawyer.lifted.terms import FALSE, ONE, ZERO, Term, both, either, equal, ite, less, member, number, subtract

FALLS, THEN = "falls:", " > "
"""How the item of a ranking begins, before the ending and its lines; and what stands between those."""
COUNT, SUM, ROOM = "count ", "sum ", "room "


def ranking_of(item: str) -> tuple[str, list[str]]:
    """The ending of a ranking's item, and its lines."""
    ending, _, lines = item.removeprefix(FALLS).partition(": ")
    return ending, lines.split(THEN)


def goes_on(system: System, step: Step, ending: str) -> bool:
    """Whether a play without that ending may take a rule for ever."""
    if step.kind == "duty":
        return ending != "every turn ends" or not system.duties[step.name].turn_end
    return step.kind == "settle" or (step.kind == "action" and not system.actions[step.name].outside_play)


def falls(relation: Relation, lines: Sequence[str], step: Step) -> Term:
    """The condition that of some numbers one falls by a rule, and none before it rises."""
    found = FALSE
    for line in reversed(lines):
        before, after = (measure(relation, line, store) for store in (step.before, step.after))
        found = either(less(after, before), both(equal(after, before), found))
    return found


def clause_of(system: System, line: str) -> tuple[str, Clause]:
    """The kind of a number, and what is counted or added up; ValueError where the line says no number of these."""
    kind = next((one for one in (COUNT, SUM, ROOM) if line.startswith(one)), "")
    text = f"{line.removeprefix(kind)}{'' if kind == COUNT else f'{MOST}0'}"
    clause = read(system, f"{ALL}{text}" if ": " in text else text)
    if not kind or clause is None or len(clause.parts) != 1 or (kind != COUNT and clause.parts[0].kind != "most"):
        raise ValueError(f"`{line}` says no number")
    return kind, clause


def measure(relation: Relation, line: str, store: Store) -> Term:
    """The number that a line says of a state."""
    kind, clause = clause_of(relation.system, line)
    return _total(relation, kind, clause, store, {}, list(clause.variables))


def _total(
    relation: Relation, kind: str, clause: Clause, store: Store, put: Mapping[str, Term], left: list[tuple[str, str]]
) -> Term:  # fmt: skip
    if left:
        (name, sort), *rest = left

        def over(x: Term) -> Term:
            return _total(relation, kind, clause, store, {**put, name: x}, rest)

        return relation.world.total(t.Sort(sort), over)
    (part,) = clause.parts
    if kind == COUNT:
        return ite(part_term(relation, part, store, put), ONE, ZERO)
    assert part.about is not None
    shape = relation.world.shapes[part.about.record, part.about.field]
    keys = tuple(_key(relation, *key, put) for key in zip(shape.keys, part.about.keys, strict=True))
    value, type_ = store.cells[part.about.record, part.about.field].at(keys), shape.leaf
    assert isinstance(value, Term) and isinstance(type_, t.Int)
    bound = type_.low if kind == SUM else type_.high
    if bound is None:
        raise ValueError(f"{part.text} has no such bound")
    return subtract(value, number(bound)) if kind == SUM else subtract(number(bound), value)


def _key(relation: Relation, of: t.Type, name: str, put: Mapping[str, Term]) -> Term:
    if isinstance(of, t.Enum):
        return member(of.name, relation.system.enums[of.name].members.index(name))
    return put[name]
