"""Every number on a page is counted again from its source, and no page has one that does not say where it is from."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleslawyer.report.site import PAGES
from ruleslawyer.report.statement import STATEMENTS
from tests.cli.command import Command
from tests.printed import recount_played, recount_scopes
from tests.printed.fields import NUMBER, Node, statements, texts
from tests.printed.primary import Json, Primary
from tests.printed.recount import RECOUNTS, fits, sheets

ROOT = Path(__file__).parents[2]
BOOKS = ("ccg", "daemons", "megacorp", "memesis", "mere_mortals", "mnemonic")
BY_CHECK = {name for name in STATEMENTS if name.startswith("check.")}
"""What a terminal prints, and the document says of a check."""


LETTER = re.compile(r"[^\W\d_]")


def wrong(p: Primary) -> Iterator[str]:
    """The statements of a report that are not what is counted."""
    for name, page in p.pages.items():
        for field in statements(page):
            source = field.attributes["data-source"]
            if source == "front.more" and not field.numbers:
                continue
            expected = RECOUNTS[source](p, name, field)
            if not fits(field, expected):
                yield f"{p.id}/{name}: {source} {field.attributes.get('data-about', '')}: “{field.text}”: {expected}"


def misled(p: Primary) -> Iterator[str]:
    """The links that name a line of the book in which their clause does not stand, by the register's own files."""
    lines = {clause["id"]: clause["line"] for clause in p.clauses}
    for name, page in p.pages.items():
        for link in page.every("a"):
            file, _, id_ = link.attributes.get("href", "").partition("#c-")
            said = re.fullmatch(r"(?:line )?(\d+)", link.text)
            if id_ in lines and said and "host" not in file and int(said[1]) != lines[id_]:
                yield f"{p.id}/{name}: “{link.text}” for {id_}"


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (str(key), *strings(inner))
    elif isinstance(value, list):
        if value and all(isinstance(one, dict) and "text" in one for one in value):
            yield "".join(one["text"] for one in value)  # a sentence in pieces
        for inner in value:
            yield from strings(inner)


def plain(text: str) -> str:
    return " ".join("".join(" " if c in "_-" else c for c in text if c != "`").split()).lower()


class Told:
    """What a page may have numbers in without a source of its own: the words of the document, names, and pointers."""

    POINTER = re.compile(r"\b(?:lines?|chapter|section|step|beginning) \d+(?:(?:, | and | to )\d+)*|\ba[46]\b")
    """At a line of the book, for one; and the sizes of paper."""
    LABELS = re.compile("assumed: |left open: |it makes no difference: |it is told in|, and nothing else changes")
    """What pages put around a text of the document."""

    def __init__(self, p: Primary) -> None:
        every = {plain(one) for one in strings(p.document)}
        self.values = {*every, *(str(clause["line"]) for clause in p.clauses)}
        self.told = "\0".join(every)
        numbered = {one for one in every if LETTER.search(one) and NUMBER.search(one)}
        chapters = p.document["register"]["chapters"] if p.document["register"] else []
        numbered |= {plain(f"{one['number']} {one['title']}") for one in chapters}
        numbered |= {plain(f"{id_} {f['title']}") for id_, f in p.findings.items()}
        numbered |= {*p.findings, *(clause["id"].lower() for clause in p.clauses)}
        self.numbered = sorted(numbered, key=len, reverse=True)
        self.known: dict[str, bool] = {}

    def has(self, piece: str) -> bool:
        if piece not in self.known:
            self.known[piece] = self._has(piece)
        return self.known[piece]

    def has_sentence(self, text: str) -> bool:
        """Whether a sentence in pieces is the document's."""
        sentence = plain(text).strip(" ?.")
        return len(sentence) > 7 and sentence in self.told

    def _has(self, piece: str) -> bool:
        parts = [part.strip(" ….") for part in self.LABELS.split(piece)]
        return all(self._has_part(part) or self._has_parts(part) for part in parts)

    def _has_parts(self, piece: str) -> bool:
        parts = [part.strip() for part in re.split("[·;←→]", self.POINTER.sub("·", piece))]
        return all(self._has_part(part) or (len(parts) > 1 and part in self.values) for part in parts)

    def _has_part(self, part: str) -> bool:
        if not NUMBER.search(part) or (len(part) > 7 and part in self.told):
            return True
        for one in self.numbered:
            part = part.replace(one, " ")
        return not NUMBER.search(part)


def without_source(p: Primary) -> Iterator[str]:
    """The pieces of text that have a number, and are neither a statement nor the document's own words."""
    told = Told(p)
    for name, page in p.pages.items():
        for text, around, shows_values in texts(page.every("main")[0]):
            piece = plain(text)
            values = shows_values and all(part.strip(",→?:;. ") in told.values for part in piece.split())
            if NUMBER.search(piece) and not values and not told.has(piece) and not told.has_sentence(around):
                yield f"{p.id}/{name}: “{' '.join(text.split())}”"


def checked(project: Path, folder: Path, command: Command, *names: str) -> list[Primary]:
    answer = command("check", *names, "-o", str(folder), "--json", project=project)
    assert answer.code in (0, 1), answer.err
    found: list[Json] = answer.json["rulesets"]
    return [Primary(project, one, folder, len(found) > 1) for one in found]


@pytest.fixture
def ferry(tmp_path: Path, command: Command) -> Primary:
    """A small project of which games and best play are kept; of its games some were given up."""
    project = tmp_path / "ferry"
    shutil.copytree(ROOT / "tests/projects/ferry", project, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(Path(__file__).with_name("games.json"), project / "checks/ferry/games.json")
    assert command("games", "--best", "ferry", "--keep", "--max-seconds", "2", project=project).code in (0, 1)
    (found,) = checked(project, tmp_path / "report", command)
    return found


def test_every_statement_is_counted_again() -> None:
    assert PAGES and recount_played and recount_scopes, "that all are loaded"
    assert {*STATEMENTS} - BY_CHECK == {*RECOUNTS}


def test_what_the_pages_of_a_small_project_say(ferry: Primary) -> None:
    assert [*wrong(ferry), *misled(ferry), *sheets(ferry)] == []
    assert list(without_source(ferry)) == []
    said = {one.attributes["data-source"] for page in ferry.pages.values() for one in statements(page)}
    assert len(said) > 50


def test_a_wrong_number_is_found(ferry: Primary) -> None:
    """One more in each of the statements, and a number that stands by itself."""
    page = ferry.pages["index.html"]
    for field in statements(page):
        if field.numbers:
            field.inside = [NUMBER.sub(lambda n: str(float(n[0].replace(",", "")) + 1), field.text, count=1)]
    found = [one for one in wrong(ferry) if "/index.html" in one]
    assert len(found) == sum(bool(field.numbers) for field in statements(page))
    page.every("main")[0].inside.append(Node("p", {}, page, ["There are 7 of them."]))
    assert list(without_source(ferry)) == ["ferry/index.html: “There are 7 of them.”"]


def test_what_a_terminal_says(ferry: Primary, command: Command) -> None:
    """The same check once more as text, and what the document says of it in a few sentences."""
    lines = command("check", project=ferry.root).out.splitlines()

    def said(begins: str) -> list[float]:
        (line,) = [one for one in lines if re.match(begins, one)]
        return [float(n) for n in NUMBER.findall(line)]

    reproduced = [one["reproduced"] for one in ferry.said["findings"]]
    assert said("findings:") == [sum(reproduced), len(reproduced)]
    c, clauses, left = ferry.said["coverage"], len(ferry.clauses), len(ferry.left_out)
    missing = clauses - c["modelled"] - left
    assert said(r"\d+ clauses:") == [clauses, c["modelled"], c["decisive"], left, missing]
    _, defects, met, properties = ferry.document["summary"]
    high = sum(f["severity"] == "high" for f in ferry.open.values())
    assert defects == f"The text has {len(ferry.open)} open findings, {high} of them of high severity."
    events = {(e["kind"], e["title"]) for s in ferry.scopes.values() for e in ferry.met(s) if e["material"]}
    assert [float(n) for n in NUMBER.findall(met)] == [len(events), ferry.scopes["tiny"]["states"]]
    words = [ferry.best(name) for name in ferry.properties]
    assert {tuple(one.split(" ", 1)) for one in properties[12:-1].split(", ")} == {
        (str(words.count(w)), w) for w in words
    }
    never = len(ferry.scopes["tiny"]["never_live"])
    assert f"{never} rule was never live in tiny." in ferry.document["limits"] and never == 1


@pytest.mark.campaign
@pytest.mark.parametrize("name", BOOKS)
def test_what_the_pages_of_a_rulebook_say(name: str, tmp_path: Path, command: Command) -> None:
    (found,) = checked(ROOT, tmp_path / "report", command, name)
    assert [*wrong(found), *misled(found), *sheets(found)] == []
    assert list(without_source(found)) == []
    kept = found.kept("adequacy.json")
    (trust,) = [one for one in found.document["limits"] if one.startswith("Of ")] if kept else [""]
    assert trust_of(kept) == [float(n) for n in NUMBER.findall(trust)]


def trust_of(kept: Json | None) -> list[float]:
    """How far verdicts may be trusted, by what is kept of the faults that were tried."""
    if kept is None:
        return []
    f, (low, high) = kept["figures"], kept["between"]
    shares = [f["both"] / f["differ"], low, high, 0.95, f["all"] / f["differ"]]
    drawn = kept["seed"] is not None
    counted = [100 * one for one in (shares if drawn else (shares[0], shares[-1]))]
    first = [kept["tried"], kept["every"]] if drawn else [kept["tried"]]
    return [*first, f["differ"], *(float(f"{one:.0f}") for one in counted)]
