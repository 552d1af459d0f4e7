"""Whether each write of a field keeps its range, whether two clauses ever clash, and whether a check of the model ever
fails, asked of z3: search, of which nothing is believed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from time import thread_time

from ruleslawyer.engines.smt.lifted.apart import Apart, clashes
from ruleslawyer.engines.smt.lifted.asking import Asking, Fallen
from ruleslawyer.engines.smt.lifted.induction import Candidate, fails
from ruleslawyer.engines.smt.lifted.question import Asked
from ruleslawyer.engines.smt.lifted.unbroken import failures
from ruleslawyer.engines.smt.lifted.writes import Write, out_of_range
from ruleslawyer.lifted.context import Check
from ruleslawyer.lifted.relation import Step
from ruleslawyer.lifted.terms import Term
from ruleslawyer.lifted.writes import Signs

ON_THE_WAY = "several things are added up in one place, and what is there on the way is not said"
ORDER = "it is written in a loop whose order may matter"


def written_wrong(
    about: Asking, write: Write, known: Sequence[Candidate], seconds: float, end: float = inf
) -> Fallen | set[str]:
    """The first rule that may write a field out of its range; or, where none does, what that rests on. end: when time
    is out for all of it."""
    used: set[str] = set()

    def ask_step(step: Step, wrong: Term) -> Asked | None:
        answer = about.ask(step, wrong, (), known, min(seconds, end - thread_time()))
        used.update(answer.used)
        return None if answer.asked.answer == "unsat" else answer.asked

    for step in about.steps:
        if thread_time() > end:
            return Fallen(step.key, None, late=True)
        if not all(_anywhere(about, check, seconds) for check in step.anywhere.get(write.field, ())):
            return Fallen(step.key, None, ORDER)
        if not _one_way(step, step.fields_with_unknown_values.get(write.field, ()), ask_step):
            return Fallen(step.key, None, ON_THE_WAY)
        for before, wrong in out_of_range(step, write.field):
            asked = ask_step(before, wrong)
            if asked is not None:
                return Fallen(step.key, asked)
    return used


def first_clash(
    about: Asking, pair: Apart, known: Sequence[Candidate], seconds: float, end: float = inf
) -> Fallen | set[str]:
    """The first rule by which two clauses may clash; or, where they never do, what that rests on."""
    used: set[str] = set()
    for step, wrong, laws in clashes(about, pair.name):
        if thread_time() > end:
            return Fallen(step.key, None, late=True)
        answer = about.ask(step, wrong, laws, known, min(seconds, end - thread_time()))
        if answer.asked.answer != "unsat":
            return Fallen(step.key, answer.asked)
        used |= answer.used
    return used


def first_failure(about: Asking, known: Sequence[Candidate], seconds: float, end: float = inf) -> Fallen | set[str]:
    """The first rule in which a check of the model may fail; or, where none does, what that rests on."""
    used: set[str] = set()
    for one in failures(about):
        if thread_time() > end:
            return Fallen(one.step.key, None, late=True)
        answer = about.ask(one.step, one.wrong, one.laws, known, min(seconds, end - thread_time()))
        if answer.asked.answer != "unsat":
            return Fallen(one.step.key, answer.asked, one.what)
        used |= answer.used
    return used


def _anywhere(about: Asking, check: Check | None, seconds: float) -> bool:
    """Whether a write keeps its range whatever the state: nothing is known but what is printed on cards."""
    if check is None:
        return False
    laws = [*about.relation.world.laws, *about.also]
    return about.solver.ask(fails(check), [], laws, seconds).answer == "unsat"


def _one_way(step: Step, added: Sequence[Signs | None], shown: Callable[[Step, Term], Asked | None]) -> bool:
    """Whether all that is added up in one place is not less than nothing, or all of it is not more: then each value on
    the way lies between the first and the last."""
    signs = [one for one in added if one is not None]
    if len(signs) < len(added):
        return False
    return any(all(shown(replace(step, upto=one[k].since), fails(one[k])) is None for one in signs) for k in (0, 1))
