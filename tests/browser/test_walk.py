"""The agenda of the picnic, walked in a browser: what is next, what falls away, the same answer for others, and two
people's answers held against each other. Its answers are worked out by hand in `tests.cli.picnic`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.check.evidence.decided import read_decisions
from ruleslawyer.check.explorations import no_watch
from ruleslawyer.report.making.report import Wanted, make_report
from tests.browser.chromium import CHROMIUM
from tests.browser.test_pages import Reader
from tests.cli.picnic import FULL, GO, answers, picnic

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project, folder = picnic(tmp_path_factory.mktemp("picnic") / "project"), tmp_path_factory.mktemp("site")
    asked = (project / "findings" / "picnic" / "003-asked.md").read_text("utf-8")
    again = asked.replace('"003"', '"004"').replace("Is one missed", "Is anybody missed")
    again = again.replace('says = "', 'says = "4: ')
    (project / "findings" / "picnic" / "004-asked.md").write_text(again, "utf-8")
    make_report(Project.load(project), Wanted(folder, prove=False), no_watch)
    return folder


@pytest.fixture
def reader(browser: Any, site: Path) -> Any:
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    made = Reader(context, site)
    yield made
    assert made.complaints == []
    for path in ("index", "picnic/finding-001", "picnic/impact"):
        found = axe.Axe().run(made.open(path))
        assert found.violations_count == 0, found.generate_report()
    context.close()


def test_the_page_opens_with_what_saves_most(reader: Reader) -> None:
    """By one answer to 001 two others fall away; what is left is 002, and nothing is counted twice."""
    first = reader.open("index").locator("ol.first > li")
    assert [text[:3] for text in first.all_inner_texts()] == ["001", "002"]
    assert "Answered “No”, 003 and 004 fall away." in first.first.inner_text()


def test_the_agenda_is_walked(reader: Reader) -> None:
    page = reader.open("picnic/finding-001")
    panel = page.locator(".decide")
    assert "Next, not yet answered: 002; 3 left." in panel.inner_text()
    panel.get_by_label("No", exact=True).check()
    assert "003 and 004 fall away by it." in panel.inner_text()
    assert "ruleslawyer findings --settle --from picnic-answers.json" in panel.inner_text()
    page = reader.open("index")
    assert page.locator(".walk").inner_text().strip().startswith("1 of 4 answered, 2 falling away. Next: 002.")
    assert "Falls away by your answer to 001" in page.locator("#f-003").inner_text()
    page.locator(".filters summary").click()
    for words, shown in (("not yet answered", ["f-002"]), ("falling away", ["f-002", "f-003", "f-004"])):
        page.get_by_role("button", name=words).click()  # of one kind each more shows more
        rows = page.locator(".agenda li[data-severity]:visible")
        assert sorted(row.get_attribute("id") for row in rows.all()) == shown
    page = reader.open("picnic/finding-003")
    assert "Decide 001 first" in page.locator("main").inner_text()


def test_the_same_answer_is_given_to_those_who_ask_for_it(reader: Reader) -> None:
    page = reader.open("picnic/finding-003")
    page.locator(".decide").get_by_label("Yes", exact=True).check()
    page.get_by_role("button", name="Answer 004 the same way").click()
    assert not page.get_by_role("button", name="the same way").is_visible()
    assert "004 4: Yes (decided)" in reader.open("picnic/impact").locator("[data-answers]").inner_text()


def chosen(reader: Reader, file: str) -> Any:
    page = reader.open("picnic/impact")
    page.locator("input[type=file]").set_input_files(file)
    return page.locator("[data-answers]")


def test_two_peoples_answers_are_held_against_each_other(reader: Reader, tmp_path: Path) -> None:
    page = reader.open("picnic/finding-001")
    page.locator(".decide").get_by_label("No", exact=True).check()
    told = chosen(reader, answers(tmp_path, GO, FULL))
    told.get_by_text("you: No (decided); the file: Yes (decided)").wait_for()
    told.get_by_role("button", name="Take these over").click()
    assert "002 Yes (decided)" in told.inner_text() and "001 No (decided)" in told.inner_text(), "mine stays mine"
    with reader.page.expect_download() as got:
        told.get_by_role("button", name="Save as a file").click()
    saved = tmp_path / "saved.json"
    got.value.save_as(saved)
    _, edition, decisions = read_decisions(saved)
    assert edition and {d.finding: dict(d.ruling or {}) for d in decisions} == {
        "001": {"leaves_early": "when_nothing_is_left"}, "002": {"filled_again": "again"},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"ruleset": "other"}, "no file of answers to picnic"),
        ({"edition": "0123"}, "another edition"),
        ({"answers": [{"finding": "001", "state": "ruled", "says": "Yes"}] * 2}, "answered twice"),
        ({"answers": [{"finding": "__proto__", "state": "ruled", "says": "x"}]}, "nothing was taken over"),
        ({"answers": [{"finding": "001", "state": "ruled", "says": "x", "ruling": ["y"]}]}, "nothing was taken over"),
        ({"answers": "all"}, "no file of answers"),
        (None, "not JSON, or not all of it"),
    ],
)
def test_a_file_that_is_none_takes_nothing_over(reader: Reader, tmp_path: Path, change: Any, said: str) -> None:
    path = Path(answers(tmp_path, GO))
    text = path.read_text("utf-8")
    path.write_text(text[:30] if change is None else json.dumps(json.loads(text) | change), "utf-8")
    told = chosen(reader, str(path))
    told.get_by_text(said).wait_for()
    assert "None yet" in told.inner_text()


def test_markup_in_an_answer_stays_text(reader: Reader, tmp_path: Path) -> None:
    told = chosen(reader, answers(tmp_path, ("001", "<img src=x onerror=alert(1)>", {})))
    told.get_by_role("button", name="Take these over").click()
    assert "<img src=x onerror=alert(1)> (decided)" in told.inner_text()
