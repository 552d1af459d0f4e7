"""The front page's three pictures and its agenda, on a document by hand."""

from __future__ import annotations

from typing import Any

from ruleslawyer.report.agenda import agenda
from ruleslawyer.report.front import pictures
from ruleslawyer.report.games import often


def finding(id_: str, severity: str, kind: str, moves: int | None, state: str = "open") -> dict[str, Any]:
    frame = {"says": "", "quiet": False, "asked": False, "table": {}}
    frames = None if moves is None else [{**frame, "table": {"number": n}} for n in range(moves + 1)]
    return {
        "id": id_, "severity": severity, "kind": kind, "state": state, "withdrawn": None,
        "evidence": [{"frames": None}, {"frames": frames, "play": None}],
    }  # fmt: skip


def document(*findings: dict[str, Any], met: dict[str, float] | None = None) -> dict[str, Any]:
    counted = [{"finding": id_, "times": share * 100, "of": 100} for id_, share in (met or {}).items()]
    games = {"play": {"uniform": {"findings": counted, "ended": 100}}} if met else None
    return {"findings": list(findings), "games": games}


def shown(found: dict[str, Any]) -> list[str]:
    return [one["finding"]["id"] for one in pictures(found)]


def test_the_serious_ones_first_one_of_each_kind() -> None:
    """003 is as serious as 001 and of its kind, so that 004, less serious and of another one, goes before it."""
    found = document(
        finding("001", "high", "gap", 2), finding("002", "high", "contradiction", 3), finding("003", "high", "gap", 4),
        finding("004", "medium", "loophole", 1), finding("005", "high", "gap", None),
        finding("006", "high", "dead-rule", 2, "in-the-rulebook"),
    )  # fmt: skip
    assert shown(found) == ["001", "002", "004"]
    assert pictures(found)[0]["frame"]["table"] == {"number": 2}


def test_others_fill_up_and_what_comes_up_often_goes_first() -> None:
    found = [finding("001", "high", "gap", 2), finding("002", "high", "gap", 1)]
    assert shown(document(*found)) == ["002", "001"]
    assert shown(document(*found, met={"001": 0.9})) == ["001", "002"]
    assert shown(document(finding("001", "high", "gap", 0), finding("002", "high", "gap", 9))) == ["002", "001"]


def test_nothing_is_ranked_by_games_that_were_given_up() -> None:
    """Of 100 games 40 were given up, so that it is not known in how many of these 001 would still come up."""
    found = document(finding("001", "high", "gap", 2), finding("002", "high", "gap", 1), met={"001": 0.9})
    found["games"]["play"]["uniform"]["ended"] = 60
    assert shown(found) == ["002", "001"] and not often(found)


def told(id_: str, severity: str, *clauses: str, under: str = "", **more: Any) -> dict[str, Any]:
    return {
        "id": id_, "severity": severity, "withdrawn": None, "under": under, "clauses": [{"id": c} for c in clauses],
        "state": "open", "questions": [], "settled": [], **more,
    }  # fmt: skip


def listed(*findings: dict[str, Any], met: dict[str, float] | None = None, **more: Any) -> list[dict[str, Any]]:
    return agenda({**document(*findings, met=met), "register": None, **more})


def ids(found: list[dict[str, Any]]) -> list[str]:
    return [one["finding"]["id"] for one in found]


def test_a_finding_stands_under_the_theme_of_most_of_its_clauses() -> None:
    """001 has one clause in money and two in cards: 1.5 against 2. 4.2b is in 4.2, and 4.20 is not. 003 hangs under 001
    and stays with it, which it leads as the more serious one, and 002 is in no theme."""
    findings = [
        told("001", "low", "1.1", "4.2b", "4.2c"), told("003", "high", "1.1", under="001"), told("002", "low", "4.20"),
    ]  # fmt: skip
    found = listed(*findings, themes={"Money": ["1"], "Cards": ["4.2"]})
    rows = [(one["finding"]["id"], one["depth"], one["theme"]) for one in found]
    assert rows == [("003", 0, "Cards"), ("001", 1, "Cards"), ("002", 0, "Other")]


def test_a_family_begins_with_its_most_serious_one_and_folds_what_is_not_high() -> None:
    """002 is the overview, and low; 003 and 005 are high. 004 is high and answered, so that nobody is asked."""
    family = (
        told("002", "low"), told("003", "high", under="002"), told("004", "high", under="002", state="ruled"),
        told("005", "high", under="003"), told("006", "medium"), told("007", "low", under="006"),
    )  # fmt: skip
    found = listed(*family)
    assert [(one["finding"]["id"], one["opens"], one["family"]) for one in found] == [
        ("003", True, 0), ("005", True, 0), ("002", False, 0), ("004", False, 0), ("006", True, 1), ("007", False, 1),
    ]  # fmt: skip


def test_the_agenda_is_severity_first_then_games_with_or_without_a_question_of_the_model() -> None:
    """004 is low and comes up always; 002 has no question of the model and comes up more than 001, which has one; the
    family of 005 is as serious as its 006; 007 is answered, and last."""
    asked: dict[str, Any] = {"questions": [{"name": "toll"}]}
    findings = (
        told("007", "high", state="ruled"), told("001", "high", **asked), told("002", "high"), told("003", "medium"),
        told("004", "low"), told("005", "low"), told("006", "medium", under="005"),
    )  # fmt: skip
    found = listed(*findings, met={"004": 1.0, "002": 0.5, "001": 0.4, "006": 0.2})
    assert ids(found) == ["002", "001", "006", "005", "003", "004", "007"]


def test_an_answer_bears_on_what_asks_or_rules_the_same() -> None:
    """A ruling on the gap of a question is one on the question."""
    asked: dict[str, Any] = {"questions": [{"name": "toll"}]}
    ruled: dict[str, Any] = {"settled": [{"ruling": {"toll?": "free"}}]}
    found = listed(told("001", "high", **asked), told("002", "low", **ruled), told("003", "low"))
    assert [one["bears"] for one in found] == [["002"], ["001"], []]


def test_what_was_measured_counts_until_its_author_says_why_his_word_stays() -> None:
    """Much hangs on 001, which is said to be low: it stands before 002, which is medium, and behind with a reason."""
    none = {"mean": 0.0, "half": 1.0}
    row = {
        "games": 100,
        "parted": 100,
        "forks": 30,
        "swing": 0.5,
        "low": 0.4,
        "high": 0.6,
        "length": none,
        "stuck": none,
    }

    def order(**more: Any) -> list[str]:
        found = document(told("001", "low", "1", **more), told("002", "medium", "1"), met={"001": 0.5})
        found["games"]["stakes"] = {"001": {"serious": row}}
        return ids(agenda({**found, "register": None}))

    assert order() == ["001", "002"] and order(severity_stays="hardly a table plays it so") == ["002", "001"]
