"""A line that says how far work is gets out of the way before anything is printed."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ruleslawyer.cli import asking
from tests.cli.command import Command

ROOT = Path(__file__).parents[2]
PRINTING = {"say", "out", "err", "print", "print_json", "print_session", "print_identified", "write"}


def test_identify_prints_after_the_progress(
    command: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    meanwhile: list[str] = []

    @contextmanager
    def progress(title: str) -> Iterator[Callable[[str], None]]:
        yield lambda text: None
        meanwhile.append(capsys.readouterr().out)

    monkeypatch.setattr(asking, "progress", progress)
    ferry = ROOT / "tests" / "projects" / "ferry"
    engine = f"{sys.executable} {ROOT / 'tests' / 'conform' / 'engine.py'} {ferry} ferry"
    answer = command("conform", "ferry", "--exec", engine, "--identify", "--steps", "10", project=ferry)
    assert answer.code == 0 and "which readings does" in answer.out and meanwhile == [""]


@pytest.mark.parametrize("path", sorted((ROOT / "src/ruleslawyer/cli").glob("*.py")), ids=lambda path: path.stem)
def test_no_verb_prints_beside_it(path: Path) -> None:
    """What is called inside a `with progress(…)` prints nothing of its own."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.With) and any(_name(item.context_expr) == "progress" for item in node.items):
            called = {_name(one) for line in node.body for one in ast.walk(line)}
            assert called & PRINTING == set(), f"line {node.lineno}"


def _name(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
