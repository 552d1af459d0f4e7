"""Findings as a command line names them: ``RULESET ID``, ``RULESET/ID``, several at once; and as the pages print it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.cli.conftest import command as command  # the fixture
from tests.cli.schemas import problems, undocumented

ROOT = Path(__file__).parents[2]

FERRY = ROOT / "tests" / "projects" / "ferry"


@pytest.mark.parametrize("named", [("ferry", "001"), ("ferry/001",), ("001",), ("ferry", "001", "ferry/001")])
def test_one_finding_is_verified(command: Command, named: tuple[str, ...]) -> None:
    """The project has one ruleset, so that an id alone will do."""
    answer = command("findings", "verify", *named, "--json", project=FERRY)
    assert (answer.code, [(f["ruleset"], f["id"]) for f in answer.json]) == (0, [("ferry", "001")])
    assert problems("findings-verify", answer.json) == [] and undocumented("findings-verify", answer.json) == []


def test_several_findings_at_once(command: Command) -> None:
    shown = command("findings", "show", "ferry/003", "001", "--json", project=FERRY)
    assert [f["id"] for f in shown.json] == ["003", "001"]
    assert problems("findings-show", shown.json) == [] and undocumented("findings-show", shown.json) == []
    text = command("findings", "show", "ferry", "003", "001", project=FERRY).out
    assert text.index("003  ") < text.index("001  ")
    settled = command("findings", "settle", "ferry/001", "ferry/002", "--json", project=FERRY)
    assert [f["id"] for f in settled.json] == ["001", "002"]


def test_a_finding_about_an_end_is_verified(command: Command) -> None:
    """That a turn of Daemons need not end is asked of a lasso, which has no exploration behind it."""
    answer = command("findings", "verify", "daemons/004", project=ROOT)
    assert answer.code == 0 and answer.out.startswith("daemons 004: reproduces (computed): "), answer.err


def test_a_ruleset_that_no_id_follows_is_meant_as_a_whole(command: Command) -> None:
    whole = command("findings", "verify", "ferry", project=FERRY).out
    assert whole.endswith("3 findings, 2 rulings tried out\n")


@pytest.mark.parametrize(
    ("named", "said"),
    [
        (("ferry", "009"), ("ferry has no finding `009`", "did you mean `00")),
        (("ferry/9",), ("ferry has no finding `9`", "001")),
        (("ferry/",), ("names no finding", "ferry/ID")),
        (("fery/001",), ("no ruleset `fery`", "did you mean `ferry`")),
        (("fery", "001"), ("no ruleset `fery`", "did you mean `ferry`")),
    ],
)
@pytest.mark.parametrize("verb", ["show", "verify", "settle"])
def test_a_finding_that_is_not_there(
    command: Command, verb: str, named: tuple[str, ...], said: tuple[str, str]
) -> None:
    answer = command("findings", verb, *named, project=FERRY)
    assert (answer.code, answer.out, answer.err.count("error:")) == (2, "", 1)
    assert all(words in answer.err for words in said), answer.err


def test_an_id_alone_needs_its_ruleset_where_there_are_several(command: Command) -> None:
    answer = command("findings", "verify", "003", project=ROOT)
    assert answer.code == 2 and "of which ruleset is finding `003`?" in answer.err and "RULESET/003" in answer.err


def test_one_play_is_saved_at_a_time(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    answer = command("findings", "show", "ferry", "--save", str(file), project=FERRY)
    assert answer.code == 2 and "one play is saved at a time" in answer.err and not file.exists()


@pytest.mark.parametrize("named", ["ferry/001", "ferry 001", "001"])
def test_a_scenario_is_recorded_from_a_finding(command: Command, tmp_path: Path, named: str) -> None:
    answer = command("scenario", "new", "--finding", named, "-o", str(tmp_path / "one.toml"), project=FERRY)
    assert answer.code == 0, answer.err


def test_a_whole_ruleset_is_no_single_finding(command: Command, tmp_path: Path) -> None:
    answer = command("scenario", "new", "--finding", "ferry", "-o", str(tmp_path / "one.toml"), project=FERRY)
    assert answer.code == 2 and "names no single finding" in answer.err


def test_the_command_that_a_page_prints_works(command: Command, tmp_path: Path) -> None:
    made = ("report", "ferry", "--no-prove", "--matrix", "0", "-o", str(tmp_path))
    assert command(*made, project=FERRY).code == 0
    pages = sorted(tmp_path.glob("ferry/finding-*.html"))
    printed = [re.findall(r"<code>ruleslawyer (findings [^<]*)</code>", page.read_text("utf-8")) for page in pages]
    assert printed == [[f"findings verify ferry 00{i}"] for i in (1, 2, 3)]
    for (line,) in printed:
        answer = command(*line.split(), project=FERRY)
        assert answer.code == 0 and re.search("^1 finding, . rulings? tried out$", answer.out, re.M), answer.out
