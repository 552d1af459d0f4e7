"""The report as a document: the same bytes each time, and nothing of a result forgotten."""

import gzip
import json
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import pytest

from ruleslawyer.report.document import Checked, document
from ruleslawyer.report.rules import blocks
from ruleslawyer.report.summary import limits
from ruleslawyer.report.write import write
from tests.checked import FERRY, ferry_checked


@pytest.fixture
def checked() -> Checked:
    return ferry_checked(prove=True)


def test_the_files_are_the_same_bytes_each_time(checked: Checked, tmp_path: Path) -> None:
    other = replace(checked, result=replace(checked.result, seconds=99.0))
    write([checked], tmp_path / "a")
    write([other], tmp_path / "b")
    listed = (tmp_path / "a" / "files.txt").read_text("utf-8").splitlines()
    assert {"index.html", "report.json.gz", "timings.json", "ferry/finding-001.html"} <= set(listed)
    for name in set(listed) - {"timings.json"}:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert json.loads((tmp_path / "b" / "timings.json").read_text())["ferry"]["seconds"] == 99.0


def test_the_document_has_no_times_and_no_paths_of_the_machine(checked: Checked, tmp_path: Path) -> None:
    write([checked], tmp_path)
    for path in (p for p in tmp_path.rglob("*") if p.is_file() and p.name != "timings.json"):
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
        assert '"seconds"' not in text
        for folder in (str(FERRY), str(FERRY.parents[2]), str(Path.home()) + "/"):
            assert folder not in text


def test_what_the_document_says(checked: Checked) -> None:
    (found,) = document([checked])["rulesets"]
    assert [f["id"] for f in found["findings"]] == ["002", "001", "003"], "by severity"
    events = {e["subject"]: e for e in found["events"]}
    assert set(events) == {"payee", "cross", "follower"}
    clash = events["cross"]
    assert [[c["says"] for c in side["clauses"]] for side in clash["sides"]] == [
        ["On the own turn a cart may be sent across."], ["A heavy cart is not sent across."],
    ]  # fmt: skip
    assert [(o["name"], o["default"]) for o in clash["options"]] == [("permit", False), ("forbid", True)]
    assert clash["play"]["last"] == "cross(who=Ann, cart=iron)"
    options = events["payee"]["question"]["options"]
    assert [(o["name"], o["support"], o["default"]) for o in options] == [
        ("owner_is_paid", "in the text", True), ("other_is_paid", "in the text", False),
    ]  # fmt: skip
    (step,) = events["follower"]["play"]["steps"]
    assert step["call"] == "cross(who=Ann, cart=hay)"
    assert [c["id"] for c in step["clauses"]] == ["2.1"]
    assert {"place": "coins[Ann]", "before": "1", "after": "0"} in step["changes"]
    assert found["deadlocks"][0]["forbidden"][0]["by"]["name"] == "too_heavy"
    assert found["scopes"][0]["shrunk"] == ["Numbers.coins"]
    assert found["proofs"] == []  # none is kept
    assert {entry["kind"] for entry in found["ledger"]} == {
        "closed world", "default", "clash", "precedence", "helper", "scope tiny",
    }  # fmt: skip
    assert found["coverage"]["modelled"] == 9


def test_prose_is_text_in_blocks() -> None:
    found = blocks("# A `b`\n\none *two*\n**three**\n\n- x\n  y\n- z\n\n1. first\n\n```\n<b>\n```\n")
    assert [b["kind"] for b in found] == ["heading", "paragraph", "list", "steps", "code"]
    assert [(s["kind"], s["text"]) for s in found[1]["spans"]] == [
        ("plain", "one "), ("emphasis", "two"), ("plain", " "), ("strong", "three"),
    ]  # fmt: skip
    assert ["".join(s["text"] for s in item) for item in found[2]["items"]] == ["x y", "z"]
    assert found[4]["text"] == "<b>"


def test_no_part_of_a_result_is_forgotten(checked: Checked) -> None:
    """Every field of the results is in the document, or named here with its reason."""
    apart = {"seconds": "timings.json", "live": "coverage", "decisive": "coverage", "effects": "coverage"}
    apart |= {"of_trees": "how much memory was left, which changes nothing that is found"}
    apart |= {"long_lists": "how much was looked at, which changes nothing that is found"}
    apart |= {"premises": "said in the reason of every verdict", "altered": "of what a ruling changes"}
    apart |= dict.fromkeys(("orbits", "all_deadlocks"), "of a symmetric exploration, which no check makes")
    shown = {f.name for f in fields(checked.result.scopes[0])} - set(apart)
    assert is_dataclass(checked.result)
    renamed = {"scope": "scope", "verdicts": "properties", "events": "events", "deadlocks": "deadlocks"}
    (found,) = document([checked])["rulesets"]
    for name in shown:
        assert renamed.get(name, name) in found or renamed.get(name, name) in found["scopes"][0], name


def test_what_scopes_have_in_common_is_said_once(checked: Checked) -> None:
    """Seven scopes reach the same rim; of two rules that the first never has live, the others lack one."""
    (scope,) = checked.result.scopes[:1]
    note = "the rim of Berth was reached"
    many = tuple(
        replace(scope, scope=replace(scope.scope, name=f"s{i}"), rims=(note,), never_live=("a", "b")[i > 0 :])
        for i in range(7)
    )
    said = list(limits(replace(checked.result, scopes=many)))
    assert f"In s0, s1, s2, s3, s4 and 2 more scopes, {note}." in said
    assert "1 rule was never live in any scope." in said
    assert sum(note in one for one in said) == 1
