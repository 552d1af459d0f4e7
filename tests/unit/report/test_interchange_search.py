"""The search of a site as people ask, run in node on the findings of this repository: each question finds what it asks,
in the open rulebook first."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.report.finding_layout import KINDS

ROOT = Path(__file__).parents[3]
ASSETS = ROOT / "src/ruleslawyer/report/assets"
SCRIPT = Path(__file__).with_name("search_of_site.cjs")
DECK, TWICE, FUSE, STUCK, TIE = (
    "deck runs out", "creature attack twice", "can I fuse my opponents creature", "nobody can move", "tie",
)  # fmt: skip
WANTED = {
    "memesis": {DECK: "008", TWICE: "019", FUSE: "152", STUCK: "008", TIE: "195"},
    "daemons": {DECK: "013", TWICE: "003", STUCK: "005", TIE: "029"},
    "megacorp": {DECK: "019", TIE: "068", STUCK: "050"},
    "mere_mortals": {DECK: "003", STUCK: "003", TIE: "027"},
    "mnemonic": {DECK: "012", STUCK: "001"},
}
"""Of each rulebook the finding about what is asked, by its title in the register."""
FIRST = 6


@cache
def index() -> list[list[Any]]:
    """An index of the findings' files: kind, id, title, all that their pages open with, page; by rulebook."""
    found: dict[str, list[list[str]]] = {}
    for path in sorted((ROOT / "findings").glob("*/*.md")):
        told = tomllib.loads(path.read_text(encoding="utf-8").split("+++")[1])
        says = [told.get(key, "") for key in ("crux", "ask")]
        says += [one.get(key, "") for one in told.get("answer", ()) for key in ("says", "wording")]
        says.append(KINDS[told["kind"]])
        kind = "withdrawn finding" if told["state"] == "withdrawn" else "finding"
        book, id_ = path.parent.name, told["id"]
        found.setdefault(book, []).append([kind, id_, told["title"], " ".join(says), id_])
    return [[book, f"{book}/", entries] for book, entries in found.items()]


@cache
def hits() -> dict[str, list[list[str]]]:
    """The addresses that each query finds with a page of its rulebook open, by rulebook. By `FUSE` those of that query,
    which is of another one, with a page of Mere Mortals open."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    asked = [*((book, [*queries]) for book, queries in WANTED.items()), ("mere_mortals", [FUSE])]
    given = json.dumps({"index": index(), "asked": asked})
    done = subprocess.run(["node", str(SCRIPT), str(ASSETS)], input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return dict(zip((*WANTED, FUSE), json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("book", WANTED)
def test_a_question_as_people_ask_it_finds_its_finding(book: str) -> None:
    for (query, id_), found in zip(WANTED[book].items(), hits()[book], strict=True):
        assert f"{book}/{id_}" in found[:FIRST], (query, found[:FIRST])
        assert found[0].startswith(book), (query, found[:FIRST])


def test_what_another_rulebook_alone_has_is_found_from_everywhere() -> None:
    (found,) = hits()[FUSE]
    assert found[0] == "memesis/152"
