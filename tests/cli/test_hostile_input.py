"""Hostile scenarios, plays and states, made at random: one message, exit code 2, and never a defect of the tool."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.api import Project
from ruleslawyer.cli.main import main
from ruleslawyer.play.saved import play_document
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import play
from tests.cli.command import Answer

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
SYSTEM = Project.load(FERRY).ruleset("ferry").transition_system("tiny")
CODEC = Codec(SYSTEM.system, SYSTEM.scope)
START, BEGUN = next((i, o.state) for i, o in SYSTEM.initial() if o.state is not None)
CROSS = next(j.instance for j in SYSTEM.candidates(BEGUN) if j.is_allowed)
PLAY = play_document(play(SYSTEM, START, (CROSS,)), CODEC, ())
SCENARIO = """\
scope = "tiny"
[[scenario]]
name = "the heavy cart"
given = { turn = "Ann" }
when = [{ action = "cross", who = "Ann", cart = "iron" }]
[scenario.then]
refused_by = "2.2"
"""
LARGE = 2_000_000
"""Bytes of the largest input made here."""

WORDS = st.sampled_from(
    ["Ann", "cart", "iron", "cross", "initial", "coins", "turn", "?", "__class__", "\x1b[2J", "\0", ""]
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | WORDS | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


def run(*arguments: str) -> Answer:
    """The command in this process."""
    out, err = io.StringIO(), io.StringIO()
    code: Any = 0
    words = ["ruleslawyer", "--project", str(FERRY), *arguments]
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "argv", words):
        try:
            main()
        except SystemExit as stop:
            code = stop.code
    return Answer(code, out.getvalue(), err.getvalue())


def expect_one_message(answer: Answer) -> None:
    """It is taken, or refused with one message that commands no terminal."""
    assert answer.code in (0, 1, 2), answer
    assert "Traceback" not in answer.err and "internal error" not in answer.err and "internal error" not in answer.out
    if answer.code == 2:
        assert answer.out == "" and answer.err.count("error:") == 1, answer
        assert "\x1b" not in answer.err


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


def places(value: Any, above: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something stands in a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [above, *(place for key, item in inner for place in places(item, (*above, key)))]


def replaced(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    if not place:
        return new
    key, rest = place[0], place[1:]
    if isinstance(value, dict):
        return {k: replaced(v, rest, new) if k == key else v for k, v in value.items()}
    return [replaced(v, rest, new) if k == key else v for k, v in enumerate(value)]


PLACES = places(PLAY)


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(PLACES), VALUES)
def test_a_play_with_something_else_in_it(folder: Path, place: tuple[Any, ...], new: Any) -> None:
    file = folder / "play.json"
    file.write_text(json.dumps(replaced(PLAY, place, new)), "utf-8")
    expect_one_message(run("play", str(file)))


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([place for place in places(PLAY["start"]["state"]) if place]), VALUES)
def test_a_state_with_something_else_in_it(folder: Path, place: tuple[Any, ...], new: Any) -> None:
    file = folder / "state.json"
    file.write_text(json.dumps(replaced(PLAY["start"]["state"], place, new)), "utf-8")
    expect_one_message(run("why", "ferry", str(file), "cross(who=Ann, cart=hay)"))


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, len(SCENARIO)),
    st.integers(0, 12),
    st.text(max_size=8) | st.sampled_from(['"', "[[", "= {", "9" * 40]),
)
def test_a_scenario_with_something_else_in_it(folder: Path, at: int, length: int, new: str) -> None:
    file = folder / "one.toml"
    file.write_bytes((SCENARIO[:at] + new + SCENARIO[at + length :]).encode("utf-8", "replace"))
    expect_one_message(run("scenario", str(file)))


READERS: dict[str, tuple[str, Callable[[str], tuple[str, ...]]]] = {
    "play": (json.dumps(PLAY), lambda file: ("play", file)),
    "state": (json.dumps(PLAY["start"]["state"]), lambda file: ("why", "ferry", file, "cross(who=Ann, cart=hay)")),
    "scenario": (SCENARIO, lambda file: ("scenario", file)),
    "scenario, conformed": (SCENARIO, lambda file: ("conform", "ferry", "--exec", "true", "--scenarios", file)),
}
BYTES: dict[str, Callable[[str], bytes]] = {
    "truncated": lambda text: text.encode()[: len(text) * 2 // 3],
    "empty": lambda text: b"",
    "not UTF-8": lambda text: b"\xff\xfe" + text.encode(),
    "zeros": lambda text: bytes(10_000),
    "deep": lambda text: b"[" * 100_000,
    "deep and closed": lambda text: b'{"a": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    "long": lambda text: b'{"a": "' + b"x" * LARGE + b'"}',
    "many": lambda text: b"[" + b"0," * (LARGE // 2) + b"0]",
}


@pytest.mark.parametrize("how", BYTES)
@pytest.mark.parametrize("what", READERS)
def test_broken_files(folder: Path, what: str, how: str) -> None:
    text, command = READERS[what]
    file = folder / ("broken.toml" if text is SCENARIO else "broken.json")
    file.write_bytes(BYTES[how](text))
    answer = run(*command(str(file)))
    assert answer.code == 2 or (how == "empty" and text is SCENARIO), answer
    expect_one_message(answer)
