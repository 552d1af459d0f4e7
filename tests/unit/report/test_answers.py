"""What an answer changes, on a document by hand: tables, findings settled, what holds no longer."""

from __future__ import annotations

from typing import Any

from ruleslawyer.report.answers import questions_with_answers

OPTIONS = [{"name": "x", "label": "", "says": "", "clauses": []}, {"name": "y", "label": "", "says": "", "clauses": []}]
QUESTION = {"name": "q", "text": "which?", "options": OPTIONS}


def document() -> dict[str, Any]:
    after = {"allowed": True, "table": {}}
    answers = [{"ruling": {"q": "x"}, "after": after}, {"ruling": {"q": "y"}, "after": None}]
    run = {"ruling": {"q?": "y"}, "settled": True}
    finding = {
        "id": "001", "severity": "low", "withdrawn": None, "under": "", "questions": [QUESTION], "settled": [run],
        "story": {"crux": [], "ask": [], "answers": answers},
    }  # fmt: skip

    def verdict(name: str, word: str, scope: str = "tiny") -> dict[str, Any]:
        return {"property": name, "verdict": word, "scope": scope}

    other = {"scope": "tiny", "reading": {"q": "y"}, "verdicts": [
        verdict("a", "VIOLATED"), verdict("b", "VACUOUS"), verdict("c", "HOLDS IN SCOPE"),
    ]}  # fmt: skip
    return {
        "findings": [finding], "checks": [{"property": "a", "says": "Nobody is broke."}],
        "properties": [verdict("a", "HOLDS IN SCOPE"), verdict("b", "VIOLATED"), verdict("c", "VIOLATED")],
        "others": [other, {**other, "reading": {"q": "y", "p": "z"}}],
    }  # fmt: skip


def test_what_is_told_of_each_answer() -> None:
    """Under y the finding is settled, `a` is no longer true, and `c` is; that `b` never came up is no difference."""
    (one,) = questions_with_answers(document())
    x, y = one["answers"]
    assert [t["finding"]["id"] for t in x["tables"]] == ["001"] and y["tables"] == []
    assert x["tried"] == [] and [t["run"]["settled"] for t in y["tried"]] == [True]
    assert y["lost"] == [{"says": "Nobody is broke.", "tables": 1}]
    assert y["gained"] == [{"says": "c", "tables": 1}]
    assert x["lost"] == x["gained"] == []
