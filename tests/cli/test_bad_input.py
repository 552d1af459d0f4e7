"""Bad input, case by case through the command: one message with place and mend, exit code 2, nothing half-written."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import Answer, Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
BOOK, RIVER = "spec/ferry/book.toml", "spec/ferry/river.toml"
MODEL, CHECKS = "model/ferry/river.py", "checks/ferry/river.py"
TINY, FINDING, SETTINGS = "checks/ferry/scopes/tiny.toml", "findings/ferry/001-toll.md", "pyproject.toml"
HUGE = "9" * 5000
DEEP = "[" * 100_000


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    """A copy of the ferry, to break."""
    shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build"))
    return tmp_path / "ferry"


def files(folder: Path) -> dict[str, bytes]:
    """Everything in a project, but for what is kept of runs."""
    found = (p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts and "build" not in p.parts)
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in found}


def refuses(answer: Answer, *said: str) -> None:
    """One message that says all this, and a mend."""
    assert answer.code == 2, answer
    assert answer.err.startswith("error: ") and answer.err.count("error:") == 1, answer.err
    assert "Traceback" not in answer.err and "internal error" not in answer.err
    assert "= help: " in answer.err, answer.err
    assert answer.out == ""
    for text in said:
        assert text in answer.err, answer.err


def change(project: Path, file: str, old: str, new: str) -> None:
    path = project / file
    text = path.read_text("utf-8")
    assert old in text, f"{file} has no {old}"
    path.write_text(text.replace(old, new, 1), "utf-8")


def after(text: str) -> Callable[[str], str]:
    return lambda old: old + text


CASES = {
    # what, file, old, new, verb, said
    "broken TOML, register": (RIVER, "[[line]]", "[[line]", "spec --lint", (f"{RIVER}:4:",)),
    "broken TOML, book": (BOOK, 'title = "', 'title = "\n', "spec --lint", (f"{BOOK}:2:",)),
    "broken TOML, scope": (TINY, "[sorts]", "[sorts", "explore ferry", (f"{TINY}:2:",)),
    "broken TOML, project": (SETTINGS, "[tool.ruleslawyer", "[tool.ruleslawyer[", "check", ("pyproject.toml:",)),
    "broken TOML, finding": (FINDING, "id = ", "id = = ", "findings", (FINDING + ":2:",)),
    "unknown clause, model": (MODEL, '"2.5"', '"2.55"', "lint ferry", (MODEL, "2.55", "did you mean")),
    "unknown clause, check": (CHECKS, '"2.1"', '"2.11"', "lint ferry", (CHECKS, "2.11", "did you mean")),
    "unknown clause, finding": (FINDING, '"2.4"', '"2.44"', "findings", (FINDING + ":", "2.44", "did you mean")),
    "unknown clause, term": (BOOK, '"2.4"', '"2.44"', "spec --lint", (BOOK + ":", "2.44", "did you mean")),
    "duplicate clause": (RIVER, '"2.3b"', '"2.3a"', "spec --lint", (RIVER + ":", "2.3a is there twice")),
    "duplicate line": (RIVER, "number = 7", "number = 6", "spec --lint", (RIVER + ":", "registered twice")),
    "duplicate finding": (FINDING, 'id = "001"', 'id = "002"', "findings", (FINDING + ":2", "002-what-is-wrong")),
    "unparsable rules": (MODEL, "def other(p: Player) -> Player:", "def other(p: Player -> Player:", "explore ferry",
                         (MODEL + ":", "RL100")),
    "unsupported construct": (MODEL, "    return the(q for", "    while True:\n        pass\n    return the(q for",
                              "explore ferry", (MODEL + ":", "RL1")),
    "no players": (TINY, 'Player = ["Ann", "Bob"]', "Player = 0", "explore ferry", (TINY + ":", "nobody to play")),
    "negative cap": (TINY, "coins = 9", "coins = -1", "explore ferry", (TINY + ":", "leaves nothing to explore")),
    "a billion players": (TINY, 'Player = ["Ann", "Bob"]', "Player = 1_000_000_000", "explore ferry", (TINY + ":3",)),
    "a long number, scope": (TINY, "coins = 9", f"coins = {HUGE}", "explore ferry", (TINY + ":", "too long")),
    "a large number, scope": (TINY, "coins = 9", f"coins = {HUGE[:4000]}", "explore ferry", (TINY + ":", "too large")),
    "a long number, register": (RIVER, "bullet = 1", f"bullet = {HUGE}", "spec --lint", (RIVER + ":", "too long")),
    "a long number, finding": (FINDING, "[[evidence]]", f"x = {HUGE}\n[[evidence]]", "findings", ("too long",)),
    "a long number, project": (SETTINGS, "[tool", f"x = {HUGE}\n[tool", "check", (SETTINGS + ":", "too long")),
    "deep, scope": (TINY, "[caps]", f"x = {DEEP}\n[caps]", "explore ferry", (TINY + ":", "too deep")),
    "deep, register": (RIVER, 'title = "The river"', f"title = {DEEP}", "spec --lint", (RIVER, "too deep")),
    "deep, finding": (FINDING, "id = ", f"x = {DEEP}\nid = ", "findings", (FINDING, "too deep")),
    "deep, project": (SETTINGS, "[tool", f"x = {DEEP}\n[tool", "check", (SETTINGS, "too deep")),
    "an impossible date": (TINY, 'title = "', 'x = 2001-02-30\ntitle = "', "explore ferry", (TINY + ":",)),
    "deep rules": (MODEL, "    return the(q for", f"    return {'(' * 5000}1\n    return the(q for", "lint ferry",
                   (MODEL + ":",)),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_broken_file(command: Command, ferry: Path, name: str) -> None:
    file, old, new, verb, said = CASES[name]
    change(ferry, file, old, new)
    before = files(ferry)
    answer = command(*verb.split(), project=ferry)
    if verb == "lint ferry":  # it reports all mistakes of the model as its result
        assert answer.code == 2 and "Traceback" not in answer.err, answer
        assert all(text in answer.out + answer.err for text in said), answer
    else:
        refuses(answer, *said)
    assert files(ferry) == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("explore", "ferry", "--reading", "paye=owner"), ("reading", "did you mean `payee`?")),
        (("explore", "ferry", "--reading", "payee=x"), ("`payee` has no option `x`",)),
        (("explore", "ferry", "--scope", "tinny"), ("did you mean `tiny`?",)),
        (("spec", "--scope", "tinny"), ("did you mean `tiny`?",)),
        (("spec", "ferry", "2.33"), ("2.33", "did you mean")),
        (("why", "ferry", "--scope", "tiny", "cros(who=Ann)"), ("did you mean `cross`?",)),
        (("why", "ferry", "--scope", "tiny", "cross(who=Anna, cart=hay)"), ("Ann, Bob",)),
        (("why", "ferry", "--scope", "tiny", "cross(who=Ann"), ("ends too early",)),
        (("why", "ferry", "tiny", "cross(who=Ann)"), ("there is no file `tiny`", "--scope tiny")),
        (("why", "ferry", "--scope", "tiny", '{"action": ' + DEEP), ("ACTION",)),
        (("why", "ferry", "--scope", "tiny", '{"action": ' + HUGE + "}"), ("too long",)),
        (("why", "ferry", "nowhere.json", "cross"), ("there is no file `nowhere.json`",)),
        (("findings", "ferry", "01x"), ("no finding `01x`",)),
        (("findings", "--new", "ferry", "99"), ("there is no event 99",)),
        (("spec", "--draft", "no-such-book.md"), ("no-such-book.md", "there is no such file")),
        (("spec", "--lint", "fery"), ("did you mean `ferry`?",)),
    ],
)
def test_a_wrong_name(command: Command, ferry: Path, arguments: tuple[str, ...], said: tuple[str, ...]) -> None:
    before = files(ferry)
    refuses(command(*arguments, project=ferry), *said)
    assert files(ferry) == before


def play(command: Command, ferry: Path) -> Path:
    file = ferry.parent / "play.json"
    explored = command("explore", "ferry", "--trace", "something_crosses", "--save", str(file), project=ferry)
    assert explored.code in (0, 1), explored.err
    assert json.loads(file.read_text("utf-8"))["steps"]
    return file


def test_a_play_that_does_not_replay(command: Command, ferry: Path) -> None:
    """At which step, and which clause forbids it."""
    file = play(command, ferry)
    assert command("play", str(file), project=ferry).code == 0
    found = json.loads(file.read_text("utf-8"))
    mine = {"Ann": "iron", "Bob": "iron"}[found["steps"][0]["args"]["who"]]
    found["steps"][0]["args"]["cart"] = mine
    file.write_text(json.dumps(found), "utf-8")
    refuses(command("play", str(file), project=ferry), "play.json", "step 1", "too_heavy (2.2)")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (None, '{"ruleset": "ferry", "scope": "ti'),
        (None, DEEP),
        (None, '{"a":' * 100_000),
        (None, "[" * 900 + "]" * 900),
        (None, HUGE),
        (None, "\x00"),
        (None, "7"),
        ('"steps": [', '"steps": [null, '),
        ('"steps": [', '"steps": 5, "x": ['),
        ('"steps": [', '"steps": [' + "[" * 900 + "]" * 900 + ", "),
        ('"Ann": 1', f'"Ann": {HUGE}'),
        ('"Ann": 1', f'"Ann": {HUGE[:4000]}'),
        ('"Ann": 1', '"Ann": 1e999'),
        ('"Ann": 1', '"Ann": NaN'),
        ('"Ann": 1', '"Ann": true'),
        ('"Ann": 1', '"Ann": -1e9'),
        ('"scope": "tiny"', '"scope": "../../../etc"'),
        ('"reading": {}', '"reading": {"x": "y"}'),
        ('"ruleset": "ferry"', '"ruleset": "fery"'),
    ],
    ids=range(19),
)
def test_hostile_plays(command: Command, ferry: Path, old: str | None, new: str) -> None:
    file = play(command, ferry)
    text = file.read_text("utf-8")
    assert old is None or old in text
    file.write_text(new if old is None else text.replace(old, new), "utf-8")
    for verb in (("play", str(file)), ("why", "ferry", str(file), "cross(who=Ann, cart=hay)")):
        answer = command(*verb, project=ferry)
        if verb[0] == "why" and answer.code == 0:
            assert old in ('"reading": {}', '"ruleset": "ferry"')  # `why` asks about the state alone
        else:
            refuses(answer)


@pytest.mark.parametrize("state", ["{}", '{"coins": {"Ann": 1}}', '{"coins": 7, "across": 7, "turn": 7}'])
def test_states_that_do_not_fit(command: Command, ferry: Path, state: str) -> None:
    file = ferry.parent / "state.json"
    file.write_text(state, "utf-8")
    refuses(command("why", "ferry", str(file), "cross(who=Ann, cart=hay)", project=ferry), "state")


def test_a_source_folder_without_the_file(command: Command, ferry: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    before = files(ferry)
    for more in ((), ("--update",), ("--json",)):
        answer = command("spec", "--verify", "--source", str(tmp_path / "empty"), *more, project=ferry)
        refuses(answer, "ferry.txt", "name the folder")
    refuses(command("spec", "--verify", "--source", str(ferry / "text" / "ferry.txt"), project=ferry), "--source")
    assert command("spec", "--verify", project=ferry).code == 0, "the project's own text is taken"
    assert files(ferry) == before


def test_a_draft_over_something(command: Command, ferry: Path) -> None:
    before = files(ferry)
    book = ferry / "text" / "ferry.txt"
    refuses(command("spec", "--draft", str(book), project=ferry), "spec/ferry", "-o")
    refuses(command("spec", "--draft", str(book), "-o", str(ferry / SETTINGS), project=ferry), "pyproject.toml")
    refuses(command("spec", "--draft", str(book), "-o", str(ferry / SETTINGS / "x"), project=ferry), "-o")
    assert files(ferry) == before


def test_a_draft_of_a_file_outside(command: Command, tmp_path: Path) -> None:
    """In no project at all; then `spec --lint` counts the stubs of the register once a project lists it."""
    book = tmp_path / "elsewhere" / "Night Watch.md"
    book.parent.mkdir()
    book.write_text("# Night Watch\n## Dawn\n- The watch ends (see 4.1).\n- Nobody sleeps, see rule 4.1.\n", "utf-8")
    work = tmp_path / "work"
    work.mkdir()
    drafted = command("spec", "--draft", str(book), project=work)
    assert drafted.code == 0, drafted.err
    assert "[tool.ruleslawyer.rulesets.night_watch]" in drafted.out
    settings = '[tool.ruleslawyer.rulesets.night_watch]\ntitle = "Night Watch"\nmodules = []\n'
    (work / SETTINGS).write_text(settings, "utf-8")
    linted = command("spec", "--lint", "--json", project=work)
    assert linted.code == 1
    assert linted.json[0]["todo"] == ["1.1", "1.2"]
    assert [d["clause"] for d in linted.json[0]["dangling"]] == ["1.1", "1.2"]
    text = command("spec", "--lint", project=work)
    assert "not yet paraphrased: 2 clauses" in text.out
    covered = command("spec", "--json", project=work).json[0]
    assert (covered["clauses"], covered["modelled"], covered["not_yet_modelled"]) == (2, 0, 2)
    assert command("spec", "night_watch", "1.1", project=work).out.startswith("1.1  (no paraphrase yet)")
    refuses(command("explore", "night_watch", project=work), "night_watch", "has no modules")
    shown = command("spec", "--verify", "--source", str(book.parent), project=work)
    assert shown.code == 0, shown


@pytest.mark.parametrize(
    ("state", "code"),
    [pytest.param("s: State, ", 0, id="right", marks=pytest.mark.campaign), pytest.param("", 2, id="wrong")],
)
def test_a_megabyte_of_rules(ferry: Path, state: str, code: int) -> None:
    """It is read, or refused with the first of its mistakes, within bounded memory and time."""
    rule = '\n\n@ferry.term("2.4")\ndef term_{0}({1}p: Player) -> int:\n    """A term."""\n    return {0}\n'
    path = ferry / MODEL
    count = 1_000_000 // len(rule) + 1
    before, action, after = path.read_text("utf-8").partition("\n\n@ferry.action")  # terms come first
    path.write_text(before + "".join(rule.format(i, state) for i in range(count)) + action + after, "utf-8")
    ran = subprocess.run(
        (sys.executable, "-B", "-m", "ruleslawyer", "--project", str(ferry), "lint", "ferry"),
        capture_output=True, text=True, check=False, timeout=200,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30)),
    )  # fmt: skip
    assert ran.returncode == code and "Traceback" not in ran.stderr, ran.stderr
    assert len(ran.stdout) + len(ran.stderr) < 100_000


EXPECTED = "checks/ferry/expected.toml"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tiny", (EXPECTED, "not TOML")),
        ("\n[tiny.nobody]\nverdict = 'VIOLATED'\nreason = 'x'\n", (f"{EXPECTED}:2", "tiny.nobody")),
        ("[tiny.something_crosses]\nverdict = 'PROVEN'\nreason = 'x'\n", (f"{EXPECTED}:2", "did you mean `PROVED`?")),
        (None, (EXPECTED, "this is a folder")),
    ],
)
def test_expectations_are_read_before_anything_is_printed(
    command: Command, ferry: Path, text: str | None, said: tuple[str, ...]
) -> None:
    (ferry / EXPECTED).unlink(missing_ok=True)
    (ferry / EXPECTED).write_text(text, "utf-8") if text is not None else (ferry / EXPECTED).mkdir()
    for arguments in (("explore", "ferry"), ("prove", "ferry"), ("check", "--no-prove", "--json")):
        refuses(command(*arguments, project=ferry), *said)


@pytest.mark.parametrize("key", ["spec", "scopes", "findings"])
def test_a_folder_that_is_a_file(command: Command, ferry: Path, key: str) -> None:
    change(ferry, SETTINGS, 'title = "', f'{key} = "text/ferry.txt"\ntitle = "')
    refuses(command("findings", project=ferry), f"`{key}` names text/ferry.txt, which is no folder")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--trace", "1", "--save", "model"), "is a folder"),
        (("--trace", "1", "--save", "pyproject.toml/x.json"), "cannot be written"),
        (("--trace", "1", "--save", "/proc/nowhere/x.json"), "cannot be written"),
        (("--trace", "1", "--save", "x" * 300), "cannot be written"),
        (("--trace", "²"), "there is no property `²`"),
        (("--trace", "9" * 5000), "there is no event 999"),
    ],
)
def test_plays_that_cannot_be_saved(
    command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(ferry)
    before = files(ferry)
    refuses(command("explore", "ferry", *arguments, project=ferry), said)
    assert files(ferry) == before


@pytest.mark.parametrize("output", ["pyproject.toml", "/proc/nowhere"])
@pytest.mark.parametrize("verb", ["check --no-prove"])
def test_reports_that_cannot_be_written(command: Command, ferry: Path, verb: str, output: str) -> None:
    where = str(ferry / output) if not output.startswith("/") else output
    refuses(command(*verb.split(), "-o", where, project=ferry), "--output", "cannot be written")


@pytest.mark.parametrize("option", ["--timeout=inf", "--timeout=nan", "--timeout=-1"])
def test_times_that_are_none(command: Command, ferry: Path, option: str) -> None:
    answer = command("prove", "ferry", option, project=ferry)
    assert answer.code == 2 and "Traceback" not in answer.err and "internal error" not in answer.err


def test_an_argument_given_twice(command: Command, ferry: Path) -> None:
    answer = command("why", "ferry", "--scope", "tiny", "cross(who=Ann, who=Bob, cart=hay)", project=ferry)
    refuses(answer, "`who` is given twice")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"Ann": 1', '"Ann": 7, "Ann": 1', "the key `Ann` is there twice"),
        ('"Ann": 1', '"Ann": -Infinity', "`-Infinity` is no number"),
        ('"schema": 1', '"schema": 99', "`schema` is 99"),
        ('"schema": 1', '"schema": true', "`schema` is True"),
        ('"kind": "', '"kind": [], "x": "', "a sub-step"),
        ('"reading": {}', '"reading": []', "`reading` must be an object"),
        ('"ruleset": "ferry"', f'"ruleset": "{"x" * 1_000_000}"', "no ruleset"),
        ('"ruleset": "ferry"', '"ruleset": "\\u001b[31mred"', "no ruleset"),
    ],
    ids=range(8),
)
def test_plays_that_say_two_things(command: Command, ferry: Path, old: str, new: str, said: str) -> None:
    file = play(command, ferry)
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    answer = command("play", str(file), project=ferry)
    refuses(answer, said)
    assert len(answer.err) < 5000 and "\x1b" not in answer.err


def test_a_play_of_the_first_version(command: Command, ferry: Path) -> None:
    """It may leave out its version."""
    file = play(command, ferry)
    file.write_text(file.read_text("utf-8").replace('"schema": 1,', ""), "utf-8")
    assert command("play", str(file), project=ferry).code == 0


@pytest.mark.parametrize("name", ["a folder", "a pipe", "no end", "a link to itself"])
def test_files_that_are_none(command: Command, ferry: Path, name: str) -> None:
    path = ferry / "it"
    match name:
        case "a folder":
            path.mkdir()
        case "a pipe":
            os.mkfifo(path)
        case "no end":
            path.symlink_to("/dev/zero")
        case "a link to itself":
            path.symlink_to("it")
    refuses(command("play", str(path), project=ferry), "it: this is ")
    refuses(command("scenario", str(path / "x.toml"), project=ferry), "x.toml")
    (ferry / TINY).unlink()
    (ferry / TINY).symlink_to("tiny.toml")
    answer = command("explore", "ferry", project=ferry)
    assert answer.code == 2 and "internal error" not in answer.err, answer


def test_a_project_with_a_name_of_any_length(command: Command) -> None:
    refuses(command("explore", "ferry", project=Path("x" * 5000)), "too long")


def test_a_folder_without_scenarios(command: Command, ferry: Path) -> None:
    refuses(command("scenario", str(ferry / "text"), project=ferry), "there is no scenario file in this folder")


def test_a_megabyte_of_scenarios(ferry: Path) -> None:
    """The file's lines are kept once, not once for each scenario."""
    one = '[[scenario]]\nname = "{}"\nscope = "tiny"\nthen = {{ turn = "Ann" }}\nstart = {{ frst = "Ann" }}\n\n'
    path = ferry / "many.toml"
    path.write_text("".join(one.format(i) for i in range(9_000)), "utf-8")
    ran = subprocess.run(
        (sys.executable, "-B", "-m", "ruleslawyer", "--project", str(ferry), "scenario", str(path)),
        capture_output=True, text=True, check=False, timeout=200,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30)),
    )  # fmt: skip
    assert ran.returncode == 2 and "frst" in ran.stderr, ran.stderr


def test_memory_that_is_not_there(command: Command, ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("ruleslawyer.cli.explore.explore_scope", fails)
    refuses(command("explore", "ferry", project=ferry), "not enough memory")
