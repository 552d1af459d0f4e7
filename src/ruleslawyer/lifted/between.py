"""Questions of states between the rules of a relation: what comes next, whose decision it is, what matters.

Each is a walk over any state, given as a step that changes nothing. What settles ask is asked in their round, and the
order of reactions in the domain of each, which asks it of whatever is pending.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.ir.schema import Field
from ruleslawyer.lifted.context import constant
from ruleslawyer.lifted.relation import Relation, Step
from ruleslawyer.lifted.rest import Kind
from ruleslawyer.lifted.rules import Rules
from ruleslawyer.lifted.terms import Term, either, negate
from ruleslawyer.lifted.values import same
from ruleslawyer.lifted.world import Law

NEXT, WHOSE = "what comes next", "whose decision it is"


def between(relation: Relation) -> Iterator[Step]:
    """The walks, each as a step before which the same is known as before a rule of its kind."""
    yield _step(relation, "duty", NEXT, _walk_next(relation))
    facts, dues, laws = relation.resting()
    reacting = relation.reacting(relation.base)
    due = (either(reacting, negate(one)) for one in dues.values() if one is not None)
    walk = relation.walk(WHOSE)
    with relation.world.folds.within(_name_after(WHOSE)):
        relation.deciders(walk)
    yield _step(relation, "action", WHOSE, walk, (*facts, *due), laws)
    for field in relation.system.state.fields:
        if field.matters is not None:
            yield _step(relation, "settle", f"whether {field.name} matters", _walk_matters(relation, field))


def _step(
    relation: Relation, kind: Kind, name: str, walk: Rules, facts: tuple[Term, ...] = (), laws: tuple[Law, ...] = ()
) -> Step:
    return Step(kind, name, relation.base, facts, relation.base, relation.base, (), walk, laws)


def _name_after(about: str) -> str:
    """The name by which a walk numbers those that it gives."""
    return f"{about} as it is asked"


def _walk_next(relation: Relation) -> Rules:
    """The settles, the ending and the duties, in that order."""
    walk = relation.walk(NEXT)
    with relation.world.folds.within(_name_after(NEXT)):
        relation.look_for_next(walk)
    return walk


def _walk_matters(relation: Relation, field: Field) -> Rules:
    """Whether an entry of a field matters that has not its default."""
    walk, world, place = relation.walk(field.name), relation.world, (None, field.name)
    assert field.matters is not None
    with world.folds.within(_name_after(f"whether {field.name} matters")):
        keys = tuple(world.folds.fresh(world.sort(key)) for key in world.shapes[place].keys)
        usual = constant(world.usual(place)).at(keys)
        kept = same(relation.base.cells[place].at(keys), usual, world.some)
        with walk.over(*keys), walk.assuming(negate(kept)):
            relation.assume(walk, field.matters, (relation.base, *keys))
    return walk
