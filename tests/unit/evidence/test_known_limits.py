"""Known limits as files: what is read, and the one clear message for each mistake, with its place and what mends it."""

import shutil
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.evidence.known_limits import in_groups, load_limits

FERRY = Path(__file__).parents[2] / "projects" / "ferry"
FILE = Path("checks/ferry/limits.toml")


def test_they_stand_under_their_headings_in_the_order_of_the_kinds() -> None:
    limits = Project.load(FERRY).ruleset("ferry").limits()
    groups = {heading: [one.says for one in listed] for heading, listed in in_groups(limits).items()}
    assert groups == {
        "What the model leaves out or decides": ["A cart has no weight between `heavy` and light."],
        "What is proved": ["Proofs are about two carts."],
    }


def test_without_a_file_there_are_none(tmp_path: Path) -> None:
    assert load_limits(tmp_path / "limits.toml") == ()


MISTAKES = {
    "kind": ('about = "proofs"', 'about = "prooves"', 'about = "prooves"', "did you mean `proofs`?"),
    "key": ('about = "proofs"', 'about = "proofs"\nclause = []', "clause = []", "did you mean `clauses`?"),
    "clause": ('["2.2"]', '["2.9"]', '["2.9"]', "unknown clause `2.9`"),
    "finding": ('["001"]', '["901"]', '["901"]', "unknown finding `901`"),
    "text": ('says = "Proofs are about two carts."\n', "", "", "`says` is missing"),
    "table": ("[[limit]]", "[[limits]]", "[[limits]]", "did you mean `limit`?"),
}


@pytest.mark.parametrize(("old", "new", "at", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_has_its_place(old: str, new: str, at: str, message: str, tmp_path: Path) -> None:
    project = shutil.copytree(FERRY, tmp_path / "ferry")
    text = (project / FILE).read_text(encoding="utf-8").replace(old, new)
    (project / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        Project.load(project).ruleset("ferry").limits()
    said = str(caught.value)
    assert message in said
    line = next(n for n, written in enumerate(text.split("\n"), 1) if at in written) if at else None
    assert (f"limits.toml:{line}" if line else "limits.toml") in said


def test_a_mistake_is_said_before_anything_is_explored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = shutil.copytree(FERRY, tmp_path / "ferry")
    (project / FILE).write_text('[[limit]]\nabout = "model"\nsays = "…"\nclauses = ["2.9"]\n', encoding="utf-8")
    ferry = Project.load(project).ruleset("ferry")
    monkeypatch.setattr(type(ferry), "transition_system", lambda *_, **__: pytest.fail("it was explored"))
    with pytest.raises(UsageError, match=r"unknown clause `2\.9`"):
        ferry.check()
