"""Conditions on the members of a small scope that no play refutes: made from the schema and from random plays."""

from __future__ import annotations

from ruleslawyer.engines.smt.invariants.derive import Lemma, candidates, distinct
from ruleslawyer.engines.smt.invariants.relate import relations
from ruleslawyer.engines.smt.invariants.sampled import suggest
from ruleslawyer.engines.smt.invariants.simulate import Plays
from ruleslawyer.lifted.scoped.instances import Scoped


def suspects(scoped: Scoped, seconds: float, seed: int = 0) -> list[Lemma]:
    """The lemmas that no state of random plays of so many seconds refutes; nothing of it is proved."""
    plays = Plays(scoped, seed)
    plays.states(seconds)
    single = distinct((*candidates(scoped), *suggest(scoped, plays, 0.0)))
    fields = [leaf.cell[1] for leaf in scoped.layout.leaves if leaf.cell is not None and leaf.node.sort == "int"]
    return plays.surviving(distinct((*single, *relations(scoped, fields))), 0.0)
