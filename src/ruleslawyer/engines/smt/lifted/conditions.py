"""Conditions of states by their names, so that another run, without a solver, makes the same again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ruleslawyer.core import choices
from ruleslawyer.engines.smt.certify.argument import parse_key
from ruleslawyer.engines.smt.lifted.clauses import of_clause, read
from ruleslawyer.engines.smt.lifted.induction import Candidate
from ruleslawyer.engines.smt.lifted.templates import read_template
from ruleslawyer.ir.checks import Check
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.names import CLASH, QUESTION
from ruleslawyer.lifted.relation import Relation
from ruleslawyer.lifted.terms import BOOL, INT, equal, negate, number, symbol
from ruleslawyer.lifted.world import Law

ASSUMED = "assumed "  # how the source of an assumption's laws begins


def of_check(relation: Relation, check: Check) -> Candidate:
    """The candidate that an `always` states of every state."""
    return Candidate(check.name, lambda store: relation.of_state(check, store), relation.world.reads(check.function))


def unwritten(relation: Relation, names: Sequence[str]) -> Iterator[Candidate]:
    """The conditions of these names that nobody wrote down, as far as there are such."""
    for name in names:
        found = read_template(relation, name)
        clause = None if found is not None else read(relation.system, name)
        if clause is not None:
            found = of_clause(relation, clause)
        if found is not None:
            yield found


def by_keys(relation: Relation, keys: Sequence[str]) -> Iterator[Candidate]:
    """The conditions of these keys, as far as there are such."""
    checks = {check.name: check for check in relation.system.checks.values() if check.kind == "always"}
    names = [name for name, _ in map(parse_key, keys) if name not in checks]
    others = {one.name: one for one in unwritten(relation, names)}
    for key in keys:
        name, level = parse_key(key)
        found = of_check(relation, checks[name]) if name in checks else others.get(name)
        if found is not None:
            yield replace(found, level=level)


def given_laws(relation: Relation, reading: Mapping[str, str]) -> dict[str, Sequence[Law]]:
    """The laws of all structures that are spoken of, by source: of a reading, and of what is assumed of members."""
    assumed = {f"{ASSUMED}{name}": laws for name, laws in relation.assumption_laws.items()}
    return {"reading": reading_laws(relation.system, reading), **assumed}


def reading_laws(system: System, reading: Mapping[str, str]) -> list[Law]:
    """A reading as laws."""
    found: list[Law] = []
    for key in reading:
        if key in system.questions:
            option = number(choices.choice_value(system, ("option", key), reading, ()))
            found.append(((), equal(symbol(INT, f"{QUESTION}{key}"), option)))
        else:
            second = symbol(BOOL, f"{CLASH}{key}")
            found.append(((), second if choices.choice_value(system, ("clash", key), reading, ()) else negate(second)))
    return found
