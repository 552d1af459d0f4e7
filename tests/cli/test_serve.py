"""The reference as a server: held against itself by `conform`, and asked for what a player's program needs besides."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.api import Engine
from ruleslawyer.bridges.conform.protocol import LONGEST_LINE
from ruleslawyer.bridges.serve.lines import converse
from ruleslawyer.bridges.serve.logs import Logs
from ruleslawyer.bridges.serve.server import MOST_GAMES, Server
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset
from tests.cli.command import Command
from tests.cli.schemas import problems

BOOKS = Path(__file__).parents[2]
FERRY = BOOKS / "tests" / "projects" / "ferry"
Json = dict[str, Any]


def ruleset() -> LoadedRuleset:
    return LoadedProject(Project.load(FERRY)).ruleset("ferry")


def server(logs: Logs | None = None, reading: dict[str, str] | None = None) -> Server:
    return Server(ruleset(), "tiny", reading or {}, {}, logs)


def asked(found: Server, request: str, **more: Any) -> Json:
    """An answer that is none of an error, and that the schema allows."""
    answer = found.answer({"request": request, **more})
    assert "error" not in answer, answer
    assert not problems("serve-message", answer), answer
    return answer


def first(found: Server) -> Json:
    return asked(found, "initials")["initials"][0]


def test_conform_finds_no_difference(command: Command) -> None:
    """Its own program, over pipes, in another process."""
    program = f"{sys.executable} -m ruleslawyer --project {FERRY} serve ferry"
    for reading in ((), ("--reading", "payee=other_is_paid"), ("--ruling", "payee=owner_is_paid")):
        answer = command("conform", "ferry", "--exec", program, "--steps", "20", *reading, "--json", project=FERRY)
        assert answer.code == 0, answer.out + answer.err
        assert answer.json["agrees"] and answer.json["steps"] == 20


def test_a_play_there_and_back() -> None:
    """Every state is the engine's; undone and done again it is the same."""
    found, engine = server(), Engine(ruleset().transition_system("tiny"))
    at = asked(found, "initial", args=first(found))
    states = [at["state"]]
    while legal := asked(found, "legal")["legal"]:
        taken = {key: legal[0][key] for key in ("action", "args")}
        assert legal[0]["clauses"]
        assert asked(found, "explain", **taken)["explanation"]["allowed"]
        at = asked(found, "step", **taken)
        assert at["state"] == engine.step(states[-1], taken)
        states.append(at["state"])
    assert len(states) > 1
    for state in states[-2::-1]:
        assert asked(found, "undo")["state"] == state
    assert "nothing was done yet" in found.answer({"request": "undo"})["error"]
    assert asked(found, "redo")["state"] == states[1]
    assert asked(found, "games") == {"games": {"": 1}}
    assert asked(found, "load", state=states[0])["state"] == states[0]
    assert "nothing was undone" in found.answer({"request": "redo"})["error"]


def test_a_log_is_taken_up_elsewhere() -> None:
    found, other = server(), server()
    asked(found, "initial", args=first(found), game="mine")
    legal = asked(found, "legal", game="mine")["legal"][0]
    at = asked(found, "step", game="mine", action=legal["action"], args=legal["args"])
    log = asked(found, "log", game="mine")["log"]
    assert asked(other, "resume", log=json.loads(json.dumps(log)), game="again") == at
    assert (
        "another reading"
        in server(reading={"payee": "other_is_paid"}).answer({"request": "resume", "log": log})["error"]
    )
    broken = {**log, "taken": [*log["taken"], log["taken"][0]]}
    assert "error" in other.answer({"request": "resume", "log": broken, "game": "no"})
    assert asked(other, "games") == {"games": {"again": 1}}
    asked(other, "end", game="again")
    assert asked(other, "games") == {"games": {}}


def test_games_go_on_after_a_kill(tmp_path: Path) -> None:
    """Ended by SIGKILL, in the middle of writing a line as well."""
    words = [sys.executable, "-m", "ruleslawyer", "--project", str(FERRY), "serve", "ferry", "--log", str(tmp_path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=FERRY) as process:
        assert process.stdin and process.stdout

        def ask(request: Json) -> Json:
            assert process.stdin and process.stdout
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            answer: Json = json.loads(process.stdout.readline())
            return answer

        start = ask({"request": "initials"})["initials"][0]
        ask({"request": "initial", "args": start, "game": "one"})
        ask({"request": "initial", "args": start})
        legal = ask({"request": "legal"})["legal"][0]
        at = ask({"request": "step", "action": legal["action"], "args": legal["args"]})
        os.kill(process.pid, signal.SIGKILL)
    with (tmp_path / "+.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"undo": tr')
    again = server(Logs(tmp_path))
    assert asked(again, "state") == at
    assert asked(again, "games") == {"games": {"": 1, "one": 0}}
    asked(again, "undo")
    asked(again, "end", game="one")
    assert asked(server(Logs(tmp_path)), "games") == {"games": {"": 0}}


def test_a_log_that_is_none(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("[1]\n", encoding="utf-8")
    answer = command("serve", "ferry", "--log", str(tmp_path), project=FERRY)
    assert answer.code == 2 and "it is no log of a game" in answer.err and "a.jsonl" in answer.err


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (7, 'expected an object with "request"'),
        ({"request": "setp"}, "did you mean `step`?"),
        ({"request": "legal"}, "no game has begun"),
        ({"request": "legal", "game": "../x"}, "a game is named by"),
        ({"request": "initial", "args": {"who": "Nobody"}}, "expected"),
        ({"request": "hello", "protocol": 2}, "is not spoken here"),
        ({"request": "hello", "ruleset": "chess"}, "is not played here"),
        ({"request": "hello", "digest": "0", "scope": "tiny"}, "the rules here are another version"),
        ({"request": "hello", "scope": "nowhere"}, "nowhere"),
        ({"request": "load", "state": []}, "expected"),
        ({"request": "observe", "player": "Ann"}, "no game has begun"),
        ({"request": "resume", "log": {}}, "expected what `log` gave"),
    ],
)
def test_mistakes_are_answers(request_: object, said: str) -> None:
    found = server()
    answer = found.answer(request_)
    assert said in answer["error"]
    assert not problems("serve-message", answer)
    assert not found.games


def test_there_are_no_more_games_than_so_many() -> None:
    found = server()
    start = first(found)
    for number in range(MOST_GAMES):
        found.games[str(number)] = found.games.get("0") or _game(found, start)
    assert "games already" in found.answer({"request": "initial", "args": start, "game": "more"})["error"]
    asked(found, "initial", args=start, game="7")


def _game(found: Server, start: Json) -> Any:
    asked(found, "initial", args=start, game="0")
    return found.games["0"]


def talk(found: Server, data: bytes) -> list[Json]:
    answers = BytesIO()
    converse(BytesIO(data), answers, found.answer)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_lines() -> None:
    """What is no JSON, too long, or nested a thousand times has one answer each; after bye nobody is answered."""
    lines = [b"{", b"[" * 100_000, b'"' + b"x" * (LONGEST_LINE + 5) + b'"', b"\xff", b"", b'{"request": "bye"}', b"{}"]
    answers = talk(server(), b"\n".join(lines))
    assert [list(answer) for answer in answers] == [["error"]] * 4 + [[]]
    assert str(LONGEST_LINE) in answers[2]["error"]


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(["game", "args", "action", "state", "player", "log", "scope", "reading", "rulings", "digest"])
NAMES = ["hello", "initials", "initial", "legal", "step", "load", "observe", "explain", "undo", "redo", "state", "log"]


@given(
    st.lists(
        st.builds(lambda name, more: {**more, "request": name}, st.sampled_from([*NAMES, "games", "end", "resume"]),
                  st.dictionaries(KEYS, JSONS, max_size=3)),
        max_size=4,
    )
)  # fmt: skip
def test_anything_has_one_answer(requests: list[Json]) -> None:
    answers = talk(SHARED, b"".join(json.dumps(request).encode() + b"\n" for request in requests))
    assert len(answers) == len(requests)


SHARED = server()


def test_many_games_side_by_side() -> None:
    """Two hundred, taken in any order: each is as if it were alone."""
    found, dice, alone = server(), Random(1), server()
    names = [f"g{number}" for number in range(200)]
    for name in names:
        asked(found, "initial", args=first(found), game=name)
    for _ in range(400):
        name = dice.choice(names)
        if legal := asked(found, "legal", game=name)["legal"]:
            taken = dice.choice(legal)
            asked(found, "step", game=name, action=taken["action"], args=taken["args"])
    for name in dice.sample(names, 20):
        assert asked(alone, "resume", log=asked(found, "log", game=name)["log"]) == asked(found, "state", game=name)


def test_the_schema_is_one() -> None:
    file = Path(__file__).parents[2] / "docs" / "schemas" / "serve-message.schema.json"
    jsonschema.Draft202012Validator.check_schema(json.loads(file.read_text(encoding="utf-8")))


@pytest.mark.usefixtures("interpreted")
def test_a_position_is_an_instance_of_a_named_finding() -> None:
    """Finding 015, that of the README: when the Tool is revealed, one clause lets it be bought and another does not."""
    found = Server(LoadedProject(Project.load(BOOKS)).ruleset("megacorp"), "tiny", {}, {})
    asked(found, "initial", args=first(found))
    assert "015" not in {one["id"] for one in asked(found, "findings")["findings"]}
    asked(found, "step", action="reveal", args={"card": "Tool"})
    told = {one["id"]: one for one in asked(found, "findings")["findings"]}
    assert {"5.1.6b", "6.4.2b"} <= set(told["015"]["clauses"])
    (met,) = told["015"]["met"]
    assert met["kind"] == "contradiction"
    assert met["action"]["action"] == "buy_revealed"
    assert {"5.1.6b", "6.4.2b"} <= set(met["clauses"])


def test_compiled_answers_are_the_interpreters() -> None:
    """`legal` is asked of compiled code, and `candidates` of the interpreter; where a step leads, of a server that has
    no code."""
    books = LoadedProject(Project.load(BOOKS))
    for name in ("daemons", "megacorp"):
        code, rules = Server(books.ruleset(name), "tiny", {}, {}), Server(books.ruleset(name), "tiny", {}, {})
        rules.rules.__dict__["coded"] = None
        dice = Random(2)
        begins = {"args": first(code)}
        assert asked(code, "initial", **begins) == asked(rules, "initial", **begins)
        assert code.rules.compiled_code is not None
        for _ in range(25):
            legal = asked(code, "legal")
            assert legal == asked(rules, "legal")
            allowed = [one for one in asked(code, "candidates")["candidates"] if one["allowed"]]
            assert [one["action"] for one in legal["legal"]] == [one["action"] for one in allowed]
            if not legal["legal"]:
                break
            chosen = dice.choice(legal["legal"])
            step = {"action": chosen["action"], "args": chosen["args"]}
            assert asked(code, "step", **step) == asked(rules, "step", **step)


def test_a_bot_decides_as_anybody_could() -> None:
    """A bot's move is legal, the same for an equal seed, and in the log as any other."""
    found = server()
    for game in ("one", "two"):
        asked(found, "initial", args=first(found), game=game)
    legal = [{key: one[key] for key in ("action", "args")} for one in asked(found, "legal", game="one")["legal"]]
    moved = asked(found, "bot", game="one", bot="random", seed=7, player="Ann")
    assert moved["taken"] in legal and moved["says"]
    assert asked(found, "bot", game="two", bot="random", seed=7) == moved
    assert asked(found, "log", game="one")["log"]["taken"] == [moved["taken"]]
    assert asked(found, "undo", game="one")["version"].startswith("0-")


@pytest.mark.parametrize(
    ("asks", "says"),
    [
        ({"bot": "grandmaster"}, "there is no bot `grandmaster`"),
        ({"bot": 3}, "by its name"),
        ({"seed": -1}, "a seed is a number"),
        ({"player": "Bob"}, "it is the decision of Ann"),
        ({"player": "Ann", "action": "cross", "args": {"who": "Ann", "cart": "hay"}}, "is no joint action of Ann here"),
        ({"action": "cross"}, "there is no player `None`"),
    ],
)
def test_a_bot_that_cannot_decide(asks: Json, says: str) -> None:
    found = server()
    before = asked(found, "initial", args=first(found))
    assert says in found.answer({"request": "bot", **asks})["error"]
    assert asked(found, "state") == before


def test_a_bot_has_nothing_to_decide_at_the_end() -> None:
    found = server()
    asked(found, "initial", args=first(found))
    while "error" not in (answer := found.answer({"request": "bot"})):
        pass
    assert "nobody may act" in answer["error"] or "is over" in answer["error"]


def test_a_bot_chooses_the_other_parts_of_a_joint_action() -> None:
    """In the cookbook's game of fists both choose at once: one's own part stays as it is given."""
    project = LoadedProject(Project.load(BOOKS / "examples" / "cookbook"))
    found = Server(project.ruleset("fists"), "tiny", {}, {})
    asked(found, "initial", args=first(found))
    legal = asked(found, "legal")["legal"]
    own = next(one for one in legal if one["args"] != legal[0]["args"])
    (name,) = own["args"]
    player = next(iter(own["args"][name]))
    moved = asked(found, "bot", bot="random", player=player, action=own["action"], args=own["args"])
    assert moved["taken"]["args"][name][player] == own["args"][name][player]


def test_whoever_listens_is_told_each_change() -> None:
    found, heard = server(), []
    found.tell = lambda name, event: heard.append((name, event["request"], event.get("taken")))
    asked(found, "initial", args=first(found), game="one")
    moved = asked(found, "bot", game="one")
    asked(found, "undo", game="one")
    found.answer({"request": "step", "game": "one", "action": "fly"})  # a mistake changes nothing
    asked(found, "hello", scope="tiny")
    assert heard == [
        ("one", "initial", None), ("one", "bot", moved["taken"]), ("one", "undo", None), ("one", "end", None),
    ]  # fmt: skip
