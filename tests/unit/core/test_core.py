"""How clauses combine is said in the core alone, and what is made of a base is never taken for that of another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleslawyer.core.core import core_of
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.exploration.native import explore_natively
from ruleslawyer.rulebook.claims.limits import Limits
from tests.agree.strategies import TINY
from tests.agree.test_native import system_of

SOURCES = Path(__file__).parents[3] / "src" / "ruleslawyer"
BACK_ENDS = (
    "engines/native", "engines/smt", "lifted", "bridges/export", "semantics/as_python.py", "semantics/interpret.py",
)  # fmt: skip
IN_WORDS = "engines/smt/statements/assumptions.py"
"""What a proof assumes, in words for people."""
CLAUSES = re.compile(r"\b_?(permit|forbid|exception|prevail|unbeaten|insteads\b|numeric\b|crossings\b)")


def files(part: str) -> list[Path]:
    return [SOURCES / part] if part.endswith(".py") else sorted((SOURCES / part).rglob("*.py"))


@pytest.mark.parametrize("part", BACK_ENDS)
def test_no_back_end_knows_clauses(part: str) -> None:
    """They lower expressions, statements, and the constructs of the core."""
    found = {
        f"{file.relative_to(SOURCES)}:{number}: {line.strip()}"
        for file in files(part)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if CLAUSES.search(line) and file != SOURCES / IN_WORDS
    }
    assert found == set()


def test_the_second_opinion_is_the_direct_runs_alone() -> None:
    """What the author's Python is judged by is used by nothing else, so that the core is held against it."""
    opinion = r"(?:evaluate|second_opinion)\b"
    theirs = re.compile(rf"^from ruleslawyer\.semantics(?: import .*\b{opinion}|\.{opinion})", re.MULTILINE)
    users = {
        file.relative_to(SOURCES).as_posix()
        for file in SOURCES.rglob("*.py")
        if theirs.search(file.read_text(encoding="utf-8"))
    }
    assert users == {f"semantics/{name}.py" for name in ("direct", "second_opinion")}


RULINGS = [
    ({}, (), 5),
    ({"stride?": "jump"}, ("stride?",), 4),
    ({"stride": "jump"}, ("stride",), 3),
    ({}, (), 5),
    ({"stride?": "stay"}, ("stride?",), 3),
    ({"stride": "then_two", "stride?": "jump"}, ("stride?",), 4),
]
"""Choices, what is ruled, and the states, as tests/tiny/t140_gap_ruled/expected.toml reckons them by hand."""


def test_after_a_ruling_another_core_is_asked() -> None:
    """One after the other in one process, by both explorers: none judges by the right of way of another."""
    for choices, ruled, states in (*RULINGS, *reversed(RULINGS)):
        system = system_of(TINY, "t140_gap_ruled", "tiny", choices, ruled)
        assert explore(system, Limits(states=100)).states == states
        assert explore_natively(system, workers=1).found.size == states


def test_one_core_is_made_of_a_base() -> None:
    plain = system_of(TINY, "t140_gap_ruled", "tiny").system.questions["stride"]
    ruled = system_of(TINY, "t140_gap_ruled", "tiny", {"stride?": "jump"}, ("stride?",)).system.questions["stride"]
    assert core_of(plain) is core_of(plain)
    assert core_of(ruled) is not core_of(plain)
    assert core_of(plain, True) is not core_of(plain)


def test_lifted_means_one_thing() -> None:
    """Terms over sorts of any size, and a clause that an exception takes away; generated code is native."""
    code = [SOURCES / "engines" / "native", SOURCES / "exploration", SOURCES / "play", SOURCES / "cli" / "explore.py"]
    files = [file for part in code for file in (part.rglob("*.py") if part.is_dir() else (part,))]
    named = {file.name for file in files if re.search(r"lifted(?!\.scoped)", file.read_text(encoding="utf-8"))}
    assert len(files) > 100
    assert named == set()
