"""Answers that are settled: tried together, the model's from then on, and taken back. Expectations are those of the
table in `picnic`, worked out by hand."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.exploration.explore import explore_graph
from tests.cli.command import Command
from tests.cli.picnic import EMPTY, FULL, GO, STAY, answers, picnic
from tests.cli.schemas import problems, undocumented


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return picnic(tmp_path / "project")


def settle(command: Command, project: Path, *given: Any) -> Any:
    answer = command("findings", "--settle", "--from", answers(project, *given), "--json", project=project)
    assert answer.out, answer.err
    assert problems("findings-settle", answer.json) == [] and undocumented("findings-settle", answer.json) == []
    return answer.json["together"]


def told(together: Any) -> set[tuple[str, str, tuple[str, ...], bool]]:
    return {(e["direction"], e["says"], tuple(e["by"]), e["in_book"]) for e in together["effects"]}


def test_answers_that_are_harmless_alone_contradict_each_other(command: Command, project: Path) -> None:
    found = settle(command, project, STAY, FULL)
    assert told(found) == {
        ("repairs", "nobody leaves thirsty", ("001",), True),
        ("breaks", "the picnic can end", ("001", "002"), True),
        ("breaks", "cups suffice", ("002",), False),
    }, "a second sip is too many on the small table alone"
    assert found["moot"] == [{"finding": "003", "by": ["001"]}] and found["unfinished"] == []
    plays = {e["says"]: e["play"] for e in found["effects"]}
    assert plays["nobody leaves thirsty"] == ["initial()", "leave(who=Ann)"], "what went wrong before"
    assert "the_picnic_can_end" not in found["holds"] and "nobody_leaves_thirsty" in found["holds"]


@pytest.mark.parametrize("given", [(STAY,), (FULL,), (GO, FULL), (STAY, EMPTY)])
def test_the_others_do_not(command: Command, project: Path, given: Any) -> None:
    found = settle(command, project, *given)
    assert not [e for e in found["effects"] if len(e["by"]) > 1]
    assert ("003" in [one["finding"] for one in found["moot"]]) == (STAY in given)
    assert "the_picnic_can_end" in found["holds"]


def test_what_falls_away_on_the_small_table_alone_is_not_said_to(command: Command, project: Path) -> None:
    """With two cups, as the book has them, it is asked of whoever leaves, thirsty or not."""
    assert settle(command, project, STAY)["moot"] == [{"finding": "003", "by": ["001"]}]
    command("findings", "picnic/001", "--settle", "--undo", project=project)
    rules = project / "model" / "picnic.py"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("if s.sips == 0:", "if s.sips == 0 or Numbers.cups == 2:"), "utf-8")
    assert settle(command, project, STAY)["moot"] == []


def test_each_answer_that_breaks_it_alone_is_named_in_any_order(command: Command, project: Path) -> None:
    """A second sip, and a thirsty one whom nobody misses, each by itself; each is told with a play of its own."""
    rules = project / "model" / "picnic.py"
    calm = """

@checks.always("1")
def all_is_calm(s: State) -> bool:
    return s.sips <= 1 and (not s.left or s.sips > 0 or s.missed)
"""
    rules.write_text(rules.read_text("utf-8") + calm, "utf-8")
    unmissed = ("003", "No", {"is_missed": "one_is_not"})
    for given in ((FULL, unmissed), (unmissed, FULL)):
        effects = settle(command, project, *given)["effects"]
        told_ = {one["by"][0]: one["play"] for one in effects if one["says"] == "all is calm" and len(one["by"]) == 1}
        assert told_ == {
            "002": ["initial()", "sip(who=Ann)", "sip(who=Ann)"], "003": ["initial()", "leave(who=Ann)"],
        }  # fmt: skip
        command("findings", "picnic/002", "picnic/003", "--settle", "--undo", project=project)


def test_a_set_that_contradicts_itself_is_told_and_falls_short(command: Command, project: Path) -> None:
    answer = command("findings", "--settle", "--from", answers(project, STAY, FULL), project=project)
    assert answer.code == 1
    assert "001 and 002 contradict each other: only together they break: the picnic can end" in answer.out
    assert "on the small table tiny alone: breaks: cups suffice (by 002)" in answer.out
    assert "moot: 003 Is one missed who leaves thirsty?" in answer.out


def test_every_later_verb_takes_them_for_the_models(command: Command, project: Path) -> None:
    settle(command, project, STAY, FULL)
    explored = command("explore", "picnic", "--scope", "tiny", "--json", project=project).json
    assert (explored["states"], explored["ended"]) == (3, 0) and explored["gaps"] == []
    words = {v["property"]: v["verdict"] for v in explored["properties"]}
    assert words["the_picnic_can_end"] == "VIOLATED" and words["nobody_leaves_thirsty"] == "HOLDS IN SCOPE"
    assert explored["premises"]["rulings"] == {
        "filled_again?": "again", "leaves_early?": "when_nothing_is_left",
    }, "each verdict names them"  # fmt: skip
    games = command("games", "picnic", "--scope", "tiny", "--games", "5", "--longest", "9", "--json", project=project)
    assert games.json["ended"] == 0, "nobody may ever leave"
    checked = command("check", "picnic", "--no-prove", "--json", project=project).json
    (short,) = [one for one in checked["falls_short"] if "can end" in one["message"]]
    assert short["kind"] == "settled" and "(by 001, 002)" in short["message"]
    assert [f["reproduced"] for f in checked["rulesets"][0]["findings"]] == [True] * 3, "they are about the book"


def test_they_are_taken_back(command: Command, project: Path) -> None:
    before = {path: path.read_bytes() for path in project.rglob("*.md")}
    settle(command, project, STAY, FULL)
    answer = command("findings", "picnic/002", "--settle", "--undo", project=project)
    assert (answer.code, "picnic/002 is open again" in answer.out) == (0, True), answer.err
    explored = command("explore", "picnic", "--scope", "tiny", "--json", project=project).json
    assert (explored["states"], explored["ended"]) == (3, 1), "one sips, and leaves"
    assert command("findings", "picnic/001", "--settle", "--undo", project=project).code == 0
    explored = command("explore", "picnic", "--scope", "tiny", "--json", project=project).json
    assert len(explored["gaps"]) == 3 and explored["premises"]["rulings"] == {}
    texts = {path: path.read_text("utf-8").partition("\n[[settle]]")[0].encode() for path in before}
    assert all(before[path].startswith(text[:40]) and b'state = "open"' in text for path, text in texts.items())
    again = command("findings", "picnic/001", "--settle", "--undo", project=project)
    assert again.code == 2 and "finding 001 is not answered" in again.err


@pytest.mark.parametrize("given", [*product((GO, STAY), (EMPTY, FULL))])
def test_what_is_settled_is_what_was_ruled(command: Command, project: Path, given: Any) -> None:
    """The model with the answers, as every verb reads it, has the graph and the verdicts of the one under rulings."""
    keys = [f"--ruling={key}:gap={option}" for _, _, ruled in given for key, option in ruled.items()]
    ruled = command("explore", "picnic", "--scope", "tiny", *keys, "--json", project=project).json
    settle(command, project, *given)
    settled = command("explore", "picnic", "--scope", "tiny", "--json", project=project).json
    for key in ("states", "transitions", "ended", "deadlocks", "gaps"):
        assert ruled[key] == settled[key], key
    assert [(v["property"], v["verdict"]) for v in ruled["properties"]] == [
        (v["property"], v["verdict"]) for v in settled["properties"]
    ]


def test_only_what_reads_the_question_is_asked_again(
    command: Command, project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A second scope has no way to leave, so that nothing there hangs on who may."""
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    scopes = project / "checks" / "picnic" / "scopes"
    (scopes / "seated.toml").write_text('off = ["leave"]\n' + (scopes / "tiny.toml").read_text("utf-8"), "utf-8")
    check = ("check", "picnic", "--no-prove", "--json")
    assert command(*check, project=project).out
    settle(command, project, STAY)
    explored: list[str] = []

    def noted(system: Any, *given: Any, **named: Any) -> Any:
        explored.append(system.scope.name)
        return explore_graph(system, *given, **named)

    monkeypatch.setattr("ruleslawyer.check.explorations.explore_graph", noted)
    assert command(*check, project=project).out
    assert "tiny" in explored and "seated" not in explored


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[settled.001]\n"leaves_early?" = "nobody"\n', "has no option `nobody`"),
        ('[settled.001]\n"may_sing" = "yes"\n', "`may_sing`"),
        ("[settled.001]\nleaves_early = 3\n", "must be a text"),
        ('[settled.001]\nfilled_again = "again"\n[settled.002]\nfilled_again = "it_is_empty"\n', "settled twice"),
        ("[settled\n", "not TOML"),
        ("[answers]\n", "unknown key `answers`"),
    ],
)
def test_a_file_that_is_wrong_is_one_message(command: Command, project: Path, text: str, said: str) -> None:
    (project / "checks" / "picnic" / "settled.toml").write_text(text, "utf-8")
    answer = command("explore", "picnic", "--scope", "tiny", project=project)
    assert answer.code == 2 and said in answer.err and "checks/picnic/settled.toml" in answer.err, answer.err


def test_another_option_cannot_be_chosen(command: Command, project: Path) -> None:
    settle(command, project, STAY)
    for choice in ("--reading=leaves_early=when_one_likes", "--ruling=leaves_early=when_one_likes"):
        answer = command("explore", "picnic", "--scope", "tiny", choice, project=project)
        assert answer.code == 2 and "it is settled that" in answer.err and "--undo" in answer.err
    same = command(
        "explore", "picnic", "--scope", "tiny", "--reading=leaves_early=when_nothing_is_left", project=project
    )
    assert "3 states" in same.out


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ({"given": (STAY, ("002", "Never", {"leaves_early": "when_one_likes"}))}, "contradict each other"),
        ({"given": (STAY, STAY)}, "answered twice"),
        ({"given": (STAY, ("002", "Maybe", {"filled_again": "maybe"}))}, "maybe"),
        ({"given": (STAY, ("002", "Both", {"leaves_early": "when_one_likes"})), "edition": "0123"}, "another edition"),
        ({"given": (STAY,), "edition": 3}, "this is no file of decisions"),
    ],
)
def test_nothing_is_written_by_half(command: Command, project: Path, file: Any, said: str) -> None:
    before = {path: path.read_bytes() for path in project.rglob("*") if path.suffix in (".md", ".toml")}
    given = file.pop("given")
    answer = command("findings", "--settle", "--from", answers(project, *given, **file), project=project)
    assert answer.code == 2 and said in answer.err, answer.out + answer.err
    assert before == {path: path.read_bytes() for path in project.rglob("*") if path.suffix in (".md", ".toml")}


def test_half_a_file_is_one_message(command: Command, project: Path) -> None:
    path = Path(answers(project, STAY))
    path.write_text(path.read_text("utf-8")[:40], "utf-8")
    answer = command("findings", "--settle", "--from", str(path), project=project)
    assert answer.code == 2 and answer.err.count("error") == 1


def test_the_same_is_a_call(project: Path) -> None:
    ruleset = Project.load(project).ruleset("picnic")
    found = ruleset.settle_together({"001": {"leaves_early": "when_nothing_is_left"}, "002": {"filled_again": "again"}})
    (one,) = found.contradictions
    assert one.by == ("001", "002") and found.moot == {"003": ("001",)}


def test_the_report_tells_each_answer_and_the_set(command: Command, project: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    made = ("report", "picnic", "--no-prove", "-o", str(site))
    assert command(*made, project=project).code == 0
    front, page = ((site / name).read_text("utf-8") for name in ("index.html", "picnic/finding-001.html"))
    assert "answers that save most" in front and "repairs “nobody leaves thirsty”" in front
    assert "settles it" not in front.replace("settles itself", ""), "a word for some answers and not for others"
    assert "Repairs:" in page and "nobody leaves thirsty" in page and "Falls away:" in page
    assert "cups suffice" not in (site / "picnic" / "finding-002.html").read_text("utf-8"), (
        "a small table alone shows it"
    )
    assert "first:</strong> under an answer" in (site / "picnic" / "finding-003.html").read_text("utf-8")
    settle(command, project, STAY, FULL)
    found = command(*made, "--json", project=project).json
    assert problems("report", found) == []
    page = (site / "picnic" / "impact.html").read_text("utf-8")
    assert "contradict each other" in page and "the picnic can end" in page
    assert "falls away" in (site / "index.html").read_text("utf-8")
    assert json.dumps(found).count('"direction": "breaks"') >= 1
