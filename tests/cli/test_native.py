"""The native engine from the command line: which engine runs, limits, Ctrl-C, failing workers, layouts, mistakes."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.cli.output import with_spaces
from ruleslawyer.engines.native import build
from ruleslawyer.engines.native.explore import layout_of
from ruleslawyer.engines.native.memory import PARTITIONS
from ruleslawyer.engines.native.slots import slots_of
from ruleslawyer.engines.native.states import StateSet
from ruleslawyer.exploration.explore import SMALL
from tests.agree.strategies import ROOT
from tests.agree.written import counter, grid, soon_large, things, written
from tests.bank import TINY
from tests.cli.command import Answer, Command, copied
from tests.cli.forked import forked
from tests.cli.test_interrupt import interrupted

LARGE = 9**4
"""States of four things that go round nine places: more than the reference engine is used for."""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("large"), "grid", grid(9), things(4))


def refused(answer: Answer, *said: str) -> None:
    """One message, and nothing else."""
    assert answer.code == 2, answer
    assert answer.out == ""
    assert answer.err.count("error:") == 1 and "Traceback" not in answer.err and "internal" not in answer.err
    for text in said:
        assert text in answer.err, answer.err


def same(found: dict[str, Any]) -> dict[str, Any]:
    """What both engines say."""
    return {key: value for key, value in found.items() if key not in ("engine", "seconds")}


# --- which engine ----------------------------------------------------------------------------------------------------


def test_engines_agree(command: Command, large: Path) -> None:
    """A large scope is explored by generated code unless the reference is asked for; the results are equal."""
    assert LARGE > SMALL
    answers = [
        command("explore", "grid", "--engine", engine, "--json", project=large)
        for engine in ("auto", "native", "networkx")
    ]
    assert [a.json["engine"] for a in answers] == ["native", "native", "networkx"]
    assert [a.code for a in answers] == [0, 0, 0]
    found = [same(answer.json) for answer in answers]
    assert found[0] == found[1] == found[2]
    assert (found[0]["states"], found[0]["transitions"], found[0]["depth"]) == (LARGE, 4 * LARGE, 4 * 8)


def test_the_change_is_said(command: Command, large: Path) -> None:
    answer = command("explore", "grid", project=large)
    assert f"more than {with_spaces(SMALL)} states: explored by generated code" in answer.out
    assert "--engine networkx" in answer.out
    assert "scope tiny, native" in answer.out
    assert "generated code" not in command("explore", "grid", "--engine", "native", project=large).out
    assert "generated code" not in command("explore", "t57_passes").out


LOADED = """
import sys
from ruleslawyer.__main__ import main
for words in ["--help"], ["explore", "t57_passes"], ["explore", "t57_passes", "--engine", "native"]:
    sys.argv[1:] = words
    try:
        main()
    except SystemExit as end:
        assert not end.code, words
    print("loaded:", *sorted(n for n in sys.modules if n.startswith(("llvmlite", "ruleslawyer.engines.native"))))
"""


def test_small_scopes_load_no_compiler() -> None:
    """Nothing of the native engine, unless it is asked for."""
    ran = subprocess.run((sys.executable, "-c", LOADED), cwd=TINY, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    without, small, asked = (line for line in ran.stdout.splitlines() if line.startswith("loaded:"))
    assert without == small == "loaded:" and "llvmlite" in asked


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--engine", "magic"), "'magic' is not one of"),
        (("--engine", "native", "--workers", "0"), "--workers"),
        (("--engine", "native", "--memory", "0"), "--memory"),
        (("--engine", "native", "--memory", "2 bytes"), "is no size of 1 MiB or more"),
        (("--engine", "networkx", "--compress", "always"), "use it with --engine native"),
        (("--engine", "networkx", "--disk", "there"), "only the native engine searches on disk"),
    ],
    ids=str,
)
def test_wrong_options(command: Command, arguments: tuple[str, ...], said: str) -> None:
    answer = command("explore", "t20_answers_differ", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert "Traceback" not in answer.err and "internal" not in answer.err
    assert said in answer.err


@pytest.mark.usefixtures("remembering")
def test_it_is_said_when_states_are_kept_as_trees(command: Command, tmp_path: Path) -> None:
    """With what a state took; all else is said as without."""
    project = written(tmp_path, "grid", grid(12), things(80))
    asked = ("explore", "grid", "--engine", "native", "--max-states", "4000", "--compress")
    found = {how: command(*asked, how, project=project).out for how in ("always", "never")}
    said = [line for line in found["always"].splitlines() if "share were kept once" in line]
    assert len(said) == 1 and int(re.findall(r"(\d+) bytes a state", said[0])[0]) > 0
    others = {how: [line for line in out.splitlines()[1:] if line not in said] for how, out in found.items()}
    assert others["always"] == others["never"]
    in_json = {how: json.loads(command(*asked, how, "--json", project=project).out) for how in found}
    took = {how: one.pop("bytes_as_trees") for how, one in in_json.items()}
    assert took == {"always": int(re.findall(r"(\d+) bytes a state", said[0])[0]), "never": None}
    for one in in_json.values():
        del one["seconds"]
    assert in_json["always"] == in_json["never"]


ANSWERS = "RULESLAWYER_ANSWERS"


def test_it_is_said_where_lists_of_choices_would_be_too_long(tmp_path: Path) -> None:
    """More is looked at then; all else is said as with lists for each choice."""
    asked, kept = ("explore", "mere_mortals", "--scope", "tiny", "--engine", "native"), {ANSWERS: str(tmp_path)}
    short = "from ruleslawyer.engines.native import loop_members\nloop_members.MOST_LISTED = 1\n"
    listed = forked(ROOT, *asked, "--json")
    said, cut = (forked(ROOT, *asked, *more, first=short, environment=kept) for more in ((), ("--json",)))
    each, less = json.loads(listed.out), json.loads(cut.out)
    count = less.pop("long_lists")
    assert (each.pop("long_lists"), count > 0) == (0, True)
    assert f"lists of choices that would be too long: {count};" in said.out
    del each["seconds"], less["seconds"]
    assert each == less


def test_an_unknown_question(command: Command) -> None:
    answer = command("explore", "t20_answers_differ", "--readings", "--scope", "tiny", "--question", "strid")
    refused(answer, "`strid` is no open choice of this scope", "stride")


# --- limits ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def huge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """12 ** 6, three million states."""
    return written(tmp_path_factory.mktemp("huge"), "grid", grid(12), things(6))


@pytest.mark.parametrize(
    ("limit", "stopped"),
    [
        (("--memory", "1", "--no-disk"), "stopped at the limit of 1 MiB of memory"),
        (("--memory", "3MiB", "--no-disk"), "stopped at the limit of 3 MiB of memory"),
        (("--max-states", "7000"), "stopped at the limit of 7000 states"),
    ],
    ids=" ".join,
)
def test_limits(command: Command, huge: Path, limit: tuple[str, ...], stopped: str) -> None:
    """Incomplete, with what was found so far; nothing is said to hold."""
    answer = command("explore", "grid", "--engine", "native", *limit, "--json", project=huge)
    assert answer.code == 1
    found = answer.json
    assert (found["engine"], found["complete"], found["stopped"]) == ("native", False, stopped)
    assert 1 <= found["states"] < 12**6
    (verdict,) = found["properties"]
    assert (verdict["verdict"], verdict["reason"]) == ("UNKNOWN", stopped)
    answer = command("explore", "grid", "--engine", "native", *limit, project=huge)
    assert answer.code == 1
    assert f"INCOMPLETE: {stopped}" in answer.out


def test_what_was_found_before_the_limit(command: Command, tmp_path: Path) -> None:
    """A violation and a state that is reached are found for good; what holds so far is not known to hold."""
    project = written(tmp_path, "up", counter())
    answer = command("explore", "up", "--engine", "native", "--max-states", "50", "--json", project=project)
    assert answer.code == 1
    verdicts = {p["property"]: (p["verdict"], p["reason"]) for p in answer.json["properties"]}
    assert verdicts == {
        "below_five": ("VIOLATED", "after 5 actions"),
        "not_negative": ("UNKNOWN", "stopped at the limit of 50 states"),
        "at_three": ("HOLDS IN SCOPE", "reached after 3 actions"),
    }


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_system_gives_no_more_memory(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    """As a table grows, in the middle of a search: what was found is said, and that it is not all."""
    project = written(tmp_path, "grid", grid(12), things(80))
    make, made = StateSet._make_table, []

    def grows(self: StateSet, *given: int) -> None:
        made.append(given)
        if len(made) > PARTITIONS:
            raise MemoryError("no more")
        make(self, *given)

    monkeypatch.setattr(StateSet, "_make_table", grows)
    answer = command("explore", "grid", "--engine", "native", "--json", "--workers", workers, project=project)
    found = answer.json
    assert (answer.code, found["complete"]) == (1, False)
    assert found["stopped"] == "stopped as the system gave no more memory"
    assert len(made) > PARTITIONS and 100 < found["states"] < 12**4
    assert not found["unreplayed"]


def test_less_memory_than_the_kernel_would_give(huge: Path) -> None:
    """A process that may not grow beyond a gigabyte comes to its own limit first."""
    command = "explore grid --engine native --memory 8 --no-disk --json"
    alone = (  # a process of its own, whose only child it is
        "import resource, subprocess, sys\n"
        f"ran = subprocess.run((sys.executable, '-B', '-m', 'ruleslawyer', *{command.split()!r}))\n"
        "print(ran.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024, file=sys.stderr)"
    )
    ran = subprocess.run((sys.executable, "-c", alone), cwd=huge, capture_output=True, text=True, check=False)
    assert json.loads(ran.stdout)["stopped"] == "stopped at the limit of 8 MiB of memory"
    code, peak = (int(word) for word in ran.stderr.split()[-2:])
    assert code == 1
    assert peak < 1000


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------

GO_ON = "ruleslawyer.engines.native.drive:Driver.go"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupted(large: Path, workers: str) -> None:
    """What was found until then is printed."""
    arguments = ("explore", "grid", "--engine", "native", "--workers", workers)
    out, err = interrupted(large, GO_ON, 10, *arguments, "--json")
    found = json.loads(out)
    assert (found["complete"], found["stopped"]) == (False, "interrupted")
    assert 1 < found["states"] <= LARGE
    assert "incomplete" in err
    out, _ = interrupted(large, GO_ON, 10, *arguments)
    assert "INCOMPLETE: interrupted" in out


def test_interrupted_after_the_engine_has_changed(large: Path) -> None:
    out, _ = interrupted(large, GO_ON, 10, "explore", "grid", "--json")
    found = json.loads(out)
    assert (found["engine"], found["stopped"]) == ("native", "interrupted")


def test_interrupted_before_the_engine_changes(large: Path) -> None:
    """Many states are waiting already, more than a small scope has; no other exploration begins."""
    visit = "ruleslawyer.engines.explore.search:_Search._visit"
    out, _ = interrupted(large, visit, SMALL // 5, "explore", "grid", "--json")
    found = json.loads(out)
    assert (found["engine"], found["stopped"]) == ("networkx", "interrupted")


@pytest.mark.parametrize("number", [2, 5])
def test_interrupted_family(number: int) -> None:
    """Wherever it is; nothing goes on after it."""
    interrupted(TINY, GO_ON, number, "explore", "t20_answers_differ", "--readings", "--scope", "tiny")


# --- defects ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "mode", [(), ("--readings", "--scope", "tiny"), ("--analyse",)], ids=["explore", "family", "analyse"]
)
def test_a_worker_that_fails(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: tuple[str, ...]
) -> None:
    """One message that asks for a report; where it happened is in a file."""
    original = build.Library.function

    def function(library: Any, name: str, parameters: str) -> Callable[..., None]:
        def fails(*_: Any) -> None:
            raise RuntimeError("a worker is gone")

        return fails if name in ("expand", "drive") else original(library, name, parameters)

    monkeypatch.setattr(build.Library, "function", function)
    engine = () if mode else ("--engine", "native")
    answer = command("explore", "t57_passes", *engine, "--workers", "2", *mode, project=copied(tmp_path, "t57_passes"))
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("internal error: RuntimeError: a worker is gone")
    assert "please report it" in answer.err and "Traceback" not in answer.err
    assert "a worker is gone" in (tmp_path / "build" / "internal-error.txt").read_text("utf-8")


# --- layouts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["t37_gain_lose", "t47_pile", "t50_optional", "t70_nested_map", "t27_frame"])
def test_layout(command: Command, name: str) -> None:
    """The printed table is how states are packed."""
    found = command("explore", name, "--show-layout", "--json").json
    layout = layout_of(Project.load(TINY).ruleset(name).transition_system("tiny"))
    assert (found["bits"], found["words"]) == (layout.bits, layout.words)
    places = [(s["word"], s["shift"], s["bits"]) for s in found["slots"]]
    assert places == [(s.pieces[0].word, s.pieces[0].shift, s.bits) for s in slots_of(layout)]
    assert len({slot["field"] for slot in found["slots"]}) == len(found["slots"])
    text = command("explore", name, "--show-layout").out
    assert all(slot["field"][:10] in text for slot in found["slots"])
    assert f"{layout.bits} bits in {layout.words} words of 64" in text


def test_the_layout_of_a_frame_and_of_a_pile(command: Command) -> None:
    fields = [s["field"] for s in command("explore", "t27_frame", "--show-layout", "--json").json["slots"]]
    assert fields[0] == "Deal is open" and "Deal.awaits{Player1}" in fields
    fields = [s["field"] for s in command("explore", "t47_pile", "--show-layout", "--json").json["slots"]]
    assert fields[:2] == ["deck.length", "deck.0"]


def test_a_layout_without_bounds(command: Command, tmp_path: Path) -> None:
    project = written(tmp_path, "up", counter("Annotated[int, Range(0)]"))
    (slot,) = command("explore", "up", "--show-layout", "--json", project=project).json["slots"]
    assert (slot["field"], slot["bits"], slot["bounded"]) == ("count", 16, False)
    assert "nothing bounds it" in command("explore", "up", "--show-layout", project=project).out


MODES = (("--engine", "native"), ("--readings", "--scope", "tiny"), ("--analyse",))


@pytest.mark.parametrize("mode", MODES, ids=" ".join)
def test_a_number_without_end(command: Command, tmp_path: Path, mode: tuple[str, ...]) -> None:
    """It is followed a good way, and then the answer is UNKNOWN, with the place and the mend."""
    project = written(tmp_path, "up", soon_large())
    rule = (project / "up/model.py").read_text(encoding="utf-8").split("def one_more")[0].count("\n") + 1
    answer = command("explore", "up", *mode, project=project)
    assert answer.code == 1, answer
    told = next((line for line in answer.out.splitlines() if "not_negative" in line), "UNKNOWN")
    assert "UNKNOWN" in told
    said = " ".join(answer.out.split())
    assert "nothing bounds it" in said and f"up/model.py:{rule}:1" in said and "[caps] count = 20" in said


def test_a_number_without_end_by_default(command: Command, tmp_path: Path) -> None:
    large = written(tmp_path / "large", "up", soon_large())
    assert "nothing bounds it" in " ".join(command("explore", "up", project=large).out.split())


def test_a_number_without_end_and_a_limit(command: Command, tmp_path: Path) -> None:
    """By default the reference engine begins, and what comes after it has the same limit."""
    project = written(tmp_path, "up", counter())
    answer = command("explore", "up", "--max-states", "7000", "--json", project=project)
    assert answer.code == 1
    assert (answer.json["engine"], answer.json["stopped"]) == ("native", "stopped at the limit of 7000 states")


def test_a_write_out_of_range(command: Command, tmp_path: Path) -> None:
    """A finding against the model with its play, the same from both engines."""
    project = written(tmp_path, "up", counter("Annotated[int, Range(0, 6)]"))
    found = [
        command("explore", "up", "--engine", engine, "--trace", "1", "--json", project=project).json
        for engine in ("native", "networkx")
    ]
    native, reference = (same(one) for one in found)
    assert native == reference
    assert len(native["trace"]["steps"]) == 7
    text = command("explore", "up", "--engine", "native", project=project).out
    assert "count: 7 is outside 0 to 6" in text


# --- exports ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["promela", "murphi", "dot", "graphml"])
def test_an_export_that_does_not_fit(tmp_path: Path, language: str) -> None:
    """A disk on which no file has room for more than 200 bytes: one message, the old file stays, nothing is left."""
    file = tmp_path / "model"
    file.write_text("old", "utf-8")
    ran = subprocess.run(
        (sys.executable, "-B", "-m", "ruleslawyer", "export", "t34_duty", "--to", language, "-o", str(file)),
        cwd=TINY, capture_output=True, text=True, check=False, env={**os.environ, "RULESLAWYER_CACHE": ""},
        preexec_fn=_small_files,
    )  # fmt: skip
    assert ran.returncode == 2, ran.stderr
    assert "model: File too large" in ran.stderr and ran.stderr.count("error:") == 1
    assert "Traceback" not in ran.stderr and ran.stdout == ""
    assert [p.name for p in tmp_path.iterdir()] == ["model"]
    assert file.read_text("utf-8") == "old"


def _small_files() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))
