"""The cookbook: its pages' commands print what the pages say, each example is on a page, and what is copied runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.front.constructs import constructs
from ruleslawyer.front.worked import cookbook, examples
from ruleslawyer.rulebook.register.sites import sites
from tests.cli.command import Command
from tests.cli.schemas import problems
from tests.documents import appears, blocks, commands

PAGES = Path(__file__).parents[2] / "docs" / "howto" / "cookbook"
PATTERNS = sorted(page for page in PAGES.glob("*.md") if page.stem != "index")


@pytest.mark.parametrize("page", PATTERNS, ids=[page.stem for page in PATTERNS])
def test_a_page(command: Command, page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an empty folder, as a reader would."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    (block,) = (one for one in blocks(page) if one.language == "console")
    for line, said in commands(block):
        program, *arguments = shlex.split(line)
        answer = command(*arguments, project=Path())  # a project that the line names itself is the last one named
        assert program == "ruleslawyer" and answer.code in (0, 1) and answer.err == "", f"{line}\n{answer.err}"
        assert appears(said, answer.out), f"$ {line}\n{answer.out}"


def test_each_example_is_on_one_page() -> None:
    included = re.compile(r"literalinclude\} .*/(\w+)\.py")
    shown = [name for page in PATTERNS for name in included.findall(page.read_text("utf-8"))]
    assert sorted(shown) == sorted(examples())
    listed = re.search(r"toctree\}\n.*?\n\n(.*?)```", (PAGES / "index.md").read_text("utf-8"), re.DOTALL)
    assert listed is not None and sorted(listed[1].split()) == [page.stem for page in PATTERNS]


def test_no_mistakes_and_every_scenario_passes(command: Command) -> None:
    linted = command("lint", "--run", "--states", "10", project=cookbook())
    assert linted.code == 0, linted.out
    ran = command("scenario", project=cookbook())
    assert ran.code == 0, ran.out


@pytest.mark.parametrize("name", sorted(examples()))
def test_its_clauses_cite_its_sentences(name: str) -> None:
    """Every sentence is cited by a rule, and every rule cites a sentence that there is."""
    worked = examples()[name]
    numbered = set(re.findall(r"^(\d+)\. ", worked.sentences, re.MULTILINE))
    system = Project.load(cookbook()).ruleset(name).system
    cited = {cite for rule in system.rules() for cite in rule.cites if ":" not in cite}
    own = cited if system.host is None else {cite for cite in cited if cite in numbered}
    assert own <= numbered
    assert numbered <= cited | set(re.findall(r'"(\d+)"', worked.source))


def test_what_is_copied_into_a_project_twice(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("init", "harbour").code == 0
    assert command("explain", "auction", "-o", "harbour").code == 0
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    again = command("explain", "auction", "-o", "harbour")
    assert (again.code, again.out) == (2, "")
    assert "pyproject.toml: this project has a ruleset `auction` already" in again.err and "= help: " in again.err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    assert command("lint", project=Path("harbour")).code == 0


def test_a_file_that_is_there_is_left_alone(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "auction.py").write_text("mine\n", encoding="utf-8")
    refused = command("explain", "auction", "-o", ".")
    assert refused.code == 2 and refused.err.startswith("error: model/auction.py: this file is there already")
    assert [path.name for path in tmp_path.rglob("*")] == ["model", "auction.py"]


def test_a_module_that_is_listed_twice_is_one_message(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An example that somebody copied by hand, under another name: its names are there twice."""
    monkeypatch.chdir(tmp_path)
    assert command("explain", "teams", "-o", ".").code == 0
    (tmp_path / "model" / "more.py").write_bytes((tmp_path / "model" / "teams.py").read_bytes())
    table = tmp_path / "pyproject.toml"
    table.write_text(table.read_text("utf-8").replace('"model.teams"', '"model.teams", "model.more"'), encoding="utf-8")
    refused = command("lint", project=tmp_path)
    said = refused.out + refused.err
    assert refused.code != 0 and "model/more.py" in said and "= help: " in said


@pytest.mark.parametrize("name", ["frame", "RL207"])
def test_what_is_no_pattern_is_not_copied(command: Command, tmp_path: Path, name: str) -> None:
    refused = command("explain", name, "-o", str(tmp_path / "new"))
    assert refused.code == 2 and "= help: " in refused.err and not list(tmp_path.iterdir())


def test_a_name_names_one_thing() -> None:
    assert set(examples()).isdisjoint(constructs())


def test_a_deal_as_a_choice_of_the_beginning(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's rules in place of those of the deal: six deals, and two words said in each, counted by hand."""
    monkeypatch.chdir(tmp_path)
    assert command("explain", "deal", "-o", "deal", project=Path()).code == 0
    (block,) = (one.text for one in blocks(PAGES / "deal.md") if one.language == "python")
    file = tmp_path / "deal" / "model" / "deal.py"
    text = file.read_text("utf-8").replace("import CHANCE, Chance, Checks", "import Checks")
    dealt = re.compile(r"@game\.initial.*?(?=@game\.seen)", re.DOTALL)
    file.write_text(dealt.sub(lambda _: f"{block}\n\n\n", text), "utf-8")
    answer = command("explore", "deal", "--json", project=tmp_path / "deal")
    assert answer.code == 0, answer.err
    assert (answer.json["states"], answer.json["transitions"]) == (6 + 12, 12)


def test_a_turn_that_comes_to_somebody_who_is_out_is_nobodys_decision(command: Command, tmp_path: Path) -> None:
    """Without the sentence by which turns skip him; a draft names the clause by which he is out."""
    assert command("explain", "elimination", "-o", str(tmp_path)).code == 0
    model = tmp_path / "model" / "elimination.py"
    text = model.read_text("utf-8")
    begin, end = text.index("@game.settle"), text.index("checks = Checks")
    model.write_text(text[:begin] + text[end:], "utf-8")
    found = command("explore", "elimination", "--json", project=tmp_path)
    assert {d["nobody"] for d in found.json["dead_ends"]} == {True} and problems("explore", found.json) == []
    shown = command("explore", "elimination", project=tmp_path).out
    assert "it is nobody's decision" in " ".join(shown.split()) and "leaves no choice" not in shown
    (number,) = re.findall(r"^(\d+) +deadlock", shown, re.MULTILINE)
    assert command("findings", "elimination", "--new", number, project=tmp_path).code == 0
    (draft,) = (tmp_path / "findings" / "elimination").glob("*.md")
    assert 'clauses = ["3", "2"' in draft.read_text("utf-8")
    wrong = command("explore", "elimination", "--trace", "standstill", project=tmp_path)
    assert wrong.code == 2 and "an event is named by its number" in wrong.err


def test_a_sentence_by_which_all_is_as_likely_is_cited(command: Command, tmp_path: Path) -> None:
    """A sentence of its own says what is shuffled, and nothing else cites it."""
    assert command("explain", "deal", "-o", str(tmp_path)).code == 0
    model = tmp_path / "model" / "deal.py"
    model.write_text(model.read_text("utf-8").replace('uniform="1"', 'uniform="9"'), "utf-8")
    found = [(one.role, one.rule) for one in sites(Project.load(tmp_path).ruleset("deal").system) if one.clause == "9"]
    assert found == [("chance", "deal")]
