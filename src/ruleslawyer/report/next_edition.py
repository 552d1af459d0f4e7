"""The draft of a next edition: the clauses that answered findings are about, what is struck out, what is added."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.chapters import chapters
from ruleslawyer.report.families import standing
from ruleslawyer.report.finding_layout import story_of
from ruleslawyer.rulebook.claims.rulings import question_of


def answered_findings(r: Json) -> list[Json]:
    """The findings that were answered, each with what came of its answer as far as that was tried out."""
    return [{"finding": f, "tried": _runs_of(f)} for f in standing(r) if f["answered"]]


def next_edition(r: Json) -> list[Json]:
    """The next edition by chapter, in the order of the book: clauses, the findings whose answer strikes them out, and
    behind the first clause that an answer mends its sentence."""
    struck = {f["id"]: overruled_clauses(r, f) for f in standing(r) if f["answered"]}
    told = [f for f in standing(r) if f["answered"] and (f["answered"]["prints"] or struck[f["id"]])]
    of_book = [c for one in chapters(r) for line in one["lines"] for c in line["clauses"]]
    here = {c["id"] for c in of_book}
    named = {c["id"] for f in told for c in f["clauses"]}
    first = {f["id"]: next((c["id"] for c in f["clauses"] if c["id"] in here), "") for f in told}
    worded = [f for f in told if f["answered"]["prints"]]
    found = []
    for one in chapters(r):
        rows = [
            {
                "clause": {"id": c["id"], "says": c["says"], "line": line["line"]},
                "struck": [f for f in told if c["id"] in struck[f["id"]]],
                "added": [f for f in worded if first[f["id"]] == c["id"]],
            }
            for line in one["lines"] for c in line["clauses"] if c["id"] in named
        ]  # fmt: skip
        if any(row["added"] or row["struck"] for row in rows):
            found.append({"title": f"{one['number']} {one['title']}".strip(), "rows": rows})
    anywhere = [{"clause": None, "struck": [], "added": [f]} for f in worded if not first[f["id"]]]
    return found + ([{"title": "Where the book has no sentence yet", "rows": anywhere}] if anywhere else [])


def overruled_clauses(r: Json, f: Json) -> frozenset[str]:
    """The clauses of a contradiction that the answer given to it does away with: what the other answers rest on, and
    this one does not. Of an answer in other words than its page has nothing is known."""
    if f["kind"] != "contradiction":
        return frozenset()
    given, kept, lost = _answer_of(f), set[str](), set[str]()
    for clauses, wins in _sides(r, f, given["ruling"] if given else {}):
        (kept if wins else lost).update(c["id"] for c in clauses)
    return frozenset(lost - kept).intersection(c["id"] for c in f["clauses"])


def _sides(r: Json, f: Json, ruling: Mapping[str, str]) -> Iterator[tuple[list[Json], bool]]:
    """The sides between which a ruling decides: the clauses of each, and whether it is the one that stands."""
    questions = {q["name"]: q for q in f["questions"]}
    rules = {side["name"]: side["clauses"] for key in ("events", "immaterial") for e in r[key] for side in e["sides"]}
    for key, option in ruling.items():
        _, clash, pair = key.partition(":")
        if clash:
            names = pair.split("/")
            # Of a clash that has a permission and a prohibition the permission is named first.
            stands = option if option in names else names[0 if option == "permit" else -1]
            yield from ((rules.get(name, []), name == stands) for name in names)
        elif (question := questions.get(question_of(key))) is not None:
            yield from ((o["clauses"], o["name"] == option) for o in question["options"])


def _answer_of(f: Json) -> Json | None:
    """The answer of its page that was given, which is told in its words."""
    for answer in story_of(f)["answers"]:
        if f"“{''.join(piece['text'] for piece in answer['says'])}”" in f["answered"]["where"]:
            found: Json = answer
            return found
    return None


def _runs_of(f: Json) -> list[Json]:
    """The runs of the answer that was given."""
    given = _answer_of(f)
    return [f["settled"][n] for n in given["tried"]] if given else []
