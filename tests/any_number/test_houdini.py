"""What Houdini leaves is inductive together, whenever its time is out: each rule is asked again with that alone."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from time import process_time

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.engines.smt.lifted.houdini import Houdini
from ruleslawyer.engines.smt.lifted.induction import Candidate, Induction
from ruleslawyer.engines.smt.lifted.prove import relation_of
from tests.any_number.rulesets import NAMES, trap
from tests.any_number.test_substeps import SMALL

SECONDS = 2.0


def left_wrong(ruleset: Ruleset, seconds: float) -> tuple[int, list[str]]:
    """How many properties are left after so many seconds, and those of them that some rule breaks."""
    system = ruleset.system
    relation, solver = relation_of(system, 2)
    about = Induction(relation, solver, SECONDS)
    candidates = [
        Candidate(check.name, partial(relation.of_state, check), relation.reads(check.function))
        for check in system.checks.values() if check.kind == "always"
    ]  # fmt: skip
    left = Houdini(about, candidates, [], process_time() + seconds).run().candidates
    wrong = []
    for step in about.steps:
        for one in left:
            if about.touched(step, one):
                said, laws = about.goal(step, one)
                if about.ask(step, said, laws, left, SECONDS).asked.answer != "unsat":
                    wrong.append(f"{one.key} at {step.key}")
    return len(left), wrong


def test_nothing_is_left_that_leans_on_what_fell(tmp_path: Path) -> None:
    assert left_wrong(trap(tmp_path, "leaning"), 20.0) == (0, [])


@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.1])
def test_when_time_is_out(seconds: float) -> None:
    """Two small rulesets with several properties of states."""
    for root, name in [(root, name) for root, name in SMALL if name in ("t02_forbid", "t52_always", "fair")]:
        assert not left_wrong(Project.load(root).ruleset(name), seconds)[1]


@pytest.mark.campaign
@pytest.mark.parametrize(("root", "name"), SMALL, ids=lambda v: v if isinstance(v, str) else v.name)
def test_of_small_rulesets(root: Path, name: str) -> None:
    assert not left_wrong(Project.load(root).ruleset(name), 20.0)[1]


@pytest.mark.campaign
@pytest.mark.parametrize("name", NAMES)
def test_of_what_misleads(tmp_path: Path, name: str) -> None:
    assert not left_wrong(trap(tmp_path, name), 20.0)[1]
