"""The contract for scripts: each output against its schema in docs/schemas; `seconds` alone varies.

Long: a table of commands, which each test goes through.
"""

from __future__ import annotations

import atexit
import copy
import gzip
import json
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.main import get_command

from ruleslawyer.base.files.kept import read_note, write_note
from ruleslawyer.cli.forms import FORMS
from ruleslawyer.cli.main import app
from tests.cli.command import Answer, Command
from tests.cli.forked import forked
from tests.cli.schemas import FILES, problems, undocumented, urn

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
    "simulate": "ruleset, scope, engine, seed, plays, complete, contradictions, gaps, violations, seconds",
    "explore-family": "ruleset, scope, choices, readings, impact, never_distinguishable, smallest, complete",
    "explore-analyse": "ruleset, scope, states, transitions, complete, analyses, rules",
    "explore-seat": "ruleset, scope, seat, states, views, sets, largest, told_apart, complete",
    "explore-layout": "ruleset, scope, bits, words, slots, constants",
    "ablate": "ruleset, scope, states, transitions, complete, clauses, redundant",
    "stakes": "ruleset, scope, rules, seed, within, findings, not_measured",
    "stats": "ruleset, scope, play, seed, assumptions, games, length, ends, first_player_wins, findings",
    "cards-check": "ruleset, file, scope, complete, stopped, limits, cards, pairs, seconds",
    "conform": "ruleset, scope, agrees, differences, faults, seconds",
    "terminates": "ruleset, results",
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

ENGINE = f"{sys.executable} {ROOT / 'tests' / 'conform' / 'engine.py'}"
"""The reference as another implementation."""

CLAUSES = "adequacy", "--clauses", "ferry"
VERBS: dict[str, tuple[str, ...]] = {
    "explore": ("explore", "ferry", "--trace", "4"),
    "prove": ("prove", "ferry", "--timeout", "10"),
    "certify": ("prove", "--recheck", "certificates"),
    "terminates": ("prove", "--ends", "ferry"),
    "check": ("check", "--timeout", "10", "-o", "report"),
    "diff": ("diff", ".", ".", "--no-prove"),
    "report": ("report", "--timeout", "10", "--matrix", "600", "-o", "site"),
    "spec-coverage": ("spec",),
    "spec-lint": ("spec", "--lint"),
    "spec-ledger": ("spec", "--ledger", "ferry", "--minutes", "0.05"),
    "spec-verify": ("spec", "--verify", "--source", "text"),
    "spec-show": ("spec", "ferry", "2"),
    "spec-draft": ("spec", "--draft", "text/ferry.txt", "-o", "drafted"),
    "findings-list": ("findings",),
    "findings-show": ("findings", "ferry", "001"),
    "findings-new": ("findings", "--new", "ferry", "1"),
    "findings-verify": ("findings", "--verify"),
    "findings-lint": ("findings", "--lint"),
    "findings-settle": ("findings", "--settle", "ferry"),
    "findings-edition": ("findings", "--edition", "ferry", "--source", "text"),
    "scenario-run": ("scenario", "one.toml"),
    "scenario-new": ("scenario", "--new", "play.json", "-o", "recorded.toml"),
    "scenario-words": ("scenario", "--words", "ferry"),
    "replay": ("play", "play.json"),
    "why": ("why", "ferry", "--scope", "tiny", ACTION),
    "lint": ("lint", "--run", "--states", "5"),
    "init": ("init", "mygame"),
    "play": ("play", "ferry"),
    "vectors": ("export", "--to", "vectors", "ferry", "-o", "vectors"),
    "build": ("build", "ferry", "--to", "c", "--no-objects", "-o", "built"),
    "ablate": CLAUSES,
    "omissions": ("adequacy", "--options", "ferry"),
    "cores": ("prove", "--clashes", "ferry"),
    "readings": ("explore", "--readings", "ferry"),
    "sweep": ("sweep", "ferry", "--cards", "1"),
    "fuzz": ("games", "--fuzz", "ferry", "--scope", "tiny", "--games", "40"),
    "laws": ("sweep", "--laws", "ferry", "--law", "whoever_is_awaited_has_a_choice", "--times", "20"),
    "hunt": ("sweep", "--questions", "ferry", "--states", "40"),
    "stats": ("games", "ferry", "--scope", "tiny", "--games", "20"),
    "stakes": ("games", "ferry", "--stakes", "--scope", "tiny", "--max-seconds", "5"),
    "solve": ("games", "--best", "ferry", "--uniform", "--face-up", "--readings"),
    "adequacy": ("adequacy", "ferry", "--sample", "5", "--sweep", "1", "--more", "1"),
    "campaign": ("campaign", "ferry", "--only", "readings", "--workers", "1"),
    "explain": ("explain", "RL207"),
    "cache-show": ("cache", "show"),
    "cache-clear": ("cache", "clear", "answers"),
    "cards-check": (
        "check",
        "--cards",
        "checks/ferry/cards/carts.csv",
        "--scope",
        "tiny",
        "--sort",
        "Cart",
        "--seats",
        "hay,iron",
    ),
    "conform": ("conform", "ferry", "--exec", f"{ENGINE} . ferry payee=other_is_paid"),
}
"""Every verb with --json, by the name of its schema; it runs in a copy of the ferry."""

MODES: dict[str, tuple[str, ...]] = {
    "explain, a construct": ("explain", "frame"),
    "explain, a pattern": ("explain", "auction"),
    "simulate": ("explore", "ferry", "--simulate", "5", "--seed", "1", "--trace", "1"),
    "prove-any-number": ("prove", "ferry", "--any-number", "--total", "5", "--quantified"),
    "prove-any-number, one property": ("prove", "ferry", "two_coins_at_least", "--any-number", "--total", "5"),
    "prove, explained": ("prove", "ferry", "--timeout", "10", "--explain"),
    "certify, with proofs": ("prove", "--recheck", "certificates", "--proofs"),
    "explore-family": ("explore", "ferry", "--readings", "--scope", "tiny"),
    "explore-family, one question": ("explore", "ferry", "--readings", "--scope", "tiny", "--question", "payee"),
    "explore-analyse": ("explore", "ferry", "--analyse", "--trace", "deadlock"),
    "explore-seat": ("explore", "ferry", "--as", "Ann"),
    "explore-seat, not to its end": ("explore", "ferry", "--as", "Ann", "--max-states", "1"),
    "campaign-plan": ("campaign", "--plan"),
    "explore-layout": ("explore", "ferry", "--show-layout"),
    "explore, native": ("explore", "ferry", "--engine", "native", "--trace", "1"),
    "explore, symmetric": ("explore", "ferry", "--scope", "with_alike", "--symmetry", "--trace", "1"),
    "explore, not to its end": ("explore", "ferry", "--engine", "native", "--max-states", "1"),
    "explore, not on disk": ("explore", "ferry", "--engine", "native", "--memory", "8MB", "--no-disk"),
    "explore, all of it": ("explore", "ferry", "--all"),
    "explore, contracted": ("explore", "ferry", "--contract"),
    "explore, anew": ("explore", "ferry", "--fresh"),
    "explore-analyse, not to its end": ("explore", "ferry", "--analyse", "--max-states", "1"),
    "explore-family, not to its end": ("explore", "ferry", "--readings", "--scope", "tiny", "--max-states", "1"),
    "vectors-verify": ("export", "--to", "vectors", "ferry", "--verify", "vectors"),
    "vectors, not to its end": ("export", "--to", "vectors", "ferry", "--max-states", "1", "--mutants", "9"),
    "ablate, not to its end": (*CLAUSES, "--max-states", "1"),
    "conform-identify": ("conform", "ferry", "--identify", "--exec", f"{ENGINE} . ferry payee=other_is_paid"),
    "solve, played by bots": ("games", "--best", "ferry", "--games", "5"),
    "ablate, one clause": (*CLAUSES, "--clause", "too_heavy", "--ruling", "payee=owner_is_paid"),
}
"""Whatever else a verb prints with --json, by the name of its schema and what is special."""

RUNS = VERBS | MODES
OTHERS = {"itf": "play.itf.json", "vectors-index": "vectors/index.json",
    "report": "report/report.json.gz", "timings": "report/timings.json", "play": "play.json", "state": "state.json",
    "any-number-certificate": "certificates/any-number=ferry/certificate.json",
}  # fmt: skip
"""Files with a schema of their own."""


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the ferry with a scenario, a play and a state, in which nothing runs."""
    project = copied(FERRY, tmp_path_factory.mktemp("pristine") / "ferry")
    (project / "one.toml").write_text(SCENARIO, "utf-8")
    scopes = project / "checks" / "ferry" / "scopes"
    carts = 'owner = ["Ann", "Ann"]\nheavy = [true, true]\n'
    tiny = (scopes / "tiny.toml").read_text("utf-8").replace('owner = ["Bob", "Ann"]\nheavy = [false, true]\n', carts)
    (scopes / "with_alike.toml").write_text('interchangeable = ["Cart"]\n' + tiny, "utf-8")
    run(project, 1, *PLAY)
    run(project, 1, "play", "play.json", "--save", "play.itf.json")
    run(project, 1, "export", "--to", "vectors", "ferry", "-o", "vectors", "--mutants", "0")
    run(project, 1, "prove", "ferry", "--any-number", "--total", "5", "--certificates", "certificates")
    play = json.loads((project / "play.json").read_text("utf-8"))
    (project / "state.json").write_text(json.dumps(play["start"]["state"]), "utf-8")
    return project


def copied(project: Path, folder: Path) -> Path:
    return Path(shutil.copytree(project, folder, ignore=shutil.ignore_patterns("__pycache__", "build")))


def run(project: Path, seed: int, *arguments: str) -> str:
    """What a command prints in the project's folder. What is kept is counted in a folder into which nobody else keeps
    anything meanwhile."""
    own = {"RULESLAWYER_CACHE": str(cache_of_one())} if arguments[0] == "cache" else {}
    ran = forked(project, *arguments, seed=seed, typed="1\n?\nquit\n", environment=own)
    assert ran.code in (0, 1), ran.err
    return ran.out


@cache
def cache_of_one() -> Path:
    """A folder with what one exploration keeps; it is the same for all runs, since its path is printed."""
    folder = Path(tempfile.mkdtemp(prefix="ruleslawyer-cache-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    environment = {"RULESLAWYER_CACHE": str(folder)}
    ran = forked(FERRY, "explore", "ferry", "--json", environment=environment)
    assert ran.code in (0, 1), ran.err
    return folder


class Outputs(dict[str, Any]):
    """What the verbs print, each in a copy of the project under one hash seed, and the files that some of them write,
    by the name of the schema; each made when it is first asked for."""

    def __init__(self, pristine: Path, folder: Path) -> None:
        super().__init__()
        self.pristine, self.folder = pristine, folder
        self.ran: dict[str, tuple[Path, str]] = {}

    def of(self, name: str) -> tuple[Path, str]:
        """The copy in which a verb ran, and what it printed."""
        if name not in self.ran:
            project = copied(self.pristine, self.folder / str(len(self.ran)))
            self.ran[name] = project, run(project, 1, *RUNS[name], "--json")
        return self.ran[name]

    def __missing__(self, name: str) -> Any:
        if name in RUNS:
            self[name] = json.loads(self.of(name)[1])
        else:
            project = self.of("check")[0] if OTHERS[name].startswith("report/") else self.pristine
            data = (project / OTHERS[name]).read_bytes()
            self[name] = json.loads(gzip.decompress(data) if OTHERS[name].endswith(".gz") else data)
        return self[name]


@pytest.fixture(scope="module")
def outputs(pristine: Path, tmp_path_factory: pytest.TempPathFactory) -> Outputs:
    return Outputs(pristine, tmp_path_factory.mktemp("contract"))


def schema(name: str) -> str:
    """The schema of one of the runs."""
    return name.partition(",")[0]


def test_every_schema_is_one() -> None:
    for name, file in FILES.items():
        jsonschema.Draft202012Validator.check_schema(file)
        if name != "scenario":
            assert file["$id"] == urn(name)


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

    asked = {form.declared.replace(" ", "-") for form in FORMS if form.verb != "explore" or form.declared == "readings"}
    assert asked <= set(VERBS), "the others of `explore` are in MODES"
    found = {*verbs(get_command(app))} - {"serve"}
    assert found | asked == set(VERBS), "`serve` answers until it is ended: test_serve_http"
    assert set(FILES) == {schema(name) for name in RUNS} | set(OTHERS) | {
        "scenario",
        "conform-message",
        "serve",
        "serve-message",
        "serve-request",
        "rulebook",  # these two by tests/portable, which has a linker or skips
        "rulebook-scope",
    }


def test_every_mode_of_explore_is_run() -> None:
    """Whatever makes `explore` print something else: an option without a value, or a number of plays."""
    group: Any = get_command(app)
    explore = group.commands["explore"]
    flags = {option.opts[0] for option in explore.params if getattr(option, "is_flag", False)} - {"--json"}
    flags -= {word for form in FORMS for word in form.option if form.verb == "explore"}  # they ask another verb
    assert {*flags, "--simulate"} <= {word for arguments in MODES.values() for word in arguments}


@pytest.mark.parametrize("name", AGREED)
def test_the_agreed_keys_are_required(name: str) -> None:
    promised = {
        "explore": lambda: FILES["explore"]["$defs"]["exploration"],
        "spec-coverage": lambda: FILES["spec-coverage"]["$defs"]["coverage"],
        "findings-list": lambda: FILES["findings-list"]["$defs"]["finding"],
        "results of prove": lambda: FILES["prove"]["$defs"]["proof"],
        "scenario-run": lambda: FILES["scenario-run"]["items"],
    }.get(name, lambda: FILES[name])()
    assert set(AGREED[name].split(", ")) <= set(promised["required"])


@pytest.mark.parametrize("name", sorted({*RUNS, *OTHERS}))
def test_an_output_fits_its_schema(outputs: Outputs, name: str) -> None:
    found = outputs[name]
    assert found
    assert problems(schema(name), found) == []
    assert undocumented(schema(name), found) == []
    if name not in ("state", "timings"):
        a_mutated_one_is_refused(name, found)


@pytest.mark.parametrize("ruleset", ["t28_nested", "t46_cap", "t54_step", "t58_turns", "t64_concede", "t68_idle"])
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("explore", ("explore", "--engine", "native")),
        ("explore-family", ("explore", "--readings", "--scope", "tiny")),
        ("explore-analyse", ("explore", "--analyse")),
        ("explore-layout", ("explore", "--show-layout")),
        (
            "ablate",
            (
                "adequacy",
                "--clauses",
            ),
        ),
        ("cores", ("prove", "--clashes", "--timeout", "0")),
    ],
)
def test_other_games_fit_too(command: Command, ruleset: str, name: str, arguments: tuple[str, ...]) -> None:
    """Rounds, pumps, caps, passes and concessions, of which the ferry has none."""
    verb, *mode = arguments
    answer = command(verb, ruleset, *mode, "--json")
    assert answer.code in (0, 1, 3), answer.err
    assert answer.json["schema"] == 1
    assert problems(name, answer.json) == []
    assert undocumented(name, answer.json) == []


WRONG: tuple[Any, ...] = (None, -7, "?", [[]], {"?": {"?": 1.5}})
"""Of these, a key of any one type refuses at least three."""


def mutants(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """The same value without one key at its top (or at the top of its first item), and with keys of wrong types."""
    top = value[0] if isinstance(value, list) else value
    for key in top:
        for what, change in (("without", lambda o, k: o.pop(k)), *((w, _set(w)) for w in WRONG)):
            changed = copy.deepcopy(value)
            change(changed[0] if isinstance(changed, list) else changed, key)
            yield f"{name}: {what} {key}", changed


def _set(wrong: Any) -> Callable[[dict[str, Any], str], None]:
    def change(found: dict[str, Any], key: str) -> None:
        found[key] = wrong

    return change


OPTIONAL = {"trace", "back_to", "quantified"}


def a_mutated_one_is_refused(name: str, found: Any) -> None:
    """A missing key, and a wrong type: at most two of the wrong values can be right for a key, by chance."""
    kept: dict[str, list[str]] = {}
    for about, mutant in mutants(found, name):
        if not problems(schema(name), mutant):
            what, key = about.split(": ", 1)[1].rsplit(" ", 1)
            kept.setdefault(key, []).append(what)
    assert not [key for key, whats in kept.items() if "without" in whats and key not in OPTIONAL]
    assert not {key: whats for key, whats in kept.items() if len(whats) > 2}


def test_inner_objects_are_described_too(outputs: Outputs) -> None:
    def changed(name: str, change: Callable[[Any], Any]) -> list[str]:
        value = copy.deepcopy(outputs[name])
        change(value)
        return problems(schema(name), value)

    assert changed("explore", lambda v: v["contradictions"][0].pop("play"))
    assert changed("explore", lambda v: v["properties"][0].update(verdict="TRUE"))
    assert changed("explore", lambda v: v["trace"]["steps"][0].pop("substeps"))
    assert changed("prove", lambda v: v["results"][0].update(seconds="1"))
    assert changed("check", lambda v: v["rulesets"][0]["scopes"][0].pop("depth"))
    assert changed("check", lambda v: v["rulesets"][0]["coverage"].pop("unaccounted"))
    short = dict.fromkeys(("ruleset", "scope", "subject", "message", "mend"), "")
    assert not changed("check", lambda v: v["falls_short"].append({**short, "kind": "proof"}))
    assert changed("check", lambda v: v["falls_short"].append({**short, "kind": "mood"}))
    assert changed("scenario-run", lambda v: v[0]["runs"][0]["actions"][0].update(verdict="maybe"))
    assert changed("scenario-words", lambda v: v["actions"][0]["norms"][0].pop("says"))
    assert changed("why", lambda v: v["clauses"][0].pop("stance"))
    assert changed("report", lambda v: v["rulesets"][0]["findings"][0]["clauses"][0].pop("line"))
    assert changed("state", lambda v: v.update(coins=1.5))
    assert changed("timings", lambda v: v["ferry"].pop("seconds"))
    assert changed("explore, native", lambda v: v.update(engine="c"))
    assert changed("explore", lambda v: v["contracted"].pop("states"))
    assert changed("simulate", lambda v: v["contradictions"][0].pop("first_play"))
    assert changed("simulate", lambda v: v["trace"]["start"].pop("substeps"))
    assert changed("explore-family", lambda v: v["readings"][0].pop("deadlocks"))
    assert changed("explore-family", lambda v: v["readings"][0]["verdicts"].update(something_crosses="TRUE"))
    assert changed("explore-family", lambda v: v["partings"][0]["options"].pop())
    assert changed("explore-family", lambda v: v["smallest"][0].update(payee=1))
    assert changed("explore-analyse", lambda v: v["analyses"][0].update(word="MAYBE"))
    assert changed("explore-analyse", lambda v: v["analyses"][0]["play"].pop("back_to"))
    assert changed("explore-analyse", lambda v: v["rules"].pop("never_live"))
    assert changed("explore-layout", lambda v: v["slots"][0].update(shift=64))
    assert changed("explore-layout", lambda v: v["constants"].update({"across[iron]": []}))
    assert changed("terminates", lambda v: v["results"][0].update(verdict="MAYBE"))
    assert changed("ablate", lambda v: v["clauses"][0].update(change="little"))
    assert changed("ablate", lambda v: next(c for c in v["clauses"] if c["properties"])["properties"][0].pop("with"))


def test_a_scenario_file_fits_its_schema(pristine: Path) -> None:
    document = tomllib.loads((pristine / "one.toml").read_text("utf-8"))
    jsonschema.validate(document, FILES["scenario"])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**document, "scenario": []}, FILES["scenario"])


def without_seconds(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_seconds(item) for key, item in value.items() if key != "seconds"}
    return [without_seconds(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", RUNS)
def test_seconds_alone_vary(outputs: Outputs, tmp_path: Path, name: str) -> None:
    """Each verb in two copies of a project, under other hash seeds; texts are compared, so that order counts too."""
    first, text = outputs.of(name)
    if name.startswith("cache"):  # the first run may have taken away what was kept
        text = run(first, 1, *RUNS[name], "--json")
    second = copied(outputs.pristine, tmp_path / "other")
    copies, found = (first, second), (text, run(second, 4242, *RUNS[name], "--json"))
    one, other = (json.dumps(without_seconds(json.loads(text))) for text in found)
    assert one == other
    for file in ("report/report.json.gz", "report/index.html"):
        written = [(project / file).read_bytes() for project in copies if (project / file).exists()]
        assert len(set(written)) <= 1, file


@pytest.mark.parametrize(
    "arguments",
    [
        ("findings",),
        ("spec", "--lint"),
        ("scenario", "checks/megacorp/scenarios/worked-examples.toml"),
        ("scenario", "--words", "megacorp"),
    ],
    ids="-".join,
)
def test_seconds_alone_vary_in_megacorp(arguments: tuple[str, ...]) -> None:
    one, other = (json.dumps(without_seconds(json.loads(run(ROOT, seed, *arguments, "--json")))) for seed in (1, 4242))
    assert one == other


def test_the_report_has_no_seconds(command: Command, tmp_path: Path) -> None:
    command("check", "--no-prove", "-o", str(tmp_path), project=FERRY)
    assert '"seconds"' not in gzip.decompress((tmp_path / "report.json.gz").read_bytes()).decode()
    assert (tmp_path / "timings.json").is_file()


def test_coverage_says_where_decisive_comes_from(command: Command, tmp_path: Path) -> None:
    """The last check of these rules, else the usual scope; a check of other rules or scopes is forgotten."""
    project = tmp_path / "ferry"
    shutil.copytree(FERRY, project, ignore=shutil.ignore_patterns("__pycache__", "build"))

    def coverage(*arguments: str) -> dict[str, Any]:
        found: dict[str, Any] = command("spec", *arguments, "--json", project=project).json[0]
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
    noted = read_note(project, "last-check/ferry", dict)
    assert noted is not None
    for other in ({**noted, "stamp": "0"}, {**noted, "scopes": 1}, ["no note"]):
        write_note(project, "last-check/ferry", other)
        assert coverage()["decisive_by"] == "exploration"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--analyse", "--save", "x.json"), ("--save", "--trace N")),
        (("--analyse", "--trace", "deadlok"), ("no analysis `deadlok`", "did you mean `deadlock`?")),
        (("--analyse", "--trace", "deadlok", "--json"), ("no analysis `deadlok`", "did you mean `deadlock`?")),
        (("--analyse", "--trace", "pump"), ("`pump` has no play: NONE IN SCOPE",)),
        (("--readings", "--scope", "tiny", "--question", "paye"), ("`paye` is no open choice of this scope", "payee")),
        (("--analyse", "--scope", "tinny"), ("did you mean `tiny`?",)),
        (("--readings", "--scope", "open"), ("only `prove` can use it",)),
    ],
    ids=lambda value: " ".join(value) if value[0].startswith("--") else "",
)
def test_mistakes_of_explore(command: Command, arguments: tuple[str, ...], said: tuple[str, ...]) -> None:
    refused(command("explore", "ferry", *arguments, project=FERRY), *said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("adequacy", "--clauses", "ferry", "--clause", "to_heavy"), ("--clause", "did you mean `too_heavy`?")),
        (("adequacy", "--clauses", "ferry", "--scope", "open"), ("only `prove` can use it",)),
        (("export", "ferry", "--to", "dot", "--max-states", "2"), ("the graph is not complete", "--max-states")),
        (("export", "ferry", "--to", "promela", "-o", "/proc/nowhere/x"), ("--output", "cannot be written")),
        (("export", "fery", "--to", "dot"), ("did you mean `ferry`?",)),
    ],
    ids=lambda value: " ".join(value) if value[0] in ("adequacy", "export") else "",
)
def test_mistakes_of_other_verbs(command: Command, arguments: tuple[str, ...], said: tuple[str, ...]) -> None:
    refused(command(*arguments, project=FERRY), *said)


def refused(answer: Answer, *said: str) -> None:
    """Exit code 2, and one message with what would mend it."""
    assert (answer.code, answer.out) == (2, ""), answer
    assert answer.err.startswith("error: ") and answer.err.count("error:") == 1 and "= help: " in answer.err
    for text in said:
        assert text in answer.err, answer.err


@pytest.mark.parametrize(
    ("verb", "option", "value"),
    [
        ("explore", "--simulate", "0"),
        ("explore", "--simulate", "x"),
        ("explore", "--seed", "x"),
        ("explore", "--workers", "0"),
        ("explore", "--workers", "65"),
        ("explore", "--engine", "fast"),
        ("explore", "--max-seconds", "nan"),
        ("adequacy --clauses", "--max-states", "0"),
        ("export", "--to", "latex"),
        ("export", "--max-states", "0"),
    ],
)
def test_values_that_are_none(command: Command, verb: str, option: str, value: str) -> None:
    """Refused before the project is looked at."""
    answer = command(*verb.split(), "ferry", option, value, project=FERRY)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("Error") == 1 and option in answer.err and "Traceback" not in answer.err


def test_the_play_of_an_analysis_replays(command: Command, tmp_path: Path) -> None:
    """Printed and saved are the same, and `replay` reads it."""
    file = tmp_path / "play.json"
    answer = command(
        "explore", "ferry", "--analyse", "--trace", "deadlock", "--save", str(file), "--json", project=FERRY
    )
    assert answer.code == 0, answer.err
    assert answer.json["trace"] == json.loads(file.read_text("utf-8"))
    assert command("play", str(file), project=FERRY).code == 0


@pytest.mark.parametrize("to", ["promela", "murphi", "dot", "graphml"])
def test_exports_are_the_same_bytes(pristine: Path, tmp_path: Path, to: str) -> None:
    """Whatever the hash seed; and what is printed is what is written."""
    project = copied(pristine, tmp_path / "ferry")
    one, other = (run(project, seed, "export", "ferry", "--to", to) for seed in (1, 4242))
    assert one == other
    assert run(project, 1, "export", "ferry", "--to", to, "-o", "it") == ""
    assert (project / "it").read_text("utf-8") == one
