"""Writing the report: the site, report.json and timings.json; all of them appear whole, and together."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any

from ruleslawyer.check.result import RulesetResult
from ruleslawyer.files.write import write_together
from ruleslawyer.report.document import Checked, document, timings
from ruleslawyer.report.site import site

Json = dict[str, Any]
MADE_OF = "made-of.txt"
"""Of which checks the pages were made."""
LISTED = "files.txt"
"""The list of the files of a report, by which the next one in its place knows what is no longer there."""


def write(checked: Iterable[Checked], directory: Path) -> tuple[Json, Path]:
    """Write a report into a folder (created if need be); gives the document and the front page."""
    checked = tuple(checked)
    found = document(checked)
    more = {"timings.json": _json(timings(checked))}
    known = made_of(one.result for one in checked)
    return found, write_document(found, directory, more | ({MADE_OF: known} if known else {}))


def made_of(results: Iterable[RulesetResult]) -> str:
    """What the pages of these checks are made of, to the letter; empty where that is not known of all."""
    of_each = [(result.name, result.inputs) for result in results]
    return "".join(f"{name} {inputs}\n" for name, inputs in of_each) if all(i for _, i in of_each) else ""


def is_made(results: Iterable[RulesetResult], directory: Path) -> bool:
    """Whether the report of these checks lies in the folder already, with all of its files."""
    wanted = made_of(results)
    try:
        there = (directory / MADE_OF).read_text(encoding="utf-8") == wanted
    except (OSError, UnicodeDecodeError):
        return False
    return bool(wanted) and there and _is_whole(directory)


def _is_whole(directory: Path) -> bool:
    names = (directory / LISTED).read_text(encoding="utf-8").splitlines() if (directory / LISTED).is_file() else []
    return bool(names) and _listed(directory) >= {name for name in names if name != LISTED}


def write_document(found: Json, directory: Path, more: dict[str, str] | None = None) -> Path:
    """Write the site of a document beside it; what an earlier report left in the folder, and this one has not, goes."""
    files = {**site(found), "report.json": _json(found), **(more or {})}
    files[LISTED] = "".join(f"{name}\n" for name in sorted(files))
    gone = _listed(directory) - set(files)
    write_together({directory / name: text for name, text in files.items()})
    for name in gone:
        (directory / name).unlink(missing_ok=True)
    return directory / "index.html"


def _listed(directory: Path) -> set[str]:
    """The files that an earlier report listed: plain names inside the folder, and no other, whatever the list says."""
    try:
        names = (directory / LISTED).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return set()
    paths = {name: PurePosixPath(name) for name in names}
    return {
        name
        for name, path in paths.items()
        if not path.is_absolute() and ".." not in path.parts and (directory / name).is_file() and name != LISTED
    }


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
