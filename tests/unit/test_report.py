"""The report: one page and one document, the same bytes each time, and no text that becomes markup."""

import json
from dataclasses import fields, is_dataclass, replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.report.document import Checked, document
from ruleslawyer.report.prose import blocks
from ruleslawyer.report.write import render, write

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
HOSTILE = "<script>alert(1)</script>\"'>&{{ 7 * 7 }}<img src=x onerror=y>"
VOID = {"meta", "br", "rect", "img", "hr", "link", "input"}


class Page(HTMLParser):
    """A page as its elements, attributes, ids, links and text; elements must close in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.attributes: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.links.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.fixture(scope="module")
def ferry() -> Ruleset:
    return Project.load(FERRY).ruleset("ferry")


@pytest.fixture(scope="module")
def checked(ferry: Ruleset) -> Checked:
    return Checked(ferry.check(), ferry.system, ferry.register)


def test_the_files_are_the_same_bytes_each_time(checked: Checked, tmp_path: Path) -> None:
    other = replace(checked, result=replace(checked.result, seconds=99.0))
    write([checked], tmp_path / "a")
    write([other], tmp_path / "b")
    assert sorted(p.name for p in (tmp_path / "a").iterdir()) == ["index.html", "report.json", "timings.json"]
    for name in ("index.html", "report.json"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert json.loads((tmp_path / "b" / "timings.json").read_text())["ferry"]["seconds"] == 99.0


def test_the_document_has_no_times_and_no_paths_of_the_machine(checked: Checked, tmp_path: Path) -> None:
    write([checked], tmp_path)
    text = (tmp_path / "report.json").read_text(encoding="utf-8")
    assert "seconds" not in text
    for folder in (str(FERRY), str(FERRY.parents[2]), str(Path.home()) + "/"):
        assert folder not in text
        assert folder not in (tmp_path / "index.html").read_text(encoding="utf-8")


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
    assert found["properties"][1]["shrunk"] == ["Numbers.coins"]
    assert {p["property"]: p["verdict"] for p in found["proofs"]}["writes:coins"] == "PROVED (z3)"
    assert {entry["kind"] for entry in found["ledger"]} == {
        "closed world", "default", "clash", "precedence", "helper", "scope tiny",
    }  # fmt: skip
    assert found["coverage"]["modelled"] == 9


def test_the_page_is_sound(checked: Checked) -> None:
    page = Page(render(document([checked])))
    assert not {"script", "img", "iframe", "link"} & set(page.elements)
    assert not {a for a in page.attributes if a.startswith("on") or a in ("style", "src")}
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)
    assert [link for link in page.links if not link.startswith("#")] == ["report.json"]
    assert page.elements.count("table") == page.elements.count("caption")
    assert page.elements.count("h1") == 1
    text = " ".join(page.text)
    for words in ("A heavy cart is not sent across.", "Two people are promised the toll", "coins[Ann]", "PROVED"):
        assert words in text


def hostile(value: Any) -> Any:
    """The same data with every text replaced, but for the words that the page chooses by."""
    if isinstance(value, str):
        return HOSTILE
    if isinstance(value, list):
        return [hostile(v) for v in value]
    if isinstance(value, dict):
        fixed = ("id", "kind", "severity", "findings")
        return {k: v if k in fixed and not isinstance(v, dict) else hostile(v) for k, v in value.items()}
    return value


def test_no_text_becomes_markup(checked: Checked) -> None:
    found = document([checked])
    (ruleset,) = found["rulesets"]
    findings = ruleset["findings"]
    attacked = hostile(ruleset) | {"findings": [hostile(f) for f in findings]}
    page, plain = Page(render({**found, "rulesets": [attacked]})), Page(render(found))
    assert set(page.elements) == set(plain.elements)
    assert page.elements.count("article") == plain.elements.count("article")
    assert page.attributes == plain.attributes
    assert HOSTILE in "".join(page.text)


def test_kinds_and_ids_are_escaped_too(checked: Checked) -> None:
    found = document([checked])
    (ruleset,) = found["rulesets"]
    ruleset |= {"id": HOSTILE, "title": HOSTILE}
    for finding in ruleset["findings"]:
        finding |= {"id": HOSTILE, "kind": HOSTILE, "severity": HOSTILE}
    page = Page(render(found))
    assert not {"script", "img"} & set(page.elements)
    assert not {"onerror", "src"} & page.attributes


def test_prose_is_text_in_blocks() -> None:
    found = blocks("# A `b`\n\none *two*\n**three**\n\n- x\n  y\n- z\n\n1. first\n\n```\n<b>\n```\n")
    assert [b["kind"] for b in found] == ["heading", "paragraph", "list", "steps", "code"]
    assert [(s["kind"], s["text"]) for s in found[1]["spans"]] == [
        ("plain", "one "), ("emphasis", "two"), ("plain", " "), ("strong", "three"),
    ]  # fmt: skip
    assert ["".join(s["text"] for s in item) for item in found[2]["items"]] == ["x y", "z"]
    assert found[4]["text"] == "<b>"


def test_an_empty_result_has_a_page(checked: Checked) -> None:
    result = replace(checked.result, scopes=(), proofs=(), findings=(), coverage=None, falls_short=())
    found = document([replace(checked, result=result, register=None)])
    assert found["as_expected"]
    assert "No findings are recorded." in "".join(Page(render(found)).text)


def test_no_part_of_a_result_is_forgotten(checked: Checked) -> None:
    """Every field of the results is in the document, or named here with its reason."""
    apart = {"seconds": "timings.json", "live": "coverage", "decisive": "coverage", "effects": "coverage"}
    apart |= dict.fromkeys(("orbits", "all_deadlocks"), "of a symmetric exploration, which no check makes")
    shown = {f.name for f in fields(checked.result.scopes[0])} - set(apart)
    assert is_dataclass(checked.result)
    renamed = {"scope": "scope", "verdicts": "properties", "events": "events", "deadlocks": "deadlocks"}
    (found,) = document([checked])["rulesets"]
    for name in shown:
        assert renamed.get(name, name) in found or renamed.get(name, name) in found["scopes"][0], name
