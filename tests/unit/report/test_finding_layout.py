"""What the page of a finding has beside the finding, on a document by hand: the rules that clash stand side by side."""

from __future__ import annotations

from typing import Any

from ruleslawyer.report.finding_layout import laid_out

ONE, OTHER, THIRD = (
    {"id": f"1.{n}", "says": "A creature may attack a player.", "line": n, "assumed": False} for n in (1, 2, 3)
)  # fmt: skip
ASK: list[dict[str, Any]] = [{"text": "May a creature attack Bob?", "kind": "plain", "seat": None}]


def side(name: str, clause: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "label": "", "says": "", "cites": [clause["id"]], "clauses": [clause]}


def told(shown: dict[str, Any] | None) -> dict[str, Any]:
    return {"play": {"scope": "tiny", "steps": []}, "frames": None, "shown": shown}


FINDING: dict[str, Any] = {
    "id": "001", "title": "", "kind": "contradiction", "clauses": [ONE, OTHER, THIRD], "questions": [], "places": [],
    "prose": [], "evidence": [],
}  # fmt: skip
UNTOLD: dict[str, Any] = {"written": False, "crux": [], "ask": ASK, "answers": []}
FINDING["story"] = UNTOLD
RULES: dict[str, Any] = {"events": [], "scopes": [], "register": None}


def letters(*plays: dict[str, Any]) -> list[list[str]]:
    page = laid_out(RULES, FINDING, list(plays), {})
    return [[clause["id"] for clause in one["clauses"]] for one in page["sides"]]


def test_two_rules_stand_side_by_side_though_a_scenario_is_shown_first() -> None:
    """The scenario shows no event; the play after it meets the contradiction of 1.1 and 1.3."""
    clash = {"words": "", "says": "", "sides": [side("a", ONE), side("b", THIRD)]}
    assert letters(told(None), told(clash)) == [["1.1"], ["1.3"]]


def test_without_a_contradiction_the_rules_stand_one_by_one() -> None:
    assert letters(told(None)) == [["1.1"], ["1.2"], ["1.3"]]


def answered(f: dict[str, Any], *plays: dict[str, Any]) -> Any:
    """The page of a finding with the question `q`: 1.3 speaks for A, 1.1 for B."""
    options = [{"name": "a", "clauses": [THIRD]}, {"name": "b", "clauses": [ONE]}]
    answers: list[Any] = [
        {"says": [], "then": [], "ruling": {"q": name}, "after": None, "tried": []} for name in ("a", "b")
    ]
    story = {"written": False, "crux": [], "ask": ASK, "answers": answers}
    return laid_out(RULES, {**f, "questions": [{"name": "q", "options": options}], "story": story}, list(plays), {})


def test_the_rules_of_answers_go_first_each_with_its_letter() -> None:
    """Then those that nobody cites; two rules, two answers it is only where they contradict each other."""
    page = answered(FINDING, told(None))
    assert [(side["letter"], side["clauses"][0]["id"]) for side in page["sides"]] == [
        ("A", "1.3"), ("B", "1.1"), ("", "1.2"),
    ]  # fmt: skip
    assert page["two"] and not answered({**FINDING, "kind": "gap"}, told(None))["two"]


def test_one_rule_that_is_read_in_two_ways_stands_once_and_speaks_for_neither_answer() -> None:
    """Both sides of the clash cite 1.1, and so do A and B; C, which no reading is chosen for, has no line."""
    clash = {"words": "", "says": "", "sides": [side("a", ONE), side("b", ONE)]}
    options = [{"name": name, "clauses": [ONE]} for name in ("a", "b")]
    rulings: list[dict[str, str]] = [{"q": "a"}, {"q": "b"}, {}]
    answers: list[Any] = [{"says": [], "then": [], "ruling": r, "after": None, "tried": []} for r in rulings]
    f = {**FINDING, "questions": [{"name": "q", "options": options}], "story": {**UNTOLD, "answers": answers}}
    page = laid_out(RULES, f, [told(clash)], {})
    assert page["for_it"] == [[], [], []]
    assert [(s["letter"], c["id"]) for s in page["sides"] for c in s["clauses"] if c["id"] == "1.1"] == [("", "1.1")]


def test_what_the_moment_cites_goes_before_what_no_step_does() -> None:
    play = {"scope": "tiny", "steps": [{"clauses": [THIRD]}, {"clauses": [ONE]}]}
    page = laid_out(RULES, {**FINDING, "story": {**UNTOLD, "moment": 1}}, [{**told(None), "play": play}], {})
    assert [side["clauses"][0]["id"] for side in page["sides"]] == ["1.3", "1.1", "1.2"]


def test_a_clash_of_rules_is_called_a_contradiction_only_where_the_finding_is_one() -> None:
    clash = {"words": "Here the text contradicts itself.", "says": "", "sides": [side("a", ONE), side("b", THIRD)]}
    words = {kind: laid_out(RULES, {**FINDING, "kind": kind}, [told(clash)], {})["shown"]["words"]
             for kind in ("contradiction", "ambiguity")}  # fmt: skip
    assert words == {"contradiction": clash["words"], "ambiguity": ""}


def test_the_rules_that_a_headline_sets_against_each_other_stand_first_and_alone() -> None:
    """A finding on how a game is lost: its headline tells two of its clauses, the last one first."""
    says = (
        "An Army may not be the Lead.",
        "The aim: the opponent’s Personalities are all gone.",
        "The game ends when cards run out.",
        "Whoever has no Lead on the table loses.",
    )
    clauses = [{"id": f"1.{n}", "says": one, "line": n, "assumed": False} for n, one in enumerate(says, 1)]
    crux = (
        "Ann has an Army. One line makes her lose without a Lead; another when her Personalities are gone."
        " No line says that an Army is enough."
    )
    story = {**UNTOLD, "crux": [{"text": crux, "kind": "plain", "seat": None}]}
    page = laid_out(RULES, {**FINDING, "clauses": clauses, "story": story}, [told(None)], {})
    assert [side["clauses"][0]["id"] for side in page["sides"]] == ["1.4", "1.2"]
    assert [clause["id"] for clause in page["others"]] == ["1.1", "1.3"]
