"""The wheel carries the bundled rulesets, needs no compiler, and works from any folder; the sdist gives the same wheel.

Nothing is downloaded: the build back end and the tool's dependencies are those of the running environment.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from ruleslawyer.project.config import Project

ROOT = Path(__file__).parents[1]
pytest.importorskip("hatchling", reason="the build back end is not installed")


def run(folder: Path, *command: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Byte code of what is installed is kept beside it, for the next command."""
    env = {**os.environ, "PYTHONPATH": str(path or ""), "PYTHONDONTWRITEBYTECODE": "1"}
    if path is not None and path != ROOT / "src":
        env |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(path.with_name("bytecode"))}
    ran = subprocess.run((sys.executable, *command), cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr + ran.stdout
    return ran


def built(root: Path, folder: Path, target: str) -> Path:
    run(root, "-m", "hatchling", "build", "-t", target, "-d", str(folder))
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing but the wheel in it; dependencies come from the running environment."""
    folder = tmp_path_factory.mktemp("installed")
    options = ("--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check", "--quiet")
    run(folder, "-m", "pip", "install", *options, "--target", str(folder), str(wheel))
    return folder


def test_no_compiler_is_needed(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")


def test_it_carries_the_rulesets(installed: Path) -> None:
    """All that the repository's project names, at the same places."""
    here, there = Project.load(ROOT), Project.load(installed / "ruleslawyer" / "bundled")
    assert there.root == installed / "ruleslawyer" / "bundled"
    assert list(there.rulesets) == list(here.rulesets)
    for name in ("spec", "model", "checks", "findings"):
        wanted, found = (
            {p.relative_to(root) for p in (root / name).rglob("*") if p.is_file() and "__pycache__" not in p.parts}
            for root in (here.root, there.root)
        )
        assert found == wanted


def test_it_carries_the_page_of_the_table(installed: Path) -> None:
    here, there = (root / "ruleslawyer" / "bridges" / "web" / "assets" for root in (ROOT / "src", installed))
    files = {path.name: path.read_bytes() for path in here.iterdir()}
    assert {path.name: path.read_bytes() for path in there.iterdir()} == files and "play.html" in files


def test_it_carries_the_schemas_of_its_server(installed: Path, tmp_path: Path) -> None:
    """Not those of all outputs: what `/openapi.json` points at is the same with the wheel and in the repository."""
    asked = "from ruleslawyer.bridges.serve import openapi; print(len(str(openapi.components())))"
    here, there = (run(tmp_path, "-c", asked, path=path).stdout for path in (ROOT / "src", installed))
    assert here == there


def test_it_works_from_any_folder(installed: Path, tmp_path: Path) -> None:
    """Also from one that is in no project; the output says whose the rulesets are, and nothing is written."""
    linted = run(tmp_path, "-m", "ruleslawyer", "spec", "ccg", "--lint", path=installed)
    assert linted.stdout.startswith("A usual card game: ")
    explored = run(tmp_path, "-m", "ruleslawyer", "explore", "ccg", path=installed)
    assert "864 states" in explored.stdout
    for ran in (linted, explored):
        assert ran.stderr == "no project here: the rulesets are those that come with ruleslawyer\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.campaign
def test_a_tiny_scope_is_as_expected(installed: Path, tmp_path: Path) -> None:
    run(tmp_path, "-m", "ruleslawyer", "check", "ccg", "--scope", "tiny", "--no-prove", path=installed)


def test_it_makes_a_project(installed: Path, tmp_path: Path) -> None:
    run(tmp_path, "-m", "ruleslawyer", "init", "mygame", path=installed)
    assert (tmp_path / "mygame" / ".github" / "workflows" / "rules.yml").is_file()
    linted = run(tmp_path / "mygame", "-m", "ruleslawyer", "lint", path=installed)
    assert linted.stdout.startswith("mygame: no mistakes") and linted.stderr == ""


def test_the_sdist_gives_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sdist = built(ROOT, tmp_path / "sdist", "sdist")
    with tarfile.open(sdist) as archive:
        if hasattr(tarfile, "data_filter"):  # not before Python 3.11.4
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(tmp_path)
    again = built(tmp_path / sdist.name.removesuffix(".tar.gz"), tmp_path / "again", "wheel")
    one, other = ({i.filename: i.CRC for i in zipfile.ZipFile(w).infolist()} for w in (wheel, again))
    assert one == other
