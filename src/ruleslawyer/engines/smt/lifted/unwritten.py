"""Obligations of what nobody wrote, for any number of cards: that every write of a field keeps its range, that two
clauses never clash, and that no check of the model fails, which every other proof takes as given.

Each is asked under the checks before it in the walk over its rule, of all members, and the facts that hold by then: by
induction on their number none fails. A write in a loop is under the checks before the loop; a property is asked at
rest. What no condition says is named with its place, and nothing is proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Literal

from ruleslawyer.base.origin import Origin
from ruleslawyer.engines.smt.lifted.induction import Induction, fails, some_member
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import APART, UNBROKEN, WRITES
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.context import Contradiction
from ruleslawyer.lifted.relation import Relation, Step
from ruleslawyer.lifted.terms import FALSE, TRUE, Term, both, either, negate
from ruleslawyer.lifted.values import LiftingError
from ruleslawyer.lifted.world import Law, shape_of
from ruleslawyer.lifted.writes import Signs
from ruleslawyer.rulebook.claims.clashes import pairs

MOST = 400
"""Duties that may run one after the other, with a round of settles before and after each: play comes to rest within the
1 000 sub-steps that semantics allows."""
ASKED = ("always", "sometimes")
"""Kinds of properties of which it is an event what clauses are met as they are asked."""
NEXT, WHOSE = "what comes next", "whose decision it is"


@dataclass(frozen=True, slots=True)
class ImplicitCheck:
    """A property that nobody wrote: the range of a field, that two clauses never clash, or that no check fails."""

    name: str
    kind: Literal["writes", "apart", "unbroken"]
    cites: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """The field, or the key of a clash."""
        return self.name.partition(":")[2]


@dataclass(frozen=True, slots=True)
class ViolationCondition:
    """The condition that something is wrong: with the rule as far as it is known by then, laws about it, and in words
    what fails, and where."""

    step: Step
    wrong: Term
    laws: Sequence[Law] = ()
    what: str = ""


def implicit_checks(system: System) -> list[ImplicitCheck]:
    """The ranges of numbers of the state; every two clauses that may clash, where the text puts neither above the
    other; and the model."""
    found: list[ImplicitCheck] = []
    for field in system.state.fields:
        leaf = shape_of(field.type).leaf
        number = leaf.item if isinstance(leaf, t.Optional) else leaf
        if isinstance(number, t.Int) and (number.low is not None or number.high is not None):
            cites = () if number.cite is None else (number.cite,)
            found.append(ImplicitCheck(f"{WRITES}{field.name}", "writes", cites))
    found += (ImplicitCheck(f"{APART}{pair.key}", "apart", pair.cites) for pair in pairs(system) if not pair.over)
    return [*found, ImplicitCheck(UNBROKEN, "unbroken")]


def violations(induction: Induction, one: ImplicitCheck) -> Iterator[ViolationCondition]:
    """All that may be wrong, in the order of the rules; of a range, where each write is said. `LiftingError` where no
    condition says whether something is."""
    match one.kind:
        case "writes":
            yield from (doubt for step in induction.steps for doubt in out_of_range(step, one.about))
        case "apart":
            yield from _clashes(induction, one.about)
        case "unbroken":
            yield from _failures(induction)


# --- ranges -----------------------------------------------------------------------------------------------------------


def out_of_range(step: Step, field: str) -> Iterator[ViolationCondition]:
    """The conditions that a write of a field by a rule leaves its range, each with the rule up to the checks before
    that write."""
    for i, check in enumerate(step.checks):
        if check.write == field and check.unless is not TRUE:
            yield ViolationCondition(replace(step, upto=i if check.since is None else check.since), fails(check))


def mixed_signs(step: Step, signs: Sequence[Signs]) -> Iterator[tuple[Step, Term]]:
    """The conditions that one summand of a sum is negative and another positive, each with the rule up to the checks
    before: where one of these cannot be, each value on the way lies between the first and the last."""
    for way in (0, 1):
        before = min(one[way].since or 0 for one in signs)
        yield replace(step, upto=before), either(*(fails(one[way]) for one in signs))


# --- clashes ----------------------------------------------------------------------------------------------------------


def _clashes(induction: Induction, key: str) -> Iterator[ViolationCondition]:
    """The conditions that two clauses clash."""
    relation = induction.relation
    for step in induction.steps:
        for (upto, facts), some in _by_knowledge(step.walk.contradictions, key).items():
            yield ViolationCondition(replace(step, upto=upto, facts=step.facts[:facts]), some)
    for check in relation.system.properties.values():
        if check.kind not in ASKED or key.partition(":")[0] not in relation.world.asks([check.function, *check.facts]):
            continue
        if check.facts:
            raise LiftingError(f"`{check.name}`, which asks what players know")
        said = relation.of_state(check, relation.base)
        for some in _by_knowledge(said.contradictions, key).values():
            yield ViolationCondition(replace(induction.standing("rest"), name=check.name), some, said.laws)


def _by_knowledge(met: Sequence[Contradiction], key: str) -> dict[tuple[int, int | None], Term]:
    """Where a pair clashes, in one condition where the same is known."""
    found: dict[tuple[int, int | None], Term] = {}
    for one in met:
        differ = one.differ() if one.key == key else FALSE
        if differ is not FALSE:
            where = one.upto, one.facts
            found[where] = either(*(term for term in (found.get(where), some_member(differ)) if term is not None))
    return found


# --- the model --------------------------------------------------------------------------------------------------------


def _failures(induction: Induction) -> Iterator[ViolationCondition]:
    """Each thing that may fail."""
    relation = induction.relation
    walks = [*induction.steps, *_between(relation)]
    _expect_conditions(relation)
    for step in walks:
        yield from _of_walk(step)
    for step in induction.steps:
        with relation.world.folds.within(f"{UNBROKEN} {step.key}"):
            found = list(_after(relation, step))
        yield from found


def place_in_words(place: Origin | None) -> str:
    """A place in words, with its clauses."""
    if place is None:
        return ""
    cites = f", {', '.join(place.cites)}" if place.cites else ""
    return f" ({place.span}{cites})"


def _expect_conditions(relation: Relation) -> None:
    """`LiftingError` where something is asked that no condition speaks of."""
    for name, why in relation.left_out.items():
        raise LiftingError(f"`{name}`: {why}")
    for field, place in relation.world.read_early.items():
        raise LiftingError(f"`{field[1]}` may be read before it is written{place_in_words(place)}")
    if len(relation.system.duties) > MOST:
        raise LiftingError(f"more than {MOST} duties")


def _of_walk(step: Step) -> Iterator[ViolationCondition]:
    """The checks of a rule, or of what is asked between rules, each under those before it; and its writes that are made
    at once."""
    for i, check in enumerate(step.walk.checks):
        if check.write is not None or (step.name == NEXT and check.facts == 0):
            continue
        if check.unless is TRUE and check.holds is FALSE:
            raise LiftingError(f"{check.reason}{place_in_words(check.place)}, in a loop whose order may matter")
        wrong = fails(check)
        if wrong is not FALSE:
            before = replace(step, upto=i, facts=step.facts[: check.facts])
            yield ViolationCondition(before, wrong, (), f"{check.reason}{place_in_words(check.place)}")
    for block in step.walk.blocks:
        wrong = some_member(block.differ())
        if wrong is not FALSE:
            before = replace(step, upto=block.upto, facts=step.facts[: block.facts])
            yield ViolationCondition(before, wrong, (), f"two writes to one place at once{place_in_words(block.place)}")


def _after(relation: Relation, step: Step) -> Iterator[ViolationCondition]:
    """The conditions about the state after a rule, beside those about any state."""
    if step.kind == "initial":
        _expect_writes(relation, step)
    elif step.kind == "settle":
        yield from _after_round(relation, step)
    elif step.kind == "duty":
        yield from _after_duty(relation, step)
    yield from _by_forgetting(relation, step)


def _expect_writes(relation: Relation, step: Step) -> None:
    """`LiftingError` where the initial rule may leave a field without a default as it was."""
    for field in relation.world.shapes:
        value = step.made.cells[field].at(relation.world.any_keys(field))
        if relation.world.is_perhaps_unwritten(field, value):
            raise LiftingError(
                f"the initial rule may leave `{field[1]}` unwritten{place_in_words(relation.system.initial.origin)}"
            )


def _after_round(relation: Relation, step: Step) -> Iterator[ViolationCondition]:
    """After a round no settle holds, and it makes no duty due: so forced steps have an end."""
    settled = relation.no_settle_holds(step.made)
    if settled is None:
        raise LiftingError("whether a settle holds after a round")
    # Whatever is asked there is asked of every state.
    laws = (*settled.laws, *(check.law for check in settled.checks))
    yield ViolationCondition(step, negate(settled.holds), laws, "a settle may hold after a round of settles")
    for duty in relation.system.duties.values():
        was, now = relation.is_due(duty, step.before), relation.is_due(duty, step.made)
        what = f"a round of settles may make `{duty.name}` due{place_in_words(duty.origin)}"
        yield ViolationCondition(step, both(negate(was.holds), now.holds), (*was.laws, *now.laws), what)


def _after_duty(relation: Relation, step: Step) -> Iterator[ViolationCondition]:
    """After a duty neither it nor one that comes before it is due; whether it is, is asked whatever comes next."""
    every = list(relation.system.duties.values())
    own = relation.system.duties[step.name]
    due = [(duty, relation.is_due(duty, step.made)) for duty in every[: every.index(own) + 1]]
    for duty, said in due:
        what = f"`{duty.name}` may be due after `{own.name}`{place_in_words(own.origin)}"
        yield ViolationCondition(step, said.holds, said.laws, what)
    for check in due[-1][1].checks:
        yield ViolationCondition(
            step, fails(check), due[-1][1].laws, f"{check.reason}{place_in_words(check.place)}, after `{own.name}`"
        )


def _by_forgetting(relation: Relation, step: Step) -> Iterator[ViolationCondition]:
    """The condition that what is forgotten at rest makes something due."""
    system, reads = relation.system, relation.world.reads
    due = [*(settle.when for settle in system.settles.values()), *(duty.when for duty in system.duties.values())]
    forgotten = {(None, field.name) for field in system.state.fields if field.matters is not None}
    if not due or not any(forgotten & reads(function) for function in (*due, system.ended)):
        return
    was, now = relation.at_rest(step.made), relation.at_rest(step.after)
    if was is None or now is None:
        raise LiftingError("whether a state is at rest")
    # Whatever is asked there is asked of every state.
    laws = [*was.laws, *now.laws, *(check.law for check in (*was.checks, *now.checks))]
    yield ViolationCondition(step, both(was.holds, negate(now.holds)), laws, "what is forgotten may make something due")


def _between(relation: Relation) -> Iterator[Step]:
    """Questions of states between the rules: what comes next, whose decision it is, what matters. Each is a walk over
    any state, given as a step that changes nothing, before which the same is known as before a rule of its kind. What
    settles ask is asked in their round, and the order of reactions in the domain of each."""

    def naming(about: str) -> AbstractContextManager[None]:
        return relation.world.folds.within(f"{about} as it is asked")

    walk = relation.walk(NEXT)
    with naming(NEXT):
        relation.look_for_next(walk, relation.base)
    yield relation.standing("duty", (), (), NEXT, walk)
    facts, dues, laws = relation.resting()
    reacting = relation.reacting(relation.base)
    due = (either(reacting, negate(one)) for one in dues.values() if one is not None)
    walk = relation.walk(WHOSE)
    with naming(WHOSE):
        relation.deciders(walk)
    yield relation.standing("action", (*facts, *due), laws, WHOSE, walk)
    for field in relation.system.state.fields:
        if field.matters is not None:
            walk, place, about = relation.walk(field.name), (None, field.name), f"whether {field.name} matters"
            with naming(about):
                keys = relation.world.any_keys(place)
                kept = relation.is_usual(relation.base, place, keys)
                with walk.over(*keys), walk.assuming(negate(kept)):  # of what has its default it is not asked
                    relation.assume(walk, field.matters, (relation.base, *keys))
            yield relation.standing("settle", (), (), about, walk)
