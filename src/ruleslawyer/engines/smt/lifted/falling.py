"""Numbers of a state for any number of cards, said as a line of text, and that they fall by a sub-step: a ranking.

`count a: Card: zone[a] is hand` is how many members do so, `sum p: Player: money[p]` a number over its least, and `room
p: Player: money[p]` one below its greatest, each of all members together. None is ever below 0, by what types promise.
What stands before ` and ` has to be so as well: `sum p: Player: step is draw and owed[p]` is 0 in every other step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ruleslawyer.engines.smt.lifted.clauses import ALL, MOST, OR, Clause, over_members, part_term, read, value_at
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.relation import Relation, Step
from ruleslawyer.lifted.terms import ONE, TRUE, ZERO, Term, both, equal, ite, less, negate, number, subtract

FALLS, THEN, BY = "falls:", " > ", " by "
"""How a ranking's item begins, before its ending; what is between its lines, and before rules that one is last for."""
COUNT, SUM, ROOM, AND = "count ", "sum ", "room ", " and "


def lines_for(lines: Sequence[str], rule: str) -> list[str]:
    """The numbers for a rule: those up to the one that it is named at, or all. What falls so falls by all."""
    named = [place for place, line in enumerate(lines) if rule in line.partition(BY)[2].split(", ")]
    return [line.partition(BY)[0] for line in lines[: named[-1] + 1 if named else None]]


def goes_on(system: System, step: Step, ending: str) -> bool:
    """Whether a play without that ending may take a rule for ever."""
    if step.kind == "duty":
        return ending != "every turn ends" or not system.duties[step.name].turn_end
    return step.kind == "settle" or (step.kind == "action" and not system.actions[step.name].outside_play)


def rises(relation: Relation, lines: Sequence[str], step: Step) -> Iterator[tuple[Term, Term]]:
    """Conditions of which one holds where of some numbers none falls by a rule, or one rises before the first that
    does: that one rises, or the last does not fall. Each alone, and with that those before it stay as they are."""
    stay = TRUE
    for line in lines:
        before, after = (measure(relation, line, store) for store in (step.before, step.after))
        wrong = negate(less(after, before)) if line == lines[-1] else less(before, after)
        yield wrong, both(stay, wrong)
        stay = both(stay, equal(after, before))


def clause_of(system: System, line: str) -> tuple[str, Clause]:
    """The kind of a number, and what is counted or added up; ValueError where the line says no number of these."""
    kind = next((one for one in (COUNT, SUM, ROOM) if line.startswith(one)), "")
    text = f"{line.removeprefix(kind)}{'' if kind == COUNT else f'{MOST}0'}"
    clause = read(system, (f"{ALL}{text}" if ": " in text else text).replace(AND, OR))
    if not kind or clause is None or OR in text or (kind != COUNT and clause.parts[-1].kind != "most"):
        raise ValueError(f"`{line}` says no number")
    return kind, clause


def measure(relation: Relation, line: str, store: Store) -> Term:
    """The number that a line says of a state."""
    kind, clause = clause_of(relation.system, line)
    return over_members(clause.variables, relation.world.total, lambda put: _amount(relation, kind, clause, store, put))


def _amount(relation: Relation, kind: str, clause: Clause, store: Store, put: Mapping[str, Term]) -> Term:
    """The summand of some members."""
    *where, part = clause.parts
    so = both(*(part_term(relation, one, store, put) for one in (clause.parts if kind == COUNT else where)))
    if kind == COUNT:
        return ite(so, ONE, ZERO)
    assert part.about is not None
    type_, value = value_at(relation, part.about, store, put)
    assert isinstance(value, Term) and isinstance(type_, t.Int)
    bound = type_.low if kind == SUM else type_.high
    if bound is None:
        raise ValueError(f"{part.text} has no such bound")
    return ite(so, subtract(value, number(bound)) if kind == SUM else subtract(number(bound), value), ZERO)
