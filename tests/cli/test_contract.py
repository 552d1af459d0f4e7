"""The contract for scripts: the agreed keys, their types as docs/json.md gives them; `seconds` alone varies."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command

ROOT = Path(__file__).parents[2]
FERRY = ROOT / "tests" / "projects" / "ferry"
DOCUMENT = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")

AGREED = {
    "explore": "ruleset, scope, engine, states, transitions, deadlocks, depth, complete, seconds, contradictions, "
    "gaps, violations",
    "proof": "property, verdict, method, seconds, clauses",
    "spec coverage": "ruleset, clauses, modelled, decisive, excluded, not_yet_modelled, lines, unaccounted",
    "findings list": "ruleset, id, kind, severity, clauses, title, lines",
    "scenario run": "ruleset, name, passed, refused_by, seconds",
    "check": "as_expected, falls_short",
}
"""The keys that were promised, literally; the document may only add to them."""

TYPES = {"text": str, "count": int, "number": float, "yes/no": bool, "object": dict}


def tables() -> dict[str, dict[str, str]]:
    """Key → type, for each heading of the document that has a table."""
    found: dict[str, dict[str, str]] = {}
    heading = ""
    for line in DOCUMENT.split("\n"):
        if line.startswith("#"):
            heading = line.lstrip("# ")
        row = re.match(r"\| (\w+) \| ([^|]+) \|", line)
        if row and row[1] != "key":
            found.setdefault(heading, {})[row[1]] = row[2].strip()
    return found


TABLES = tables()


def fits(value: Any, type_: str) -> bool:
    """Whether a value is of a type of the document, all the way down."""
    if type_.endswith(" or null"):
        return value is None or fits(value, type_.removesuffix(" or null"))
    if type_.startswith("list of "):
        return isinstance(value, list) and all(fits(item, type_.removeprefix("list of ")) for item in value)
    if type_ in TABLES:
        return isinstance(value, dict) and keeps(value, type_)
    if type_ == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[type_]) and isinstance(value, bool) == (type_ == "yes/no")


def keeps(value: dict[str, Any], name: str, *more: str) -> bool:
    """Whether an object has the keys of a table, each of its type, and no others."""
    table = TABLES[name]
    assert set(value) == set(table) | set(more), f"{name}: {set(value) ^ set(table)}"
    for key, type_ in table.items():
        assert fits(value[key], type_), f"{name}.{key} is no {type_}: {value[key]!r}"
    return True


@pytest.mark.parametrize("name", AGREED)
def test_the_agreed_keys_are_documented(name: str) -> None:
    assert set(AGREED[name].split(", ")) <= set(TABLES[name])


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("explore", ("explore", "ferry")),
        ("prove", ("prove", "ferry", "--timeout", "10")),
        ("check", ("check", "--timeout", "10")),
        ("spec coverage", ("spec", "coverage")),
        ("spec lint", ("spec", "lint")),
        ("spec verify", ("spec", "verify", "--source", str(FERRY / "text"))),
        ("spec show", ("spec", "show", "ferry", "2")),
        ("findings list", ("findings", "list")),
        ("findings verify", ("findings", "verify")),
        ("why", ("why", "ferry", "tiny", "cross(who=Ann, cart=hay)")),
        ("lint", ("lint",)),
    ],
)
def test_of_a_verb(command: Command, name: str, arguments: tuple[str, ...]) -> None:
    answer = command(*arguments, "--json", project=FERRY)
    assert answer.code in (0, 1), answer.err
    found = answer.json if isinstance(answer.json, list) else [answer.json]
    assert found
    for value in found:
        assert value["schema"] == 1
        assert keeps(value, name)


def test_check_lists_scopes_as_explore_does(command: Command) -> None:
    checked = command("check", "--no-prove", "--json", project=FERRY).json
    (ruleset,) = checked["rulesets"]
    for scope in ruleset["scopes"]:
        assert keeps({"schema": 1, **scope}, "explore")
    assert keeps({"schema": 1, **ruleset["coverage"]}, "spec coverage")
    assert {entry["kind"] for entry in ruleset["ledger"]} >= {"scope tiny"}


def test_a_play(command: Command, tmp_path: Path) -> None:
    play = tmp_path / "play.json"
    explored = command("explore", "ferry", "--trace", "1", "--save", str(play), "--json", project=FERRY)
    assert keeps(explored.json, "explore", "trace")
    assert keeps(command("replay", str(play), "--json", project=FERRY).json, "replay")


def test_a_scenario(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "one.toml"
    head = 'scope = "tiny"\n[[scenario]]\nname = "the heavy cart"\ngiven = { turn = "Ann" }\n'
    when = 'when = [{ action = "cross", who = "Ann", cart = "iron" }]\n'
    file.write_text(f'{head}{when}[scenario.then]\nrefused_by = "2.2"\n', "utf-8")
    answer = command("scenario", "run", str(file), "--json", project=FERRY)
    assert answer.code in (0, 1), answer.err
    (found,) = answer.json
    assert keeps(found, "scenario run")
    assert found["refused_by"] == ["2.2"]


def test_a_draft(command: Command, tmp_path: Path) -> None:
    book = tmp_path / "book.md"
    book.write_text("# Rules\n\n## One\n\n- Roll a die.\n", "utf-8")
    answer = command("spec", "draft", str(book), "-o", str(tmp_path / "spec"), "--json", project=tmp_path)
    assert keeps(answer.json, "spec draft")


def _run(seed: int, project: Path, *arguments: str) -> Any:
    command = (sys.executable, "-B", "-m", "ruleslawyer", "--project", str(project), *arguments, "--json")
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode in (0, 1), ran.stderr
    return json.loads(ran.stdout)


def without_seconds(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_seconds(item) for key, item in value.items() if key != "seconds"}
    return [without_seconds(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("project", "arguments"),
    [
        (FERRY, ("explore", "ferry")),
        (FERRY, ("prove", "ferry")),
        (FERRY, ("spec", "coverage", "--scope", "tiny")),
        (FERRY, ("spec", "lint")),
        (FERRY, ("findings", "verify")),
        (FERRY, ("check", "--no-prove")),
        (ROOT, ("findings", "list")),
        (ROOT, ("spec", "lint")),
        (ROOT, ("scenario", "run", "checks/megacorp/scenarios/worked-examples.toml")),
        (ROOT, ("scenario", "words", "megacorp")),
    ],
    ids=lambda value: "-".join(value[:2]) if isinstance(value, tuple) else value.name,
)
def test_seconds_alone_vary(project: Path, arguments: tuple[str, ...]) -> None:
    """Texts are compared, so that the order of keys counts too."""
    if "worked-examples" in arguments[-1]:
        arguments = (*arguments[:-1], str(ROOT / arguments[-1]))
    one, other = (json.dumps(without_seconds(_run(seed, project, *arguments))) for seed in (1, 4242))
    assert one == other


def test_the_report_has_no_seconds(command: Command, tmp_path: Path) -> None:
    command("check", "--no-prove", "-o", str(tmp_path), project=FERRY)
    assert '"seconds"' not in (tmp_path / "report.json").read_text("utf-8")
    assert (tmp_path / "timings.json").is_file()


def test_coverage_says_where_decisive_comes_from(command: Command, tmp_path: Path) -> None:
    """The last check of these rules, else the scope `tiny`; a check of other rules or scopes is forgotten."""
    project = tmp_path / "ferry"
    shutil.copytree(FERRY, project, ignore=shutil.ignore_patterns("__pycache__", "build"))

    def coverage(*arguments: str) -> dict[str, Any]:
        found: dict[str, Any] = command("spec", "coverage", *arguments, "--json", project=project).json[0]
        return found

    before = coverage()
    assert (before["decisive_by"], before["decisive_from"]) == ("exploration", ["tiny"])
    command("check", "--no-prove", project=project)
    after = coverage()
    assert (after["decisive_by"], after["decisive_from"]) == ("the last check", ["tiny"])
    assert after["decisive"] == before["decisive"] > 0
    assert coverage("--scope", "tiny")["decisive_by"] == "exploration"
    scope = project / "checks" / "ferry" / "scopes" / "tiny.toml"
    scope.write_text(scope.read_text("utf-8") + "# the same\n", "utf-8")
    assert coverage()["decisive_by"] == "the last check"  # nothing that counts has changed
    record = project / "build" / "last-check" / "ferry.json"
    record.write_text(record.read_text("utf-8").replace('"stamp": "', '"stamp": "0'), "utf-8")
    assert coverage()["decisive_by"] == "exploration"
    record.write_text("[" * 100_000, "utf-8")
    assert coverage()["decisive_by"] == "exploration"
