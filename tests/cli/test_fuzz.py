"""Hostile plays, traces in ITF, scenarios and folders of vectors: one message each, whatever is wrong with them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.base.diagnostics import CodecError, UsageError
from ruleslawyer.check.scenario.record import record
from ruleslawyer.check.scenario.suite import Suite
from ruleslawyer.cli.output import to_text
from ruleslawyer.cli.session import Session
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.play.opened import open_play
from ruleslawyer.play.replay import replay_problem
from ruleslawyer.play.saved import saved_as
from ruleslawyer.play.vectors.files import files, index_of, verify, write
from ruleslawyer.play.vectors.suite import make_suite
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.codec import Codec
from tests.agree.strategies import ROOT
from tests.cli.command import Command
from tests.cli.conftest import command as command  # the fixture
from tests.cli.test_bad_input import refuses

WAR = ROOT / "examples" / "war"
SESSION = Session(WAR)
DEEP: Any = []
for _ in range(900):
    DEEP = [DEEP]
STRANGE = st.sampled_from([
    None, True, -1, 10**30, 1.5, "", "nobody", "x" * 5_000, "\x1b[31m", "\ud800", [], {}, DEEP, [None], {"#bigint": 3},
    {"#bigint": "9" * 5_000}, {"#map": [[1, 2]]}, {"tag": "Some"}, {"": {}}, "../../etc", 2**63, ["Ann", "Ann"],
])  # fmt: skip


def machines(scope: str, reading: Any, rulings: Any) -> Any:
    return [SESSION.ruleset("war").transition_system(scope, reading if isinstance(reading, dict) else {})]


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A play, the same in ITF, a scenario of it, and vectors: all of them are right."""
    folder = tmp_path_factory.mktemp("pristine")
    ruleset = SESSION.ruleset("war")
    system = ruleset.transition_system("n3")
    codec = Codec(system.system, system.scope)
    found = explore(system)
    trace = found.trace(max(found.graph, key=lambda s: found.graph.nodes[s]["depth"]))
    for name in ("play.json", "play.itf.json"):
        (folder / name).write_text(to_text(saved_as(Path(name), trace, codec, ())), "utf-8")
    (folder / "scenario.toml").write_text(record(ruleset, system, trace, "it"), "utf-8")
    write(folder / "vectors", files(make_suite([system], system.system, Limits(), lambda text: None, None), "war", ()))
    return folder


def read(folder: Path, name: str) -> None:
    """What the command does with a file."""
    if name.endswith(".toml"):
        suite = Suite(SESSION.project, [folder / name])
        for ruleset, scenario in suite.scenarios:
            suite.run(ruleset, scenario)
    elif name.startswith("vectors"):
        for _ in verify(folder / "vectors", index_of(folder / "vectors", "war"), machines):
            pass
    else:
        play = open_play(SESSION.project, folder / name)
        replay_problem(play.system, play.trace)


def survives(folder: Path, name: str) -> None:
    """A result, or one mistake with what would mend it; nothing else comes out."""
    try:
        read(folder, name)
    except UsageError as error:
        assert str(error)
    except CodecError as error:
        assert error.where


NAMES = ("play.json", "play.itf.json", "scenario.toml", "vectors/index.json", "vectors/1-n3.itf.json")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_right_is_read(pristine: Path, name: str) -> None:
    read(pristine, name)


@pytest.fixture
def broken(pristine: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(pristine, tmp_path / "broken"))


@settings(deadline=None, max_examples=12)
@given(data=st.data(), name=st.sampled_from(NAMES))
def test_bytes(pristine: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, name: str) -> None:
    """Cut short, with bytes changed or put in: much of it no UTF-8."""
    folder = Path(shutil.copytree(pristine, tmp_path_factory.mktemp("bytes") / "copy"))
    old = (folder / name).read_bytes()
    start = data.draw(st.integers(0, len(old)))
    gone = data.draw(st.one_of(st.integers(0, 40), st.just(len(old))))
    put = data.draw(st.one_of(st.binary(max_size=8), st.just(b"[" * 50_000), st.just(b"9" * 9_000)))
    (folder / name).write_bytes(old[:start] + put + old[start + gone :])
    survives(folder, name)


def places(value: Any) -> Iterator[Callable[[Any], None]]:
    """A setter for each place of a JSON value, however deep."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield lambda new, v=value, k=key: v.__setitem__(k, new)  # type: ignore[misc]
        yield from places(inner)


@settings(deadline=None, max_examples=25)
@given(data=st.data(), name=st.sampled_from([n for n in NAMES if n.endswith(".json")]), new=STRANGE)
def test_values(
    pristine: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, name: str, new: Any
) -> None:
    """Something else in one place of the file: another type, an unknown name, too large, too deep."""
    folder = Path(shutil.copytree(pristine, tmp_path_factory.mktemp("values") / "copy"))
    found = json.loads((folder / name).read_text("utf-8"))
    found_places = list(places(found))
    data.draw(st.sampled_from(found_places))(new)
    (folder / name).write_text(json.dumps(found), "utf-8")
    survives(folder, name)


@settings(deadline=None, max_examples=25)
@given(
    data=st.data(), new=st.sampled_from(['"x"', "[]", "-1", "9" * 5_000, "{}", "[" * 900 + "]" * 900, "nan", "true"])
)
def test_words_of_a_scenario(
    pristine: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, new: str
) -> None:
    folder = tmp_path_factory.mktemp("words")
    words = (pristine / "scenario.toml").read_text("utf-8").split(" ")
    words[data.draw(st.integers(0, len(words) - 1))] = new
    (folder / "scenario.toml").write_text(" ".join(words), "utf-8")
    survives(folder, "scenario.toml")


VERBS = {
    "play.json": ("play",),
    "play.itf.json": ("play",),
    "scenario.toml": ("scenario",),
    "vectors/index.json": ("export", "--to", "vectors", "war", "--verify"),
}


@pytest.mark.parametrize("name", VERBS)
@pytest.mark.parametrize("hostile", ["truncated", "deep", "huge", "binary", "folder"])
def test_the_command_says_one_thing(command: Command, broken: Path, name: str, hostile: str) -> None:
    file = broken / name
    old = file.read_bytes()
    new = {
        "truncated": old[: len(old) // 2],
        "deep": b"[" * 100_000,
        "huge": b"9" * 60_000_000,
        "binary": b"\xff\xfe\x00",
    }
    file.unlink()
    file.mkdir() if hostile == "folder" else file.write_bytes(new[hostile])
    answer = command(*VERBS[name], str(file.parent if "vectors" in name else file), project=WAR)
    if hostile == "folder" and name == "scenario.toml":
        assert answer.code in (0, 2)  # a folder of scenarios is one, and this has none
    else:
        refuses(answer)
