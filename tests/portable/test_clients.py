"""The clients: engines for `conform` in node and in Python, a page, a program in C, and what is refused."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.bridges.conform.program import Program
from ruleslawyer.bridges.conform.session import walk as conform
from ruleslawyer.bridges.portable import linking
from ruleslawyer.bridges.portable.positions import positions
from ruleslawyer.studies.games.bots import measure
from ruleslawyer.studies.games.table import Worth
from tests.bundled import bundled
from tests.portable.test_equal import SCOPES
from tests.portable.walks import client, compared, walk

EXAMPLE = Path(__file__).parents[2] / "examples" / "file-daemons"
WAIT = 60.0


def agrees(command: list[str], steps: int) -> None:
    ruleset = bundled().ruleset("daemons")
    with Program(command, WAIT) as program:
        session = conform(program, ruleset.transition_system("duel"), "daemons", steps=steps, seed=2, seconds=120)
    assert session.agrees
    assert session.steps == steps


def test_conform_in_node(built: Callable[..., Path]) -> None:
    agrees(["node", str(EXAMPLE / "engine.cjs"), str(built("daemons", *SCOPES["daemons"])), "daemons"], 60)


def test_conform_in_python(built: Callable[..., Path]) -> None:
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    agrees([sys.executable, str(EXAMPLE / "engine.py"), str(built("daemons", *SCOPES["daemons"])), "daemons"], 60)


def test_vectors(built: Callable[..., Path], tmp_path: Path) -> None:
    """Recorded plays are replayed in node and in Python; one that says otherwise is told."""
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    folder = built("daemons", *SCOPES["daemons"])
    bundled().ruleset("daemons").vectors(output=tmp_path, scope=["duel"], mutants=0)
    plays = sorted(tmp_path.glob("*.itf.json"))
    wrong = tmp_path / "wrong.json"
    wrong.write_text(plays[0].read_text("utf-8").replace('"ended": false', '"ended": true'), "utf-8")
    for engine in ([sys.executable, EXAMPLE / "vectors.py"], ["node", EXAMPLE / "vectors.cjs"]):
        words = [str(word) for word in (*engine, folder, "daemons")]
        told = subprocess.run([*words, *map(str, plays)], capture_output=True, text=True, check=True).stdout
        assert told.startswith(f"{len(plays)} plays, ") and len(plays) > 5
        assert subprocess.run([*words, str(wrong)], capture_output=True, check=False).returncode


def test_games_in_python(built: Callable[..., Path]) -> None:
    """The same games as in node, of greedy players and at random, and the same gains as the interpreter."""
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    ruleset, folder = bundled().ruleset("daemons"), built("daemons", *SCOPES["daemons"])
    system = ruleset.transition_system("duel")
    lines = list(walk(system, 30, seed=5, sight=False, worth=Worth(measure(ruleset), system)))
    table = client("rulebook", folder).Rulebook(folder / "daemons.json").open("duel")
    start = table.initial()[0]["state"]
    games = [table.playout(start, seed, 200, greedy=i < 3) for i, seed in enumerate((1, 1, 2, 3))]
    assert games == compared(folder, ruleset, "duel", iter(lines[:1]))["games"]
    decided = [one for one in lines if "gained" in one]
    assert [table.gain(one["state"], one["action"]) for one in decided] == [one["gained"] for one in decided]
    assert {table.gain(one["state"], table.greedy(one["state"])) - one["most"] for one in decided} == {0}
    links = positions(ruleset, "duel")
    assert [table.pack(one["state"]) for one in lines] == [
        links.text(links.codec.parse_state(one["state"])) for one in lines
    ]
    assert [table.unpack(table.pack(one["state"])) for one in lines] == [one["state"] for one in lines]
    for link, says in (
        (f"{links.mark}.duel.AAAA", "damaged"),
        ("00000000.duel.AAAA", "other rules"),
        ("", "other rules"),
    ):
        with pytest.raises(ValueError, match=says):
            table.unpack(link)


def test_events_in_python(built: Callable[..., Path]) -> None:
    """What is met and why an action is held out, by name, as the interpreter says it; each met in some state."""
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    ruleset, folder = bundled().ruleset("daemons"), built("daemons", *SCOPES["daemons"])
    table, kinds = client("rulebook", folder).Rulebook(folder / "daemons.json").open("duel"), set[str]()
    for said in walk(ruleset.transition_system("duel"), 150, seed=6, sight=False):
        state = said["state"]
        met = table.look(state)
        assert keys(met) == sorted(map(list, said["met"]))
        raised = [[list(key), action] for key, action in said["at"]]
        assert [e for e in met if [keys([e])[0], e["where"]] not in raised] == []  # each by the action that it names
        for one in said["why"]:
            found = table.why(state, one["action"])
            own = next(part for part in found["judged"] if part["of"] == one["of"])
            assert found["allowed"] == one["allowed"]
            assert {of: sorted(c["name"] for c in own[of]) for of in ("permits", "forbids")} == {
                of: one[of] for of in ("permits", "forbids")
            }
        if "action" in said:
            events = table.step(state, said["action"])["events"]
            assert keys(events) == sorted(map(list, said["stepping"]))
            met += events
        kinds |= {event["kind"] for event in met}
    assert {"gap", "contradiction"} <= kinds


def keys(events: list[Any]) -> list[list[str]]:
    return sorted([event["kind"], event["subject"], *event["pair"]] for event in events)


def test_what_is_refused(built: Callable[..., Path]) -> None:
    words = ["node", str(Path(__file__).parent / "refused.cjs"), str(built("daemons", *SCOPES["daemons"]))]
    said = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    assert [what for what, message in said["tries"].items() if not message] == []
    assert "Zoe" in said["tries"]["nobody"]
    assert "none of Ann, Bob" in said["tries"]["nobody"]
    assert "duel needs" in said["tries"]["too large"]
    assert said["refused"] > 1000
    assert said["refused"] + said["answered"] == 2000
    assert said["forbidden"]["allowed"] is False  # nobody keeps before cards are drawn
    assert said["forbidden"]["state"] is None
    assert said["still"] == 3  # the table is as it was


def test_a_game_in_a_page(built: Callable[..., Path], browser: Any, tmp_path: Path) -> None:
    """From its folder, without a server: a move, what it did, and back."""
    shutil.copytree(built("daemons", *SCOPES["daemons"]), tmp_path / "built")
    shutil.copy(EXAMPLE / "index.html", tmp_path)
    assert len((EXAMPLE / "index.html").read_text("utf-8").splitlines()) < 200
    page, wrong = browser.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto((tmp_path / "index.html").as_uri())
    page.wait_for_selector("#moves button")
    before = page.locator("#log li").count()
    assert before > 0  # chance has dealt
    page.locator("#moves button").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("#log li").count() > before
    page.click("#undo")
    assert page.locator("#log li").count() == before
    assert "UNSEEN" in page.inner_text("#table")  # what lies face down
    assert wrong == []
    page.close()


def test_a_program_in_c(tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no compiler for C is installed")
    ruleset = bundled().ruleset("daemons")
    found = ruleset.build("c", output=tmp_path, scope=["duel"], objects=False)
    assert list(found.untried) == []
    words = [compiler, "-Wall", "-Wextra", "-Werror", "-Wno-unused-const-variable", f"-I{tmp_path}"]
    words += [str(EXAMPLE / "random.c"), str(tmp_path / "daemons.o"), "-o", str(tmp_path / "random")]
    subprocess.run(words, check=True)
    engine = ruleset.engine("duel", direct=False)
    first = len(engine.legal(engine.initial()[0]))
    for seed in "123":
        words = [str(tmp_path / "random"), str(tmp_path / "daemons.duel.scope"), seed]
        said = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
        assert said[0].endswith(f"of {first}")
        assert said[-1].startswith("over after ")
        assert {line.split()[0] for line in said[:-1]} <= ruleset.system.actions.keys()
    other = [str(tmp_path / "random"), str(tmp_path / "daemons.h")]
    assert subprocess.run(other, capture_output=True, check=False).returncode == 2


def test_no_linker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(linking, "LINKERS", ())
    monkeypatch.setattr(linking, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match="no linker for WebAssembly") as met:
        Project.load(EXAMPLE.parents[1]).ruleset("daemons").build("wasm", output=tmp_path / "none")
    assert "lld" in str(met.value)
    assert not (tmp_path / "none").exists()
