"""Peterson's algorithm, two processes, six labels: 42 distinct states of 77 that TLC generates, depth 11 in states.

The published invariant is inductive, mutual exclusion alone is not, and broken versions are refuted.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.engines.smt.prove.result import ProofResult
from ruleslawyer.proof.witness import witness_problem
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from tests.classics.published import counts, explored, words

PETERSON = Path(__file__).parent / "peterson"
PUBLISHED = ("flag_tells", "turn_tells", "one_at_a_time")
"""The three parts of `Inv` of that TLA+ module, for which it proves that they are inductive together."""
WAIT, INSIDE = 3, 4
"""Labels by their place."""


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


def proved(*names: str) -> dict[str, ProofResult]:
    """Whether some properties are inductive, each for itself or all together."""
    return {r.property: r for r in classic().prove(names, "two", timeout=20.0, inductive=True)}


def test_the_published_invariant_is_inductive() -> None:
    found = proved(*PUBLISHED, "exclusive")
    assert {name: r.verdict_text() for name, r in found.items()} == dict.fromkeys(
        (*PUBLISHED, "exclusive"), "PROVED (z3, cvc5)"
    )
    assert all(r.method.startswith("1-induction") and r.obligations for r in found.values())


def test_mutual_exclusion_alone_is_not() -> None:
    """One is in already, and the other goes in beside it: the invariant excludes the state."""
    result = proved("exclusive")["exclusive"]
    assert result.verdict == "UNKNOWN" and result.tried
    stuck = result.cti
    assert stuck is not None and stuck.state is not None and stuck.step.state is not None
    assert sorted(State(*stuck.state).fields[0]) == [WAIT, INSIDE]
    assert (stuck.step.name, sorted(State(*stuck.step.state).fields[0])) == ("go_in", [INSIDE, INSIDE])
    assert stuck.properties and set(stuck.properties) <= set(PUBLISHED)
    waits, other = ("P", "Q") if State(*stuck.state).fields[0][0] == WAIT else ("Q", "P")
    assert f"label[{waits}] is WAIT" in stuck.lemma and f"label[{other}] is INSIDE" in stuck.lemma
    assert (f"turn is {waits}" in stuck.lemma) != (f"flag[{other}]" in stuck.lemma)  # either lets it in
    assert stuck.lemma.count(" and ") == 2


@pytest.mark.parametrize("left_out", PUBLISHED)
def test_which_parts_of_the_invariant_are_needed(left_out: str) -> None:
    """By hand: the last part follows from the second, as the turn is only one's; the others cannot be spared."""
    found = proved(*(name for name in PUBLISHED if name != left_out))
    alone = {name for name, r in found.items() if r.verdict == "PROVED"}
    assert (alone == set(found)) == (left_out == "one_at_a_time")
    assert ("flag_tells" in alone) == (left_out != "flag_tells")


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
    result = broken.prove(["exclusive"], "two", timeout=20.0)[0]
    assert (result.verdict, result.k, [s.kind for s in result.steps]) == ("VIOLATED", 8, ["initial", *["action"] * 8])
    assert result.witness is not None
    assert witness_problem(Interpreter(broken.system, result.witness.scope), result) == ""
