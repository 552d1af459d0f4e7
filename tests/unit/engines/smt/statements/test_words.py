"""What the solver says is in the model's names: no number stands for a member of a sort or an enum."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.engines.smt.invariants.counts import holders, members, single, stages, totals
from ruleslawyer.engines.smt.invariants.derive import candidates
from ruleslawyer.engines.smt.invariants.relate import relations
from ruleslawyer.engines.smt.statements.words import Words
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.nodes import less_equal, negate, number
from tests.bank import TINY

ROOT = Path(__file__).parents[5]
NUMBERED = re.compile(
    r"\bis (?:not )?\d|/\d|\[\d|\(\d+,|^\d+ (?:is|in|and|with)\b|: \d+ (?:only|has)|\b(?:has|with|of|not) \w+ \d"
)
"""A number in the place of a name."""


def instantiated(project: Path, name: str, scope: str = "tiny") -> Scoped:
    system = Project.load(project).ruleset(name).transition_system(scope)
    return Scoped(system.system, system.scope)


@pytest.mark.parametrize(
    ("project", "name", "scope"),
    [
        (ROOT, "daemons", "tiny"), (ROOT / "tests/projects/ferry", "ferry", "tiny"),
        (ROOT / "tests/projects/harbour", "harbour", "small"), (ROOT / "tests/projects/arena", "arena", "tiny"),
        (TINY, "t47_pile", "tiny"), (TINY, "t27_frame", "tiny"),
    ],
)  # fmt: skip
def test_candidates_and_conditions(project: Path, name: str, scope: str) -> None:
    scoped = instantiated(project, name, scope)
    words = Words(scoped)
    found = [*candidates(scoped), *relations(scoped, set(scoped.layout.of_field))]
    said = {text for lemma in found for text in (lemma.name, words.say(lemma.node))}
    counts = [totals(scoped), holders(scoped), single(scoped), stages(scoped), *(c for _, c in members(scoped))]
    said |= {count.words for family in counts for count in family}
    shown = {re.sub(r"no gap at \d+| has \d+", "", text) for text in said}
    assert shown and [text for text in sorted(shown) if "{" in text or NUMBERED.search(text)] == []


def test_a_stage_a_member_and_an_order_of_members() -> None:
    """Worked out by hand: the steps of Daemons in the order of its enum, whose first two are ROLL and AGREE."""
    scoped = instantiated(ROOT, "daemons")
    words = Words(scoped)
    (step,) = scoped.layout.of_field["step"]
    node = next(leaf.node for leaf in scoped.layout.leaves if leaf.name == "step")
    names = [scoped.layout.label(step.type, k) for k in (0, 1)]
    assert words.say(less_equal(node, number(1))) == f"step is {names[0]} or {names[1]}"
    assert words.say(negate(less_equal(node, number(1)))) == f"step is not {names[0]} or {names[1]}"
    shown = {lemma.name for lemma in relations(scoped, set())}
    assert f"while step is {names[0]}, not zone[Imp] is BOX" in shown
