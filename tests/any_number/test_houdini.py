"""What Houdini leaves is inductive together, whenever its time is out: each rule is asked again with that alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import thread_time
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.engines.smt.lifted import houdini
from ruleslawyer.engines.smt.lifted.asking import Answer, InductionProver
from ruleslawyer.engines.smt.lifted.houdini import Houdini
from ruleslawyer.engines.smt.lifted.induction import Candidate
from ruleslawyer.engines.smt.lifted.question import relation_of
from tests.any_number.rulesets import NAMES, trap
from tests.any_number.test_substeps import SMALL
from tests.bundled import label

SECONDS = 2.0


def left_wrong(
    ruleset: Ruleset, end: float, clock: Callable[[InductionProver], float] | None = None
) -> tuple[int, list[str]]:  # fmt: skip
    """How many properties are left when time is out, and those of them that some rule breaks. clock: what time it is;
    without one the processor's, from now on."""
    system = ruleset.system
    relation, solver = relation_of(system, 2)
    about = InductionProver(relation, solver, SECONDS)
    candidates = [
        Candidate(check.name, partial(relation.of_state, check), relation.world.reads(check.function))
        for check in system.checks.values() if check.kind == "always"
    ]  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        if clock is not None:
            patch.setattr(houdini, "thread_time", partial(clock, about))
        left = Houdini(about, candidates, [], end + (0 if clock else thread_time())).run().candidates
    wrong = []
    for step in about.steps:
        for one in left:
            if about.may_break(step, one):
                said, laws = about.goal(step, one)
                if about.ask(step, said, laws, left, SECONDS).asked.answer != "unsat":
                    wrong.append(f"{one.key} at {step.key}")
    return len(left), wrong


def test_nothing_is_left_that_leans_on_what_fell(tmp_path: Path) -> None:
    assert left_wrong(trap(tmp_path, "leaning"), 20.0) == (0, [])


class Questions:
    """A clock that strikes with each question."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.asked, ask = 0, InductionProver.ask

        def counted(about: InductionProver, *args: Any, **kwargs: Any) -> Answer:
            self.asked += 1
            return ask(about, *args, **kwargs)

        patch.setattr(InductionProver, "ask", counted)

    def __call__(self, about: InductionProver) -> float:
        return float(self.asked)


@pytest.mark.parametrize("questions", [0, 1, 2, 3])
def test_when_time_is_out(tmp_path: Path, questions: int) -> None:
    """After so many questions: two small rulesets with several properties of states, and one whose properties fall one
    after the other."""
    small = [Project.load(root).ruleset(name) for root, name in SMALL if name in ("t02_forbid", "t52_always", "fair")]
    for ruleset in (*small, trap(tmp_path, "leaning")):
        with pytest.MonkeyPatch.context() as patch:
            clock = Questions(patch)
            assert not left_wrong(ruleset, questions, clock)[1]


@pytest.mark.campaign
@pytest.mark.parametrize(("root", "name"), SMALL, ids=label)
def test_of_small_rulesets(root: Path, name: str) -> None:
    assert not left_wrong(Project.load(root).ruleset(name), 20.0)[1]


@pytest.mark.campaign
@pytest.mark.parametrize("name", NAMES)
def test_of_what_misleads(tmp_path: Path, name: str) -> None:
    assert not left_wrong(trap(tmp_path, name), 20.0)[1]
