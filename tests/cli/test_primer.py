"""The page for an assistant: every construct with a line of a game that runs, commands that there are, and mistakes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

from ruleslawyer.cli.main import app
from ruleslawyer.front.constructs import constructs
from ruleslawyer.front.worked import cookbook
from tests.cli.command import Command
from tests.prose import length, sentences

ERRORS = Path(__file__).parents[1] / "errors"
MOST = 350


@pytest.fixture
def page(command: Command) -> str:
    printed = command("explain", "--all")
    assert (printed.code, printed.err) == (0, "")
    return printed.out


def test_it_is_what_init_writes(command: Command, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rules.md").write_text("# Stones\n\nEach player takes a stone.\n", encoding="utf-8")
    assert command("init", "harbour").code == command("init", "quay", "--from", "rules.md").code == 0
    assert Path("harbour/AGENTS.md").read_text("utf-8") == Path("quay/AGENTS.md").read_text("utf-8") == page
    assert page.count("\n") <= MOST
    assert command("explain", "--all", "--json").json == [{"schema": 1, "page": page}]


def test_the_folders_that_it_names_are_made(
    command: Command, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("init", "harbour").code == 0
    named = re.findall(r"^- `(\w+/RULESET/)`", page, re.MULTILINE)
    assert len(named) == 4
    assert all(Path("harbour", name.replace("RULESET", "harbour")).is_dir() for name in named)


def test_each_construct_has_a_line_of_a_game(page: str) -> None:
    """Joined lines lose a comma before a bracket, and a blank behind one."""
    games = "".join(_plain(path.read_text("utf-8")) for path in sorted(cookbook().glob("model/*.py")))
    shown: dict[str, str] = {}
    for line in page.partition("## The language")[2].partition("\n## ")[0].split("\n"):
        signs = re.fullmatch(r"- (`[^`]+` `[^`]+`(, )?)+", line)
        shown |= re.findall(r"`([^`]+)` `([^`]+)`" if signs else r"^- `([^`]+)` .*`([^`]+)`$", line)
    assert set(shown) == set(constructs())
    assert [name for name, line in shown.items() if _plain(line) not in games] == []
    for name, line in shown.items():
        assert re.search(rf"(?<!\w){re.escape(name.split()[0])}(?!\w)" if name[0].isalpha() else re.escape(name), line)


def _plain(text: str) -> str:
    return re.sub(r",?(?=[)\]}])", "", re.sub(r"#.*|\s+", "", re.sub(r"  # .*", "", text)))


def test_its_commands_are_commands(page: str) -> None:
    lines = re.findall(r"`(ruleslawyer [^`]*)`", page)
    assert len(set(lines)) >= 10
    for line in lines:
        verb: Any = get_command(app)
        _, *words = shlex.split(line)
        while hasattr(verb, "commands"):
            _, verb, words = verb.resolve_command(typer.Context(verb, resilient_parsing=True), words)
        verb.make_parser(typer.Context(verb)).parse_args(words)


def test_ten_mistakes_that_tests_make(page: str) -> None:
    """Each line stands in an example of its code, and what is said of it too."""
    found = re.findall(r"^- `(.*)` (RL\d+): (.*?)\. Mend: .+\.$", page, re.MULTILINE)
    assert len({code for _, code, _ in found}) == len(found) == 10
    for line, code, says in found:
        said = [path.read_text("utf-8") for path in ERRORS.glob(f"*/{code.lower()}_*.err")]
        assert any(line in text and f"{code} {says}" in text for text in said), code


def test_its_sentences_are_read_at_once(page: str) -> None:
    above = page.partition("## The language")[0]
    assert [s for s in sentences(above) if length(s) > 40] == []


def test_a_name_beside_all(command: Command) -> None:
    refused = command("explain", "frame", "--all")
    assert (refused.code, refused.out) == (2, "") and "= help: " in refused.err
