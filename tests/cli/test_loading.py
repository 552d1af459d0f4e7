"""What a command loads before it begins: no verb waits for what others need."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from ruleslawyer.cli import kept_help
from ruleslawyer.cli.forms import module_of
from ruleslawyer.cli.main import app
from ruleslawyer.cli.verbs import DECLARED, PANELS, Verbs
from tests.cli.forked import forked

ROOT = Path(__file__).parents[2]
SOLVERS = {
    "z3", "cvc5", "llvmlite", "highspy", "numpy", "networkx", "jinja2", "grandalf", "watchfiles", "rich.progress",
}  # fmt: skip
"""What takes long, and is for those who prove or explore."""
NO_MODEL = {*SOLVERS, "tree_sitter", "ruleslawyer.api", "ruleslawyer.ir.system"}
"""Nor is any of this for those who ask what there is."""
SHOWN = [verb for verbs in PANELS.values() for verb in verbs]
"""The verbs of the first help."""


def loaded(*statements: str, **environment: str) -> set[str]:
    """The modules that are there after some statements, in an interpreter of its own."""
    return printed_and_loaded(*statements, **environment)[1]


def printed_and_loaded(*statements: str, **environment: str) -> tuple[str, set[str]]:
    code = "\n".join(("import sys", *statements, "sys.stdout = sys.__stdout__", "print('\\n', *sys.modules)"))
    told = {**os.environ, **environment}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=told)
    *printed, modules = done.stdout.splitlines()
    return "\n".join([*printed, done.stderr]), set(modules.split())


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_nothing_of_a_model_is_loaded_for(option: str) -> None:
    run = f"sys.argv = ['ruleslawyer', '{option}']", "from ruleslawyer.cli.main import main", *TRIED
    assert not loaded(*run) & NO_MODEL


TRIED = "try:", "    main()", "except SystemExit as end:", "    assert not end.code"


def test_no_verb_loads_a_solver_a_compiler_or_a_library_of_graphs_before_it_begins() -> None:
    found = loaded(*(f"import ruleslawyer.cli.{module_of(verb)}" for verb in DECLARED))
    assert "ruleslawyer.api" in found
    assert not found & SOLVERS


@pytest.mark.parametrize("run", ["findings mnemonic", "findings mnemonic --json"])
def test_no_rules_are_read_to_list_findings(run: str) -> None:
    argv = ["ruleslawyer", "--project", str(ROOT), *run.split()]
    found = loaded(f"sys.argv = {argv}", "from ruleslawyer.cli.main import main", "import io, contextlib", *QUIET)
    assert "ruleslawyer.check.evidence.finding" in found
    assert not found & {"ruleslawyer.front.lower", "ruleslawyer.semantics.interpret", *QUESTIONS}


@pytest.mark.parametrize(
    ("run", "later"),
    [
        ("report nosuch", {"ruleslawyer.report.write", "ruleslawyer.report.document", "jinja2", "grandalf"}),
        ("init", {"rich.markdown", "rich.traceback"}),
    ],
)  # fmt: skip
def test_a_mistake_waits_for_nothing_that_draws(run: str, later: set[str]) -> None:
    """Pages are loaded once there is something to write; typer's box of a usage error has no Markdown in it."""
    argv = ["ruleslawyer", "--project", str(ROOT), *run.split()]
    end = "try:", "    main()", "except SystemExit as end:", "    assert end.code == 2"
    assert not loaded(f"sys.argv = {argv}", "from ruleslawyer.cli.main import main", *end) & later


QUESTIONS = {"ruleslawyer.exploration.explore", "ruleslawyer.proof.prove", "ruleslawyer.studies.sweep.asked"}


def test_the_api_loads_a_question_as_it_is_asked() -> None:
    """Its method is that of the question then, with its docstring and parameters."""
    there = loaded("from ruleslawyer.api import Ruleset")
    assert not there & QUESTIONS
    asked = loaded(
        "import inspect, ruleslawyer.api as api", "assert 'scope' in inspect.signature(api.Ruleset.prove).parameters",
        "from ruleslawyer.proof.prove import Prove", "assert api.Ruleset.prove.__doc__ == Prove.__doc__",
    )  # fmt: skip
    assert "ruleslawyer.proof.prove" in asked and "ruleslawyer.studies.sweep.asked" not in asked


def asked(words: str, folder: Path, **environment: str) -> tuple[str, set[str]]:
    """The output of a command, and the modules that it loads; answers are kept in a folder."""
    run = f"sys.argv = {['ruleslawyer', *words.split()]}", "from ruleslawyer.__main__ import main", *TRIED
    return printed_and_loaded(*run, RULESLAWYER_ANSWERS=str(folder), **environment)


@pytest.mark.parametrize("words", ["explore --help", "check -h", "findings ferry --help", "prove --help", "--help"])
def test_help_is_told_again_and_nothing_is_loaded_for_it(words: str, tmp_path: Path) -> None:
    first, before = asked(words, tmp_path)
    again, now = asked(words, tmp_path)
    assert "typer" in before and "Usage: " in first
    assert again == first
    assert not now & {*NO_MODEL, "typer", "rich", "ruleslawyer.cli.main"}


def test_help_of_one_verb_is_not_that_of_another(tmp_path: Path) -> None:
    told = [asked(f"{verb} --help", tmp_path)[0] for verb in ("cache", "diff", "cache")]
    assert told[0] == told[2] != told[1]


def test_help_is_drawn_anew_where_it_is_shown_elsewhere(tmp_path: Path) -> None:
    wide, narrow = (asked("explore --help", tmp_path, TERMINAL_WIDTH=width)[0] for width in ("80", "60"))
    assert max(map(len, wide.splitlines())) > 60 >= max(map(len, narrow.splitlines()))


def test_help_is_made_anew_after_a_change_of_the_tool(tmp_path: Path) -> None:
    """The time of a file of a copy says that it is another one."""
    copy = tmp_path / "src"
    shutil.copytree(Path(kept_help.__file__).parents[1], copy / "ruleslawyer", ignore=shutil.ignore_patterns("bundled"))
    told = [asked("cache --help", tmp_path / "kept", PYTHONPATH=str(copy)) for _ in range(2)]
    file = copy / "ruleslawyer" / "cli" / "cache.py"
    file.write_text(file.read_text("utf-8").replace("The cache: answers", "All answers"), "utf-8")
    told.append(asked("cache --help", tmp_path / "kept", PYTHONPATH=str(copy)))
    assert ["typer" in modules for _, modules in told] == [True, False, True]
    assert told[0][0] == told[1][0] != told[2][0]


@pytest.mark.parametrize("words", ["explore ferry --trace --help", "--project --help", "explore", "explore --helpful"])
def test_a_word_that_may_be_the_value_of_an_option_asks_for_no_help(words: str) -> None:
    assert not kept_help.asks_for_help(words.split())


def test_no_rules_are_read_to_print_a_clause_again(tmp_path: Path) -> None:
    """Until a file of the ruleset changes."""
    project = tmp_path / "ferry"
    shutil.copytree(ROOT / "tests" / "projects" / "ferry", project)
    words, kept = f"--project {project} spec ferry 1", tmp_path / "kept"
    first, before = asked(words, kept)
    again, now = asked(words, kept)
    model = project / "model" / "ferry" / "river.py"
    model.write_text(f"\n{model.read_text('utf-8')}", "utf-8")
    moved, after = asked(words, kept)
    reading = {"ruleslawyer.front.lower"}
    assert [reading <= modules for modules in (before, now, after)] == [True, False, True]
    assert again == first != moved


def test_no_rules_are_read_to_print_another_clause(tmp_path: Path) -> None:
    """Nor a rule, nor after a finding was edited: where rules cite clauses is kept while the rules stay the same."""
    project, kept = tmp_path / "ferry", tmp_path / "kept"
    shutil.copytree(ROOT / "tests" / "projects" / "ferry", project)
    _, before = asked(f"--project {project} spec ferry 1", kept)
    told = [asked(f"--project {project} spec ferry {words}", kept) for words in ("2.1", "owner_is_paid")]
    finding = project / "findings" / "ferry" / "001-toll.md"
    finding.write_text(finding.read_text("utf-8") + "\nMore.\n", "utf-8")
    told.append(asked(f"--project {project} spec ferry 2.3", kept))
    reading = {"ruleslawyer.front.lower"}
    assert [reading <= modules for modules in (before, *(modules for _, modules in told))] == [
        True,
        False,
        False,
        False,
    ]
    other = {"RULESLAWYER_ANSWERS": str(tmp_path / "other")}
    anew = [forked(project, "spec", "ferry", words, environment=other) for words in ("2.1", "owner_is_paid", "2.3")]
    assert [said for said, _ in told] == [f"{one.out}\n{one.err}" for one in anew] and all(one.out for one in anew)


QUIET = "with contextlib.redirect_stdout(io.StringIO()):", *(f"    {line}" for line in TRIED)


def test_the_list_of_verbs_says_of_each_what_its_own_help_says() -> None:
    """It is read from sources, which are not imported for it."""
    group: Any = get_command(app)
    assert isinstance(group, Verbs)
    with group._listing("help"):
        listed = {verb: group.get_command(None, verb).help for verb in SHOWN}
    assert listed == {verb: str(group.get_command(None, verb).help).partition("\n\n")[0] for verb in SHOWN}
    assert all(listed.values())
