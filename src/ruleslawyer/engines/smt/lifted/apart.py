"""The obligations that two clauses never clash, for any number of cards: wherever both are met, they do not differ.

An instance is judged though it is not allowed, and something is an event though a check fails after it. So of the rule
no more is known than what holds by then, and of its checks those that come before. A property is asked at rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.engines.smt.lifted.induction import Induction, of_some
from ruleslawyer.ir.checks import APART
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.context import Contradiction
from ruleslawyer.lifted.relation import Step
from ruleslawyer.lifted.terms import FALSE, Term, either
from ruleslawyer.lifted.values import Unlifted
from ruleslawyer.lifted.world import Law
from ruleslawyer.rulebook.claims.clashes import pairs

ASKED = ("always", "sometimes")
"""Kinds of properties of which it is an event what clauses are met as they are asked."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Two clauses that may clash, as a property: they never do."""

    name: str
    cites: tuple[str, ...]
    kind: str = "apart"


def all_apart(system: System) -> Iterator[Apart]:
    """Every two clauses that may clash, where the text puts neither above the other."""
    yield from (Apart(f"{APART}{pair.key}", pair.cites) for pair in pairs(system) if not pair.over)


def clashes(induction: Induction, name: str) -> Iterator[tuple[Step, Term, Sequence[Law]]]:
    """The conditions that two clauses clash, each with the rule as far as it is known by then, and laws about it."""
    key, relation = name.removeprefix(APART), induction.relation
    for step in induction.steps:
        for (upto, facts), some in _by_knowledge(step.contradictions, key).items():
            yield replace(step, upto=upto, facts=step.facts[:facts]), some, ()
    for check in relation.system.properties.values():
        if check.kind not in ASKED or key.partition(":")[0] not in relation.world.asks([check.function, *check.facts]):
            continue
        if check.facts:
            raise Unlifted(f"`{check.name}`, which asks what players know")
        said = relation.of_state(check, relation.base)
        for some in _by_knowledge(said.contradictions, key).values():
            yield replace(induction.standing("rest"), name=check.name), some, said.laws


def _by_knowledge(met: Sequence[Contradiction], key: str) -> dict[tuple[int, int | None], Term]:
    """Where a pair clashes, in one condition where the same is known."""
    found: dict[tuple[int, int | None], Term] = {}
    for one in met:
        differ = one.differ() if one.key == key else FALSE
        if differ is not FALSE:
            where = one.upto, one.facts
            found[where] = either(*(term for term in (found.get(where), of_some(differ)) if term is not None))
    return found
