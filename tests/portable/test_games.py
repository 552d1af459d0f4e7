"""Games that the client leads: why an action is refused, back and on again, dealt by a seed, saved, taken up again."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleslawyer.api import Ruleset
from ruleslawyer.bridges.serve.server import Server
from ruleslawyer.play.explain import explain, sentence
from ruleslawyer.play.rules import Rules
from ruleslawyer.semantics.transition import TransitionSystem
from tests.bundled import bundled
from tests.portable.walks import walk

LEAD = Path(__file__).parent / "games.cjs"


def reasons(system: TransitionSystem, seed: int) -> Iterator[Any]:
    """Actions of other states of random plays, whoever's they are: what the interpreter says of each."""
    rules, dice = Rules(system), Random(seed)
    lines = list(walk(system, 60, seed=seed, sight=False))
    actions = {json.dumps(action): action for line in lines for action in line["legal"]}
    for line in lines:
        state = rules.codec.parse_state(line["state"])
        for action in dice.sample(list(actions.values()), min(12, len(actions))):
            found = explain(system, rules.codec, state, rules.codec.parse_instance(action, "action"))
            yield {"state": line["state"], "action": action, "says": plain(sentence(found))}


def plain(said: str) -> str:
    """The sentence without whose part of an action it is about: a file does not tell, and says each clause once."""
    if " (" not in said:
        return said
    head, colon, rest = said.partition(": ")
    names = (one.partition(" (")[0] for one in rest.split("), "))
    return head + colon + ", ".join(dict.fromkeys(names))


def led(folder: Path, ruleset: Ruleset, scope: str, lines: Iterable[Any] = ()) -> Any:
    words = ["node", str(LEAD), str(folder), ruleset.name, scope]
    text = "\n".join(map(json.dumps, lines))
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize(("name", "scope"), [("daemons", "duel"), ("mnemonic", "tiny")])
def test_games(built: Callable[..., Path], name: str, scope: str) -> None:
    ruleset = bundled().ruleset(name)
    found = led(built(name, scope), ruleset, scope, reasons(ruleset.transition_system(scope), 3))
    assert found["different"] == []
    assert found["reasons"] > 300
    assert [what for what, said in found["tries"].items() if not said.startswith("RangeError: ")] == []
    assert set(found["live"]) == {"TypeError"}  # who holds a state of a game cannot change it
    assert found["back"] == [True] * 4  # also where nobody has chosen yet
    assert "reading" in found["tries"]["an answer"]
    assert found["migrated"] == {"from": "another", "dropped": [{"key": "an_old_question", "option": "yes"}]}
    if found["fallen"] is not None:  # what stood behind an action may stand without it
        assert found["fallen"]["number"] == found["fallen"]["stands"] + 1 >= found["at"]
        assert f"action {found['fallen']['number']}, " in found["fallen"]["says"]
        assert "no longer stands: " in found["fallen"]["says"]
    # taken up by the server, and where it then stands
    server = Server(ruleset, scope, {}, {})
    for saved, state in zip(found["saved"], found["states"], strict=True):
        assert server.answer({"request": "resume", "log": saved})["state"] == state
        log = server.answer({"request": "log"})["log"]
        assert {key: saved[key] for key in log} == log
        moved = server.answer({"request": "resume", "log": {**saved, "digest": "0", "reading": {"gone": "yes"}}})
        assert moved["migrated"] == {"from": "0", "dropped": [{"key": "gone", "option": "yes"}]}
        short = {**saved, "digest": "0", "taken": saved["taken"][1:]}
        said = server.answer({"request": "resume", "log": short})["error"]
        assert re.search(r"action \d+: .* cannot be taken here: ", said)


def test_chance_is_as_likely_as_a_clause_says(built: Callable[..., Path]) -> None:
    """Of Daemons no clause says how likely a card is to be drawn first; asked for, they are equally likely."""
    ruleset = bundled().ruleset("daemons")
    found = led(built("daemons", "duel"), ruleset, "duel")
    assert found["odds"].startswith("RangeError: no clause says how likely ") != bool(
        ruleset.system.actions["draw"].uniform
    )
    assert found["likely"] and all(one == 1 / len(found["likely"]) for one in found["likely"])
