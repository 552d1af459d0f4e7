"""What an answer changes, on a document by hand: tables that differ, and what comes of it."""

from __future__ import annotations

from ruleslawyer.report.answers import questions_with_answers

OPTIONS = [{"name": "x", "label": "", "says": "", "clauses": []}, {"name": "y", "label": "", "says": "", "clauses": []}]
QUESTION = {"name": "q", "text": "which?", "options": OPTIONS}
COMES = {"effects": [], "moot": [{"finding": "002", "by": ["001"]}], "bears": [], "unfinished": []}


def test_what_is_told_of_each_answer() -> None:
    """A ruling for the gap of the question is the answer to it; one of two questions is no answer to one alone."""
    after = {"allowed": True, "table": {}}
    answers = [
        {"ruling": {"q": "x"}, "after": after, "comes": None},
        {"ruling": {"q?": "y"}, "after": None, "comes": COMES},
        {"ruling": {"q": "y", "p": "z"}, "after": None, "comes": COMES},
    ]
    finding = {
        "id": "001", "severity": "low", "withdrawn": None, "under": "", "questions": [QUESTION], "settled": [],
        "story": {"crux": [], "ask": [], "wording": "", "answers": answers},
    }  # fmt: skip
    (one,) = questions_with_answers({"findings": [finding]})
    x, y = one["answers"]
    assert [t["finding"]["id"] for t in x["tables"]] == ["001"] and y["tables"] == []
    assert x["comes"] == [] and y["comes"] == [{"finding": "001", "comes": COMES}]
