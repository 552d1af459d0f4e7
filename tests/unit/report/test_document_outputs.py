"""What a report gives to machines and to the table: SARIF, JUnit XML, the playtest sheet and the FAQ."""

from __future__ import annotations

import json
import os
import re
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as xml

import jsonschema
import pytest

from ruleslawyer.report.brief import text_of
from ruleslawyer.report.document import document
from ruleslawyer.report.interchange import MOST_STEPS
from ruleslawyer.report.parts import joined_files
from ruleslawyer.report.sheets import faq, playtest
from ruleslawyer.report.site import site
from ruleslawyer.rulebook.table.derive import derive_view
from tests.checked import ferry_checked
from tests.unit.hostile import attacked
from tests.unit.pages import Page

Json = dict[str, Any]


@pytest.fixture(scope="module")
def found() -> Json:
    return document([ferry_checked(prove=False)])


def sarif(found: Json) -> str:
    return joined_files(found)["report.sarif"].decode()


def junit(found: Json) -> str:
    return joined_files(found)["junit.xml"].decode()


def results(found: Json) -> list[Json]:
    return list(json.loads(sarif(found))["runs"][0]["results"])


def test_a_finding_is_a_result_at_its_lines(found: Json) -> None:
    """Finding 001 is about 2.3b and 2.4, in lines 8 and 9 of ferry.txt."""
    one = next(r for r in results(found) if r["properties"]["finding"] == "001")
    assert (one["ruleId"], one["level"]) == ("contradiction", "warning")
    lines = [
        (p["physicalLocation"]["artifactLocation"]["uri"], p["physicalLocation"]["region"]["startLine"])
        for p in one["locations"] + one["relatedLocations"]
    ]
    assert lines == [("ferry.txt", 8), ("ferry.txt", 9)]
    (flow,) = one["codeFlows"]
    told = [s["location"]["message"]["text"] for s in flow["threadFlows"][0]["locations"]]
    assert len(told) == 2 and told[0].startswith("0. initial(") and told[1].startswith("1. cross(")


def test_a_ruling_suppresses_and_fingerprints_stay(found: Json) -> None:
    ruled = next(r for r in results(found) if r["properties"]["finding"] == "002")
    assert ruled["suppressions"] == [
        {"kind": "external", "status": "accepted", "justification": "the designer (designer): a letter"}
    ]
    found["rulesets"][0]["digest"] = "another"
    marks = {r["properties"]["finding"]: r["partialFingerprints"] for r in results(found)}
    assert len({json.dumps(m) for m in marks.values()}) == 3
    assert marks["002"] == ruled["partialFingerprints"]


def test_what_code_hosts_take_is_kept_to(found: Json) -> None:
    big = attacked(found)
    long = big["rulesets"][0]["findings"][0]
    play = next(e["play"] for f in found["rulesets"][0]["findings"] for e in f["evidence"] if e["play"]["steps"])
    long["evidence"] = [{**long["evidence"][0], "play": {**play, "steps": play["steps"] * 400}}] * 9
    for result in results(big):
        flows = result.get("codeFlows", [])
        assert sum(len(t["locations"]) for f in flows for t in f["threadFlows"]) <= MOST_STEPS
        assert len(result["locations"] + result["relatedLocations"]) <= 100
    assert len(sarif(big)) < 10_000_000


@pytest.mark.parametrize("change", [lambda d: d, attacked], ids=["ferry", "hostile"])
def test_sarif_fits_the_official_schema(found: Json, change: Any) -> None:
    if "SARIF_SCHEMA" not in os.environ:
        pytest.skip("SARIF_SCHEMA names no file with the official schema")
    schema = json.loads(Path(os.environ["SARIF_SCHEMA"]).read_text("utf-8"))
    jsonschema.validators.validator_for(schema)(schema).validate(json.loads(sarif(change(found))))


@pytest.mark.parametrize("change", [lambda d: d, attacked], ids=["ferry", "hostile"])
def test_junit_fits_the_schema_of_jenkins(found: Json, change: Any) -> None:
    if "JUNIT_XSD" not in os.environ:
        pytest.skip("JUNIT_XSD names no file with the schema")
    xmlschema = pytest.importorskip("xmlschema")
    xmlschema.XMLSchema(os.environ["JUNIT_XSD"]).validate(junit(change(found)))


def test_junit_fails_where_a_check_falls_short(found: Json) -> None:
    (r,) = found["rulesets"]
    short = {"kind": "property", "scope": "tiny", "subject": "something_crosses", "message": "it <fails>", "mend": "do"}
    gone = {"kind": "finding", "scope": "tiny", "subject": "003", "message": "gone", "mend": "correct it"}
    met = {"kind": "event", "scope": "tiny", "subject": "new", "message": "\x1b unexplained", "mend": ""}
    root = xml.fromstring(junit({**found, "rulesets": [{**r, "falls_short": [short, gone, met]}]}).encode())
    (suite,) = root
    cases = list(suite.iter("testcase"))
    failed = [c.attrib["name"] for c in cases if c.find("failure") is not None]
    assert failed == ["something_crosses", "003 Whose turn comes next is not said", "unexplained event: new"]
    assert suite.attrib["failures"] == "3" and int(suite.attrib["tests"]) == len(cases)
    assert len(cases) == len(r["properties"]) + len(r["findings"]) + 1
    assert xml.fromstring(junit(found).encode())[0].attrib["failures"] == "0"


def test_junit_says_once_what_nothing_happens_of(found: Json) -> None:
    """A property in three scopes: vacuous in two, unknown in one for what is switched off; and vacuous in all."""
    (r,) = found["rulesets"]
    known = r["properties"][0]

    def of(name: str, scope: str, verdict: str, reason: str) -> Json:
        under = "switched off: row"
        return known | {"property": name, "scope": scope, "verdict": verdict, "reason": reason, "under": under}

    told = [
        of("paid", "one", "VACUOUS", "pay is never taken"),
        of("paid", "two", "VACUOUS", "pay is never taken"),
        of("paid", "three", "UNKNOWN", "switched off: row (without: HOLDS IN SCOPE, in 9 states)"),
        of("sunk", "one", "VACUOUS", "nothing sinks; switched off: row"),
        of("sunk", "two", "UNKNOWN", "switched off: row (without: VACUOUS, nothing sinks)"),
    ]
    (suite,) = xml.fromstring(junit({**found, "rulesets": [{**r, "properties": told, "proofs": []}]}).encode())
    cases = {c.attrib["classname"]: c for c in suite.iter("testcase") if not c.attrib["classname"].endswith("findings")}
    said = {place: next(c.iter("skipped")).attrib["message"] for place, c in cases.items()}
    assert said == {
        "ferry.three": "UNKNOWN: switched off (without: HOLDS IN SCOPE, in 9 states)",
        "ferry.all scopes": "VACUOUS: nothing sinks",
    }
    assert {p.attrib["value"] for p in suite.iter("property")} == {"switched off: row"}


def test_a_card_for_each_situation(found: Json) -> None:
    (r,) = found["rulesets"]
    sheet = playtest(r)
    assert sheet.count("\n## ") == 2, "002 is ruled: the text settles it no less than the designer does"
    card = sheet.partition("## 001")[2].partition("---")[0]
    for words in ("Two people are promised the toll", "**cross** (who", "Who gets the toll?", "[ ] Owner is paid"):
        assert words in card


def test_a_drawn_card_speaks_of_the_table_as_people_do() -> None:
    """What lies where, the moves as sentences, the question and each answer; no field of the state, no call."""
    checked = ferry_checked(prove=False)
    (r,) = document([replace(checked, view=derive_view(checked.system))])["rulesets"]
    card = playtest(r).replace("\\", "").partition("## 001")[2].partition("---")[0]
    assert "**Lay this out.**" in card and "- Bob: to move, coins 1" in card
    assert "**Then this is wanted, and not done yet:** " in card or "**Play.**" in card
    assert "Who gets the toll?" in card and "- [ ] another answer: ______" in card
    assert "(who" not in card and "=" not in card and "_paid" not in card
    assert "In the book: line" in card


def test_the_faq_is_what_was_answered_in_the_words_of_the_author(found: Json) -> None:
    """What one asks, the sentence that is printed, and an example: no clause, no finding, nothing of the model. A
    ruling without a sentence, as that of 002, has nothing to tell players."""
    told = deepcopy(found)
    (r,) = told["rulesets"]
    assert faq(r).endswith("No question has been answered yet.\n")
    first = next(f for f in r["findings"] if f["id"] == "001")
    first |= {
        "state": "ruled",
        "answered": {"by": "me", "where": "here", "source": "designer", "answer": None, "prints": "Ann is paid."},
    }
    first["story"] |= {"crux": [{"text": "Bob sends hay.", "kind": "plain", "seat": None}]}
    sheet = faq(r).replace("\\", "")
    assert sheet.startswith("# The ferry: questions and answers\n\n## Who gets the toll?\n\n**Ann is paid.**\n\n")
    assert "For example: Bob sends hay." in sheet and sheet.count("\n## ") == 1
    owner = [text_of(one["says"]) for one in first["story"]["answers"]].index("Owner is paid")
    first["answered"] |= {"where": "the answer “Owner is paid”", "answer": owner, "prints": ""}
    assert "**Owner is paid**" in faq(r).replace("\\", "")
    page = Page(site(told)["ferry/faq.html"]).words
    for sheet in (page[page.index("Questions and answers") : page.index("ruleslawyer 0")], faq(r).replace("\\", "")):
        assert "Who gets the toll?" in sheet and not re.search(r"\b00\d\b|\d\.\d|payee|owner_is|the model", sheet), (
            sheet
        )


def test_what_settles_says_what_else_comes(found: Json) -> None:
    """On the finding's page: a ruling that brings a violation does not simply settle it."""
    told = deepcopy(found)
    (run,) = next(f["settled"] for f in told["rulesets"][0]["findings"] if f["id"] == "001")
    run |= {"ruling": {"follower?": "the_same"}, "came": "1 new violation", "new_violations": ["two_coins_at_least"]}
    run["verdicts"] = [{"property": "two_coins_at_least", "before": "HOLDS IN SCOPE", "after": "VIOLATED"}]
    page = Page(site(told)["ferry/finding-001.html"]).words
    assert "settles it" in page
    assert "follower = the same where no clause answers" in page
    assert "new violation: two coins at least: HOLDS IN SCOPE → VIOLATED" in page
    run |= {"settled": False, "left": ["gap: follower: no clause answers"], "came": ""}
    assert "settles it in part" in Page(site(told)["ferry/finding-001.html"]).words


def test_hostile_text_is_no_markdown(found: Json) -> None:
    (r,) = attacked(found)["rulesets"]
    for sheet in (playtest(r), faq(r)):
        lines = sheet.split("\n")
        assert not any(line.startswith(("<", "#!", "\t")) for line in lines)
        assert "\x1b" not in sheet and "\u202e" not in sheet
        bare = [i for i, c in enumerate(sheet) if c == "<" and sheet[i - 1] != "\\"]
        assert not bare


def test_an_answer_whose_support_nobody_stated_says_nothing_of_it(found: Json) -> None:
    """Both answers to whose turn follows are readings without clauses: pages, FAQ, ledger and data are silent there."""
    (r,) = found["rulesets"]
    (question,) = next(f["questions"] for f in r["findings"] if f["id"] == "003")
    assert [(o["support"], o["clauses"]) for o in question["options"]] == [("", []), ("", [])]
    told = [faq(r), *site(found).values(), *(entry["why"] for entry in r["ledger"])]
    for words in ("no sentence of the book", "no line of the book", "none in the text", "no clause says so"):
        assert not any(words in text.lower() for text in told), words


def test_a_finding_without_a_question_in_the_model_stands_in_the_agenda_like_another(found: Json) -> None:
    """001 asks a question of the model; without it, its answers are there all the same, as somebody wrote them."""
    told = deepcopy(found)
    (r,) = told["rulesets"]
    first = next(f for f in r["findings"] if f["id"] == "001")
    r["unasked"], first["questions"] = ["001"], []
    says = ["".join(piece["text"] for piece in answer["says"]) for answer in first["story"]["answers"]]
    assert len(says) == 2 and front(told).index(says[0]) < front(told).index(says[1])
    first["story"]["ask"] = first["story"]["answers"] = []
    assert says[0] not in front(told) and first["title"] in front(told)


def front(found: Json) -> str:
    return Page(site(found)["index.html"]).words
