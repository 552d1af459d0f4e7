"""The obligations that no check of the model fails, for any number of cards: what every other proof takes as given.

Each check is asked under those before it in the walk over its rule, for all members: by induction on their number none
fails. Of the facts of a rule those are given that hold by then. That a write is in its range is asked elsewhere, and
given here. What no condition says is named with its place, and nothing is proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.base.origin import Origin
from ruleslawyer.engines.smt.lifted.induction import Induction, fails, of_some
from ruleslawyer.ir.checks import UNBROKEN
from ruleslawyer.ir.system import Duty, System
from ruleslawyer.lifted.between import NEXT, between
from ruleslawyer.lifted.relation import Relation, Step
from ruleslawyer.lifted.rest import Said
from ruleslawyer.lifted.terms import FALSE, TRUE, Term, both, negate
from ruleslawyer.lifted.values import Unlifted
from ruleslawyer.lifted.world import Law

MOST = 400
"""Duties that may run one after the other, with a round of settles before and after each: play comes to rest within the
1 000 sub-steps that semantics allows."""


@dataclass(frozen=True, slots=True)
class Unbroken:
    """The property that no check of the model fails."""

    name: str = UNBROKEN
    cites: tuple[str, ...] = ()
    kind: str = "unbroken"


@dataclass(frozen=True, slots=True)
class Failing:
    """The condition that something fails: with the rule as far as it is known by then, laws about it, and in words what
    fails, and where."""

    step: Step
    wrong: Term
    laws: Sequence[Law]
    what: str


def failures(induction: Induction) -> Iterator[Failing]:
    """Each thing that may fail, in the order of the rules; `Unlifted` where no condition says whether one does."""
    relation = induction.relation
    walks = [*induction.steps, *between(relation)]
    _expect_conditions(relation)
    for step in walks:
        yield from _of_walk(step)
    for step in induction.steps:
        with relation.world.folds.within(f"{UNBROKEN} {step.key}"):
            found = list(_after(relation, step))
        yield from found


def _at(place: Origin | None) -> str:
    """A place in words, with its clauses."""
    if place is None:
        return ""
    cites = f", {', '.join(place.cites)}" if place.cites else ""
    return f" ({place.span}{cites})"


def rule_place(system: System, key: str) -> str:
    """The place of a rule that is called so."""
    kind, _, name = key.rpartition(" ")
    rule = {"initial": {name: system.initial}, "duty": system.duties, "": system.actions}.get(kind, {}).get(name)
    return _at(getattr(rule, "origin", None))


def _expect_conditions(relation: Relation) -> None:
    """`Unlifted` where something is asked that no condition speaks of."""
    for name, why in relation.left_out.items():
        raise Unlifted(f"`{name}`: {why}")
    for field, place in relation.world.read_early.items():
        raise Unlifted(f"`{field[1]}` may be read before it is written{_at(place)}")
    if len(relation.system.duties) > MOST:
        raise Unlifted(f"more than {MOST} duties")


def _of_walk(step: Step) -> Iterator[Failing]:
    """The checks of a rule, or of what is asked between rules, each under those before it; and its writes that are made
    at once."""
    for i, check in enumerate(step.walk.checks):
        if check.write is not None or (step.name == NEXT and check.facts == 0):
            continue
        if check.unless is TRUE and check.holds is FALSE:
            raise Unlifted(f"{check.reason}{_at(check.place)}, in a loop whose order may matter")
        wrong = fails(check)
        if wrong is not FALSE:
            before = replace(step, upto=i, facts=step.facts[: check.facts])
            yield Failing(before, wrong, (), f"{check.reason}{_at(check.place)}")
    for block in step.walk.blocks:
        wrong = of_some(block.differ())
        if wrong is not FALSE:
            before = replace(step, upto=block.upto, facts=step.facts[: block.facts])
            yield Failing(before, wrong, (), f"two writes to one place at once{_at(block.place)}")


def _after(relation: Relation, step: Step) -> Iterator[Failing]:
    """The conditions about the state after a rule, beside those about any state."""
    if step.kind == "initial":
        _expect_writes(relation, step)
    elif step.kind == "settle":
        yield from _after_round(relation, step)
    elif step.kind == "duty":
        yield from _after_duty(relation, step)
    yield from _by_forgetting(relation, step)


def _expect_writes(relation: Relation, step: Step) -> None:
    """`Unlifted` where the initial rule may leave a field without a default as it was."""
    for field, shape in relation.world.shapes.items():
        keys = tuple(relation.world.folds.fresh(relation.world.sort(key)) for key in shape.keys)
        if relation.world.is_perhaps_unwritten(field, step.made.cells[field].at(keys)):
            raise Unlifted(f"the initial rule may leave `{field[1]}` unwritten{_at(relation.system.initial.origin)}")


def _after_round(relation: Relation, step: Step) -> Iterator[Failing]:
    """After a round no settle holds, and it makes no duty due: so forced steps have an end."""
    settled = relation.no_settle_holds(step.made)
    if settled is None:
        raise Unlifted("whether a settle holds after a round")
    # Whatever is asked there is asked of every state.
    laws = (*settled.laws, *(check.law for check in settled.checks))
    yield Failing(step, negate(settled.holds), laws, "a settle may hold after a round of settles")
    for duty in relation.system.duties.values():
        was, now = relation.is_due(duty, step.before), relation.is_due(duty, step.made)
        wrong = both(negate(was.holds), now.holds)
        yield Failing(
            step, wrong, (*was.laws, *now.laws), f"a round of settles may make `{duty.name}` due{_at(duty.origin)}"
        )


def _after_duty(relation: Relation, step: Step) -> Iterator[Failing]:
    """After a duty neither it nor one that comes before it is due; whether it is, is asked whatever comes next."""
    every = list(relation.system.duties.values())
    own = relation.system.duties[step.name]
    due: list[tuple[Duty, Said]] = [(duty, relation.is_due(duty, step.made)) for duty in every[: every.index(own) + 1]]
    for duty, said in due:
        what = f"`{duty.name}` may be due after `{own.name}`{_at(own.origin)}"
        yield Failing(step, said.holds, said.laws, what)
    for check in due[-1][1].checks:
        yield Failing(step, fails(check), due[-1][1].laws, f"{check.reason}{_at(check.place)}, after `{own.name}`")


def _by_forgetting(relation: Relation, step: Step) -> Iterator[Failing]:
    """The condition that what is forgotten at rest makes something due."""
    system, reads = relation.system, relation.world.reads
    due = [*(settle.when for settle in system.settles.values()), *(duty.when for duty in system.duties.values())]
    forgotten = {(None, field.name) for field in system.state.fields if field.matters is not None}
    if not due or not any(forgotten & reads(function) for function in (*due, system.ended)):
        return
    was, now = relation.at_rest(step.made), relation.at_rest(step.after)
    if was is None or now is None:
        raise Unlifted("whether a state is at rest")
    # Whatever is asked there is asked of every state.
    laws = [*was.laws, *now.laws, *(check.law for check in (*was.checks, *now.checks))]
    yield Failing(step, both(was.holds, negate(now.holds)), laws, "what is forgotten may make something due")
