"""Piles of equal things and their sizes in what is read and written: scopes, states, scenarios, mutants."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import CodecError, ModelError, UsageError
from ruleslawyer.check.scenario.suite import Suite
from ruleslawyer.check.scenario.words import words
from ruleslawyer.ir.schema import Scope
from ruleslawyer.play.vectors.mutants import Mutant, mutants
from ruleslawyer.rulebook.scopes.load import load_scope
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from tests.agree.strategies import ROOT, TINY, bundle

PILES = ROOT / "tests" / "projects" / "piles"
KINDS = bundle(PILES, "kinds")


def scope(tmp_path: Path, text: str) -> Scope:
    file = tmp_path / "mine.toml"
    file.write_text(f"[sorts]\nPlayer = 1\n{text}", encoding="utf-8")
    return load_scope(file, KINDS.system)


def test_a_scope_lays_equal_things(tmp_path: Path) -> None:
    laid = scope(tmp_path, '[initial]\npile = { B = ["RED", "RED"] }\n')
    assert laid.initial == (("pile", (1,), (0, 0)),)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ('[initial]\npile = { A = ["RED", "RED", "BLUE"] }\n', "RL707", 4),
        ('[constants]\n"Sizes.most" = 1\n[initial.pile]\nA = ["RED", "RED"]\n', "RL707", 6),
        ('[constants]\n"Sizes.most" = "open"\n', "RL703", 4),
    ],
)
def test_a_pile_that_is_too_large_or_of_no_size(tmp_path: Path, text: str, code: str, line: int) -> None:
    with pytest.raises(ModelError) as caught:
        scope(tmp_path, text)
    (mistake,) = caught.value.diagnostics
    assert (mistake.code, mistake.span.line) == (code, line)


def test_states_are_read_back() -> None:
    codec = Codec(KINDS.system, KINDS.scope("laws"))
    state = State((((0, 0), (), (1, 0)),), ())
    written = {"pile": {"A": ["RED", "RED"], "B": [], "C": ["BLUE", "RED"]}}
    assert codec.state(state) == written
    assert codec.parse_state(written) == state
    assert dict(codec.leaves(state)) == {"pile[A]": "RED > RED", "pile[B]": "empty", "pile[C]": "BLUE > RED"}


def test_a_state_with_too_many_is_none() -> None:
    codec = Codec(KINDS.system, KINDS.scope("laws"))
    with pytest.raises(CodecError, match="a list of at most 2"):
        codec.parse_state({"pile": {"A": ["RED"] * 3, "B": [], "C": []}})


SCENARIO = """
ruleset = "kinds"
[[scenario]]
name = "equal things"
clauses = ["2"]
scope = "laws"
given = { pile = { A = GIVEN } }
when = [{ action = "put", who = "Player0", which = "A", colour = "RED" }]
then = { "pile[A]" = THEN }
"""


def ran(tmp_path: Path, given: str, then: str) -> bool:
    file = tmp_path / "mine.toml"
    file.write_text(SCENARIO.replace("GIVEN", given).replace("THEN", then), encoding="utf-8")
    suite = Suite(Project.load(PILES), [file])
    (result,) = [suite.run(ruleset, scenario) for ruleset, scenario in suite.scenarios]
    return result.passed


def test_a_scenario_names_equal_things(tmp_path: Path) -> None:
    assert ran(tmp_path, '["RED"]', '["RED", "RED"]')
    assert not ran(tmp_path, '["BLUE"]', '["RED", "RED"]')


def test_a_scenario_with_too_many(tmp_path: Path) -> None:
    with pytest.raises((ModelError, UsageError), match="a pile of 3 is too large"):
        ran(tmp_path, '["RED", "RED", "RED"]', "[]")


def test_words_of_a_scenario_say_that_they_repeat() -> None:
    (field,) = words(KINDS.system, None, (), {})["fields"]
    assert field["type"] == "for each Which: list of Colour from the top, with repeats"


def test_each_thing_that_piles_do_has_mutants() -> None:
    operators = {m.operator for name in ("t181_on_and_under", "t183_in_order") for m in mutants_of(name)}
    assert {"the other one on top in", "other end of the pile in", "the other way round"} <= operators


def mutants_of(name: str) -> list[Mutant]:
    found = bundle(TINY, name)
    return list(mutants(found.system, found.root))
