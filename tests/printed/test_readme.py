"""README.md is short; what docs/verbs.md and docs/rulebooks.md say is held against the command line, and counted again
from the project."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from ruleslawyer.cli.forms import FORMS
from ruleslawyer.cli.main import app
from ruleslawyer.cli.verbs import OTHERS, PANELS
from tests.bundled import bundled
from tests.cli.command import Command
from tests.printed.fields import read
from tests.printed.primary import Primary

ROOT = Path(__file__).parents[2]
README = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
LONGEST = 900
"""Words that a newcomer reads."""
VERBS_PAGE, RULEBOOKS = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("verbs.md", "rulebooks.md"))
PLAIN = " ".join(VERBS_PAGE.split())
COLUMNS = (
    "rulebook", "clauses", "modelled", "register only", "proved", "hold in scope", "violated", "questions",
    "findings: high, medium, low", "largest complete scope",
)  # fmt: skip
TITLES = {
    "megacorp": "MegaCorp", "memesis": "Memesis", "mere_mortals": "Mere Mortals", "daemons": "Daemons",
    "ccg": "A usual card game", "mnemonic": "Mnemonic",
}  # fmt: skip


def verbs(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every command that can be given, with its words."""
    parts = getattr(command, "commands", {})
    if not parts:
        yield name, command
    for word, part in parts.items():
        yield from verbs(part, f"{name} {word}".strip())


VERBS = dict(verbs(get_command(app)))


def rows(text: str, heading: str) -> list[list[str]]:
    """The table under a heading, cell by cell."""
    _, _, rest = text.partition(f"\n## {heading}\n")
    lines = [line for line in rest.partition("\n## ")[0].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if not set(line) <= {*"|- "}]


def test_a_newcomer_reads_little() -> None:
    assert len(README.split()) <= LONGEST


def test_the_tables_have_every_question() -> None:
    """Under the heading that the help has, each in its spelling."""
    for panel, wanted in {**PANELS, "Now and then": OTHERS}.items():
        cells = " ".join(row[0] for row in rows(VERBS_PAGE, panel))
        told = set(re.findall(r"`([a-z]+(?: --[a-z-]+(?: [a-z]+)?)?)`", cells))
        assert told == {*wanted} | {form.name for form in FORMS if form.verb in wanted}, panel


def test_which_verbs_have_json() -> None:
    sentence = re.search(r"all but ([^.]*?) have `--json`", PLAIN)
    without = {name for name, verb in VERBS.items() if not any("--json" in p.opts for p in verb.params)}
    assert sentence and {*re.findall(r"`(\w+)`", sentence[1])} == without
    assert [name for name, verb in VERBS.items() if "Example" not in f"{verb.help} {verb.epilog}"] == []


def test_what_the_site_opens_with(tmp_path: Path, command: Command) -> None:
    """A list of rulebooks, where there are several, and the pictures of findings on the page of each."""
    command("check", "t03_clash", "t04_over", "-o", str(tmp_path / "report"))
    page = read((tmp_path / "report/index.html").read_text(encoding="utf-8"))
    assert len(page.every("section", class_="card")) == 2 and not page.every("figure")
    assert "The site opens with a list of the rulebooks" in README


def row(name: str) -> dict[str, str]:
    head, *others = rows(RULEBOOKS, "What there is in each")
    assert tuple(head) == COLUMNS
    return next(dict(zip(COLUMNS, one, strict=True)) for one in others if one[0] == TITLES[name])


def test_the_table_has_every_rulebook() -> None:
    assert sorted(one[0] for one in rows(RULEBOOKS, "What there is in each")[1:]) == sorted(TITLES.values())


@pytest.mark.parametrize("name", TITLES)
def test_what_files_say_of_a_rulebook(name: str) -> None:
    p, told = Primary(ROOT, {"ruleset": name}, ROOT, several=True), row(name)
    words = [f["severity"] for f in p.standing.values()]
    assert told["clauses"] == str(len(p.clauses))
    assert told["register only"] == str(len(p.left_out))
    assert told["questions"] == str(len(bundled().ruleset(name).system.questions))
    assert told["findings: high, medium, low"] == ", ".join(str(words.count(w)) for w in ("high", "medium", "low"))
    scope, _, states = told["largest complete scope"].partition(": ")
    file = (ROOT / "checks" / name / "scopes" / f"{scope}.toml").read_text(encoding="utf-8")
    assert f"{states} states" in file or not tomllib.loads(file).get("campaign")


@pytest.mark.campaign
@pytest.mark.parametrize("name", TITLES)
def test_what_a_check_says_of_a_rulebook(name: str, tmp_path: Path, command: Command) -> None:
    (said,) = command("check", name, "--json", project=ROOT).json["rulesets"]
    p, told = Primary(ROOT, said, tmp_path, several=True), row(name)
    words = [p.best(one) for one in p.properties]
    assert told["modelled"] == str(said["coverage"]["modelled"])
    assert told["proved"] == str(sum(word.startswith("PROVED") for word in words))
    assert told["hold in scope"] == str(words.count("HOLDS IN SCOPE"))
    assert told["violated"] == str(words.count("VIOLATED"))
