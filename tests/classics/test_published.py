"""Models after public specifications, each as `docs/models.md` has it: the published counts, and every verdict."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from tests.classics.published import explored, words

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "models.md"
LATER = {"specifications/lamport/published", "specifications/life/published", "fair/ring/published"}
"""Scopes for the campaign: of 700 000 states, and of 50 000 beginnings."""
SLOWER = {"messages", "ironfleet"}
"""Proofs for the campaign, which take some seconds."""


@dataclass(frozen=True)
class Row:
    """A line of the page: a model, what was published of it, and what is not so or more than so."""

    model: str
    source: str
    states: str
    transitions: str
    depth: str
    other: str
    proved: str

    @property
    def ruleset(self) -> Ruleset:
        return project(self.model.split("/")[0]).ruleset(self.model.split("/")[1])


@cache
def project(folder: str) -> Project:
    return Project.load(HERE / folder)


def rows() -> list[Row]:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    table = [line for line in lines if line.startswith("|")][2:]
    return [Row(*(cell.strip() for cell in line.strip("|").split("|"))) for line in table]


def total(cell: str) -> int:
    """What is published, less what is nothing here: `15 − 3`."""
    return sum(int(part.replace(" ", "")) for part in re.findall(r"[+-]? ?\d+", cell.replace("−", "-")))


ROWS = [pytest.param(row, id=row.model, marks=[pytest.mark.campaign] * (row.model in LATER)) for row in rows()]
PROVED = [
    pytest.param(row, id=row.model, marks=[pytest.mark.campaign] * (row.ruleset.name in SLOWER))
    for row in rows()
    if row.proved
]


@pytest.mark.parametrize("row", ROWS)
def test_counts_and_verdicts(row: Row) -> None:
    """A property holds, or it holds up to the caps of the scope, unless the page says otherwise."""
    scope = row.model.split("/")[2]
    orbits, by_symmetry, states = row.states.rpartition("orbits")
    found = row.ruleset.symmetry(scope) if by_symmetry else row.ruleset.explore(scope, engine="native")
    assert found.complete
    assert not orbits or found.orbits == total(orbits)
    assert not states or found.states == total(states)
    assert not row.transitions or found.transitions == total(row.transitions)
    assert not row.depth or found.depth == total(row.depth)
    assert {event.event.kind for event in found.events} <= ({"cap"} if found.scope.caps else set())
    others = re.findall(r"`(\w+)` ([A-Z]+)(?: after (\d+))?", row.other)
    otherwise = {name: (word, after) for name, word, after in others}
    for verdict in found.verdicts:
        word, after = otherwise.pop(verdict.name, ("HOLDS", ""))
        assert verdict.word.startswith(word), verdict.name
        assert not after or (verdict.trace is not None and verdict.trace.length == int(after))
    assert not otherwise


@pytest.mark.parametrize("row", PROVED)
def test_proved_for_any_number(row: Row) -> None:
    wanted = re.findall(r"`(\w+)`", row.proved)
    found = row.ruleset.prove(wanted)
    said = [(one.property, one.verdict, one.sizes) for one in found]
    assert said and said == [(name, "PROVED", ()) for name in wanted]


def test_without_a_commit() -> None:
    """Take the permit to commit away, and the claim says nothing any more."""
    found = explored("twophase", "three", without=frozenset({"2.2"}))
    assert words(found) == {"commits": "VACUOUS", "aborts": "HOLDS IN SCOPE", "consistent": "VACUOUS"}
