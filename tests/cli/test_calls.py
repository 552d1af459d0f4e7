"""Every verb that answers about a ruleset is a call of Python: most by one declaration, and the others say by which."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from ruleslawyer import api
from ruleslawyer.api import Engine, Project, Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli.verbs import DECLARED
from ruleslawyer.cli.verbs import command as declared_command
from ruleslawyer.rulebook.claims.schema import SCHEMA
from tests.cli.command import Command
from tests.cli.conftest import command as command  # the fixture

PROJECTS = Path(__file__).parents[1] / "projects"
ARENA, FERRY = PROJECTS / "arena", PROJECTS / "ferry"

CALLS = {
    "check": "check", "findings list": "findings", "findings show": "findings", "scenario run": "scenarios",
    "spec ledger": "silence", "play": "engine", "serve": "engine", "why": "engine",
    "findings verify": "verify_findings", "findings settle": "settle_findings", "findings lint": "lint_findings",
    "spec lint": "lint_register", "spec verify": "verify_register", "spec coverage": "coverage",
    "spec show": "clauses", "scenario words": "words", "cache show": "cache", "cache clear": "clear_cache",
    "diff": "diff", "explain": "explain", "init": "init", "findings new": "draft_finding",
    "scenario new": "record_scenario", "spec draft": "draft_register", "lint": "lint", "replay": "replay",
}  # fmt: skip
"""Verbs whose answer is put together of a call that has other parameters than the command line."""
NONE = {
    "campaign": "runs other verbs, each of which is a call",
    "report": "draws pages of what `check` finds, which is a call",
    "lsp": "is a server that an editor starts and talks to",
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
    declared = {call.__doc__ for of in (Project, Ruleset) for call in vars(of).values() if callable(call)}
    others = {verb for verb, says in verbs().items() if says not in declared}
    assert others == {*CALLS, *NONE}
    assert not CALLS.keys() & NONE.keys()
    assert all(any(hasattr(of, call) for of in (Project, Ruleset, Engine, api)) for call in CALLS.values())


SAME: dict[tuple[str, ...], Callable[[Ruleset], object]] = {
    ("findings", "verify", "ferry/001"): lambda ferry: [one.json("ferry") for one in ferry.verify_findings("001")],
    ("findings", "settle", "ferry/001"): lambda ferry: [one.json() for one in ferry.settle_findings("001")],
    ("findings", "lint", "ferry"): lambda ferry: [one.json() for one in ferry.lint_findings()],
    ("spec", "lint", "ferry"): lambda ferry: [ferry.lint_register().json("ferry")],
    ("spec", "verify", "ferry", "--source", str(FERRY / "text")): lambda ferry: [
        ferry.verify_register(FERRY / "text").json("ferry")
    ],
    ("spec", "coverage", "ferry", "--scope", "tiny"): lambda ferry: [ferry.coverage("tiny").json("ferry")],
    ("spec", "show", "ferry", "1"): lambda ferry: [one.json() for one in ferry.clauses("1")],
    ("scenario", "words", "ferry"): lambda ferry: ferry.words(),
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
def test_a_call_answers_what_the_command_prints(words: tuple[str, ...], command: Command) -> None:
    printed = command(*words, "--json", project=FERRY).json
    assert printed == with_schema(SAME[words](Project.load(FERRY).ruleset("ferry")))
    assert printed or words[1] == "lint"


def test_what_a_call_writes_is_what_the_command_writes(command: Command, tmp_path: Path) -> None:
    """A finding about an event, a scenario of a play, and a register's skeleton, by the command and by the call."""
    by_command, by_call = tmp_path / "command", tmp_path / "call"
    for folder in (by_command, by_call):
        copytree(FERRY, folder)
    text = tmp_path / "book.md"
    text.write_text("# Boats\n\n## Rowing\n\n- A boat has two oars.\n- Nobody rows alone.\n", encoding="utf-8")
    project = Project.load(by_call)
    ferry = project.ruleset("ferry")
    made = command("findings", "new", "ferry", "1", "--json", project=by_command)
    assert made.code == 0, made.err
    assert ferry.draft_finding(1).relative_to(by_call.resolve()).as_posix() == made.json["file"]
    with pytest.raises(UsageError, match="there is no event 0"):
        ferry.draft_finding(0)
    recorded = command("scenario", "new", "--finding", "ferry/001", "--json", project=by_command)
    assert recorded.code == 0, recorded.err
    assert project.record_scenario("ferry/001").relative_to(by_call.resolve()).as_posix() == recorded.json["file"]
    drafted = command("spec", "draft", str(text), "-o", str(by_command / "boats"), "--json", project=by_command).json
    told = api.draft_register(text, by_call / "boats")
    assert drafted == with_schema(told.json(drafted["folder"]))
    assert told.register.clauses
    assert _written(by_command) == _written(by_call)


def _written(folder: Path) -> dict[str, str]:
    """The texts of a project that differ from the ferry's, by their places."""
    files = {file.relative_to(folder): file.read_text("utf-8") for file in folder.rglob("*") if file.suffix in SUFFIXES}
    return {
        place.as_posix(): text
        for place, text in files.items()
        if not (FERRY / place).is_file() or (FERRY / place).read_text("utf-8") != text
    }


SUFFIXES = {".md", ".toml"}


def test_pairs_are_a_call(command: Command) -> None:
    printed = command("pairs", "arena", "--only", "SHIELDED,PIERCING", "--workers", "1", "--json", project=ARENA).json
    found = Project.load(ARENA).ruleset("arena").pairs(only="SHIELDED,PIERCING", workers=1)
    assert printed == with_schema({**found.json(), "seconds": printed["seconds"]})
    assert [(pair.first, pair.second, pair.result) for report in found.reports for pair in report.found.pairs] == [
        ("SHIELDED", "PIERCING", "changes")
    ]


def test_verified_vectors_are_a_call(command: Command, tmp_path: Path) -> None:
    """One vector of two is spoilt: both say so, of the same file."""
    ferry = Project.load(FERRY).ruleset("ferry")
    ferry.vectors(tmp_path, scope=["tiny"], mutants=0)
    spoilt = sorted(tmp_path.glob("*.itf.json"))[0]
    spoilt.write_text(spoilt.read_text("utf-8") + " ", encoding="utf-8")
    found = ferry.verify_vectors(tmp_path)
    assert [one.file for one in found.wrong] == [spoilt.name]
    printed = command("vectors", "ferry", "--verify", str(tmp_path), "--json", project=FERRY)
    assert (printed.code, printed.json) == (1, with_schema(found.json()))
