"""Proof obligations as SMT-LIB files, each unsatisfiable, as the prover asks them.

For a certificate of lemmas: the beginning gives each, every instance keeps each, together they exclude the property's
bad situations. For k-induction: no bad situation within k sub-steps of the beginning, and none after k good ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import z3

from ruleslawyer.engines.smt.encoding.relation import Relation
from ruleslawyer.engines.smt.encoding.terms import all_of, no
from ruleslawyer.engines.smt.statements.goals import Bad, Goal, group
from ruleslawyer.files.write import write_whole
from ruleslawyer.ground.nodes import FALSE, Node, either
from ruleslawyer.ground.relation import Instance


@dataclass(frozen=True, slots=True)
class Obligation:
    """A set of assertions that must be unsatisfiable, and what it says."""

    name: str
    says: str
    assertions: tuple[Any, ...]

    @property
    def text(self) -> str:
        context = z3.Context()  # a fresh one, so that generated names do not depend on what was made before
        solver = z3.Solver(ctx=context)
        solver.add(*(a.translate(context) for a in self.assertions))
        head = "".join(f"; {line}\n" for line in (self.says, "expected: unsat"))
        body: str = solver.to_smt2()
        body = body.replace("; benchmark generated from python API\n", "").replace("(set-info :status unknown)\n", "")
        return f"{head}(set-logic ALL)\n(set-info :status unsat)\n{body}"


def inductive(relation: Relation, goal: Goal, lemmas: Sequence[Node]) -> list[Obligation]:
    """The obligations of an inductive set of lemmas that excludes a goal's bad situations."""
    encode = relation.encoder.encode
    found: list[Obligation] = []

    def add(name: str, says: str, held: Sequence[Node], facts: Sequence[Node], goals: Sequence[Node]) -> None:
        roots = (*held, *facts, *goals)
        parts = [encode(n) for n in (*held, *facts)]
        if goals:
            parts.append(no(all_of([encode(g) for g in goals], relation.encoder.context)))
        found.append(Obligation(name, says, (*relation.background(roots), *parts)))

    for i, instance in enumerate(relation.initial):
        if lemmas:
            goals = [relation.after(n, instance) for n in lemmas]
            add(f"begin-{i:03}", f"{instance.label} gives the invariant", [], [instance.edge], goals)
    untouched = [i.label for i in relation.steps if not any(relation.touches(i, n) for n in lemmas)]
    if lemmas and untouched:
        add("steps-elsewhere", f"what these change is not in the invariant: {', '.join(untouched)}", lemmas, [], lemmas)
    for i, instance in enumerate(relation.steps):
        if lemmas and instance.label not in untouched:
            goals = [relation.after(n, instance) for n in lemmas]
            add(f"step-{i:03}", f"{instance.label} keeps the invariant", lemmas, [instance.edge], goals)
    for i, bads in enumerate(group(goal)):
        held = [] if bads[0].initial is not None else lemmas
        add(f"goal-{i:03}", f"{goal.name}: {_where(relation, bads)}", held, [either(*(b.node for b in bads))], [])
    return found


def _where(relation: Relation, bads: Sequence[Bad]) -> str:
    of: Instance | None = None
    if bads[0].step is not None:
        of = relation.steps[bads[0].step]
    elif bads[0].initial is not None:
        of = relation.initial[bads[0].initial]
    reasons = "; ".join(dict.fromkeys(b.reason for b in bads if b.reason))
    return ": ".join(w for w in (of.label if of is not None else "in a state", reasons) if w).replace("\n", " ")


def spacer_obligations(relation: Relation, goal: Goal, invariant: Any) -> list[Obligation]:
    """The same for an invariant given as a z3 term over the encoder's constants."""
    encoder, encode = relation.encoder, relation.encoder.encode
    leaves = relation.ground.layout.leaves
    kinds = relation.background([leaf.node for leaf in leaves])
    found: list[Obligation] = []
    for kind, instances in (("begin", relation.initial), ("step", relation.steps)):
        for i, instance in enumerate(instances):
            if instance.edge is FALSE:
                continue
            pairs = [
                (variable, image)
                for index, node in instance.next
                for variable, image in zip(
                    encoder.variables(leaves[index].node, None),
                    encoder.images(leaves[index].node, node, None),
                    strict=True,
                )
            ]
            after = z3.substitute(invariant, *pairs) if pairs else invariant
            roots = [instance.edge, *(n for _, n in instance.next)]
            facts = [*relation.background(roots), *kinds, encode(instance.edge), no(after)]
            if kind == "step":
                facts.append(invariant)
            found.append(Obligation(f"{kind}-{i:03}", f"{instance.label} keeps the invariant", tuple(facts)))
    for i, bads in enumerate(group(goal)):
        wrong = either(*(b.node for b in bads))
        facts = [*relation.background([wrong]), *kinds, encode(wrong)]
        if bads[0].initial is None:
            facts.append(invariant)
        found.append(Obligation(f"goal-{i:03}", f"{goal.name}: {_where(relation, bads)}", tuple(facts)))
    return found


def write(directory: Path, obligations: Sequence[Obligation]) -> list[Path]:
    """Write each obligation to a file of its own."""
    directory.mkdir(parents=True, exist_ok=True)
    for old in directory.glob("*.smt2"):
        old.unlink()
    paths = []
    for obligation in obligations:
        path = directory / f"{obligation.name}.smt2"
        write_whole(path, obligation.text)
        paths.append(path)
    return paths


def folder(name: str) -> str:
    """A property's name as a folder's."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", name)
