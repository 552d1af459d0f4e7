"""Projects as they were written for the tool of earlier days load, or are told what to change, key by key.

`tests/before` has them as they were then: what `init` first made, the ferry of the tests on the first day, and the
example of the game War. What they are told is carried out here by hand, and they load then.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.cli.command import Command

BEFORE = Path(__file__).parents[1] / "before"
GONE = {"ferry": ("lines", "digest"), "war": ("lines",)}
"""Keys that registers had before `[digests]` took their place."""


@pytest.fixture(params=["init", "ferry", "war"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copytree(BEFORE / request.param, tmp_path / request.param))


def test_it_loads_or_is_told_what_to_change(command: Command, old: Path) -> None:
    for key in GONE.get(old.name, ()):
        answer = command("lint", project=old)
        assert answer.code == 2 and f"`{key}` is no longer written" in answer.err, answer
        assert "[digests]" in answer.err and "spec --verify --update" in answer.err
        for file in (old / "spec").rglob("*.toml"):
            if key == "lines" or file.name != "book.toml":
                file.write_text(re.sub(rf"(?m)^{key} = .*\n", "", file.read_text("utf-8")), "utf-8")
    answer = command("lint", project=old)
    assert answer.code == 0 and "no mistakes" in answer.out, answer
    ruleset = {"init": "mygame"}.get(old.name, old.name)
    scope = "n2" if old.name == "war" else "tiny"
    assert command("explore", ruleset, "--scope", scope, project=old).code in (0, 1)
    assert command("findings", "list", project=old).code == 0
    assert command("scenario", "run", project=old).code == 0


def test_the_lines_come_back(command: Command, tmp_path: Path) -> None:
    """What the message says makes the table."""
    ferry = Path(shutil.copytree(BEFORE / "ferry", tmp_path / "ferry"))
    for file in (ferry / "spec").rglob("*.toml"):
        keys = "lines" if file.name == "book.toml" else "digest"
        file.write_text(re.sub(rf"(?m)^{keys} = .*\n", "", file.read_text("utf-8")), "utf-8")
    answer = command("spec", "verify", "ferry", "--source", str(ferry / "text"), "--update", project=ferry)
    assert answer.code == 0, answer
    assert "[digests]" in (ferry / "spec/ferry/book.toml").read_text("utf-8")
    assert command("spec", "coverage", "ferry", project=ferry).code == 0


def test_it_is_migrated(command: Command, old: Path) -> None:
    """First shown, then written, then nothing is left; a register agrees with its text as it did."""
    before = {path: path.read_bytes() for path in old.rglob("*") if path.is_file()}
    shown = command("lint", "--migrate", "--diff", project=old)
    assert shown.code == 0 and '+language = "0.2"' in shown.out, shown
    assert before == {path: path.read_bytes() for path in old.rglob("*") if path.is_file()}
    answer = command("lint", "--migrate", project=old)
    assert answer.code == 0 and "no mistakes" in answer.out and "of language 0.2" in answer.out, answer
    after = command("lint", "--migrate", "--json", project=old)
    assert after.code == 0 and [one["migrated"] for one in after.json] == [[]]
    if old.name == "ferry":
        assert command("spec", "ferry", "--verify", "--source", str(old / "text"), project=old).code == 0


def test_a_newer_language_is_one_message(command: Command, old: Path) -> None:
    file = old / "pyproject.toml"
    text = file.read_text("utf-8")
    for language, says in (
        ("0.3", "this tool reads up to 0.2"),
        ("1.10", "this tool reads up to"),
        ("new", "no version"),
    ):
        said = f'[tool.ruleslawyer]\nlanguage = "{language}"\n\n[tool.ruleslawyer.'
        file.write_text(text.replace("[tool.ruleslawyer.", said, 1), "utf-8")
        for verb in (("lint",), ("lint", "--migrate"), ("check",)):
            answer = command(*verb, project=old)
            assert answer.code == 2 and says in answer.err and "pyproject.toml:" in answer.err, answer
            assert answer.err.count("error:") == 1 and answer.err.count("help:") == 1


def test_a_project_is_migrated_whole(command: Command, old: Path) -> None:
    answer = command("lint", "war", "--migrate", project=old)
    assert answer.code == 2 and "leave out the names" in answer.err
    answer = command("lint", "--migrate", "--diff", "--json", project=old)
    assert answer.code == 2 and "no JSON" in answer.err
