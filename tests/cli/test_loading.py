"""What a command loads before it begins: no verb waits for what others need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from ruleslawyer.cli.main import app
from ruleslawyer.cli.verbs import DECLARED, PANELS, Verbs

SOLVERS = {
    "z3", "cvc5", "llvmlite", "highspy", "numpy", "networkx", "jinja2", "grandalf", "watchfiles", "rich.progress",
}  # fmt: skip
"""What takes long, and is for those who prove or explore."""
NO_MODEL = {*SOLVERS, "tree_sitter", "ruleslawyer.api", "ruleslawyer.ir.system"}
"""Nor is any of this for those who ask what there is."""
SHOWN = [verb for verbs in PANELS.values() for verb in verbs]
"""The verbs of the first help."""


def loaded(*statements: str) -> set[str]:
    """The modules that are there after some statements, in an interpreter of its own."""
    code = "\n".join(("import sys", *statements, "sys.stdout = sys.__stdout__", "print('\\n', *sys.modules)"))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_nothing_of_a_model_is_loaded_for(option: str) -> None:
    run = f"sys.argv = ['ruleslawyer', '{option}']", "from ruleslawyer.cli.main import main", *TRIED
    assert not loaded(*run) & NO_MODEL


TRIED = "try:", "    main()", "except SystemExit as end:", "    assert not end.code"


def test_no_verb_loads_a_solver_a_compiler_or_a_library_of_graphs_before_it_begins() -> None:
    found = loaded(*(f"import ruleslawyer.cli.{verb}" for verb in DECLARED))
    assert "ruleslawyer.api" in found
    assert not found & SOLVERS


@pytest.mark.parametrize("run", ["findings list mnemonic", "findings list mnemonic --json"])
def test_no_rules_are_read_to_list_findings(run: str) -> None:
    argv = ["ruleslawyer", "--project", str(Path(__file__).parents[2]), *run.split()]
    found = loaded(f"sys.argv = {argv}", "from ruleslawyer.cli.main import main", "import io, contextlib", *QUIET)
    assert "ruleslawyer.check.evidence.finding" in found
    assert not found & {"ruleslawyer.front.lower", "ruleslawyer.semantics.interpret"}


QUIET = "with contextlib.redirect_stdout(io.StringIO()):", *(f"    {line}" for line in TRIED)


def test_the_list_of_verbs_says_of_each_what_its_own_help_says() -> None:
    """It is read from sources, which are not imported for it."""
    group: Any = get_command(app)
    assert isinstance(group, Verbs)
    with group._listing("help"):
        listed = {verb: group.get_command(None, verb).help for verb in SHOWN}
    assert listed == {verb: str(group.get_command(None, verb).help).partition("\n\n")[0] for verb in SHOWN}
    assert all(listed.values())
