"""Every command that is printed is run: here, or by `make campaign`; `commands.toml` says where, and with which end.

A command that a page, a help text or a message prints and the table does not have makes a test fail, and so does a row
of the table that is printed nowhere any more.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.cli.main import main
from ruleslawyer.front.worked import cookbook, examples
from ruleslawyer.project.copied import copy
from tests.documents import blocks
from tests.printed.extract import PLACEHOLDER, ROOT, printed

TABLE: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("commands.toml").read_text(encoding="utf-8"))
LONGEST = 7200.0
"""Seconds that a command of the campaign has."""


@dataclass(frozen=True)
class Run:
    """A printed command, what is run for it (`as`, where it has placeholders), in which project, and its exit code."""

    printed: str
    place: str
    command: str
    code: int
    after: tuple[str, ...]
    needs: str

    @property
    def other(self) -> bool:
        return self.command != self.printed


def runs(when: str) -> list[Any]:
    found = []
    for place, rows in TABLE[when].items():
        for command, row in rows.items():
            row = {"code": row} if isinstance(row, int) else row
            after = tuple(row.get("after", ()))
            run = Run(command, place, row.get("as", command), row.get("code", 0), after, row.get("needs", ""))
            found.append(pytest.param(run, id=f"{place}: {run.command}"))
    return found


def test_every_printed_command_is_in_the_table() -> None:
    rows = {command for when in ("tests", "campaign") for place in TABLE[when].values() for command in place}
    told = {**printed()}
    unknown = {command: sorted(where) for command, where in told.items() if command not in rows | set(TABLE["not"])}
    assert unknown == {}, "add a row to tests/printed/commands.toml"
    assert sorted((rows | set(TABLE["not"])) - set(told)) == [], "printed nowhere"
    assert all(TABLE["not"].values()) and not rows & set(TABLE["not"])


def test_what_is_run_is_what_is_printed() -> None:
    """Another command is run only for one that has placeholders, or that is a verb's name or a question's alone."""
    other = [one for when in ("tests", "campaign") for param in runs(when) if (one := param.values[0]).other]
    for one in other:
        words = one.printed.split()
        named = words[0] != "ruleslawyer" or all(word.strip("-").isalpha() and word.islower() for word in words)
        assert named or any(PLACEHOLDER in word or word.strip("…").isupper() for word in words), one


_TIME = re.compile(r"\b\d+ (?:s|min|h)\b")


def test_what_takes_long_has_its_time_beside_it() -> None:
    """In the line of a block, or in the paragraph."""
    rows = {c: row for when in ("tests", "campaign") for place in TABLE[when].values() for c, row in place.items()}
    slow = {c for c, row in rows.items() if isinstance(row, dict) and row.get("seconds", 0) > 10}
    assert len(slow) >= 9
    silent = []
    for command, where in printed().items():
        for page in where if command in slow else ():
            if page.endswith(".md"):
                text = re.sub(r" +", " ", (ROOT / page).read_text(encoding="utf-8"))
                for found in re.finditer(rf"{re.escape(command)}(?=[`\s]*(?:[`\n#(]|$))", text):
                    silent += [] if _TIME.search(_beside(text, found.start())) else [(page, command)]
    assert silent == []


def _beside(text: str, place: int) -> str:
    """The line of a command, or the paragraph where it stands in a sentence."""
    if text[place - 1] == "`" or "\n- run: " in text[place - 20 : place]:
        begin, end = text.rfind("\n\n", 0, place), text.find("\n\n", place)
    else:
        begin, end = text.rfind("\n", 0, place), text.find("\n", place)
    return text[max(begin, 0) : end if end >= 0 else len(text)]


@pytest.fixture(scope="session")
def projects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A copy of the repository without its engine, and the tutorial's project with what the pages add to it."""
    folder = tmp_path_factory.mktemp("printed")
    repository, mygame, nowhere = folder / "repository", folder / "mygame", folder / "nowhere"
    for name in ("spec", "model", "checks", "findings", "examples", "docs", "tests/projects"):
        shutil.copytree(ROOT / name, repository / name, ignore=shutil.ignore_patterns("__pycache__", "build"))
    shutil.copy(ROOT / "pyproject.toml", repository)
    nowhere.mkdir()
    (folder / "empty").mkdir()
    assert _ended("ruleslawyer init mygame", folder) == 0
    for page in ("tutorial.md", "howto/prove.md"):
        for block in blocks(ROOT / "docs" / page):
            if block.saved:
                (mygame / block.file).parent.mkdir(parents=True, exist_ok=True)
                (mygame / block.file).write_text(block.text, encoding="utf-8")
    (mygame / "text" / "harbour.txt").write_text("1. Ships\nA ship may leave.\n", encoding="utf-8")
    for name in examples():
        copy(name, cookbook(), folder / "cookbook" / name)
    (folder / "patterns").mkdir()
    places = {"repository": repository, "mygame": mygame, "nowhere": nowhere}
    own = {name: folder / name for name in ("empty", "patterns", "cookbook")}
    return {**places, **own, **_variants(mygame, folder)}


def _variants(mygame: Path, folder: Path) -> dict[str, Path]:
    """The same project once more, and with the question that docs/howto/reading.md asks."""
    second, asked = folder / "second", folder / "reading"
    for another in (second, asked):
        shutil.copytree(mygame, another)
    (question,) = (
        b.text for b in blocks(ROOT / "docs/howto/reading.md") if b.language == "python" and "def " in b.text
    )
    turn = asked / "model/mygame/turn.py"
    before, action, after = turn.read_text(encoding="utf-8").partition('@game.action("2.3")')
    after = after.replace("s.turn = opponent(who)", "s.turn = turn_after_a_pass(s, who)", 1)
    before = before.replace("import Range, effect", "import Range, Silent, ask, effect")
    turn.write_text(f"{before}{question}\n\n{action}{after}", encoding="utf-8")
    return {"second": second, "reading": asked}


def _ended(command: str, folder: Path) -> int:
    """The exit code of a command of a shell; `ruleslawyer` alone is run in this process, which spares its start."""
    words = shlex.split(command)
    before, argv = Path.cwd(), sys.argv
    if words[0] != "ruleslawyer" or {"|", "&&"} & {*words}:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        ran = subprocess.run(
            ("bash", "-o", "pipefail", "-c", command), cwd=folder, env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL, timeout=LONGEST, check=False,
        )  # fmt: skip
        return ran.returncode
    try:
        os.chdir(folder)
        sys.argv = words
        main()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1 if stop.code else 0
    finally:
        os.chdir(before)
        sys.argv = argv
    return 0


def _run(run: Run, projects: dict[str, Path], capfd: pytest.CaptureFixture[str]) -> None:
    if run.needs and shutil.which(run.needs) is None:
        pytest.skip(f"{run.needs} is not installed")
    for command in run.after:
        assert _ended(command, projects[run.place]) in (0, 1), command
    code = _ended(run.command, projects[run.place])
    shown = capfd.readouterr()
    assert code == run.code, f"{run.command}\n{shown.out[-2000:]}\n{shown.err[-2000:]}"


@pytest.fixture
def answers(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands share answers, as those of one user do: what one has explored the next one knows."""
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path_factory.getbasetemp() / "answers"))


@pytest.mark.usefixtures("answers")
@pytest.mark.parametrize("run", runs("tests"))
def test_a_quick_command(run: Run, projects: dict[str, Path], capfd: pytest.CaptureFixture[str]) -> None:
    _run(run, projects, capfd)


@pytest.mark.campaign
@pytest.mark.usefixtures("answers")
@pytest.mark.parametrize("run", runs("campaign"))
def test_a_long_command(run: Run, projects: dict[str, Path], capfd: pytest.CaptureFixture[str]) -> None:
    _run(run, projects, capfd)
