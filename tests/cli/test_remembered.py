"""Vectors and adequacy where nothing has changed: what was found is known, and a run anew says the same to the byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.exploration.study import Study
from tests.cli.command import Command
from tests.cli.test_kept_checks import MODEL, ferry, without

__all__ = ["ferry"]
VECTORS = ("export", "--to", "vectors", "ferry", "--mutants", "20", "--json")
ADEQUACY = ("adequacy", "ferry", "--sample", "5", "--sweep", "1", "--more", "1", "--json")


def answered(command: Command, project: Path, *words: str) -> tuple[int, Any]:
    found = command(*words, project=project)
    return found.code, without(found.json, {"seconds"})


def never(*_: Any, **__: Any) -> Any:
    raise AssertionError("it is computed")


@pytest.mark.parametrize(
    ("words", "maker"),
    [
        (VECTORS, "ruleslawyer.play.vectors.suite.make_suite"),
        (ADEQUACY, "ruleslawyer.studies.adequacy.run.AdequacyRun"),
    ],
    ids=["vectors", "adequacy"],
)
def test_where_nothing_changed_nothing_is_computed(
    command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], maker: str
) -> None:
    first = answered(command, ferry, *words)
    assert answered(command, ferry, *words, "--fresh") == first
    with monkeypatch.context() as patched:
        patched.setattr(maker, never)
        assert answered(command, ferry, *words) == first
        (ferry / "checks/ferry/adequacy.json").write_text("{}")  # which neither reads
        assert answered(command, ferry, *words) == first
        assert "it is computed" in command(*words, "--fresh", project=ferry).err
    text = (ferry / MODEL).read_text(encoding="utf-8")
    (ferry / MODEL).write_text(text.replace("    return s.coins[who] < 1", "    return s.coins[who] < 2"))
    after = answered(command, ferry, *words)
    assert after != first
    assert answered(command, ferry, *words, "--fresh") == after


def test_vectors_read_rules_alone(command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is declared of the rules may change, and they are known; adequacy reads it."""
    first = {words: answered(command, ferry, *words) for words in (VECTORS, ADEQUACY)}
    (ferry / "checks/ferry/limits.toml").unlink()
    (ferry / "checks/ferry/scenarios").mkdir(exist_ok=True)
    (ferry / "checks/ferry/scenarios/more.toml").write_text("")
    (ferry / "findings/ferry").mkdir(parents=True, exist_ok=True)
    (ferry / "findings/ferry/notes.md").write_text("No finding is in here.")
    with monkeypatch.context() as patched:
        patched.setattr("ruleslawyer.play.vectors.suite.make_suite", never)
        assert answered(command, ferry, *VECTORS) == first[VECTORS]
        patched.setattr("ruleslawyer.studies.adequacy.run.AdequacyRun", never)
        assert "it is computed" in command(*ADEQUACY, project=ferry).err
    assert answered(command, ferry, *VECTORS, "--fresh") == first[VECTORS]


def test_files_are_written_again(command: Command, ferry: Path, tmp_path: Path) -> None:
    """A suite that was made without a folder is written into one, the same bytes as by a run anew."""
    command(*VECTORS, project=ferry)
    known, anew = tmp_path / "known", tmp_path / "anew"
    command(*VECTORS, "-o", known.as_posix(), project=ferry)
    command(*VECTORS, "-o", anew.as_posix(), "--fresh", project=ferry)
    files = sorted(file.name for file in known.iterdir())
    assert len(files) > 3
    assert [(known / name).read_bytes() for name in files] == [(anew / name).read_bytes() for name in files]
    assert sorted(file.name for file in anew.iterdir()) == files


def test_what_another_run_may_better_is_not_kept(
    command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Ctrl-C or the end of its minutes cut short is made again."""
    words = (*ADEQUACY, "--minutes", "0.01")
    monkeypatch.setattr(Study, "clock", staticmethod(iter(range(0, 10_000, 100)).__next__))
    assert answered(command, ferry, *words)[1]["complete"] is False
    monkeypatch.setattr("ruleslawyer.studies.adequacy.run.AdequacyRun", never)
    assert "it is computed" in command(*words, project=ferry).err
