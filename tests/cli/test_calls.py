"""Every verb that answers about a ruleset is a call of Python: most by one declaration, and the others say by which."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer import api
from ruleslawyer.api import Engine, Project, Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import SCHEMA
from ruleslawyer.cli.verbs import DECLARED
from ruleslawyer.cli.verbs import command as declared_command
from tests.cli.command import Command
from tests.cli.conftest import command as command  # the fixture
from tests.reports import report_files

PROJECTS = Path(__file__).parents[1] / "projects"
FERRY = PROJECTS / "ferry"

CALLS = {
    "check": "check", "findings list": "findings", "findings show": "findings", "scenario run": "scenarios",
    "spec ledger": "silence", "play": "engine", "serve": "engine", "why": "engine",
    "findings verify": "verify_findings", "findings settle": "settle_findings", "findings lint": "lint_findings",
    "spec lint": "lint_register", "spec verify": "verify_register", "spec coverage": "coverage",
    "spec show": "clauses", "scenario words": "words", "cache show": "cache", "cache clear": "clear_cache",
    "diff": "diff", "explain": "explain", "init": "init", "lint": "lint", "replay": "replay",
    "report": "report", "findings new": "draft_finding", "findings edition": "write_edition",
    "scenario new": "record_scenario", "spec draft": "draft_register",
}  # fmt: skip
"""Verbs whose answer is put together of a call that has other parameters than the command line."""
NONE = {
    "campaign": "runs other verbs",
    "lsp": "serves an editor",
}
"""Verbs without one, and why."""


def verbs() -> dict[str, str | None]:
    """Each verb with its help, which is the docstring of what is declared."""
    found: dict[str, str | None] = {}
    for name in DECLARED:
        made = declared_command(name)
        parts = {f"{name} {part}": one for part, one in made.commands.items()} if hasattr(made, "commands") else {}
        found |= {verb: one.callback.__doc__ for verb, one in (parts or {name: made}).items()}
    return found


def test_every_verb_is_a_call_or_says_why_not() -> None:
    declared = {call.__doc__ for of in (Project, Ruleset) for name in vars(of) if callable(call := getattr(of, name))}
    others = {verb for verb, says in verbs().items() if says not in declared}
    assert others == {*CALLS, *NONE}
    assert not CALLS.keys() & NONE.keys()
    assert all(any(hasattr(of, call) for of in (Project, Ruleset, Engine, api)) for call in CALLS.values())


SAME: dict[tuple[str, ...], Callable[[Ruleset], object]] = {
    ("findings", "--verify", "ferry/001"): lambda ferry: [one.json("ferry") for one in ferry.verify_findings("001")],
    ("findings", "--settle", "ferry/001"): lambda ferry: {
        "trials": [one.json() for one in ferry.settle_findings("001")],
        "together": None,
    },
    ("findings", "--lint", "ferry"): lambda ferry: [one.json() for one in ferry.lint_findings()],
    ("findings", "--edition", "ferry", "--source", str(FERRY / "text")): lambda ferry: ferry.next_edition(
        FERRY / "text"
    ).json(),
    ("spec", "--lint", "ferry"): lambda ferry: [ferry.lint_register().json("ferry")],
    ("spec", "--verify", "ferry", "--source", str(FERRY / "text")): lambda ferry: [
        ferry.verify_register(FERRY / "text").json("ferry")
    ],
    ("spec", "ferry", "--scope", "tiny"): lambda ferry: [ferry.coverage("tiny").json("ferry")],
    ("spec", "ferry", "1"): lambda ferry: [one.json() for one in ferry.clauses("1")],
    ("scenario", "--words", "ferry"): lambda ferry: ferry.words(),
    ("cache", "show"): lambda ferry: api.cache(),
    ("lint", "ferry"): lambda ferry: [ferry.lint().json()],
    ("lint", "ferry", "--run", "--states", "20"): lambda ferry: [ferry.lint(run=True, states=20).json()],
    ("explain", "frame", "RL207"): lambda ferry: api.explain("frame", "RL207"),
    ("diff", str(FERRY), str(FERRY), "--no-prove"): lambda ferry: api.diff(FERRY, FERRY, prove=False),
}
"""Commands of the ferry, and the calls that say the same."""


def with_schema(found: Any) -> Any:
    """An answer as `--json` prints it: JSON, and each object at its top with the schema's version."""
    plain = json.loads(json.dumps(found))
    return [with_schema(one) for one in plain] if isinstance(plain, list) else {"schema": SCHEMA, **plain}


@pytest.mark.parametrize("words", SAME, ids=lambda words: "-".join(words[:2]))
def test_a_call_answers_what_the_command_prints(
    words: tuple[str, ...], command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if words[0] == "cache":  # into the common one others write meanwhile
        monkeypatch.setenv("RULESLAWYER_CACHE", str(tmp_path))
    printed = command(*words, "--json", project=FERRY).json
    assert printed == with_schema(SAME[words](Project.load(FERRY).ruleset("ferry")))
    assert printed or words[1] == "lint"


def test_verified_vectors_are_a_call(command: Command, tmp_path: Path) -> None:
    """One vector of two is spoilt: both say so, of the same file."""
    ferry = Project.load(FERRY).ruleset("ferry")
    ferry.vectors(tmp_path, scope=["tiny"], mutants=0)
    spoilt = sorted(tmp_path.glob("*.itf.json"))[0]
    spoilt.write_text(spoilt.read_text("utf-8") + " ", encoding="utf-8")
    found = ferry.verify_vectors(tmp_path)
    assert [one.file for one in found.wrong] == [spoilt.name]
    printed = command("export", "--to", "vectors", "ferry", "--verify", str(tmp_path), "--json", project=FERRY)
    assert (printed.code, printed.json) == (1, with_schema(found.json()))


def test_a_report_is_a_call(command: Command, tmp_path: Path) -> None:
    """The site, and the same again of its document; two wishes that exclude each other are refused at once."""
    ferry = Project.load(FERRY)
    found = ferry.report(tmp_path / "called", ["ferry"], prove=False, matrix=0.0)
    said = command("report", "ferry", "--no-prove", "--matrix", "0", "-o", str(tmp_path / "said"), project=FERRY)
    assert said.code == 0
    called = report_files(tmp_path / "called")
    assert called == report_files(tmp_path / "said") and found.pages == (tmp_path / "called/index.html",)
    api.write_report_again(tmp_path / "called/report.json.gz", tmp_path / "again")
    again = {name: text for name, text in report_files(tmp_path / "again").items() if name.endswith(".html")}
    assert again == {name: text for name, text in called.items() if name.endswith(".html")}
    with pytest.raises(UsageError, match="one finding is written as one file"):
        ferry.report(tmp_path / "none", ["ferry"], finding="001")
    assert not (tmp_path / "none").exists()


def test_a_finding_is_drafted_by_a_call(command: Command, tmp_path: Path) -> None:
    called, said = (Project.load(shutil.copytree(FERRY, tmp_path / name)) for name in ("called", "said"))
    path = called.ruleset("ferry").draft_finding(1)
    assert command("findings", "--new", "ferry", "1", project=said.root).code == 0
    assert path.read_bytes() == (said.root / path.relative_to(called.root)).read_bytes()
    with pytest.raises(UsageError, match="there is no event 99"):
        called.ruleset("ferry").draft_finding(99)


def test_a_scenario_is_recorded_by_a_call(command: Command, tmp_path: Path) -> None:
    ferry, file = Project.load(FERRY), tmp_path / "called.toml"
    assert ferry.record_scenario(finding="ferry/001", file=file) == file
    said = command("scenario", "--new", "--finding", "ferry/001", "-o", str(tmp_path / "said.toml"), project=FERRY)
    assert said.code == 0 and file.read_bytes() == (tmp_path / "said.toml").read_bytes()
    (result,) = ferry.ruleset("ferry").scenarios(file)
    assert result.passed
    with pytest.raises(UsageError, match="this file exists already"):
        ferry.record_scenario(finding="ferry/001", file=file)


def test_a_register_is_drafted_by_a_call(command: Command, tmp_path: Path) -> None:
    book = tmp_path / "book.md"
    book.write_text(
        "# Harbour\n\n## Turns\n\n- A player buys a ship.\n- Then it is the next player\u2019s turn.\n", "utf-8"
    )
    found = api.draft_register(book, tmp_path / "called")
    printed = command("spec", "--draft", str(book), "-o", str(tmp_path / "said"), "--json", project=FERRY).json
    assert printed == with_schema({**found.json(), "folder": printed["folder"]}) and found.json()["clauses"] == 2
    assert report_files(tmp_path / "called") == report_files(tmp_path / "said")
