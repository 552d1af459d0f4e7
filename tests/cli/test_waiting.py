"""A command that says nothing for long says what it is at; results and what is asked of a user have their own lines."""

from __future__ import annotations

import time

import pytest

from ruleslawyer.cli import waiting
from ruleslawyer.cli.output import progress, say


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "SILENT", 0.02)
    monkeypatch.delenv("RULESLAWYER_PROGRESS", raising=False)


def lines(capsys: pytest.CaptureFixture[str], seconds: float = 10.0) -> list[str]:
    """What is said on standard error until there is something."""
    said, end = "", time.monotonic() + seconds
    while not said.endswith("\n") and time.monotonic() < end:
        time.sleep(0.01)
        said += capsys.readouterr().err
    return said.splitlines()


def test_what_it_is_at(capsys: pytest.CaptureFixture[str]) -> None:
    with waiting.waiting():
        assert lines(capsys)[0].startswith(f"{waiting.READING} (")
        with progress("ferry, scope tiny") as tell:
            capsys.readouterr()
            tell("12 states visited")
            assert "ferry, scope tiny: 12 states visited (" in "\n".join(lines(capsys) + lines(capsys))
    capsys.readouterr()
    time.sleep(0.1)
    assert capsys.readouterr().err == "", "nothing is said after the end"


def test_nothing_while_somebody_else_speaks(capsys: pytest.CaptureFixture[str]) -> None:
    with waiting.waiting(), waiting.quiet():
        capsys.readouterr()
        time.sleep(0.2)
        assert capsys.readouterr().err == ""


def test_nothing_is_due_after_a_result() -> None:
    one = waiting.Waiting()
    assert not one.due(one.last + waiting.SILENT / 2)
    assert one.due(one.last + 2 * waiting.SILENT)
    one.silenced = 1
    assert not one.due(one.last + 100)


def test_results_end_the_silence(capsys: pytest.CaptureFixture[str]) -> None:
    with waiting.waiting():
        (one,) = waiting._running
        one.last -= 100
        say("a result")
        assert one.last > time.monotonic() - 50


def test_silence_is_to_be_had(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESLAWYER_PROGRESS", "0")
    with waiting.waiting():
        time.sleep(0.1)
    assert capsys.readouterr().err == ""
