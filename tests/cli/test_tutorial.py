"""docs/tutorial.md: its commands are run, in order and from an empty folder, and print what the page says."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.documents import appears, blocks, commands

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"


def test_the_tutorial(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = 0
    for block in blocks(PAGE):
        if block.saved:
            path = Path(block.file)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.file:
            assert block.text in Path(block.file).read_text(encoding="utf-8"), f"{block.file} has not:\n{block.text}"
        for line, said in commands(block) if block.language == "console" else ():
            program, *arguments = shlex.split(line)
            if program == "cd":
                monkeypatch.chdir(arguments[0])
                continue
            assert program == "ruleslawyer"
            answer = command(*arguments, project=Path())
            assert answer.code in (0, 1) and answer.err == "", f"{line}\n{answer.err}"
            assert appears(said, answer.out), f"$ {line}\n{answer.out}"
            ran += 1
    assert ran == PAGE.read_text(encoding="utf-8").count("\n$ ruleslawyer ") > 8


def test_what_does_not_appear_is_seen() -> None:
    assert appears("one\n…\n 0.2 s\n", "one   \ntwo\n 13.5 s\n")
    assert not appears("one\ntwo\n", "one\nthree\n")
    assert not appears("one\n", "one\ntwo\n")
    assert not appears("5 states\n", "6 states\n")
