"""The table of what is proved for any number of cards has a row for each property, and none besides."""

from __future__ import annotations

import json
from collections.abc import Collection

import pytest

from benchmarks.proofs import explained, kept
from ruleslawyer.base.files.content import Json
from ruleslawyer.engines.smt.certify.accepted import Portfolio, Rejection, accept
from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
from ruleslawyer.engines.smt.lifted.prove import provable
from ruleslawyer.engines.smt.lifted.verdict import ProofVerdict
from ruleslawyer.proof.lemmas import REASONS, UNPROVED, load_lemmas
from ruleslawyer.rulebook.claims.expected import broken_properties, load_expectations
from tests.agree.strategies import ROOT, bundle, names

TABLES = [name for name in names(ROOT) if (ROOT / "checks" / name / UNPROVED).is_file()]


def stale(table: Json, proved: Collection[str], provable: Collection[str]) -> list[str]:
    """What a table leaves out, and what it says of properties that are proved, or that there are not."""
    unproved = table["unproved"]
    return [
        *(f"{name}: no row" for name in provable if name not in unproved and name not in proved),
        *(f"{name}: no such property" for name in unproved if name not in provable),
        *(f"{name}: it is proved" for name in unproved if name in proved),
    ]


@pytest.mark.parametrize("name", TABLES)
def test_no_row_is_stale(name: str) -> None:
    table = json.loads((ROOT / "checks" / name / UNPROVED).read_text())
    lemmas = load_lemmas(ROOT, name) or Lemmas()
    assert not stale(table, lemmas.properties, provable(bundle(ROOT, name).system))
    assert {row["why"] for row in table["unproved"].values()} <= set(REASONS)


@pytest.mark.parametrize("name", names(ROOT))
def test_nothing_is_proved_that_a_play_breaks(name: str) -> None:
    """A violation in one scope, of some cards, is one for any number."""
    lemmas = load_lemmas(ROOT, name) or Lemmas()
    assert not set(lemmas.properties) & broken_properties(
        load_expectations(ROOT, name, bundle(ROOT, name).system.checks)
    )


def test_what_a_row_says() -> None:
    """Each reason once, by hand; and what a table lacks, or has too much, is named."""

    def one(
        name: str, verdict: str = "UNKNOWN", rule: str = "", reason: str = "", *, late: bool = False
    ) -> ProofVerdict:
        proof = accept(name, (), Portfolio(1.0)) if verdict == "PROVED" else None
        assert not isinstance(proof, Rejection)
        return ProofVerdict(name, "step", ("Card",), (), rule=rule, reason=reason, late=late, accepted=proof)

    found = [
        one("a", "PROVED"), one("b", rule="draw", reason="the rule breaks it"), one("c", rule="duty deal"),
        one("d", late=True), one("e", rule="draw", reason="the solver gave up: time"), one("f", rule="draw"),
        one("g", rule="draw"),
    ]  # fmt: skip
    table = kept(found, {"f"}, {"deal"}, 1.4)
    assert {name: row["why"] for name, row in table["unproved"].items()} == {
        "b": "lemma", "c": "loop", "d": "time", "e": "time", "f": "lemma", "g": "lemma",
    }  # fmt: skip
    before = {"unproved": {
        "a": {"why": "number", "stops": "time", "rule": ""}, "c": {"why": "number", "stops": "time", "rule": ""},
        "d": {"why": "order", "stops": "lemma", "rule": "draw", "default": True},
    }}  # fmt: skip
    again = kept(found, {"f"}, {"deal"}, 1.4, before)
    assert again["unproved"] == {
        **table["unproved"], "c": {"why": "number", "stops": "loop", "rule": "duty deal"},
        "d": {"why": "lemma", "stops": "lemma", "rule": "draw", "default": True},
    }  # fmt: skip
    assert stale(table, ["a"], ["a", "b", "c", "d", "e", "f", "g"]) == []
    assert stale(table, ["c"], ["a", "c", "d", "e", "f", "g"]) == [
        "a: no row", "b: no such property", "c: it is proved",
    ]  # fmt: skip
    play = {"reading": {}, "scope": "tiny", "play": ["set_up", "draw"]}
    said = explained(again, {"g": play, "c": play}, {"b": {"geometry"}, "e": {"order", "geometry"}, "f": {"order"}})
    assert {name: row["why"] for name, row in said["unproved"].items()} == {
        "b": "geometry", "c": "false", "d": "reading", "e": "order", "f": "reading", "g": "false",
    }  # fmt: skip
    assert said["unproved"]["g"] == {"why": "false", "stops": "lemma", "rule": "draw", **play}
    assert explained(said, {"c": play}, {}) == explained(again, {"c": play}, {})  # reasons are asked anew
