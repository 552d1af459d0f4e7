"""Loops whose order matters, planted: into every loop over cards of a rulebook goes a write of what the others find,
and each of them is refused then. Of rulesets written for it those are refused that have an order, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.origin import Origin
from ruleslawyer.engines.smt.lifted.prove import lifted_rules
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from tests.any_number.rulesets import trap
from tests.any_number.test_substeps import LARGE
from tests.bundled import label

WITH_AN_ORDER = ("counted_in_turn", "set_and_added", "first_found", "refused_loop_check", "named_another")
WITHOUT = ("added_by_both", "partners", "bottoms_in_a_loop", "loop_cancels", "checked_later")


@pytest.mark.parametrize("name", [*WITH_AN_ORDER, *WITHOUT])
def test_of_what_is_written_for_it(tmp_path: Path, name: str) -> None:
    refused = lifted_rules(trap(tmp_path, name).system, 2).refusals
    assert bool(refused) == (name in WITH_AN_ORDER)


def planted(system: System) -> tuple[System, set[Origin]]:
    """A ruleset with a write in each loop over a sort without a size, of a field without keys; and those loops."""
    field = next(f for f in system.state.fields if f.type == t.Bool() or isinstance(f.type, t.Int))
    loops: set[Origin] = set()

    def write(origin: Origin) -> n.Write:
        """`s.field = 2 * s.field + 1`, or `not s.field`."""
        found = n.Read(origin, field.type, 0, None, field.name, ())
        value: n.Expr = n.Not(origin, t.Bool(), found)
        if isinstance(field.type, t.Int):
            one, two = (n.Const(origin, t.Int(), k) for k in (1, 2))
            value = n.Arith(origin, t.Int(), "+", n.Arith(origin, t.Int(), "*", two, found), one)
        return n.Write(origin, n.Place(origin, field.type, None, field.name, ()), value)

    def walk(body: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(map(one, body))

    def one(node: Any) -> Any:
        match node:
            case n.For(origin=origin, domain=domain, body=body):
                match domain.type:
                    case t.Set(t.Sort(sort)) | t.Pile(t.Sort(sort)) if sort != system.players:
                        loops.add(origin)
                        return replace(node, body=(*walk(body), write(origin)))
                return replace(node, body=walk(body))
            case n.If(then=then, otherwise=otherwise):
                return replace(node, then=walk(then), otherwise=walk(otherwise))
            case n.Effect(body=body):
                return replace(node, body=walk(body))
        return node

    def rules(held: dict[str, Any]) -> dict[str, Any]:
        return {name: replace(r, function=replace(r.function, body=walk(r.function.body))) for name, r in held.items()}

    changed = replace(system, actions=rules(dict(system.actions)), duties=rules(dict(system.duties)))
    return changed, loops


def unrefused(root: Path, name: str) -> Iterator[str]:
    changed, loops = planted(Project.load(root).ruleset(name).system)
    found = lifted_rules(changed, 2)
    refused = {refusal.origin for refusal in found.refusals}
    assert loops
    yield from (str(origin.span) for origin in loops - refused)


def test_of_a_rulebook() -> None:
    assert not list(unrefused(*next((root, name) for root, name in LARGE if name == "daemons")))


@pytest.mark.campaign
@pytest.mark.parametrize(("root", "name"), LARGE, ids=label)
def test_of_rulebooks(root: Path, name: str) -> None:
    assert not list(unrefused(root, name))
