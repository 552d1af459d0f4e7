"""The functions that a function may run: what it calls and demands, with all the clauses of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.rules import Rule
from ruleslawyer.ir.system import Action, System


def of_call(system: System, kind: str, name: str) -> list[Function]:
    """A term, a question or a helper, with the clauses that say its value; of an action all that judges it."""
    if kind == "helper":
        return [system.helpers[name]]
    if kind == "action":
        return _of_legality(system, system.actions[name])
    if kind == "term":
        return of_rules(system.terms[name].rules())
    return [system.questions[name].function, *of_rules(system.questions[name].rules())]


def _of_legality(system: System, action: Action) -> list[Function]:
    """The functions that are asked whether an action may be done: its own but the effect, and those about everybody."""
    turns = (function for trigger in system.triggers.values() for function in (trigger.order, trigger.turn) if function)
    judging = (function for function in of_rules(action.rules()) if function is not action.function)
    return [system.ended, system.awaits, *turns, *judging]


def of_rules(rules: Iterable[Rule]) -> list[Function]:
    """The functions of rules."""
    return [function for rule in rules for function in rule.functions]


def demands(system: System, name: str) -> Iterator[str]:
    """A deed, and what may happen instead: that is demanded in its turn. A deed with a mistake is not there yet."""
    if name in system.deeds:
        yield name
        for clause in system.deeds[name].insteads:
            yield from demands(system, clause.by)


def of_deed(system: System, name: str) -> list[Function]:
    """A deed, and the clauses that forbid or replace it."""
    return of_rules(system.deeds[name].rules())
