"""Where a fresh reader stopped (tests/readings/first-hour.md): each place, entered as that reader entered it."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.command import Command

ROOT = Path(__file__).parents[2]
FERRY = ROOT / "tests" / "projects" / "ferry"
ENGINE = ROOT / "tests" / "conform" / "engine.py"


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))


def test_a_finding_by_its_number(command: Command) -> None:
    """4 is 004, wherever a finding is named."""
    told = command("findings", "daemons", "4", project=ROOT)
    assert told.out.startswith("daemons/004: ")
    for words in (("daemons/4",), ("daemons", "004")):
        assert command("findings", *words, project=ROOT).out == told.out
    assert command("findings", "daemons", "400", project=ROOT).code == 2


def test_no_hole_is_left_open(command: Command) -> None:
    told = command("findings", "daemons", "4", project=ROOT).out
    assert "What happens\nAnn holds five cards" in told
    assert "{" not in told and "[who]" not in told
    assert "A second reader" not in told
    reviewed = command("findings", "daemons", "4", "--review", project=ROOT).out
    assert "A second reader\nmedium, since" in reviewed


def test_settled_is_not_said_of_verdicts_that_are_still_so(command: Command) -> None:
    told = command("findings", "daemons", "4", "--settle", project=ROOT)
    assert told.code == 0
    (line,) = [line for line in told.out.splitlines() if "SETTLED" in line]
    assert line.startswith(
        "  SETTLED AS FAR AS EVENTS GO by how_else_a_turn_ends? = its_player_says_so, but for every_"
    )
    assert "every_turn_ends is VIOLATED" in line
    assert (
        "tried is the ruling, and the sentence to print as far as it says that: You may refresh only once" in told.out
    )


def test_lines_that_moved_move_in_findings(ferry: Path, command: Command) -> None:
    """Two lines are put in above line 7: what findings say of line 8 they then say of line 10, in any list."""
    finding = next((ferry / "findings" / "ferry").glob("001*"))
    finding.write_text(finding.read_text("utf-8") + "\nIt stands in line 8, and in lines 1 and 8.\n", "utf-8")
    text = ferry / "text" / "ferry.txt"
    text.write_text(
        text.read_text("utf-8").replace("2. Crossing\n", "2. Crossing\nRafts are not carts.\n\n", 1), "utf-8"
    )
    asked = ("spec", "ferry", "--verify", "--source", str(ferry / "text"))
    told = command(*asked, project=ferry)
    assert "1 finding name lines by other numbers than they have now; --update moves them: 001" in told.out
    assert command(*asked, "--json", project=ferry).json[0]["findings"] == ["001"]
    assert "line 8, and in lines 1 and 8" in finding.read_text("utf-8")
    assert "name lines by their numbers of now: 001" in command(*asked, "--update", project=ferry).out
    assert "It stands in line 10, and in lines 1 and 10." in finding.read_text("utf-8")
    assert "name lines" not in command(*asked, project=ferry).out


def test_the_words_of_cannot_are_held_against_the_text(ferry: Path, command: Command) -> None:
    """The words of the book pass, and those of a paraphrase; others do not."""
    rules = ferry / "model" / "ferry" / "river.py"
    written = rules.read_text("utf-8")
    asked = ("spec", "ferry", "--verify", "--source", str(ferry / "text"), "--json")
    for words, strange in (("carts that are heavy", {}), ("no dragon sleeps", {"too_heavy": "no dragon sleeps"})):
        rules.write_text(re.sub(r'@cross\.forbid\("2\.2"[^)]*\)', f'@cross.cannot("2.2", "{words}")', written), "utf-8")
        assert command(*asked, project=ferry).json[0]["strange_words"] == strange


def test_new_events_come_first(tmp_path: Path, command: Command) -> None:
    """A clause under another name makes the contradiction another one; it is new until the rules change again."""
    game = tmp_path / "game"
    assert command("init", str(game)).code == 0
    assert "new contradiction" not in command("explore", "game", project=game).out
    assert "new contradiction" not in command("explore", "game", project=game).out
    (rules,) = (file for file in (game / "model").rglob("*.py") if "the_last_stone" in file.read_text("utf-8"))
    rules.write_text(rules.read_text("utf-8").replace("the_last_stone", "all_that_is_left"), "utf-8")
    for _ in range(2):
        told = command("explore", "game", project=game).out
        rows = [line for line in told.splitlines() if line.lstrip()[:1].isdigit() and "contradiction" in line]
        assert "new contradiction" in rows[0] and "all_that_is_left" in rows[0]


def test_the_play_to_a_deadlock_is_asked_for_by_the_word(command: Command) -> None:
    """Where none of a kind was met that is said, and no property is named for want of it."""
    listed = re.search(r"^(\d+) +deadlock", command("explore", "ferry", project=FERRY).out, re.MULTILINE)
    assert listed is not None
    told = command("explore", "ferry", "--trace", "deadlock", project=FERRY)
    assert told.out == command("explore", "ferry", "--trace", listed[1], project=FERRY).out
    refused = command("explore", "ferry", "--trace", "unending", project=FERRY)
    assert refused.code == 2 and "no unending was met" in refused.err


def test_the_effect_that_differs_comes_first(command: Command) -> None:
    """The other engine pays somebody else: 2.3a and 2.6 are the clauses of the effect that writes coins."""
    engine = f"{sys.executable} {ENGINE} {FERRY} ferry payee=other_is_paid"
    found = command("conform", "ferry", "--exec", engine, "--json", project=FERRY)
    assert found.code == 1
    difference = found.json["differences"][0]
    first = difference["reasons"][0]
    assert first["about"] == "an effect of cross" and "coins" in first["says"], difference
    assert list(difference["clauses"])[: len(first["clauses"])] == first["clauses"]


def test_the_words_of_scenarios_say_what_means_something(command: Command) -> None:
    found = command("scenario", "daemons", "--words", "--json", project=ROOT).json
    fields = {field["name"]: field["says"] for field in found["fields"]}
    assert fields["first"] == "Who is first means something until the first turn begins."
    assert fields["crossed"] == "Back to its default when step becomes DAWN."
    assert fields["memory"] == ""
    assert found["means"]["Step"]["ROLL"] == "dice are rolled for the first player"
    told = " ".join(command("scenario", "daemons", "--words", project=ROOT).out.split())
    assert "ROLL dice are rolled for the first player" in told
