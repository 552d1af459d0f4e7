"""The registers of the bundled rulesets: they load, nothing is there twice, and no line of a source is left out."""

import hashlib
from pathlib import Path

import pytest

from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.register.clause import REGISTER_ONLY, Register, line_digest
from ruleslawyer.rulebook.register.load import load_register
from ruleslawyer.rulebook.register.verify import verify

ROOT = Path(__file__).parents[2]
SOURCES = ROOT.parent / "shared" / "rulebooks"
FOLDERS = {name: config.spec for name, config in Project.load(ROOT).rulesets.items() if config.spec.is_dir()}

REASONS = {
    "a choice before play",
    "a placeholder in the text",
    "conduct",
    "introduces the list that follows",
    "layout",
    "notation",
    "not modelled: docs/known-limits.md",
    "text printed on cards",
    "theme",
}
"""Why a clause is register only, in the same words wherever it is the same."""


@pytest.fixture(params=FOLDERS)
def register(request: pytest.FixtureRequest) -> Register:
    return load_register(FOLDERS[request.param])


def test_every_line_is_accounted_for_once(register: Register) -> None:
    numbers = [line.number for line in register.lines]
    assert numbers == sorted(set(numbers)), "lines stand in the order of the book, each once"
    assert register.unaccounted_lines == ()
    if register.source:
        assert numbers == list(register.digests), "no entry speaks of a blank line"


def test_every_line_has_a_digest(register: Register) -> None:
    if not register.source:
        pytest.skip("a host's clauses are assumed: there is no text")
    assert all(line.number in register.digests for line in register.lines)
    assert len(register.digest) == 64


def test_ids_are_the_section_and_bullet_with_letters(register: Register) -> None:
    for line in register.lines:
        stem = f"{line.section}.{line.bullet}"
        expected = [stem] if len(line.clauses) == 1 else [stem + chr(ord("a") + i) for i in range(len(line.clauses))]
        assert [c.id for c in line.clauses] == (expected if line.clauses else [])


def test_only_what_no_model_can_speak_of_has_a_reason(register: Register) -> None:
    assert all(bool(c.reason) == (c.kind == REGISTER_ONLY) for c in register.clauses.values())
    assert {c.reason for c in register.clauses.values() if c.reason} <= REASONS


def test_the_source_is_the_one_that_was_registered(register: Register) -> None:
    if not register.source:
        pytest.skip("a host's clauses are assumed: there is no text")
    if not (SOURCES / register.source).is_file():
        pytest.skip(f"the text {register.source} is not beside the project, so it cannot be compared")
    found = verify(register, SOURCES)
    assert found.agrees, found
    assert found.lines == len(register.digests)
    text = (SOURCES / register.source).read_text(encoding="utf-8-sig")
    assert hashlib.sha256(text.encode()).hexdigest() == register.digest
    assert register.digests == {n: line_digest(t) for n, t in enumerate(text.split("\n"), 1) if t.strip()}
