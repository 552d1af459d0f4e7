"""A report that is made anew in its folder: what has not changed stays, and nothing else does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.processes.parent import mapping
from ruleslawyer.check.check import check_rulesets
from ruleslawyer.check.explorations import no_watch
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.report.checked import checked_result
from ruleslawyer.report.document import Checked, part
from ruleslawyer.report.parts import member, pack
from ruleslawyer.report.site import Page, _Writer
from ruleslawyer.report.write import is_made, renew, write
from tests.bank import TINY
from tests.reports import report_files

NAMES = ("t19_answers_agree", "t22_gap", "t121_guest")


@pytest.fixture(scope="module")
def results() -> list[RulesetResult]:
    """Of three tiny rulesets, as if each was known by its name."""
    project = Project.load(TINY)
    found = check_rulesets([project.ruleset(name) for name in NAMES], prove=False)
    return [replace(result, inputs=f"of {result.name}") for result in found]


class Made:
    """Makes reports in a folder, and notes of which rulesets the document was made."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.project, self.asked = folder, Project.load(TINY), list[str]()

    def told(self, results: list[RulesetResult]) -> list[Checked]:
        return [checked_result(self.project.ruleset(one.name), one, no_watch) for one in results]

    def meant(self, result: RulesetResult) -> Checked:
        self.asked.append(result.name)
        return self.told([result])[0]

    def renew(self, results: list[RulesetResult]) -> list[str]:
        self.asked = []
        renew(results, self.meant, self.folder)
        return self.asked

    def files(self) -> dict[str, bytes]:
        return report_files(self.folder)


def test_it_is_what_it_would_be_anew(results: list[RulesetResult], tmp_path: Path) -> None:
    made, anew = Made(tmp_path / "made"), Made(tmp_path / "anew")
    assert made.renew(results) == list(NAMES)
    page = made.folder / NAMES[0] / "proofs.html"
    then = page.stat().st_mtime_ns
    changed = [results[0], replace(results[1], inputs="of another", title="Another", scopes=()), results[2]]
    assert made.renew(changed) == [NAMES[1]]
    assert page.stat().st_mtime_ns == then
    write(anew.told(changed), anew.folder)
    assert made.files() == anew.files()
    assert is_made(changed, made.folder)


def test_a_page_that_is_made_of_the_same_stays(
    results: list[RulesetResult], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for the digest of the model; and one that somebody changed is made anew."""
    made, anew, written = Made(tmp_path / "made"), Made(tmp_path / "anew"), list[str]()
    page = _Writer._page

    def noted(self: _Writer, kind: Page, r: Any, path: str, told: Any) -> str:
        written.append(path)
        return page(self, kind, r, path, told)

    monkeypatch.setattr(_Writer, "_page", noted)

    def of_plays(results: list[RulesetResult]) -> list[str]:
        written.clear()
        made.renew(results)
        found = [path for path in written if "/play-" in path]
        write(anew.told(results), anew.folder)
        assert made.files() == anew.files()
        return found

    plays = of_plays(results)
    assert len(plays) > 2
    another = [replace(one, inputs=f"another of {one.name}", digest="0123456789abcdef") for one in results]
    assert of_plays(another) == []
    assert b"0123456789abcdef" in made.files()[plays[0]]
    (made.folder / plays[0]).write_text("nothing", encoding="utf-8")
    assert of_plays(results) == [plays[0]]
    titled = [replace(one, title="Another") if one.name == plays[0].split("/")[0] else one for one in another]
    assert of_plays(titled) == [path for path in plays if path.split("/")[0] == plays[0].split("/")[0]]
    assert is_made(titled, made.folder)
    monkeypatch.setattr("ruleslawyer.report.write.made_by", lambda: "another version")
    assert not is_made(titled, made.folder)  # another template makes other pages of the same checks
    assert of_plays(results) == plays


def test_what_is_gone_or_of_an_unknown_check_is_made(results: list[RulesetResult], tmp_path: Path) -> None:
    made = Made(tmp_path / "made")
    made.renew(results)
    assert made.renew([*results[:2], replace(results[2], inputs="")]) == [NAMES[2]]
    assert made.renew(results) == list(NAMES)  # nobody knows what those pages were made of
    (made.folder / NAMES[0] / "proofs.html").unlink()
    assert made.renew(results) == list(NAMES)
    (made.folder / "report.json.gz").write_bytes(member([pack("[]")]))
    assert made.renew(results) == list(NAMES)


def test_one_rulebook_alone_has_other_pages(results: list[RulesetResult], tmp_path: Path) -> None:
    """Its front page is the first of all; and where another joins it, both have pages below that."""
    made, anew = Made(tmp_path / "made"), Made(tmp_path / "anew")
    for some in (results[:2], results[:1], results):
        made.renew(some)
        write(anew.told(some), anew.folder)
        assert made.files() == anew.files()


def test_pages_that_are_made_side_by_side_are_the_same(results: list[RulesetResult], tmp_path: Path) -> None:
    """And so is what is said of a ruleset while others are still checked."""
    made, anew = Made(tmp_path / "made"), Made(tmp_path / "anew")
    write(anew.told(results), anew.folder)
    early = {NAMES[0]: part(made.meant(results[0]))}
    made.asked = []
    with mapping(2) as by:
        renew(results, made.meant, made.folder, early, by)
    assert made.asked == list(NAMES[1:])
    assert made.files() == anew.files()
