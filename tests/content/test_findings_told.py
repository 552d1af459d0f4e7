"""A finding is told the same on every door: its page, the terminal, JSON, the FAQ and SARIF say the same of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.rulebook.table.words import HOLE, plain_name
from ruleslawyer.studies.games.kept import stakes_in_words
from tests.bundled import ROOT, RULEBOOKS, bundled
from tests.cli.command import Command
from tests.cli.conftest import command as command  # the fixture
from tests.unit.pages import Page

Json = dict[str, Any]
DOUBLED = re.compile(r"\b(?!(?:that|had)\b)([^\W\d_]+) \1\b", re.IGNORECASE)
"""A word twice, as no sentence has it."""


def squeezed(text: str) -> str:
    """A text without white space and marks, so that it is the same in lines, columns and elements."""
    return re.sub(r"[\s\\*]+", "", text)


def cells(page: str, head: str, *columns: str) -> list[list[str]]:
    """The rows of a table of the terminal below the line that begins so, with what stands in some columns."""
    lines = page[page.index(head) :].split("\n")
    starts = [lines[0].index(column) for column in columns]
    ends: list[int | None] = [*starts[1:], None]
    rows: list[list[str]] = []
    for line in lines[2 : lines.index("") if "" in lines else None]:
        if line[: starts[0]].strip():
            rows.append([""] * len(columns))
        for i, (start, end) in enumerate(zip(starts, ends, strict=True)):
            rows[-1][i] += f" {line[start:end].strip()}"
    return rows


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_door_tells_the_same(command: Command, tmp_path: Path, name: str) -> None:
    """Of each finding that stands: title, question, answers, lines, severity and stakes; and nowhere a hole that is
    open, a word twice, or a member by the name that the model has for it."""
    made = command("report", name, "--no-prove", "--matrix", "0", "-o", str(tmp_path), project=ROOT)
    assert made.code == 0, made.err
    compare(command, tmp_path, name)


def compare(command: Command, folder: Path, name: str) -> None:
    """Hold the doors of all findings of a ruleset against each other. folder: with its report."""
    ruleset = bundled().ruleset(name)
    results = {
        one["properties"]["finding"]: one
        for one in json.loads((folder / "report.sarif").read_text("utf-8"))["runs"][0]["results"]
    }
    ids = [finding.id for finding in ruleset.findings() if not finding.withdrawn]
    words = [f"{name}/{id_}" for id_ in ids]
    rows = {row["id"]: row for row in command("findings", *words, "--json", project=ROOT).json}
    printed = re.split(rf"^(?={name}/\d+: )", command("findings", *words, project=ROOT).out, flags=re.MULTILINE)[1:]
    assert len(ids) == len(printed) == len(rows) and {*results} == {*ids}
    members = {member for scope in ruleset.scopes() for some in ruleset.scope(scope).names.values() for member in some}
    raw = re.compile(rf"\b(?:{'|'.join(sorted(m for m in members if plain_name(m) != m)) or '(?!)'})\b")
    for id_, shown in zip(ids, printed, strict=True):
        row, result = rows[id_], results[id_]
        page = Page((folder / name / f"finding-{id_}.html").read_text("utf-8"))
        told, text = row["told"], page.words
        answers = [one["says"] for one in told["answers"]]
        assert told["question"] and len(answers) > 1 and row["title"] == told["title"]
        for said in (told["title"], told["question"], *answers):
            for door in (text, result["message"]["text"]):
                assert squeezed(said) in squeezed(door), (id_, said, door)
        for one in (told["title"], told["question"], told["happens"]):
            assert squeezed(one) in squeezed(shown), (id_, one, shown)
        for one in (told["happens"], *(answer["then"] for answer in told["answers"])):
            assert squeezed(one) in squeezed(text), (id_, one)
        keys = {"then": "what happens then", "wording": "the sentence to print"}
        keys = {key: name for key, name in keys.items() if any(one[key] for one in told["answers"])}
        table = [[squeezed(cell) for cell in one] for one in cells(shown, "    answer", "answer", *keys.values())]
        wanted = [[one["says"], *(one[key] for key in keys)] for one in told["answers"]]
        assert table == [[squeezed(cell) for cell in one] for one in wanted], id_
        places = [result["locations"], result["relatedLocations"]]
        starts = {
            place["physicalLocation"]["region"]["startLine"]
            for some in places
            for place in some
            if "physicalLocation" in place
        }
        lines = {int(one) for one in re.findall(r"^ *(\d+)   \S", shown.partition("\nThe rules\n")[2], re.MULTILINE)}
        assert starts == {*row["lines"]} <= lines and row["lines"]
        assert all(f"line-{line}" in page.ids for line in row["lines"])
        severity = row["severity"]
        assert shown.split(f"{row['kind']}, ")[1].startswith(f"{severity}, ")
        assert result["properties"]["severity"] == severity and severity in text
        stakes = {way: stakes_in_words(one) for way, one in (row["stakes"] or {}).items()}
        assert result["properties"].get("stakes", {}) == stakes, id_
        assert all(squeezed(said) in squeezed(door) for said in stakes.values() for door in (text, shown)), id_
        for door in (text, shown, json.dumps(told), json.dumps(result)):
            assert not raw.search(door), (id_, raw.search(door))
        for said in (told["happens"], told["question"], *answers, *(one["then"] for one in told["answers"])):
            assert not re.search(r"[{}…]", said) and not DOUBLED.search(said), (id_, said)
        assert not HOLE.search(shown) and not HOLE.search(result["message"]["text"]), id_
        assert not row.get("second") and "second reader" not in shown.lower()
