"""`check --watch`: what an edit changed, by name, and nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleslawyer.cli import watch
from tests.cli.command import Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
NOBODY_PAYS = ("    return s.coins[who] < 1", "    return s.coins[who] < 2")
"""Each has one coin: none of the two carts crosses any more."""


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build"))
    return tmp_path / "ferry"


def told(command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch, *steps: tuple[str, str]) -> tuple[str, str]:
    """What is said after the first check, one edit of the model at a time, and what on standard error."""
    model = ferry / "model" / "ferry" / "river.py"

    def edits(root: Path, folders: Iterator[Path]) -> Iterator[object]:
        assert {ferry / "model" / "ferry", ferry / "checks" / "ferry"} <= set(folders)
        yield set()
        for old, new in steps:
            text = model.read_text(encoding="utf-8")
            assert old in text
            model.write_text(text.replace(old, new), encoding="utf-8")
            yield {model}

    monkeypatch.setattr("ruleslawyer.cli.check.edits", edits)
    answer = command("check", "--watch", "--no-prove", project=ferry)
    assert answer.code == 130
    return answer.out.partition("Ctrl-C ends it\n")[2], answer.err


def test_what_an_edit_changed_is_said(command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody crosses: two beginnings and nothing else, so that what was met on the way is not any more."""
    out, _ = told(command, ferry, monkeypatch, NOBODY_PAYS)
    lines = {line.strip() for line in out.splitlines()}
    assert {
        "tiny: states: 2, was 4",
        "tiny: transitions: 0, was 2",
        "tiny: something_crosses: VACUOUS, was HOLDS IN SCOPE",
        "tiny: no more event: payee: owner_is_paid against other_is_paid",
        "finding ferry/001: no longer reproduces, was reproduces",
    } <= lines
    assert not any("Player" in line or "coins_stay" in line for line in lines)


def test_an_edit_that_changes_nothing(command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, _ = told(command, ferry, monkeypatch, ("Send a cart", "Send one cart"))
    assert out.startswith("nothing that is found has changed")


def test_a_mistake_is_said_and_the_next_edit_awaited(
    command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mistake, mended = ("def other(", "def othe r("), ("def othe r(", "def other(")
    out, err = told(command, ferry, monkeypatch, mistake, mended, NOBODY_PAYS, NOBODY_PAYS[::-1])
    assert "RL100" in err
    said = [line.strip() for line in out.splitlines() if line.strip().startswith(("tiny: states", "nothing that"))]
    assert [line.partition(",")[0] for line in said] == [
        "nothing that is found has changed", "tiny: states: 2", "tiny: states: 4",
    ]  # fmt: skip


def test_files_that_nobody_reads_are_no_edits(ferry: Path) -> None:
    """A real watcher, on a real folder."""
    coming = watch.edits(ferry, iter([ferry / "model" / "ferry", ferry / "gone"]))
    assert next(coming) == set()
    (ferry / "model" / "ferry" / "river.pyc").write_bytes(b"made")
    assert next(coming) == set()
    (ferry / "model" / "ferry" / "river.py").write_text("", encoding="utf-8")
    assert any(next(coming) for _ in range(20))


@pytest.mark.parametrize("more", [("--json",), ("-o", "report")])
def test_what_does_not_go_together(command: Command, ferry: Path, more: tuple[str, ...]) -> None:
    answer = command("check", "--watch", *more, project=ferry)
    assert answer.code == 2
    assert "leave out --json and --output" in answer.err
