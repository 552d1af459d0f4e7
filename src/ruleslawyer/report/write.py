"""Writing the report: the site, report.json.gz and timings.json; all of them appear whole, and together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING

from ruleslawyer.base.files.content import Json, content, write_bytes_together, write_together
from ruleslawyer.check.evidence.finding import known_id
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.report.document import Checked, document, join_reports, part, timings
from ruleslawyer.report.parts import NO_PAGES, Before, Pages, as_json, digest_of, joined_files
from ruleslawyer.report.rendering import made_by
from ruleslawyer.report.single import single, single_finding
from ruleslawyer.report.site import NOWHERE, Playable, books, file_name, site

if TYPE_CHECKING:
    from ruleslawyer.base.processes.parent import Map

MADE_OF = "made-of.txt"
"""Of which checks the pages were made."""
NOTHING_SAID: Mapping[str, Json] = MappingProxyType({})
LISTED = "files.txt"
"""The list of the files of a report, by which the next one in its place knows what is no longer there."""


def write(checked: Iterable[Checked], directory: Path) -> tuple[Json, Path]:
    """Write a report into a folder (created if need be); gives the document and the front page."""
    checked = tuple(checked)
    found = document(checked)
    return found, write_document(found, directory, beside([one.result for one in checked]))


def renew(
    results: Iterable[RulesetResult],
    meant: Callable[[RulesetResult], Checked],
    directory: Path,
    parts: Mapping[str, Json] = NOTHING_SAID,
    by: Map = map,
) -> Path:
    """The same, where the report of an earlier check may lie in the folder: what it says of a ruleset of which nothing
    has changed stays, pages and data, and is not read. meant: a result with what its names mean. parts: what the report
    says of some. by: who makes the pages."""
    results = tuple(results)

    def part_of(one: RulesetResult) -> Json:
        return parts.get(one.name) or part(meant(one))

    before = Before.read(directory) if _is_whole(directory) else None
    known = before.outlines if before else {}
    same = {one.name for one in results if one.name in known and is_told(one, directory)}
    told = {one.name: known[one.name] if one.name in same else part_of(one) for one in results}
    found = join_reports(told.values())
    if before and (len(known) == 1, books(join_reports(known.values()))) != (len(results) == 1, books(found)):
        found = join_reports(part_of(one) if one.name in same else told[one.name] for one in results)
        before, same = None, set()  # pages of one rulebook lead to those of others
    return write_document(found, directory, beside(results), before, frozenset(same), by)


def beside(results: Collection[RulesetResult]) -> dict[str, str]:
    """The files beside the document: times, and what it is made of."""
    known = made_of(results)
    return {"timings.json": as_json(timings(results)) + "\n"} | ({MADE_OF: known} if known else {})


def made_of(results: Iterable[RulesetResult]) -> str:
    """The inputs of the pages of these checks, to the letter; empty where they are not known of all."""
    of_each = {result.name: _inputs(result) for result in results}
    return "".join(f"{name} {inputs}\n" for name, inputs in of_each.items()) if all(of_each.values()) else ""


def _inputs(result: RulesetResult) -> str:
    """A digest of the inputs of a ruleset's pages: what was checked, and who makes them; empty where that is not
    known."""
    return digest_of(f"{result.inputs} {made_by()}".encode()) if result.inputs else ""


def is_made(results: Iterable[RulesetResult], directory: Path) -> bool:
    """Whether the report of these checks lies in the folder already, with all of its files."""
    wanted = made_of(results)
    return bool(wanted) and _old_inputs(directory) == wanted and _is_whole(directory)


def is_told(result: RulesetResult, directory: Path) -> bool:
    """Whether the folder says that its report is of this check, too."""
    told = dict(line.split(" ", 1) for line in _old_inputs(directory).splitlines() if " " in line)
    inputs = _inputs(result)
    return bool(inputs) and told.get(result.name) == inputs


def _old_inputs(directory: Path) -> str:
    try:
        return content(directory / MADE_OF).decode()
    except (OSError, UnicodeDecodeError):
        return ""


def _is_whole(directory: Path) -> bool:
    names = _names(directory) - {LISTED}
    return bool(names) and _there(directory, names) == names


def write_document(
    found: Json,
    directory: Path,
    more: dict[str, str] | None = None,
    before: Before | None = None,
    same: frozenset[str] = frozenset(),
    by: Map = map,
    live: Mapping[str, Playable] = NOWHERE,
    address: str = "",
) -> Path:
    """Write the site of a document beside it; what an earlier report left in the folder, and this one has not, goes.
    same: the rulesets whose folders stay as they are, and their parts of what was there before. live: of each rulebook
    with its code beside the pages, which is in `more`. address: where the site will lie, if links to it are to show
    pictures of findings."""
    listed = _names(directory)
    stay = {name for name in listed if name.partition("/")[0] in same}
    known = before.pages if before else NO_PAGES
    pages = Pages(directory, dict(known), made_by())
    texts = {**site(found, same, by, pages, live), **(more or {})}
    files = {name: text.encode() for name, text in texts.items()}
    if address:
        from ruleslawyer.report.preview import previews  # it loads numpy

        files |= previews(found, texts, address)
    told = pages.record(files, {path: made for path, made in known.items() if path in stay})
    files |= joined_files(found, before, same, told)
    files[LISTED] = "".join(f"{name}\n" for name in sorted({*files, *stay})).encode()
    gone = _there(directory, listed) - set(files) - stay
    write_bytes_together({directory / name: content for name, content in files.items()})
    for name in gone:
        (directory / name).unlink(missing_ok=True)
    return directory / "index.html"


def write_single_files(found: Json, directory: Path) -> list[Path]:
    """Write one file for each rulebook of a document, named like it."""
    files = {directory / f"{file_name(r['id'])}.html": single({**found, "rulesets": [r]}) for r in found["rulesets"]}
    write_together(files)
    return list(files)


def write_finding(found: Json, id_: str, directory: Path) -> Path:
    """Write one finding of the one rulebook of a document as one file. An unknown id is a `UsageError`."""
    (r,) = found["rulesets"]
    id_ = known_id(r["id"], id_, [f["id"] for f in r["findings"]])
    path = directory / f"{file_name(r['id'])}-{file_name(id_)}.html"
    write_together({path: single_finding(found, id_)})
    return path


def _names(directory: Path) -> set[str]:
    """The files that an earlier report listed."""
    try:
        return set(content(directory / LISTED).decode().splitlines())
    except (OSError, UnicodeDecodeError):
        return set()


def _there(directory: Path, names: set[str]) -> set[str]:
    """The names that are files there: plain names inside the folder, and no other, whatever a list says."""
    paths = {name: PurePosixPath(name) for name in names}
    return {
        name
        for name, path in paths.items()
        if not path.is_absolute() and ".." not in path.parts and (directory / name).is_file()
    }
