"""Ctrl-C and SIGTERM, as real signals: what was found so far is printed and said to be incomplete; nothing is
half-written.

The command sends the signal to itself at a known place of its work, so that no clock decides what is tested.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from itertools import cycle
from pathlib import Path

import pytest

from ruleslawyer.report.document import read_document
from tests.cli.forked import forked

ROOT = Path(__file__).parents[2]
FERRY = ROOT / "tests" / "projects" / "ferry"

AT = """
import importlib, os, signal
if {sent} == signal.SIGINT:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore it
name, number, once = {place!r}, {number}, []
module, _, attribute = name.partition(":")
owner = importlib.import_module(module)
*path, last = attribute.split(".")
for part in path:
    owner = getattr(owner, part)
original = getattr(owner, last)

def stops(*arguments, **named):
    once.append(1)
    if len(once) == number:
        os.kill(os.getpid(), {sent})
    return original(*arguments, **named)

setattr(owner, last, stops)
"""


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))


CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
_turns = cycle(CODES)


def interrupted(project: Path, place: str, number: int, *arguments: str, stdin: str = "") -> tuple[str, str]:
    """What a command prints on both streams when a signal comes as this function is called for that time: one of the
    two, by turns; what is said is the same."""
    sent = next(_turns)
    ran = forked(
        project, *arguments, typed=stdin, first=AT.format(place=place, number=number, sent=int(sent)), longest=120
    )
    assert ran.code == CODES[sent], (ran.code, ran.out, ran.err)
    assert "Traceback" not in ran.err + ran.out
    return ran.out, ran.err


BEGINS = "import sys; sys.argv[0] = 'ruleslawyer'\nfrom ruleslawyer.__main__ import main\nmain()\n"
TAKE = "ruleslawyer.semantics.transition:TransitionSystem.take"
SOLVER = "z3:Z3_solver_check_assumptions"
SCENARIO = '[[scenario]]\nname = "{}"\nscope = "tiny"\nthen = {{ turn = "Ann" }}\nstart = {{ first = "Ann" }}\n'


@pytest.mark.parametrize("sent", CODES, ids=lambda sent: sent.name)
def test_a_whole_group_of_processes(ferry: Path, sent: signal.Signals) -> None:
    """A job's time is over as its second piece comes: each of its processes is told, and the first one still says what
    there is."""
    scopes = ferry / "checks" / "ferry" / "scopes"
    for number in range(8):  # so many that others get some of them
        shutil.copy(scopes / "tiny.toml", scopes / f"tiny{number}.toml")
    first = AT.format(place="ruleslawyer.base.processes.pool:Workers._take", number=2, sent=int(sent))
    first = first.replace("os.kill(os.getpid(), ", "os.killpg(os.getpgrp(), ")
    words = [sys.executable, "-B", "-c", first + BEGINS, "check", "--no-prove", "--json", "-o", "report"]
    environment = {**os.environ, "RULESLAWYER_ANSWERS": str(ferry / "answers")}
    said = ferry / "said.json"
    with said.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(
            words, stdout=out, stderr=subprocess.PIPE, text=True, start_new_session=True, cwd=ferry, env=environment
        )
    try:
        _, err = process.communicate(timeout=120)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert (process.returncode, "Traceback" in err, "ended from outside" in err) == (CODES[sent], False, False), err
    assert not json.loads(said.read_text(encoding="utf-8"))["as_expected"]
    assert (ferry / "report" / "report.json.gz").exists()
    assert list((ferry / "answers").iterdir()), "what was found is not kept"


def test_explore(ferry: Path) -> None:
    out, err = interrupted(ferry, TAKE, 2, "explore", "ferry", "--json", "--trace", "1", "--save", "play.json")
    found = json.loads(out)
    assert (found["complete"], found["stopped"]) == (False, "interrupted")
    assert "incomplete" in err
    assert not (ferry / "play.json").exists()
    out, _ = interrupted(ferry, TAKE, 2, "explore", "ferry")
    assert "INCOMPLETE: interrupted" in out


ASKED = "ruleslawyer.rulebook.claims.limits:Limits.too_long"
NATIVELY = "--engine", "native"


@pytest.mark.parametrize(
    ("place", "number", "arguments"),
    [
        (ASKED, 2, ("explore", "ferry", "--engine", "native")),
        (ASKED, 2, ("explore", "ferry", "--analyse", "--trace", "deadlock", "--save", "play.json")),
        (
            "ruleslawyer.engines.native.family:FamilySet.waiting",
            1,
            ("explore", "ferry", "--readings", "--scope", "tiny"),
        ),
        (ASKED, 2, ("adequacy", "--clauses", "ferry")),
        (ASKED, 1, ("prove", "--clashes", "ferry")),
    ],
    ids=["native", "analyse", "family", "ablate", "cores"],
)
def test_generated_code(ferry: Path, place: str, number: int, arguments: tuple[str, ...]) -> None:
    out, err = interrupted(ferry, place, number, *arguments, "--json")
    found = json.loads(out)
    assert (found["complete"], found["stopped"]) == (False, "interrupted")
    assert "incomplete" in err
    assert not (ferry / "play.json").exists()


BEHIND = {
    "the log is read": ("ruleslawyer.exploration.met_by_code:observe", 1, NATIVELY),
    "passes are followed": ("ruleslawyer.engines.native.edges:ForcedPasses.destinations", 1, NATIVELY),
    "verdicts": ("ruleslawyer.exploration.native:NativeExploration.verdicts", 1, NATIVELY),
    "verdicts of the reference": ("ruleslawyer.exploration.reference:verdicts", 1, ()),
    "plays of events": ("ruleslawyer.exploration.met_by_code:NativeWitnesses.event_trace", 2, NATIVELY),
    "kinds of deadlocks": ("ruleslawyer.exploration.native:NativeExploration.deadlock_results", 1, NATIVELY),
    "plays are replayed": ("ruleslawyer.exploration.explore:replay_failures", 1, NATIVELY),
    "a search on disk": ("ruleslawyer.exploration.native:NativeExploration.verdicts", 1, ("--disk", "states")),
}
PHASES = {
    "the trial": ("ruleslawyer.engines.explore.search:_Search._visit", 2, ("--max-states", "1000")),
    "code is made": ("ruleslawyer.engines.native.compiling:kept_code_of", 1, NATIVELY),
    "code is linked": ("ruleslawyer.engines.native.build:link", 1, NATIVELY),
    "states are taken": ("ruleslawyer.engines.native.states:StateSet.take", 1, NATIVELY),
    "a level begins": ("ruleslawyer.engines.native.drive:Driver.go", 2, NATIVELY),
    "limits are looked at": ("ruleslawyer.engines.native.drive:Driver.take_log", 2, NATIVELY),
    "it is printed": ("ruleslawyer.cli.explore:show_result", 1, NATIVELY),
}


@pytest.mark.parametrize("phase", PHASES)
def test_each_phase_of_an_exploration(ferry: Path, phase: str) -> None:
    """Either nothing is printed then, or a result that says that it is incomplete."""
    place, number, arguments = PHASES[phase]
    out, err = interrupted(ferry, place, number, "explore", "ferry", "--fresh", "--json", *arguments)
    assert "interrupted" in err
    assert not out or json.loads(out)["stopped"] == "interrupted"


@pytest.mark.parametrize("phase", BEHIND)
def test_behind_a_search(ferry: Path, phase: str) -> None:
    """All states were found, and some of the rest; it is not kept as if it were all."""
    place, number, arguments = BEHIND[phase]
    out, err = interrupted(ferry, place, number, "explore", "ferry", "--json", *arguments)
    found = json.loads(out)
    assert (found["complete"], found["stopped"]) == (False, "interrupted") and "incomplete" in err
    assert (found["states"], found["transitions"], found["deadlocks"]) == (4, 2, 2)
    assert sum(len(found[kind]) for kind in EVENTS) == (1 if phase == "plays of events" else 3 if phase in LATE else 0)
    whole = json.loads(forked(ferry, "explore", "ferry", "--json", *arguments).out)
    assert (whole["complete"], sum(len(whole[kind]) for kind in EVENTS)) == (True, 3)


EVENTS = "contradictions", "gaps", "other_events"
LATE = "kinds of deadlocks", "plays are replayed"


def test_an_export_is_whole_or_nothing(ferry: Path) -> None:
    out, _ = interrupted(ferry, TAKE, 2, "export", "ferry", "--to", "dot", "-o", "it.dot")
    assert out == ""
    assert not (ferry / "it.dot").exists()


def test_prove(ferry: Path) -> None:
    """The signal comes as z3 begins to think; what it had proved before stays proved."""
    out, err = interrupted(ferry, SOLVER, 2, "prove", "ferry", "--json")
    found = json.loads(out)["results"]
    assert any(proof["reason"].startswith("interrupted") for proof in found)
    assert "not finished" in err


def test_check_while_it_explores(ferry: Path) -> None:
    out, err = interrupted(ferry, TAKE, 2, "check", "--no-prove", "--json", "-o", "report")
    found = json.loads(out)
    assert not found["as_expected"]
    assert "incomplete" in {short["kind"] for short in found["falls_short"]}
    assert "incomplete" in err
    report = read_document(ferry / "report" / "report.json.gz")
    assert not report["as_expected"]
    assert not (ferry / "build").exists()


def test_check_while_two_explorers_are_compared(ferry: Path) -> None:
    """It is not as expected before they are."""
    place = "ruleslawyer.engines.native.build:link"
    out, _ = interrupted(ferry, place, 1, "check", "--no-prove", "--json")
    assert not json.loads(out)["as_expected"]


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ferry with the report of a check."""
    ignored = shutil.ignore_patterns("__pycache__", "build")
    ferry = Path(shutil.copytree(FERRY, tmp_path_factory.mktemp("reported") / "ferry", ignore=ignored))
    forked(ferry, "check", "--no-prove", "-o", "report")
    return ferry


@pytest.mark.parametrize("number", [1, 2, 3])
def test_writing_the_report(reported: Path, tmp_path: Path, number: int) -> None:
    """All of its files are those of the last check, or all are of this one."""
    ferry = Path(shutil.copytree(reported, tmp_path / "ferry"))
    before = contents(ferry / "report")
    assert {"report.json.gz", "report.sarif", "index.html"} <= {path.name for path in before}
    interrupted(ferry, "os:fdopen", number, "check", "--no-prove", "-o", "report")
    assert contents(ferry / "report") == before


def test_scenarios(ferry: Path) -> None:
    (ferry / "two.toml").write_text(SCENARIO.format("one") + SCENARIO.format("other"), "utf-8")
    place = "ruleslawyer.check.scenario.suite:Suite.run"
    out, err = interrupted(ferry, place, 2, "scenario", "two.toml", "--json")
    assert [found["name"] for found in json.loads(out)] == ["one"]
    assert "1 scenario not run" in err


def test_findings(ferry: Path) -> None:
    out, err = interrupted(
        ferry, "ruleslawyer.check.explorations:Explorations.verify", 2, "findings", "--verify", "--json"
    )
    assert [found["id"] for found in json.loads(out)] == ["001"]
    assert "2 findings not verified" in err
    interrupted(ferry, TAKE, 2, "findings", "--new", "ferry", "1")
    assert len(list((ferry / "findings" / "ferry").iterdir())) == len(list((FERRY / "findings" / "ferry").iterdir()))


def test_play(ferry: Path) -> None:
    out, err = interrupted(ferry, "ruleslawyer.cli.game:Game._command", 2, "play", "ferry", "--json", stdin="1\n1\n")
    assert json.loads(out)["start"]["action"] == "initial"
    assert "interrupted" in err


def test_coverage_says_nothing_by_half(ferry: Path) -> None:
    out, _ = interrupted(ferry, TAKE, 2, "spec", "--scope", "tiny", "--json")
    assert out == ""


def test_while_it_is_loaded(ferry: Path) -> None:
    """In a process that has loaded nothing yet."""
    signal_comes = AT.format(place="ruleslawyer.cli.main:main", number=1, sent=int(signal.SIGINT))
    ran = subprocess.run(
        (sys.executable, "-B", "-c", signal_comes + BEGINS, "explore", "ferry"), cwd=ferry,
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (130, "")
    assert "Traceback" not in ran.stderr


WITHIN_A_CLASS = """
import os, signal
from ruleslawyer.cli.verbs import Verbs
class Named:
    def __set_name__(self, *_):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass
def get_command(self, *_):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return type("Owner", (), {"named": Named()})
Verbs.get_command = get_command
"""
AT_ITS_END = """
import atexit, os, signal
from ruleslawyer.cli import main as command
signal.signal(signal.SIGINT, signal.default_int_handler)
runs = command.main

def stop():
    try:
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass
    except KeyboardInterrupt:
        os.write(2, b"heard")

def run():
    atexit.register(stop)
    runs()

{when}
"""
ENDS = {"command.main = run": 130, "atexit.register(stop)": 0}
"""Ctrl-C while Python waits for what still runs, and behind all that."""


@pytest.mark.parametrize("when", ENDS)
def test_at_its_end(when: str) -> None:
    """All was printed: nothing more is, and no signal ends the process."""
    words = sys.executable, "-B", "-c", AT_ITS_END.format(when=when) + BEGINS, "--version"
    ran = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    assert (ran.returncode, ran.stderr) == (ENDS[when], "") and ran.stdout.startswith("ruleslawyer ")


def test_while_a_class_is_made(ferry: Path) -> None:
    """Python 3.11 says that something else failed."""
    ran = forked(ferry, "explore", "ferry", first=WITHIN_A_CLASS)
    assert (ran.code, ran.out) == (130, "") and "internal" not in ran.err


ASKED = "ruleslawyer.engines.smt.lifted.question:Solver.ask"
LIFTED = "ruleslawyer.lifted.relation:Relation.step"


@pytest.mark.parametrize("place", [LIFTED, ASKED])
def test_any_number(ferry: Path, place: str) -> None:
    """While rules are lifted, and while lemmas are looked for: what is not finished is UNKNOWN, and nothing is kept."""
    out, err = interrupted(ferry, place, 2, "prove", "ferry", "--any-number", "--json", "--keep")
    found = json.loads(out)
    assert found["proved"] == 0 and {r["reason"] for r in found["results"]} == {"interrupted"}
    assert "interrupted: what is UNKNOWN here was not finished" in err
    assert "lemmas.json is left as it was" in err and not (ferry / "checks/ferry/lemmas.json").exists()
