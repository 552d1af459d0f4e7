"""Type checkers are clean on every model file, and refuse the mistakes that the rule language promises to catch.

A line of a bad model that ends in `# error: kind` is refused by both checkers with that kind of error; no other is.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.bank import TINY

ROOT = Path(__file__).parents[1]
TYPING = ROOT / "tests" / "typing"
FOLDERS = (ROOT / "tests" / "classics", ROOT / "examples", ROOT / "src" / "ruleslawyer" / "project")
PROJECTS = (TINY, *sorted(p.parent for folder in FOLDERS for p in folder.glob("*/pyproject.toml")))
BLANK = ROOT / "src" / "ruleslawyer" / "project" / "blank"
"""What `init --from` begins with: its modules are called as those of the template, so that it is read by itself."""
BASES = ROOT / "src", ROOT, *(project for project in PROJECTS if project != BLANK)
BAD = sorted(TYPING.glob("bad_*.py"))

KINDS: dict[str, tuple[set[str], set[str]]] = {
    "attribute": ({"attr-defined"}, {"reportAttributeAccessIssue"}),
    "key": ({"index"}, {"reportArgumentType"}),
    "rigid": ({"misc"}, {"reportAttributeAccessIssue"}),
    "value": ({"assignment"}, {"reportAttributeAccessIssue", "reportArgumentType"}),
    "argument": ({"arg-type", "misc"}, {"reportArgumentType"}),
    "frame": ({"call-arg"}, {"reportCallIssue"}),
    "clause": ({"arg-type"}, {"reportArgumentType"}),
    "call": ({"call-arg"}, {"reportCallIssue"}),
    "result": ({"return-value"}, {"reportReturnType"}),
}
"""What each kind of mistake is called by mypy and by pyright."""


class Complaint(NamedTuple):
    path: Path
    line: int
    code: str
    message: str


def models() -> list[Path]:
    """Every model file: the bundled project's, the other projects', and the ones written for this test."""
    folders = [ROOT / "model", ROOT / "checks", *PROJECTS, TYPING]
    found = (p for folder in folders if folder.is_dir() for p in folder.rglob("*.py"))
    return sorted(p for p in found if not p.name.startswith("test_"))


@pytest.fixture(scope="module")
def mypy(tmp_path_factory: pytest.TempPathFactory) -> list[Complaint]:
    """What `mypy --strict` says; each project is a base of its own, since modules of several share their names."""
    blank = [path for path in models() if path.is_relative_to(BLANK)]
    others = [path for path in models() if not path.is_relative_to(BLANK)]
    folder = tmp_path_factory.mktemp("mypy")
    return [*_said_by_mypy(folder, BASES, others), *_said_by_mypy(folder, (ROOT / "src", BLANK), blank)]


@pytest.fixture(scope="module")
def mypy_of_those_written(tmp_path_factory: pytest.TempPathFactory) -> list[Complaint]:
    """The same about the models that were written for this test."""
    return _said_by_mypy(tmp_path_factory.mktemp("written"), BASES, sorted(TYPING.glob("*.py")))


def _said_by_mypy(folder: Path, bases: Sequence[Path], files: Sequence[Path]) -> list[Complaint]:
    config = folder / "mypy.ini"
    config.write_text(
        "[mypy]\nstrict = True\nnamespace_packages = True\nexplicit_package_bases = True\n"
        f"mypy_path = {os.pathsep.join(map(str, bases))}\ncache_dir = {os.devnull}\n"
    )
    command = [sys.executable, "-m", "mypy", "--config-file", str(config), "--no-error-summary", "--no-pretty"]
    done = subprocess.run([*command, *map(str, files)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    found = []
    for line in done.stdout.splitlines():
        parts = re.fullmatch(r"(.+?):(\d+): error: (.*)  \[([\w-]+)\]", line)
        if parts:
            found.append(Complaint((ROOT / parts[1]).resolve(), int(parts[2]), parts[4], parts[3]))
    return found


@pytest.fixture(scope="module")
def pyright(tmp_path_factory: pytest.TempPathFactory) -> list[Complaint]:
    """What pyright says in its strict mode; each project is an environment of its own."""
    pytest.importorskip("basedpyright", reason="basedpyright is not installed: `make campaign` does it")
    config = tmp_path_factory.mktemp("pyright") / "pyrightconfig.json"
    extra = [str(ROOT / "src")]
    settings = {
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
        "include": [str(p) for p in models()],
        "executionEnvironments": [{"root": str(p), "extraPaths": extra} for p in (*PROJECTS, ROOT)],
    }
    config.write_text(json.dumps(settings))
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "-p", str(config)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    answer = json.loads(done.stdout)
    assert answer["summary"]["filesAnalyzed"] == len(models())
    return [
        Complaint(Path(d["file"]).resolve(), d["range"]["start"]["line"] + 1, d.get("rule", ""), d["message"])
        for d in answer["generalDiagnostics"]
        if d["severity"] == "error"
    ]


def promised(path: Path) -> dict[int, str]:
    """The marked lines of a bad model, each with its kind of mistake."""
    lines = path.read_text(encoding="utf-8").splitlines()
    marks = ((number, re.search(r"# error: (\w+)$", line)) for number, line in enumerate(lines, 1))
    return {number: mark[1] for number, mark in marks if mark}


def unexpected(complaints: list[Complaint]) -> list[str]:
    """Complaints about a line that is not marked."""
    return [
        f"{os.path.relpath(c.path, ROOT)}:{c.line}: {c.message} [{c.code}]"
        for c in complaints
        if c.path not in BAD or c.line not in promised(c.path)
    ]


def missed(complaints: list[Complaint], checker: int) -> list[str]:
    """Marked lines without their error."""
    said = {(c.path, c.line, c.code) for c in complaints}
    return [
        f"{path.name}:{line}: {kind}"
        for path in BAD
        for line, kind in promised(path).items()
        if not any((path, line, code) in said for code in KINDS[kind][checker])
    ]


def test_bad_models_promise_something() -> None:
    assert sum(len(promised(path)) for path in BAD) > 30


def test_mypy_is_clean_on_models(mypy: list[Complaint]) -> None:
    assert unexpected(mypy) == []


def test_mypy_refuses_mistakes(mypy_of_those_written: list[Complaint]) -> None:
    assert missed(mypy_of_those_written, 0) == [] == unexpected(mypy_of_those_written)


def test_pyright_is_clean_on_models(pyright: list[Complaint]) -> None:
    assert unexpected(pyright) == []


def test_pyright_refuses_mistakes(pyright: list[Complaint]) -> None:
    assert missed(pyright, 1) == []
