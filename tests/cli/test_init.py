"""`ruleslawyer init`: from an empty folder to a project that works, with one contradiction to find."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ruleslawyer import __version__
from ruleslawyer.project.config import Project
from tests.cli.command import Command


@pytest.fixture
def project(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that was made in an empty folder."""
    monkeypatch.chdir(tmp_path)
    made = command("init", "harbour")
    assert made.code == 0 and made.err == ""
    return tmp_path / "harbour"


def test_the_four_folders_and_nothing_of_the_template(project: Path) -> None:
    assert {path.name for path in project.iterdir() if path.is_dir()} == {
        "spec", "model", "checks", "findings", "tests", "text", ".github",
    }  # fmt: skip
    config = Project.load(project).rulesets["harbour"]
    assert config.spec.is_dir() and config.scopes.is_dir() and config.findings.is_dir()
    files = [path for path in project.rglob("*") if path.is_file()]
    assert not [path for path in files if "mygame" in f"{path} {path.read_text(encoding='utf-8')}"]


def test_it_passes_but_for_one_contradiction(command: Command, project: Path) -> None:
    """Which two clauses they are can be read in the ten sentences: not as many again, and the last stone always."""
    assert command("lint", "--run", "--states", "50", project=project).code == 0
    assert command("spec", "--lint", project=project).code == 0
    assert command("scenario", project=project).code == 0
    verified = command("spec", "--verify", "--source", "harbour/text", "--json", project=project)
    assert (verified.code, verified.json[0]["unaccounted"]) == (0, [])
    checked = command("check", "--json", project=project)
    assert checked.code == 1
    assert [found["kind"] for found in checked.json["falls_short"]] == ["event"]
    (ruleset,) = checked.json["rulesets"]
    assert checked.json["tool"] == __version__ and ruleset["digest"] and ruleset["register"]
    covered = ruleset["coverage"]
    assert (covered["clauses"], covered["modelled"], covered["decisive"]) == (10, 10, 10)
    (scope,) = ruleset["scopes"]
    (event,) = scope["contradictions"]
    assert set(event["clauses"]) == {"2.2", "2.5"}
    assert not (scope["gaps"] or scope["violations"] or scope["other_events"] or scope["dead_ends"])


def test_its_own_tests_pass(project: Path) -> None:
    ran = subprocess.run(
        (sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"),
        cwd=project, env={**os.environ, "PYTEST_ADDOPTS": ""}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout
    scenarios = (project / "checks" / "harbour" / "scenarios" / "turns.toml").read_text("utf-8").count("[[scenario]]")
    assert re.search(rf"\b{scenarios + 1} passed", ran.stdout), ran.stdout


def test_a_folder_with_something_in_it_is_left_alone(command: Command, project: Path, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    for folder in ("harbour", ".", "harbour/text/harbour.txt"):
        refused = command("init", folder)
        assert (refused.code, refused.out) == (2, "") and "= help: " in refused.err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", ["9", "class", "<b>", "a\x1b[31m", "..", "É"])
def test_what_can_be_no_id(command: Command, tmp_path: Path, name: str) -> None:
    refused = command("init", str(tmp_path / "new"), "--id", name)
    assert refused.code == 2 and "= help: " in refused.err and "\x1b" not in refused.err
    assert not list(tmp_path.iterdir())


def test_a_folder_with_letters_that_an_id_has_not(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Marks are left out, and nothing else is: of a letter that no id has a plain form for, an id is asked for."""
    monkeypatch.chdir(tmp_path)
    for folder, name in (("Übung", "ubung"), ("Straße", "strasse"), ("Jeu d'été", "jeu_d_ete")):
        made = command("init", folder)
        assert made.code == 0 and f"the ruleset `{name}`" in made.out
    for folder in ("Øre", "日本"):
        refused = command("init", folder)
        assert refused.code == 2 and f"`{folder}`" in refused.err and "--id" in refused.err
        assert not (tmp_path / folder).exists()


def test_an_empty_repository_will_do(command: Command, tmp_path: Path) -> None:
    """And the folder's name says the id."""
    folder = tmp_path / "new" / "My Game 2"
    (folder / ".git").mkdir(parents=True)
    assert command("init", str(folder), "--json").json["ruleset"] == "my_game_2"
    assert {path.name for path in folder.iterdir()} >= {".git", ".gitignore", "spec"}


def test_nothing_is_half_written(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, room = Path.write_text, iter(range(5))

    def full(path: Path, text: str, **options: str) -> int:
        if next(room, None) is None:
            raise OSError(28, "No space left on device", str(path))
        return write(path, text, **options)

    monkeypatch.setattr(Path, "write_text", full)
    refused = command("init", str(tmp_path / "new" / "game"))
    assert refused.code == 2 and "No space left" in refused.err and ".ruleslawyer" not in refused.err
    assert not list(tmp_path.iterdir())


FRENCH = """# Le jeu

Chaque joueur reçoit cinq cartes. Le plus jeune commence. Un joueur doit jouer une carte à son tour, sauf selon 2.1.

## La fin

Le joueur qui n'a plus de cartes gagne la partie.
"""


@pytest.mark.parametrize(("text", "says"), [(FRENCH, True), (FRENCH.replace("joueur", "the player must"), False)])
def test_a_text_in_another_language_is_told(command: Command, tmp_path: Path, text: str, says: bool) -> None:
    """It gets its stubs; what only English words tell is left to the author."""
    (tmp_path / "regles.md").write_text(text, encoding="utf-8")
    made = command("init", str(tmp_path / "jeu"), "--from", str(tmp_path / "regles.md"))
    drafted = command("spec", "--draft", str(tmp_path / "regles.md"), "-o", str(tmp_path / "register"))
    for answer in (made, drafted):
        assert answer.code == 0 and ("does not read as English" in answer.err) == says
