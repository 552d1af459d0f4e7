"""A user's mistakes: one clear message on standard error, exit code 2, never a traceback, nothing half-written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ruleslawyer.cli.explore as explore_verb
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Outcome, TransitionSystem
from tests.cli.command import Answer, Command, copied


def is_one_message(answer: Answer) -> bool:
    return answer.code == 2 and answer.err.count("error:") == 1 and "Traceback" not in answer.err and answer.out == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("explore", "t57_pases"), "did you mean `t57_passes`?"),
        (("explore", "t57_passes", "--scope", "tny"), "did you mean `tiny`?"),
        (("explore", "t20_answers_differ", "--reading", "strid=two"), "did you mean `stride`?"),
        (("explore", "t20_answers_differ", "--reading", "stride=tow"), "did you mean `two`?"),
        (("explore", "t20_answers_differ", "--reading", "stride"), 'write "question=option"'),
        (("explore", "t20_answers_differ", "--reading", "stride=one", "--reading", "stride=two"), "chosen twice"),
        (("explore", "t20_answers_differ", "--ruling", "move=may"), "is no question"),
        (("explore", "t140_gap_ruled", "--ruling", "strid:gap=jump"), "did you mean `stride`?"),
        (("explore", "t140_gap_ruled", "--ruling", "stride?=jmp"), "did you mean `jump`?"),
        (("explore", "t140_gap_ruled", "--ruling", "stride?=at_first"), "where no answer speaks it is silent too"),
        (("explore", "t140_gap_ruled", "--ruling", "stride:then_two/then_one?=then_two"), "it has no gap"),
        (("explore", "t140_gap_ruled", "--ruling", "stride?"), 'write "question=option"'),
        (("explore", "t140_gap_ruled", "--ruling", "stride:gap=jump", "--ruling", "stride?=stay"), "chosen twice"),
        (("explore", "t140_gap_ruled", "--ruling", "stride=jump", "--ruling", "stride?=jump"), "ruled twice"),
        (("explore", "t140_gap_ruled", "--reading", "stride?=jump"), "is the gap of a question"),
        (("prove", "t140_gap_ruled", "--scope", "tiny", "--ruling", "stride?=at_first"), "it is silent too"),
        (("explore", "t57_passes", "--trace", "1"), "there is no event 1"),
        (("explore", "t57_passes", "--save", "x.json"), "--trace N"),
        (("check", "nothing"), "no ruleset `nothing`"),
        (("prove", "t57_passes", "--scope", "open"), "no scope `open`"),
        (("play", "no-such-file.json"), "there is no such file"),
        (("spec", "t57_passes", "1"), "has no register"),
        (("spec", "--verify", "--source", "no-such-folder"), "no such folder"),
        (("findings", "t57_passes", "001"), "no finding `001`"),
    ],
)
def test_names(command: Command, arguments: tuple[str, ...], said: str) -> None:
    answer = command(*arguments)
    assert is_one_message(answer)
    assert said in answer.err


@pytest.mark.parametrize(
    ("written", "line", "said"),
    [
        ("[[scenario]]\nname = { a = 1\nb = 2\n", 2, "close it with `}` in the same line"),
        ("[[scenario]]\nname = { a = 1", 2, "close it with `}` in the same line"),
        ("[[scenario]]\nname = { a = 1,\n b = 2 }\n", 2, "close what is open there in the same line"),
        ("[[scenario]]\nname = [1,\n2\n", 2, "close it with `]`"),
        ("[[scenario]]\nname = { a = [1, {", 2, "close what is open there"),
        ("[[scenario]\nname = 1\n", 1, "close it in the same line"),
        ('[[scenario]]\nname = """one\ntwo\n', 2, "close it with the same quotes"),
        ('[[scenario]]\nname = "one\ntwo = 1\n', 2, "close the text with its quotes in the same line"),
        ('[[scenario]]\nname = "one"\n\nname = "two"\n', 4, "is there already: keep one"),
        ("[a]\n\n[a]\n", 3, "is there already: keep one"),
        ("a = { b = 1, b = 2 }\n", 1, "is there already: keep one"),
    ],
)
def test_what_is_no_toml_is_said_at_its_line(
    command: Command, tmp_path: Path, written: str, line: int, said: str
) -> None:
    project = copied(tmp_path, "t57_passes")
    file = project / "checks" / "t57_passes" / "scenarios" / "one.toml"
    file.parent.mkdir(parents=True)
    file.write_text(written, encoding="utf-8")
    answer = command("scenario", project=project)
    assert is_one_message(answer)
    assert f"one.toml:{line}:" in answer.err and said in " ".join(answer.err.split()), answer.err


def test_a_mistake_of_a_scope_that_others_extend_is_counted_once(command: Command, tmp_path: Path) -> None:
    """Of the scope that it is in, of one that extends it, and of one that extends that one and has its own."""
    project = copied(tmp_path, "t57_passes")
    scopes = project / "t57_passes" / "scopes"
    tiny = scopes / "tiny.toml"
    tiny.write_text(tiny.read_text("utf-8").replace("[sorts]\n", "[sorts]\nBoat = 2\n"), "utf-8")
    (scopes / "more.toml").write_text('title = "More"\nextends = "tiny"\n', "utf-8")
    (scopes / "most.toml").write_text('title = "Most"\nextends = "more"\n\n[sorts]\nCat = 2\n', "utf-8")
    answer = command("lint", "t57_passes", project=project)
    assert answer.code == 2 and answer.out.endswith("t57_passes: 2 mistakes\n")
    assert answer.out.count("no sort `Boat`") == answer.out.count("no sort `Cat`") == 1
    (found,) = command("lint", "t57_passes", "--json", project=project).json
    assert [Path(one["file"]).name for one in found["diagnostics"]] == ["tiny.toml", "most.toml"]


def test_usage(command: Command) -> None:
    assert command("explore").code == 2
    assert command("explore", "t57_passes", "--max-states", "none").code == 2
    assert command("fly").code == 2


def test_no_project(command: Command, tmp_path: Path) -> None:
    answer = command("check", project=tmp_path)
    assert is_one_message(answer)
    assert "no ruleslawyer project" in answer.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tool.ruleslawyer", "this is not TOML"),
        ("[tool.ruleslawyer.rulesets.x]\nmodules = []\n", "has no modules"),
        ("[tool.ruleslawyer.rulesets.x]\nmodules = ['y.model']\n", "has no file y/model.py"),
        ("[tool.ruleslawyer.rulesets.x]\nmodels = []\n", "did you mean `modules`?"),
    ],
)
def test_project_files(command: Command, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    answer = command("check", project=tmp_path)
    assert is_one_message(answer)
    assert said in answer.err


@pytest.mark.parametrize(
    "text", ["[sorts]\nPlayer = 0\n", "[sorts]\nPlayer = 1\n[caps]\ncount = -1\n", "[sorts", "[sorts]\nPlayr = 1\n"]
)
def test_scope_files(command: Command, tmp_path: Path, text: str) -> None:
    project = copied(tmp_path, "t57_passes")
    (project / "t57_passes" / "scopes" / "tiny.toml").write_text(text, encoding="utf-8")
    answer = command("explore", "t57_passes", project=project)
    assert is_one_message(answer)
    assert "tiny.toml" in answer.err


def test_models_report_all_mistakes(command: Command, tmp_path: Path) -> None:
    project = copied(tmp_path, "t57_passes")
    model = project / "t57_passes" / "model.py"
    text = model.read_text(encoding="utf-8")
    model.write_text(text.replace("s.count += 1", "s.cuont += 1").replace("not s.answering", "not s.answring"), "utf-8")
    answer = command("explore", "t57_passes", project=project)
    assert is_one_message(answer)
    assert "cuont" in answer.err and "answring" in answer.err
    linted = command("lint", "--json", project=project)
    assert linted.code == 2
    assert len(linted.json[0]["diagnostics"]) >= 2


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "{}",
        "[" * 100_000,
        '{"ruleset": "t57_passes", "scope": "tiny"}',
        '{"ruleset": "t57_passes", "scope": "tiny", "digest": "", "reading": {}, "start": 1, "steps": 1, "last": 1}',
        '{"ruleset": "t57_passes", "scope": "tiny", "reading": 7}',
        '{"ruleset": "t57_passes", "scope": "tiny", "reading": {}, "rulings": [7]}',
        '{"ruleset": 5}',
        "\ufeff\x00",
    ],
)
def test_plays(command: Command, tmp_path: Path, text: str) -> None:
    file = tmp_path / "play.json"
    file.write_text(text, encoding="utf-8")
    assert is_one_message(command("play", str(file)))


def test_a_play_that_does_not_replay(command: Command, tmp_path: Path) -> None:
    """Exit code 2, the step, and the clause that forbids it."""
    file = tmp_path / "play.json"
    assert command("explore", "t20_answers_differ", "--trace", "1", "--save", str(file)).code == 0
    assert command("play", str(file)).code == 0
    play = json.loads(file.read_text(encoding="utf-8"))
    play["start"]["state"]["count"] = 1
    file.write_text(json.dumps(play), encoding="utf-8")
    answer = command("play", str(file), "--json")
    assert answer.code == 2
    assert not answer.json["replays"]
    assert "step 0" in answer.json["problems"]["direct"]


def test_a_defect_of_the_tool(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The traceback goes to a file, and the message asks for a report."""
    project = copied(tmp_path, "t57_passes")

    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError("somewhere deep")

    monkeypatch.setattr(explore_verb, "explore_scope", fails)
    monkeypatch.delenv("RULESLAWYER_DEBUG", raising=False)
    answer = command("explore", "t57_passes", project=project)
    assert is_one_message(answer)
    assert "please report it" in answer.err
    assert "somewhere deep" in (project / "build" / "internal-error.txt").read_text(encoding="utf-8")


def interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C as the fourth step is taken."""
    take = TransitionSystem.take
    taken = 0

    def stops(system: TransitionSystem, state: State, instance: Instance) -> Outcome:
        nonlocal taken
        taken += 1
        if taken > 3:
            monkeypatch.setattr(TransitionSystem, "take", take)
            raise KeyboardInterrupt
        return take(system, state, instance)

    monkeypatch.setattr(TransitionSystem, "take", stops)


def test_interrupted(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found so far is printed, and said to be incomplete."""
    interrupt(monkeypatch)
    answer = command("explore", "t57_passes", "--json")
    assert answer.code == 130
    assert (answer.json["complete"], answer.json["stopped"]) == (False, "interrupted")
    assert 0 < answer.json["states"] < 7


def test_an_interrupted_check(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt(monkeypatch)
    answer = command("check", "t57_passes", "t58_turns", "--json")
    assert answer.code == 130
    assert "incomplete" in {s["kind"] for s in answer.json["falls_short"]}
    (only,) = answer.json["rulesets"]
    assert not only["scopes"][0]["complete"]


@pytest.mark.parametrize(
    ("language", "says", "mend"),
    [
        ("0.1", "which no release reads", 'language = "0.2"'),
        ("0.3", "this tool reads up to 0.2", "install ruleslawyer 0.3"),
        ("1.10", "this tool reads up to 0.2", "install ruleslawyer 1.10"),
        ("new", "no version", 'language = "0.2"'),
    ],
)
def test_another_language_is_one_message(command: Command, tmp_path: Path, language: str, says: str, mend: str) -> None:
    """Whatever is asked, and before anything else is read: the model is not there."""
    project = copied(tmp_path, "t57_passes")
    settings = project / "pyproject.toml"
    own = f'[tool.ruleslawyer]\nlanguage = "{language}"\n\n{settings.read_text("utf-8")}'
    settings.write_text(own, encoding="utf-8")
    (project / "t57_passes" / "model.py").unlink()
    for verb in ("lint", "check", "findings"):
        answer = command(verb, project=project)
        assert (answer.code, answer.out) == (2, "") and "pyproject.toml:2: " in answer.err
        assert says in answer.err and mend in answer.err and answer.err.count("error:") == 1, answer.err
    settings.write_text(own.replace(f'"{language}"', '"0.2"'), encoding="utf-8")
    assert "model" in command("lint", project=project).err
