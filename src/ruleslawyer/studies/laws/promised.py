"""Promises of answers, tried in drawn states as laws are: in those of its option, where rules ask the question."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.exploration.variants.choices import Noted
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.checks import Check
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk
from ruleslawyer.rulebook.claims.readings import option_of
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.laws.built_in import BuiltIn
from ruleslawyer.studies.laws.compare import Broken, Tried, some_by_action
from ruleslawyer.studies.laws.drawn import Drawn
from ruleslawyer.studies.laws.law import said_of_members, value_of
from ruleslawyer.studies.laws.wishes import Aim, Wish

STEPS = 8
"""Choices of a state that are taken, each of another action as far as there are."""


def promise_laws(system: System) -> tuple[BuiltIn, ...]:
    """The promises of a ruleset, in the order of their options."""
    return tuple(_promise(system, check) for check in system.promises.values())


def _promise(system: System, check: Check) -> BuiltIn:
    default = check.option == system.questions[check.question].default
    questions = () if default else (check.question,)
    aims = list(_aims_by(system, check)) or _aims(check)
    wishes = tuple(Wish((aim,), questions) for aim in aims) or (Wish((), questions),)
    says = check.function.in_words
    return BuiltIn(check.name, says, partial(_try, check), wishes=wishes, clauses=check.origin.cites)


def _aims_by(system: System, check: Check) -> Iterator[Aim]:
    """The members that a promise names by `where`."""
    if not check.where:
        return
    place, about = str(check.origin.span), f"`where` of `{check.name}`"
    for name, sort in system.sorts.items():
        there = {**{a.name: a.type for a in sort.attributes}, **said_of_members(system, name)}
        if all(one in there for one, _ in check.where):
            try:
                said = {one: tuple(value_of(there[one], v, system) for v in values) for one, values in check.where}
            except ValueError as error:
                raise UsageError(f"{about}: no value `{error}`", place, "write one that its type has") from error
            yield Aim(name, said)
            return
    names = ", ".join(field for field, _ in check.where)
    raise UsageError(f"{about}: no sort has {names}", place, "name fields and attributes of one sort")


def _aims(check: Check) -> list[Aim]:
    """The members that a promise speaks of by itself: those of which it compares a field with a word."""
    found: dict[tuple[str, str], dict[object, None]] = {}
    for node in walk(check.function.body):
        match node:
            case n.Compare(left=n.Read(record=None, field=field, keys=(key,)), right=n.Const(value=value)):
                if isinstance(sort := t.unwrap(key.type), t.Sort):
                    found.setdefault((sort.name, field), {})[value] = None
    return [Aim(sort, {field: tuple(values)}) for (sort, field), values in found.items()]


def _try(check: Check, drawn: Drawn) -> Tried:
    """A promise of the steps from a state: met are those that ask its question."""
    system, question = drawn.system, check.question
    if option_of(system, question) != check.option or question in system.rulings:
        return Tried()
    noted = Noted(system.reading)
    asking = TransitionSystem(system.machine, noted, system.rulings)
    of_states = check.kind == "always"
    if of_states and asking.holds(check, drawn.state)[0] is not True:
        return Tried()  # what is drawn need not be so in any play
    met, broken = 0, dict[str, Broken]()
    for instance in some_by_action(drawn.allowed_instances, STEPS, Random(0)):
        noted.asked.clear()
        outcome = asking.take(drawn.state, instance)
        met += question in noted.asked  # a step that does not ask may still break it: a route that forgets
        if of_states:
            kept = outcome.state is None or asking.holds(check, outcome.state)[0] is not False
        else:
            kept = False not in asking.step_answers(check, drawn.state, instance, outcome)[0]
        if not kept:
            broken.setdefault(instance.action, Broken(instance.action, "the promise is broken", steps=(instance,)))
    return Tried(met, tuple(broken.values()))
