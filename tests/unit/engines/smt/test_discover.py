"""Facts that nobody wrote down: known laws are found, every fact holds in every explored state, cvc5 accepts them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.engines.smt.discover.discover import Discovery
from ruleslawyer.engines.smt.invariants.laws import null_space
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.rulebook.claims.limits import Limits
from tests.agree.evaluated import evaluate

PROJECTS = Path(__file__).parents[3] / "projects"
COUNTERS = PROJECTS / "counters"


def counters(name: str) -> Ruleset:
    return Project.load(COUNTERS).ruleset(name)


def laws(found: Discovery) -> list[str]:
    return [fact.sentence for fact in found.facts if fact.kind == "law"]


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> tuple[Discovery, Path]:
    """What is found of the ring with any number of tokens, and its certificates."""
    folder = tmp_path_factory.mktemp("certificates")
    return counters("ring").discover("open", certificates=folder), folder


def test_tokens_in_a_ring_are_conserved(certified: tuple[Discovery, Path]) -> None:
    """However many there are; and nothing else is to be said that this does not say."""
    found, _ = certified
    assert [fact.sentence for fact in found.facts] == ["the sum of tokens = Numbers.tokens"]
    assert found.unfinished == ()


def test_the_law_proves_what_is_not_inductive(certified: tuple[Discovery, Path]) -> None:
    helped = {one.name: (one.alone, one.proved) for one in certified[0].helped}
    assert helped["nobody_has_more_than_all"] == (False, True)
    (one,) = [one for one in certified[0].helped if one.needs_help]
    assert one.used == certified[0].facts[:1] or [f.text for f in one.used] == laws(certified[0])


def test_a_tower_on_a_disc_takes_twice_as_many_moves_and_one() -> None:
    """2 to the power of n, less one, for n discs: 1, 3 and 7."""
    found = counters("towers_counted").discover("tiny")
    assert laws(found) == ["work[small] + 3 * work[middle] + 7 * work[large] + moves = 7"]


@pytest.mark.parametrize(
    ("project", "name", "scope"),
    [("counters", "ring", "tiny"), ("counters", "towers", "tiny"), ("peterson", "peterson", "two"),
     ("harbour", "harbour", "small"), ("ferry", "ferry", "tiny")],
)  # fmt: skip
def test_every_fact_holds_wherever_a_play_leads(project: str, name: str, scope: str) -> None:
    """The reference explorer, which knows nothing of the solver, meets no state without one."""
    ruleset = Project.load(PROJECTS / project).ruleset(name)
    found = ruleset.discover(scope, timeout=60.0)
    scoped = Scoped(ruleset.system, ruleset.scope(scope))
    nodes = [node for fact in found.facts for node in fact.conditions]
    assert nodes
    states = explore(ruleset.transition_system(scope), Limits(states=300)).graph
    for state in states:
        values = zip((leaf.node for leaf in scoped.layout.leaves), scoped.layout.vector((state.fields, state.frames)),
                     strict=True)  # fmt: skip
        rigids = dict.fromkeys(scoped.rigids.values(), 0)
        assert all(evaluate(nodes, {**rigids, **dict(values)}))


def test_facts_are_certified_like_declared_properties(certified: tuple[Discovery, Path]) -> None:
    found, folder = certified
    results = Project.load(COUNTERS).certify(folder)
    assert [one.accepted for one in results] == [True] * len(found.facts)
    assert {one.property for one in results} == {json.loads(p.read_text("utf-8"))["property"]
                                                 for p in folder.glob("*/certificate.json")}  # fmt: skip


@pytest.mark.parametrize("key", ["stated", "says", "property"])
def test_a_fact_that_was_changed_is_refused(certified: tuple[Discovery, Path], tmp_path: Path, key: str) -> None:
    folder = next(certified[1].iterdir())
    data = json.loads((folder / "certificate.json").read_text("utf-8"))
    changed = {
        "stated": {"definitions": [], "terms": ["(<= |tokens[Ann]| 0)"]},
        "says": ["nobody has a token"],
        "property": "nobody_has_more_than_all",
    }
    copy = tmp_path / folder.name
    copy.mkdir()
    for path in folder.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    (copy / "certificate.json").write_text(json.dumps({**data, key: changed[key]}), "utf-8")
    with pytest.raises(UsageError):
        Project.load(COUNTERS).certify(copy)


@given(st.lists(st.lists(st.integers(-5, 5), min_size=4, max_size=4), min_size=1, max_size=6))
def test_a_null_space_is_one(rows: list[list[int]]) -> None:
    """Its vectors are orthogonal to every row, and there are as many as dimensions are left."""
    matrix = np.array(rows, dtype=np.int64)
    found = list(null_space(matrix))
    assert len(found) == 4 - np.linalg.matrix_rank(matrix)
    assert not np.any(matrix @ np.array(found, dtype=np.int64).reshape(len(found), 4).T)
