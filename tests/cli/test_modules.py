"""The modules of a ruleset: what lies in its folders is read, in the order of its imports, or is named as unread."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import bank
from tests.agree.written import THING, counter
from tests.cli.command import Command


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Rules in `zoo.py`, and others that import them in `ant.py`, which is before it by name; the list has one."""
    (tmp_path / "model" / "steps").mkdir(parents=True)
    (tmp_path / "checks" / "steps" / "scopes").mkdir(parents=True)
    scope = 'title = "Tiny"\n\n[sorts]\nPlayer = 1\nThing = 1\n'
    (tmp_path / "checks" / "steps" / "scopes" / "tiny.toml").write_text(scope, encoding="utf-8")
    text = bank.composed("steps", THING + counter("Annotated[int, Range(0, 3)]", "s.count < 3"))
    rules, _, checks = text.rpartition("checks = Checks(book)\n")
    head = '"""What holds."""\n\nfrom __future__ import annotations\n\nfrom model.steps.zoo import State, checks\n'
    (tmp_path / "model" / "steps" / "zoo.py").write_text(rules, encoding="utf-8")
    (tmp_path / "model" / "steps" / "ant.py").write_text(head + checks, encoding="utf-8")
    return tmp_path


def settings(project: Path, modules: str = "") -> None:
    text = f'[tool.ruleslawyer.rulesets.steps]\ntitle = "Steps"\n{modules}'
    (project / "pyproject.toml").write_text(text, encoding="utf-8")


def test_all_of_a_folder_is_read_in_the_order_of_imports(project: Path, command: Command) -> None:
    settings(project)
    found = command("explore", "steps", "--json", project=project).json
    assert {row["name"] for row in found["properties"]} == {"below_five", "not_negative", "at_three"}


def test_what_a_list_leaves_out_is_a_mistake(project: Path, command: Command) -> None:
    settings(project, 'modules = ["model.steps.zoo"]\n')
    for verb in ("lint", "check", "explore"):
        answer = command(verb, "steps", project=project)
        assert answer.code == 2 and "model/steps/ant.py is not listed" in answer.err
        assert "pyproject.toml:3" in answer.err and 'add "model.steps.ant" to `modules`' in answer.err


def test_a_list_that_names_all_is_read_in_its_order(project: Path, command: Command) -> None:
    settings(project, 'modules = ["model.steps.zoo", "model.steps.ant"]\n')
    assert command("lint", "steps", project=project).code == 0
    (project / "checks" / "steps" / "more.py").write_text('"""Read by nobody."""\n', encoding="utf-8")
    answer = command("lint", "steps", project=project)
    assert answer.code == 0  # `checks` is no list, so that all of that folder is read
    settings(project, 'modules = ["model.steps.zoo", "model.steps.ant"]\nchecks = []\n')
    assert "checks/steps/more.py is not listed" in command("lint", "steps", project=project).err
