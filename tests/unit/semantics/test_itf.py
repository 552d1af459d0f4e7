"""Traces in ITF: by hand, back again, and as ITF's own library for Python reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.base.diagnostics import CodecError
from ruleslawyer.play.replay import replay_problem
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.itf import from_itf, to_itf
from ruleslawyer.semantics.trace import Trace, play
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import bundle
from tests.bank import TINY
from tests.cli.command import Command
from tests.cli.conftest import command as command  # the fixture
from tests.cli.schemas import problems, undocumented

ROOT = Path(__file__).parents[3]

SAMPLE = (
    "t24_unresolved",  # a branch ends
    "t27_frame",
    "t29_joint",
    "t34_duty",
    "t47_pile",
    "t49_member",
    "t50_optional",
    "t61_initial",
    "t70_nested_map",
    "t73_chance_in_frame",
    "t182_equal_cards",
)


def system_of(name: str) -> TransitionSystem:
    found = bundle(TINY, name)
    return TransitionSystem(Interpreter(found.system, found.scope("tiny")))


def some_play(system: TransitionSystem, dice: Random) -> Trace:
    """A random play; at its end an action is looked at, if there is one."""
    starts = [instance for instance, _ in system.initial()]
    start = dice.choice(starts)
    taken: list[Any] = []
    for _ in range(dice.randrange(5)):
        found = play(system, start, tuple(taken))
        allowed = [] if found.end is None else [j.instance for j in system.candidates(found.end) if j.is_allowed]
        if not allowed:
            break
        taken.append(dice.choice(allowed))
    found = play(system, start, tuple(taken))
    last = [] if found.end is None else [j.instance for j in system.candidates(found.end)]
    return play(system, start, tuple(taken), dice.choice([*last, None]))


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(SAMPLE), st.integers(0, 2**32))
def test_there_and_back(name: str, seed: int) -> None:
    system = system_of(name)
    trace = some_play(system, Random(seed))
    text = json.dumps(to_itf(Codec(system.system, system.scope), trace))
    back = from_itf(system, json.loads(text))
    assert back == trace
    assert replay_problem(system, back) == ""


def test_by_hand(command: Command, tmp_path: Path) -> None:
    """A player works once; the duty then rests him."""
    saved = tmp_path / "gap.itf.json"
    assert command("explore", "t22_gap", "--trace", "1", "--save", str(saved)).code == 0
    found = json.loads(saved.read_text("utf-8"))
    assert found["vars"] == ["mbt::actionTaken", "mbt::nondetPicks", "count"]
    assert [(s["mbt::actionTaken"], s["mbt::nondetPicks"], s["count"]) for s in found["states"]] == [
        ("initial", {}, {"#bigint": "0"}),
        ("move", {"who": {"tag": "Some", "value": "Player0"}}, {"#bigint": "1"}),
    ]
    assert found["#meta"]["varTypes"] == {"mbt::actionTaken": "Str", "count": "Int"}
    answer = command("play", str(saved), "--save", str(tmp_path / "gap.json"), "--json")
    assert (answer.code, answer.json["play"]) == (0, ["initial()", "move(who=Player0)"])
    again = tmp_path / "again.itf.json"
    assert command("play", str(tmp_path / "gap.json"), "--save", str(again)).code == 0
    assert again.read_bytes() == saved.read_bytes()


def documented() -> Any:
    """The reader with ITF's own library for Python, as the documentation has it."""
    page = (ROOT / "docs" / "vectors.md").read_text("utf-8")
    block = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert block is not None
    names: dict[str, Any] = {}
    exec(block[1], names)  # the page's own example
    return names["read"]


def plain(value: Any) -> Any:
    """What the library makes of a value, as a state in JSON says it."""
    if hasattr(value, "_asdict"):
        return {name: plain(v) for name, v in value._asdict().items()}
    match value:
        case tuple():
            return plain(value[0]) if value else None
        case frozenset():
            return sorted(plain(v) for v in value)
        case Mapping():
            return {key: plain(v) for key, v in value.items()}
        case list():
            return [plain(v) for v in value]
    return value


def expect_read(system: TransitionSystem, seed: int, folder: Path) -> None:
    """That the library gives each field of the last state of a random play its value."""
    trace = some_play(system, Random(seed))
    codec, file = Codec(system.system, system.scope), folder / "play.itf.json"
    file.write_text(json.dumps(to_itf(codec, trace)), encoding="utf-8")
    read = documented()(file)
    assert len(read.states) == sum(step.after is not None for step in (trace.start, *trace.steps))
    if trace.end is not None:
        values = read.states[-1].values
        for name, value in codec.state(trace.end).items():
            if name != "open":  # the frames, each under its own name
                said = sorted(value) if isinstance(value, list) and isinstance(values[name], frozenset) else value
                assert plain(values[name]) == said, name


@pytest.mark.parametrize("name", [*SAMPLE, "t46_cap"])
def test_its_own_library_reads_it(name: str, tmp_path: Path) -> None:
    """Numbers, sets, maps, piles, records, and values that may be missing."""
    for seed in range(5):
        expect_read(system_of(name), seed, tmp_path)


@pytest.mark.parametrize("name", ["daemons", "memesis", "mere_mortals", "mnemonic", "megacorp", "ccg"])
def test_its_own_library_reads_plays_of_the_bundled_rulesets(name: str, tmp_path: Path) -> None:
    found = bundle(ROOT, name)
    system = TransitionSystem(Interpreter(found.system, found.scope("tiny")))
    for seed in range(2):
        expect_read(system, seed, tmp_path)


def _one(**changes: Any) -> dict[str, Any]:
    """A play of one state, with some of its parts changed."""
    system = system_of("t34_duty")
    start = next(i for i, _ in system.initial())
    found = to_itf(Codec(system.system, system.scope), play(system, start, ()))
    found["states"][0] |= changes
    return found


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"count": 3}, "states[0].count: expected an object with `#bigint`"),
        ({"count": {"#bigint": "three"}}, "states[0].count: expected a whole number"),
        ({"count": {"#bigint": "9" * 5000}}, "states[0].count: expected a whole number"),
        ({"count": {"#bigint": "٣"}}, "states[0].count: expected a whole number"),
        ({"more": True}, "states[0]: expected a state with"),
        ({"mbt::actionTaken": "fly"}, "states[0].mbt::actionTaken: expected an action"),
        ({"mbt::nondetPicks": {"who": {"tag": "Some", "value": 1}}}, "states[0].mbt::nondetPicks: expected exactly"),
        ({"mbt::nondetPicks": []}, "states[0].mbt::nondetPicks: expected an object"),
        ({"#meta": {"clauses": [1]}}, "states[0].#meta.clauses: expected a list"),
    ],
)
def test_what_is_no_play(wrong: dict[str, Any], place: str) -> None:
    with pytest.raises(CodecError) as caught:
        from_itf(system_of("t34_duty"), _one(**wrong))
    assert str(caught.value).startswith(place)


def test_another_state_does_not_replay() -> None:
    system = system_of("t34_duty")
    trace = from_itf(system, _one(count={"#bigint": "2"}))
    assert "another state" in replay_problem(system, trace)


def test_its_schema(command: Command, tmp_path: Path) -> None:
    saved = tmp_path / "play.itf.json"
    assert command("explore", "t24_unresolved", "--trace", "1", "--save", str(saved)).code in (0, 1)
    found = json.loads(saved.read_text("utf-8"))
    assert problems("itf", found) == [] and undocumented("itf", found) == []


def test_the_play_of_a_finding(command: Command, tmp_path: Path) -> None:
    """Of examples/war: nothing says in which order the won cards go under the deck."""
    saved = tmp_path / "one.itf.json"
    war = ROOT / "examples" / "war"
    assert command("findings", "war", "001", "--save", str(saved), project=war).code == 0
    found = json.loads(saved.read_text("utf-8"))
    assert found["#meta"]["ruleset"] == "war"
    assert command("play", str(saved), project=war).code == 0
