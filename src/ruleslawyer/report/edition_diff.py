"""The draft of a next edition as a file: what it changes in the old one, as `diff -u` writes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.report.chapters import chapters
from ruleslawyer.report.next_edition import next_edition
from ruleslawyer.report.visible import visible
from ruleslawyer.rulebook.register.clause import line_digest

FILE = "next-edition.diff"


def edition_diff(r: Json, copy: Sequence[str] | None = None) -> str:
    """The diff; empty where nothing is answered. It is against the lines of somebody's own copy of the text, or else
    against the clauses, each with its number and its paraphrase, since the report has no sentence of the book."""
    rows = [row for one in next_edition(r) for row in one["rows"]]
    if not rows:
        return ""
    if copy is None:
        listed = list(_paraphrases(r))
        old, at = [text for text, _ in listed], {id_: n for n, (_, id_) in enumerate(listed) if id_}
        name = f"the clauses of {r['title']}, paraphrased"
    else:
        old, at, name = list(copy), _lines(r, copy), r["register"]["source"]
    new = list(_with_changes(old, at, rows))
    diff = list(unified_diff(old, new, name, f"{name}, the next edition", lineterm=""))
    return "".join(f"{line}\n" for line in diff)


def _paraphrases(r: Json) -> Iterator[tuple[str, str]]:
    """The old edition as the register has it: a line for each chapter and for each clause, with its number."""
    for one in chapters(r):
        yield visible(f"{one['number']} {one['title']}".strip()), ""
        for line in one["lines"]:
            for c in line["clauses"]:
                yield visible(f"[{c['id']}] {c['says'] or 'No paraphrase.'}"), c["id"]


def _lines(r: Json, copy: Sequence[str]) -> dict[str, int]:
    """The line of a copy in which each clause stands; a copy of another edition is refused."""
    found: dict[str, int] = {}
    for one in chapters(r):
        for line in one["lines"]:
            number = line["line"]
            if number > len(copy) or line["digest"] not in ("", None, line_digest(copy[number - 1])):
                mend = f"`ruleslawyer spec {r['id']} --verify --source DIR` says which clauses have changed"
                raise UsageError("this text is another edition than the register's", f"line {number}", mend)
            found |= {c["id"]: number - 1 for c in line["clauses"]}
    return found


def _with_changes(old: Sequence[str], at: Mapping[str, int], rows: Sequence[Json]) -> Iterator[str]:
    """The lines of the next edition. One of which all clauses are struck out goes; of one that keeps some, what goes is
    told below it, since nobody but its author can cut a sentence in two."""
    struck = {row["clause"]["id"]: row["clause"]["says"] for row in rows if row["struck"]}
    added: dict[int, list[str]] = {}
    for row in rows:
        place = at[row["clause"]["id"]] if row["clause"] else len(old)
        added.setdefault(place, []).extend(visible(f["answered"]["prints"]) for f in row["added"])
    of_line: dict[int, list[str]] = {}
    for id_, number in at.items():
        of_line.setdefault(number, []).append(id_)
    for number, text in enumerate(old):
        here = of_line.get(number, [])
        gone = [id_ for id_ in here if id_ in struck]
        if not gone or len(gone) < len(here):
            yield text
        if len(gone) < len(here):
            yield from (visible(f"[To be struck out of the line above: {struck[id_]}]") for id_ in gone)
        yield from added.get(number, ())
    yield from added.get(len(old), ())
