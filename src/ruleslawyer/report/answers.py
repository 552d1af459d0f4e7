"""Changes that each answer to a question makes, for its page: tables that differ, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.brief import text_of
from ruleslawyer.report.consequences import about
from ruleslawyer.report.families import standing
from ruleslawyer.report.finding_layout import story_of
from ruleslawyer.report.matrix import matrix
from ruleslawyer.report.moment import differing
from ruleslawyer.rulebook.claims.readings import whole_questions


def answers_page(r: Json, asked: list[Json]) -> Json:
    """The parts of the page of all questions and answers."""
    settled, known = answered_findings(r), standing(r)
    return {"matrix": matrix(r), "asked": asked, "settled": settled, "known": known}


def questions_with_answers(r: Json) -> list[Json]:
    """Each question that a finding asks, with the findings about it and what each of its answers changes."""
    found: dict[str, Json] = {}
    for f in standing(r):
        for q in f["questions"]:
            one = found.setdefault(q["name"], {"question": q, "findings": [], "answers": []})
            one["findings"].append(f)
    for name, one in found.items():
        tables = _tables(one["findings"], name, [option["name"] for option in one["question"]["options"]])
        for option in one["question"]["options"]:
            one["answers"].append({
                "option": option,
                "tables": tables[option["name"]],
                "comes": [
                    {"finding": f["id"], "comes": answer["comes"]} for f in one["findings"]
                    for answer in story_of(f)["answers"]
                    if answer.get("comes") and about(answer["ruling"]) == ((name, option["name"]),)
                ],
            })  # fmt: skip
    return list(found.values())


def _tables(findings: list[Json], question: str, options: list[str]) -> dict[str, list[Json]]:
    """Under each answer, the tables of findings one move on, each as far as it is another one under other answers."""
    found: dict[str, list[Json]] = {option: [] for option in options}
    for f in findings:
        afters = {option: after for option in options if (after := _table(f, question, option))}
        cut = differing([after["table"] for after in afters.values()])
        for (option, after), table in zip(afters.items(), cut, strict=True):
            if table is not None:
                found[option].append({"finding": f, "after": {**after, "table": table}})
    return found


def _table(f: Json, question: str, option: str) -> Json | None:
    """The table of a finding one move on, under an answer."""
    for answer in story_of(f)["answers"]:
        if whole_questions(answer["ruling"]) == {question: option}:
            found: Json | None = answer["after"]
            return found
    return None


def answered_findings(r: Json) -> list[Json]:
    """The findings that were answered."""
    return [f for f in standing(r) if f["answered"]]


def runs_of_answer(f: Json) -> Iterator[Json]:
    """The runs of the answer of its page that a finding was given."""
    for answer in story_of(f)["answers"] if f["answered"] else ():
        if answer["ruling"] and f"“{text_of(answer['says'])}”" in f["answered"]["where"]:
            ruled = whole_questions(answer["ruling"])
            yield from (run for run in f["settled"] if whole_questions(run["ruling"]) == ruled)
            return
