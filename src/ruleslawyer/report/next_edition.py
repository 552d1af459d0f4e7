"""The draft of a next edition: the clauses that answered findings are about, and the sentences that would be added."""

from __future__ import annotations

from ruleslawyer.files.content import Json
from ruleslawyer.report.chapters import chapters
from ruleslawyer.report.families import standing
from ruleslawyer.report.laid_out import story_of


def settled(r: Json) -> list[Json]:
    """The findings that were answered, each with what came of its answer as far as that was tried out."""
    return [{"finding": f, "tried": _tried(f)} for f in standing(r) if f["answered"]]


def next_edition(r: Json) -> list[Json]:
    """By chapter, in the order of the book: clauses, and behind the first one that an answer mends its sentence."""
    told = [f for f in standing(r) if f["answered"] and story_of(f)["wording"]]
    here = {c["id"] for one in chapters(r) for line in one["lines"] for c in line["clauses"]}
    named = {c["id"]: c for f in told for c in f["clauses"]}
    first = {f["id"]: next((c["id"] for c in f["clauses"] if c["id"] in here), "") for f in told}
    found = []
    for one in chapters(r):
        rows = [
            {"clause": named[c["id"]], "added": [f for f in told if first[f["id"]] == c["id"]]}
            for line in one["lines"] for c in line["clauses"] if c["id"] in named
        ]  # fmt: skip
        if any(row["added"] for row in rows):
            found.append({"title": f"{one['number']} {one['title']}".strip(), "rows": rows})
    anywhere = [{"clause": None, "added": [f]} for f in told if not first[f["id"]]]
    return found + ([{"title": "Where the book has no sentence yet", "rows": anywhere}] if anywhere else [])


def _tried(f: Json) -> list[Json]:
    """The runs of the answer that was given, which is told in its words."""
    for answer in story_of(f)["answers"]:
        if f"“{''.join(piece['text'] for piece in answer['says'])}”" in f["answered"]["where"]:
            return [f["settled"][n] for n in answer["tried"]]
    return []
