"""The modules of a ruleset: what lies in its folders is read, in the order of its imports, or is named as unread."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Command

RULES = '''"""Rules."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, permit, state

book = Ruleset("steps")
book.closed_world(assumed="no more")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 3)]


@book.initial("1")
def begin(s: State) -> None:
    """Nothing."""


@book.action("2")
def step(s: State, who: Player) -> None:
    permit("2", may_step=s.count < 3)
    s.count += 1
'''
CHECKS = '''"""What holds."""

from __future__ import annotations

from ruleslawyer.lang import Checks

from model.steps.zoo import State, book

checks = Checks(book)


@checks.always("1")
def below_four(s: State) -> bool:
    return s.count < 4
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Rules in `zoo.py`, and in `ant.py`, which is before it by name, what imports them."""
    (tmp_path / "model" / "steps").mkdir(parents=True)
    (tmp_path / "checks" / "steps" / "scopes").mkdir(parents=True)
    scope = 'title = "Tiny"\n\n[sorts]\nPlayer = 1\n'
    (tmp_path / "checks" / "steps" / "scopes" / "tiny.toml").write_text(scope, encoding="utf-8")
    (tmp_path / "model" / "steps" / "zoo.py").write_text(RULES, encoding="utf-8")
    (tmp_path / "model" / "steps" / "ant.py").write_text(CHECKS, encoding="utf-8")
    return tmp_path


def settings(project: Path, modules: str = "") -> None:
    text = f'[tool.ruleslawyer.rulesets.steps]\ntitle = "Steps"\n{modules}'
    (project / "pyproject.toml").write_text(text, encoding="utf-8")


def test_all_of_a_folder_is_read_in_the_order_of_imports(project: Path, command: Command) -> None:
    settings(project)
    found = command("explore", "steps", "--json", project=project).json
    assert {row["property"] for row in found["properties"]} == {"below_four"}


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
