"""`lint --format`: what an editor or a code host reads; docs/howto/editors.md has the patterns, and they match."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.documents import blocks

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "editors.md"
LINE = 39
"""The line of turn.py that the fixture spoils."""


@pytest.fixture
def project(command: Command, tmp_path: Path) -> Path:
    """A new project with one mistake."""
    assert command("init", str(tmp_path / "mygame")).code == 0
    model = tmp_path / "mygame" / "model" / "mygame" / "turn.py"
    lines = model.read_text("utf-8").split("\n")
    assert lines[LINE - 1] == "    return stones == s.last"
    lines[LINE - 1] = "    return stones == s.lst"
    model.write_text("\n".join(lines), "utf-8")
    return tmp_path / "mygame"


def test_lines_are_what_the_page_tells_editors(command: Command, project: Path) -> None:
    answer = command("lint", "--format", "lines", project=project)
    assert (answer.code, answer.err) == (2, "")
    found = list(blocks(PAGE))
    (tasks,) = (b.text for b in found if b.language == "json" and "problemMatcher" in b.text)
    pattern = json.loads(tasks)["tasks"][0]["problemMatcher"]["pattern"]
    matched = re.fullmatch(pattern["regexp"], answer.out.removesuffix("\n"))
    assert matched is not None
    said = {key: matched[number] for key, number in pattern.items() if key != "regexp"}
    assert (project / said["file"]).is_file()
    assert (said["line"], said["column"], said["code"]) == (str(LINE), "22", "RL207")
    (shown,) = (b.text for b in found if b.language == "text")
    assert shown == answer.out


def test_annotations(command: Command, project: Path) -> None:
    """The form of a workflow command: `::error file=…,line=…::message`."""
    answer = command("lint", "--format", "github", project=project)
    assert answer.code == 2
    assert re.fullmatch(rf"::error file=model/mygame/turn.py,line={LINE},col=22,[\w=,]+::`State` has .*\n", answer.out)


@pytest.mark.parametrize("form", ["lines", "github"])
def test_nothing_where_nothing_is_wrong(command: Command, form: str) -> None:
    answer = command("lint", "t57_passes", "--format", form)
    assert (answer.code, answer.out) == (0, "")


def test_no_such_format(command: Command) -> None:
    assert command("lint", "--format", "xml").code == 2
