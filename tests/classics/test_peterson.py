"""Peterson's algorithm, two processes, six labels: 42 distinct states of 77 that TLC generates, depth 11 in states.

The published invariant is proved with mutual exclusion, and broken versions are refuted.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from tests.classics.published import counts, explored, words

PETERSON = Path(__file__).parent / "peterson"
PUBLISHED = ("flag_tells", "turn_tells", "one_at_a_time")
"""The three parts of `Inv` of that TLA+ module, for which it proves that they are inductive together."""


def test_two_processes() -> None:
    found = explored("peterson", "two")
    assert counts(found) == (42, 77 - 1, 11 - 1)
    assert found.events == {}
    assert found.deadlocks == []


def test_mutual_exclusion() -> None:
    found = explored("peterson", "two")
    names = ("somebody_inside", "exclusive", *PUBLISHED, "can_go_in")
    found_words = words(found)
    assert {name: found_words[name] for name in names} == dict.fromkeys(names, "HOLDS IN SCOPE")


def classic(folder: Path = PETERSON) -> Ruleset:
    return Project.load(folder).ruleset("peterson")


def test_the_published_invariant_is_inductive() -> None:
    """With it as lemmas, exclusion is proved of two processes, whatever they do."""
    names = [*PUBLISHED, "exclusive"]
    found = {one.property: one for one in classic().prove(names, timeout=20.0)}
    assert {name: one.verdict_text() for name, one in found.items()} == dict.fromkeys(
        names, "PROVED for any number of turns; 2 processes"
    )
    assert all(one.obligations and one.accepted for one in found.values())


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (" and (not s.flag[other(who)] or s.turn == who)", ""),
        ("s.turn = other(who)", "s.turn = who"),
        ("s.flag[who] = True", "s.flag[who] = False"),
    ],
    ids=["nobody waits", "keeps the turn", "raises no flag"],
)
def test_broken_versions_are_refuted(right: str, wrong: str, tmp_path: Path) -> None:
    """Each takes the three steps up to waiting, and goes in: eight steps, and none can be spared."""
    folder = Path(shutil.copytree(PETERSON, tmp_path / "peterson"))
    rules = folder / "model" / "peterson" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    assert text.count(right) == 1
    rules.write_text(text.replace(right, wrong), encoding="utf-8")
    broken = classic(folder)
    (result,) = broken.prove(["exclusive"], timeout=20.0)
    assert result.verdict == "VIOLATED" and result.trace is not None and result.trace.length == 8
