"""Values as JSON and back: equal, shared where they were shared, and nothing but data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.base.diagnostics import InternalError
from ruleslawyer.base.origin import Origin, Span
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.ir.system import System
from ruleslawyer.lang.records import SILENT
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.answers.store import Digests
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset
from ruleslawyer.semantics.state import State
from ruleslawyer.studies.cluster.worker import from_bytes, from_json, pack, to_bytes, to_json, unpack

ROOT = Path(__file__).parents[2]
FERRY = ROOT / "tests" / "projects" / "ferry"
VALUES: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.binary() | st.sampled_from([SILENT, Path("a/b"), 0.5])
    | st.frozensets(st.text(max_size=3)),
    lambda inner: st.tuples(inner, inner) | st.dictionaries(st.text(), inner) | st.lists(inner)
    | st.builds(State, st.tuples(inner), st.tuples(inner)),
    max_leaves=8,
)  # fmt: skip


@given(VALUES)
def test_a_value_comes_back(value: Any) -> None:
    """By its digest too, which tells True from 1, and the order of a mapping."""
    found = from_bytes(to_bytes(value))
    assert found == value
    assert type(found) is type(value)
    assert Digests().of(found) == Digests().of(value)


def test_what_is_shared_stays_shared() -> None:
    one = Origin(Span("a", 1, 1, 1, 2))
    first, second = from_json(to_json((one, one)))
    assert first is second


def systems() -> Iterator[Any]:
    for root in (ROOT, FERRY):
        for name, config in Project.load(root).rulesets.items():
            if name != "megacorp":  # it takes a second
                yield pytest.param(LoadedRuleset(root, config), id=name)


@pytest.mark.parametrize("ruleset", list(systems()))
def test_lowered_rules_come_back(ruleset: LoadedRuleset) -> None:
    system = ruleset.system
    text = to_json(system)
    json.loads(text)
    found = from_json(text)
    assert isinstance(found, System)
    assert found == system
    assert to_json(found) == text
    assert len({id(f) for f in found.functions()}) == len({id(f) for f in system.functions()})


def test_the_order_of_sets_is_always_the_same() -> None:
    assert to_json(frozenset(["b", "a", "c"])) == to_json(frozenset(["c", "b", "a"]))


@pytest.mark.parametrize("value", [print, lambda: 1, object(), type("Local", (), {})(), iter(())])
def test_what_is_no_data_is_not_written(value: object) -> None:
    with pytest.raises(TypeError, match="is no data"):
        to_json(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"classes":["os:system"],"rows":[[0,"true"]],"top":[0]}',
        '{"classes":["ruleslawyer.base.files.content:write_whole"],"rows":[[0,"a","b"]],"top":[0]}',
        '{"classes":["ruleslawyer.base.origin:Span"],"rows":[[0,"a"]],"top":[0]}',
        '{"classes":[],"rows":[["exec","1"]],"top":[0]}',
        '{"classes":[],"rows":[],"top":[3]}',
    ],
)
def test_what_is_no_value_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="not a value"):
        from_json(text)


def test_a_ruleset_that_was_sent_is_the_same_and_has_no_code(tmp_path: Path) -> None:
    here = LoadedProject(Project.load(FERRY)).ruleset("ferry")
    config, system = unpack(pack(here).data, tmp_path)
    there = LoadedRuleset(tmp_path, config)
    there.take(system)
    assert list(tmp_path.rglob("*.py")) == []
    assert there.scopes() == here.scopes()
    assert there.register == here.register
    one, other = (explore_scope(r.transition_system("tiny")) for r in (here, there))
    assert (one.states, one.verdicts, one.events) == (other.states, other.verdicts, other.events)
    with pytest.raises(InternalError, match="no code"):
        there.transition_system("tiny", direct=True)


def test_files_stay_in_their_folder(tmp_path: Path) -> None:
    here = LoadedProject(Project.load(FERRY)).ruleset("ferry")
    parcel = from_bytes(pack(here).data)
    parcel.files["../outside"] = b""
    (tmp_path / "in").mkdir()
    with pytest.raises(InternalError, match="outside"):
        unpack(to_bytes(parcel), tmp_path / "in")
