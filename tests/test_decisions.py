"""The records of decisions have one form, and a status that leads to records that there are."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RECORDS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
NUMBERS = [path.name[:4] for path in RECORDS]
MOST = 40
"""Records that somebody who is new can look through."""
PARTS = ["Context", "Options", "Decision", "Consequences"]
HEAD = re.compile(r"# (\d{4}): (\S.*)\n\n- Date: (\d{4}-\d\d-\d\d)\n- Status: (.+)\n\n## ")
STATUS = re.compile(
    r"in force(?:, amended(?: by (?P<by>\d{4}(?:(?:, | and )\d{4})*))?)?(?:; replaces (?P<replaces>\d{4}(?:, \d{4})*))?"
    r"|superseded by (?P<after>\d{4})"
)


def mistakes(name: str, text: str, numbers: list[str]) -> list[str]:
    """What is wrong with the form of a record, in words."""
    head = HEAD.match(text)
    if head is None:
        return ["it does not begin with `# NNNN: title`, `- Date: …`, `- Status: …` and `## Context`"]
    number, _, day, status = head.groups()
    found = [] if name.startswith(f"{number}-") else [f"the file is not called {number}-….md"]
    try:
        date.fromisoformat(day)
    except ValueError:
        found.append(f"{day} is no date")
    said = STATUS.fullmatch(status)
    if said is None:
        return [*found, f"`{status}` is no status"]
    later = re.findall(r"\d{4}", f"{said['by']} {said['after']}")
    gone = re.findall(r"\d{4}", said["replaces"] or "")
    found += [f"{other} that it replaces is there" for other in gone if other in numbers]
    found += [f"there is no record {other} after it" for other in later if other not in numbers or other <= number]
    parts = re.split(r"(?m)^## (.*)\n", text)
    if parts[1::2] != PARTS:
        found.append(f"its headings are not {', '.join(PARTS)}")
    found += [f"{part} is empty" for part, said in zip(parts[1::2], parts[2::2], strict=True) if not said.strip()]
    return found


@pytest.mark.parametrize("path", RECORDS, ids=NUMBERS)
def test_a_record_has_the_form(path: Path) -> None:
    assert mistakes(path.name, path.read_text(encoding="utf-8"), NUMBERS) == []


PLACES = sorted(
    path
    for folder, kind in (("docs", "*.md"), ("src", "*.py"), ("tests", "*.py"))
    for path in (ROOT / folder).rglob(kind)
    if "generated" not in path.parts
)
NAMED = re.compile(r"\b(?:decisions?|records?) (0\d{3}(?:(?:, | and )0\d{3})*)|decisions/(0\d{3})-|[(\[](0\d{3})[)\],]")
"""How a record is referred to: by its word, by its file, or by its number alone in brackets."""


@pytest.mark.parametrize("folder", ["docs", "src", "tests"])
def test_each_number_that_is_named_is_there(folder: str) -> None:
    missing = {}
    for path in (path for path in PLACES if path.is_relative_to(ROOT / folder) and path != Path(__file__)):
        found = NAMED.finditer(path.read_text(encoding="utf-8"))
        numbers = {number for one in found for number in re.findall(r"0\d{3}", one[0])}
        if numbers - {*NUMBERS}:
            missing[path.relative_to(ROOT).as_posix()] = sorted(numbers - {*NUMBERS})
    assert missing == {}


def test_no_number_is_taken_twice() -> None:
    assert len(set(NUMBERS)) == len(NUMBERS)


def test_an_earlier_number_leads_to_one_record() -> None:
    statuses = [re.findall(r"(?m)^- Status: .*", path.read_text(encoding="utf-8"))[0] for path in RECORDS]
    gone = [number for status in statuses for number in re.findall(r"\d{4}", status.partition("replaces")[2])]
    assert gone
    assert len(set(gone)) == len(gone)


def test_there_are_few_records() -> None:
    assert len(RECORDS) <= MOST, "a subject has one record: what is decided later is written into it"


SOUND = re.sub(r"(?m)^- Status: .*", "- Status: in force", RECORDS[0].read_text(encoding="utf-8"))
WRONG = {
    "in force": ("Status: in force", "Status: superseded by 9999", "there is no record 9999"),
    "itself": ("Status: in force", "Status: superseded by 0001", "there is no record 0001 after it"),
    "replaced": (
        "Status: in force",
        "Status: in force; replaces 0009",
        "0009 that it replaces is there",
    ),
    "word": ("Status: in force", "Status: valid", "`valid` is no status"),
    "heading": ("## Options", "## Choices", "its headings"),
    "order": ("## Decision", "## Consequences", "its headings"),
    "date": ("Date: 2026-11-", "Date: 2026-13-", "no date"),
    "title": ("# 0001: ", "# 0001 ", "does not begin"),
    "number": ("# 0001: ", "# 0002: ", "the file is not called 0002"),
}


@pytest.mark.parametrize(("old", "new", "said"), WRONG.values(), ids=WRONG)
def test_another_form_is_seen(old: str, new: str, said: str) -> None:
    assert old in SOUND
    assert said in " ".join(mistakes(RECORDS[0].name, SOUND.replace(old, new, 1), NUMBERS))
