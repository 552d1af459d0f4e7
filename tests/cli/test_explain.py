"""Every diagnostic is explained: what it means, how it is mended, and an example that shows it."""

from __future__ import annotations

import pytest

from ruleslawyer.front.codes import MEANINGS
from ruleslawyer.front.explained import example, meaning_of
from tests.cli.command import Command


@pytest.mark.parametrize("code", sorted(MEANINGS))
def test_each_has_a_mend_and_an_example_that_shows_it(code: str) -> None:
    meaning = MEANINGS[code]
    assert len(meaning.title.split()) >= 1 and len(meaning.mend.split()) >= 3
    assert not meaning.mend.endswith(".") and "\n" not in meaning.mend
    shown = example(code)
    assert shown is not None
    place, _, _ = shown.said.partition(": RL")
    assert f": {code} " in shown.said.partition("\n")[0], "the message is this one"
    assert "= help: " in shown.said
    if place.startswith("case.py"):
        line = int(place.split(":")[1])
        assert 1 <= line <= len(shown.source.splitlines()) + 1


def test_in_words(command: Command) -> None:
    answer = command("explain", "RL207")
    assert answer.code == 0
    for part in ("RL207: an unknown field", "Mend: correct its spelling", "An example:", "did you mean"):
        assert part in answer.out
    assert command("explain", "rl207").out == command("explain", "207").out == answer.out


def test_all_are_listed(command: Command) -> None:
    listed = command("explain").out
    assert all(code in listed for code in MEANINGS)


@pytest.mark.parametrize(("typed", "meant"), [("RL2O7", "RL207"), ("RL2077", "RL207"), ("RL8O1", "RL801")])
def test_the_nearest_is_named(command: Command, typed: str, meant: str) -> None:
    answer = command("explain", typed)
    assert answer.code == 2 and f"did you mean `{meant}`?" in answer.err


def test_a_code_is_written_in_several_ways() -> None:
    assert meaning_of("rl207")[0] == meaning_of(" 207 ")[0] == "RL207"
