"""What is written for build machines names the folder that the tool uses, restores it and saves it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from ruleslawyer.base.files.kept import answers_folder, cache_folder

ROOT = Path(__file__).parents[1]
TEMPLATE = ROOT / "src" / "ruleslawyer" / "project" / "template"
(WORKFLOW,) = TEMPLATE.rglob("rules.yml")


def written() -> list[Any]:
    """The settings of the page, and the workflow of a new project's only job."""
    page = (ROOT / "docs" / "cache.md").read_text(encoding="utf-8")
    found = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    return [*found, yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]["check"]]


def test_there_is_one_for_each_service() -> None:
    assert ["steps" in one for one in written()] == [True, False, True]


@pytest.mark.parametrize("settings", written())
def test_the_folder_is_that_of_the_tool(
    settings: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    job = settings if "steps" in settings else settings["rules"]
    monkeypatch.delenv("RULESLAWYER_ANSWERS", raising=False)
    monkeypatch.delenv("RULESLAWYER_CACHE", raising=False)
    for name, value in (job.get("env") or job["variables"]).items():
        monkeypatch.setenv(name, value)
    assert cache_folder() != answers_folder()  # code is not carried
    paths = job["cache"]["paths"] if "cache" in job else [s["with"]["path"] for s in job["steps"] if _caches(s)]
    assert {Path(path) for path in paths} == {answers_folder()}


@pytest.mark.parametrize("settings", [one for one in written() if "steps" in one])
def test_it_is_restored_before_and_saved_after_the_check(settings: Any) -> None:
    """Under the same key, also where the check fails."""
    steps = settings["steps"]
    restore, save = (next(i for i, s in enumerate(steps) if _caches(s) and name in s["uses"])
                     for name in ("restore", "save"))  # fmt: skip
    check = next(i for i, step in enumerate(steps) if step.get("run", "").startswith("ruleslawyer check"))
    assert restore < check < save
    assert steps[restore]["with"]["key"] == steps[save]["with"]["key"]
    assert steps[save]["with"]["key"].startswith(steps[restore]["with"]["restore-keys"])
    assert steps[save]["if"] == "always()"


def _caches(step: Any) -> bool:
    return str(step.get("uses", "")).startswith("actions/cache")
