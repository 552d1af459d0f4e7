"""Changes that each answer to a question makes, for its page: tables that differ, findings settled, what else it
brings."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.brief import text_of
from ruleslawyer.report.families import standing
from ruleslawyer.report.finding_layout import story_of
from ruleslawyer.report.moment import differing
from ruleslawyer.rulebook.claims.rulings import question_of

_SAYS_NOTHING = ("VACUOUS", "UNKNOWN")
"""Verdicts that are no difference: that something never came up, or was not decided."""
BROKEN = "VIOLATED"


def questions_with_answers(r: Json) -> list[Json]:
    """Each question that a finding asks, with the findings about it and what each of its answers changes."""
    found: dict[str, Json] = {}
    for f in standing(r):
        for q in f["questions"]:
            one = found.setdefault(q["name"], {"question": q, "findings": [], "answers": []})
            one["findings"].append(f)
    by_default = {(p["scope"], p["property"]): p["verdict"] for p in r["properties"]}
    says = {c["property"]: c["says"] or c["property"].replace("_", " ") for c in r["checks"]}
    for name, one in found.items():
        tables = _tables(one["findings"], name, [option["name"] for option in one["question"]["options"]])
        for option in one["question"]["options"]:
            one["answers"].append({
                "option": option,
                "tables": tables[option["name"]],
                "tried": [
                    {"finding": f, "run": run} for f in standing(r) for run in _runs(f, name, option["name"])
                ],
                **_verdicts(r, name, option["name"], by_default, says),
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
        if {question_of(key): value for key, value in answer["ruling"].items()} == {question: option}:
            found: Json | None = answer["after"]
            return found
    return None


def _runs(f: Json, question: str, option: str) -> Iterator[Json]:
    for run in f["settled"]:
        if {question_of(key): value for key, value in run["ruling"].items()} == {question: option}:
            yield run


def _verdicts(
    r: Json, question: str, option: str, by_default: dict[tuple[str, str], str], says: dict[str, str]
) -> dict[str, list[Json]]:
    """The properties that no longer hold at small tables that were played through under an answer, and those that hold
    only then."""
    found: dict[str, dict[str, int]] = {"lost": {}, "gained": {}}
    for other in r["others"]:
        if other["reading"] != {question: option}:
            continue
        for verdict in other["verdicts"]:
            name, now = verdict["property"], verdict["verdict"]
            was = by_default.get((other["scope"], name), now)
            if now == was or now in _SAYS_NOTHING or was in _SAYS_NOTHING:
                continue
            if BROKEN in (now, was):
                side = found["lost" if now == BROKEN else "gained"]
                side[name] = side.get(name, 0) + 1
    return {
        side: [{"says": says.get(name, name), "tables": times} for name, times in told.items()]
        for side, told in found.items()
    }


def answered_findings(r: Json) -> list[Json]:
    """The findings that were answered, each with the runs of its answer as far as that was tried out."""
    return [{"finding": f, "tried": list(runs_of_answer(f))} for f in standing(r) if f["answered"]]


def runs_of_answer(f: Json) -> Iterator[Json]:
    """The runs of the answer of its page that a finding was given."""
    for answer in story_of(f)["answers"] if f["answered"] else ():
        if f"“{text_of(answer['says'])}”" in f["answered"]["where"]:
            yield from (f["settled"][n] for n in answer["tried"])
            return
