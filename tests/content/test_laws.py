"""Each of the five rulebooks has laws of its own, whose names, clauses and findings are there, and for each a fault."""

from __future__ import annotations

import ast
import time
import tomllib
from collections.abc import Iterator

import pytest

from ruleslawyer.api import Project
from ruleslawyer.exploration.study import Study
from ruleslawyer.studies.laws.built_in import built_in
from ruleslawyer.studies.laws.law import Law, load_laws
from ruleslawyer.studies.laws.run import try_laws
from tests.bundled import RULEBOOKS, bundled
from tests.content.put_back import ROOT, faulty_project, new_breaks
from tests.planted import planted

MINUTES, TIMES, SEEDS = 1.0, 1000, range(11, 16)
"""The bounds for each law, the minutes those of the processor; the seeds, one after the other until it is broken."""
UNCOUNTED = {
    ("memesis", "turning_up_does_not_undo_how_a_card_was_placed"),
    ("memesis", "turning_up_what_is_fused_makes_nothing_incubate_shorter"),
}
"""The laws for which no fault was found that breaks them in drawn states: they do not count."""


def laws_of(name: str) -> tuple[Law, ...]:
    ruleset = bundled().ruleset(name)
    return load_laws(ruleset, [law.name for law in built_in(ruleset.system)])[0]


def law_names() -> Iterator[tuple[str, str]]:
    """The rulebook and the name of each law; reading the rulebooks takes longer than finding tests should."""
    for name in RULEBOOKS:
        with (ROOT / "checks" / name / "laws.toml").open("rb") as file:
            yield from ((name, law["name"]) for law in tomllib.load(file)["law"])


@pytest.mark.parametrize("name", RULEBOOKS)
def test_laws_are_of_the_rules(name: str) -> None:
    laws = laws_of(name)
    assert laws
    assert all(law.clauses and law.reason for law in laws)


def faulty_text(law: Law) -> str:
    assert law.fault is not None
    return planted(law.name, ROOT / law.fault.file, law.fault.old, law.fault.new)


def test_each_law_names_a_fault_that_is_python() -> None:
    several = [(name, law) for name in RULEBOOKS for law in laws_of(name)]
    assert {(name, law.name) for name, law in several if law.fault is None} == UNCOUNTED
    for _, law in several:
        if law.fault is not None:
            ast.parse(faulty_text(law))


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "of"), [one for one in law_names() if one not in UNCOUNTED])
def test_its_fault_breaks_it(name: str, of: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In drawn states, and not without the fault in the very same ones."""
    law = next(law for law in laws_of(name) if law.name == of)
    assert law.fault is not None
    monkeypatch.setattr(Study, "clock", staticmethod(time.process_time))
    with faulty_project(law.fault.file, faulty_text(law)) as project:
        faulty = Project.load(project).ruleset(name)
        tallies = (
            try_laws(faulty, (of,), wanted=TIMES, states=None, minutes=MINUTES, seed=seed, tell=None) for seed in SEEDS
        )
        assert any(new_breaks(tally, bundled().ruleset(name)) for tally in tallies)
