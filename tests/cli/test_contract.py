"""The contract for scripts: each output against its schema in docs/schemas; `seconds` alone varies."""

from __future__ import annotations

import copy
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.main import get_command

from ruleslawyer.cli.main import app
from tests.cli.command import Command
from tests.cli.schemas import FILES, URN, problems, undocumented

ROOT = Path(__file__).parents[2]
FERRY = ROOT / "tests" / "projects" / "ferry"
DOCUMENT = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")

AGREED = {
    "explore": "ruleset, scope, engine, states, transitions, deadlocks, depth, complete, seconds, contradictions, "
    "gaps, violations",
    "prove": "ruleset, scope, results",
    "results of prove": "property, verdict, method, seconds, clauses",
    "spec-coverage": "ruleset, clauses, modelled, decisive, excluded, not_yet_modelled, lines, unaccounted",
    "findings-list": "ruleset, id, kind, severity, clauses, title, lines",
    "scenario-run": "ruleset, name, passed, refused_by, seconds",
    "check": "as_expected, falls_short",
}
"""The keys that were promised, literally; the schemas may only add to them."""

SCENARIO = """\
scope = "tiny"
[[scenario]]
name = "the heavy cart"
given = { turn = "Ann" }
when = [{ action = "cross", who = "Ann", cart = "iron" }]
[scenario.then]
refused_by = "2.2"
"""
PLAY = ("explore", "ferry", "--trace", "something_crosses", "--save", "play.json")
ACTION = "cross(who=Ann, cart=hay)"

VERBS: dict[str, tuple[str, ...]] = {
    "explore": ("explore", "ferry", "--trace", "1"),
    "prove": ("prove", "ferry", "--timeout", "10"),
    "check": ("check", "--timeout", "10", "-o", "report"),
    "spec-coverage": ("spec", "coverage"),
    "spec-lint": ("spec", "lint"),
    "spec-verify": ("spec", "verify", "--source", "text"),
    "spec-show": ("spec", "show", "ferry", "2"),
    "spec-draft": ("spec", "draft", "text/ferry.txt", "-o", "drafted"),
    "findings-list": ("findings", "list"),
    "findings-show": ("findings", "show", "ferry", "001"),
    "findings-new": ("findings", "new", "ferry", "1"),
    "findings-verify": ("findings", "verify"),
    "scenario-run": ("scenario", "run", "one.toml"),
    "scenario-words": ("scenario", "words", "ferry"),
    "replay": ("replay", "play.json"),
    "why": ("why", "ferry", "tiny", ACTION),
    "lint": ("lint", "--run", "--states", "5"),
    "play": ("play", "ferry"),
}
"""Every verb with --json, by the name of its schema; it runs in a copy of the ferry."""

OTHERS = {"report": "report/report.json", "timings": "report/timings.json", "play": "play.json", "state": "state.json"}
"""Files with a schema of their own."""


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the ferry with a scenario, a play and a state, in which nothing runs."""
    project = copied(FERRY, tmp_path_factory.mktemp("pristine") / "ferry")
    (project / "one.toml").write_text(SCENARIO, "utf-8")
    run(project, 0, *PLAY)
    play = json.loads((project / "play.json").read_text("utf-8"))
    (project / "state.json").write_text(json.dumps(play["start"]["state"]), "utf-8")
    return project


@pytest.fixture(scope="module")
def folder(pristine: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Such a copy, for all verbs one after the other."""
    return copied(pristine, tmp_path_factory.mktemp("contract") / "ferry")


def copied(project: Path, folder: Path) -> Path:
    return Path(shutil.copytree(project, folder, ignore=shutil.ignore_patterns("__pycache__", "build")))


def run(project: Path, seed: int, *arguments: str) -> str:
    """What a command prints in the project's folder."""
    ran = subprocess.run(
        (sys.executable, "-B", "-m", "ruleslawyer", *arguments), cwd=project, input="1\n?\nquit\n",
        env={**os.environ, "PYTHONHASHSEED": str(seed)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode in (0, 1), ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def outputs(folder: Path) -> dict[str, Any]:
    """What every verb prints, and the files that some of them write, by the name of the schema."""
    found = {name: json.loads(run(folder, 0, *arguments, "--json")) for name, arguments in VERBS.items()}
    return found | {name: json.loads((folder / file).read_text("utf-8")) for name, file in OTHERS.items()}


def test_every_schema_is_one() -> None:
    for name, schema in FILES.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        if name != "scenario":
            assert schema["$id"] == URN + name


def test_the_document_names_every_schema() -> None:
    assert set(re.findall(r"schemas/([a-z-]+)\.schema\.json", DOCUMENT)) == set(FILES)


def test_every_verb_has_a_schema() -> None:
    """Whatever takes --json is in VERBS, and so held against its schema."""

    def verbs(group: Any, *above: str) -> Iterator[str]:
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                yield from verbs(command, *above, name)
            elif any("--json" in option.opts for option in command.params):
                yield "-".join((*above, name))

    assert set(verbs(get_command(app))) == set(VERBS)
    assert set(FILES) == set(VERBS) | set(OTHERS) | {"scenario"}


@pytest.mark.parametrize("name", AGREED)
def test_the_agreed_keys_are_required(name: str) -> None:
    schema = {
        "explore": lambda: FILES["explore"]["$defs"]["exploration"],
        "spec-coverage": lambda: FILES["spec-coverage"]["$defs"]["coverage"],
        "findings-list": lambda: FILES["findings-list"]["$defs"]["finding"],
        "results of prove": lambda: FILES["prove"]["$defs"]["proof"],
        "scenario-run": lambda: FILES["scenario-run"]["items"],
    }.get(name, lambda: FILES[name])()
    assert set(AGREED[name].split(", ")) <= set(schema["required"])


@pytest.mark.parametrize("name", sorted({*VERBS, *OTHERS}))
def test_an_output_fits_its_schema(outputs: dict[str, Any], name: str) -> None:
    found = outputs[name]
    assert found
    assert problems(name, found) == []
    assert undocumented(name, found) == []


WRONG: tuple[Any, ...] = (None, -7, "?", [[]], {"?": {"?": 1.5}})
"""Of these, a key of any one type refuses at least three."""


def mutants(value: Any, schema: str) -> Iterator[tuple[str, Any]]:
    """The same value without one key at its top (or at the top of its first item), and with keys of wrong types."""
    top = value[0] if isinstance(value, list) else value
    for key in top:
        for what, change in (("without", lambda o, k: o.pop(k)), *((w, _set(w)) for w in WRONG)):
            changed = copy.deepcopy(value)
            change(changed[0] if isinstance(changed, list) else changed, key)
            yield f"{schema}: {what} {key}", changed


def _set(wrong: Any) -> Callable[[dict[str, Any], str], None]:
    def change(found: dict[str, Any], key: str) -> None:
        found[key] = wrong

    return change


OPTIONAL = {"trace"}


@pytest.mark.parametrize("name", sorted({*VERBS, *OTHERS} - {"state", "timings"}))
def test_a_mutated_output_is_refused(outputs: dict[str, Any], name: str) -> None:
    """A missing key, and a wrong type: at most two of the wrong values can be right for a key, by chance."""
    kept: dict[str, list[str]] = {}
    for about, mutant in mutants(outputs[name], name):
        if not problems(name, mutant):
            what, key = about.split(": ", 1)[1].rsplit(" ", 1)
            kept.setdefault(key, []).append(what)
    assert not [key for key, whats in kept.items() if "without" in whats and key not in OPTIONAL]
    assert not {key: whats for key, whats in kept.items() if len(whats) > 2}


def test_inner_objects_are_described_too(outputs: dict[str, Any]) -> None:
    def changed(name: str, change: Callable[[Any], Any]) -> list[str]:
        value = copy.deepcopy(outputs[name])
        change(value)
        return problems(name, value)

    assert changed("explore", lambda v: v["contradictions"][0].pop("play"))
    assert changed("explore", lambda v: v["properties"][0].update(verdict="TRUE"))
    assert changed("explore", lambda v: v["trace"]["steps"][0].pop("substeps"))
    assert changed("prove", lambda v: v["results"][0].update(seconds="1"))
    assert changed("check", lambda v: v["rulesets"][0]["scopes"][0].pop("depth"))
    assert changed("check", lambda v: v["rulesets"][0]["coverage"].pop("unaccounted"))
    assert changed("check", lambda v: v["falls_short"][0].update(kind="mood"))
    assert changed("scenario-run", lambda v: v[0]["runs"][0]["actions"][0].update(verdict="maybe"))
    assert changed("scenario-words", lambda v: v["actions"][0]["norms"][0].pop("says"))
    assert changed("why", lambda v: v["clauses"][0].pop("stance"))
    assert changed("report", lambda v: v["rulesets"][0]["findings"][0]["clauses"][0].pop("line"))
    assert changed("state", lambda v: v.update(coins=1.5))
    assert changed("timings", lambda v: v["ferry"].pop("seconds"))


def test_a_scenario_file_fits_its_schema(folder: Path) -> None:
    document = tomllib.loads((folder / "one.toml").read_text("utf-8"))
    jsonschema.validate(document, FILES["scenario"])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**document, "scenario": []}, FILES["scenario"])


def without_seconds(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_seconds(item) for key, item in value.items() if key != "seconds"}
    return [without_seconds(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", VERBS)
def test_seconds_alone_vary(pristine: Path, tmp_path: Path, name: str) -> None:
    """Each verb in two copies of a project, under other hash seeds; texts are compared, so that order counts too."""
    copies = [copied(pristine, tmp_path / side) for side in ("one", "other")]
    found = [run(project, seed, *VERBS[name], "--json") for project, seed in zip(copies, (1, 4242), strict=True)]
    one, other = (json.dumps(without_seconds(json.loads(text))) for text in found)
    assert one == other
    for file in ("report/report.json", "report/index.html"):
        written = [(project / file).read_bytes() for project in copies if (project / file).exists()]
        assert len(set(written)) <= 1, file


@pytest.mark.parametrize(
    "arguments",
    [
        ("findings", "list"),
        ("spec", "lint"),
        ("scenario", "run", "checks/megacorp/scenarios/worked-examples.toml"),
        ("scenario", "words", "megacorp"),
    ],
    ids="-".join,
)
def test_seconds_alone_vary_in_megacorp(arguments: tuple[str, ...]) -> None:
    one, other = (json.dumps(without_seconds(json.loads(run(ROOT, seed, *arguments, "--json")))) for seed in (1, 4242))
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
