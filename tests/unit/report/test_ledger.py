"""The ledger: every rule that a scope switches off, both kinds of precedence, what a ruleset leaves to defaults."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.report.ledger import ledger
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import bundle
from tests.bank import TINY


@pytest.mark.parametrize(
    ("name", "off", "clauses"),
    [
        ("t80_settle", ("mutiny", "founder", "ruin"), [["3"], ["4"], ["5"]]),
        ("t85_trigger", ("harbour_fee", "miss_harbour_fee", "close"), [["6"], ["7"], ["8"]]),
    ],
)
def test_switched_off(name: str, off: tuple[str, ...], clauses: list[list[str]]) -> None:
    """Actions, both parts of a trigger, duties and settles."""
    found = bundle(TINY, name)
    scope = replace(found.scope("tiny"), off=off)
    result = explore_scope(TransitionSystem(Interpreter(found.system, scope)))
    entries = [entry for entry in ledger(found.system, [result]) if entry["why"].startswith("switched off")]
    assert [entry["what"] for entry in entries] == [f"{rule} does not exist here." for rule in off]
    assert [entry["clauses"] for entry in entries] == clauses
    assert all(entry["place"].startswith(f"{name}/model.py:") for entry in entries)


@pytest.mark.parametrize(
    ("name", "entries"),
    [
        (
            "t114_cannot",
            [("prohibition", "must_not prevails over whatever permits move.", "whatever else may be", "4")],
        ),
        (
            "t106_deed_precedence",
            [
                ("precedence", "stuck prevails over boots.", "the text: not even with boots", "4"),
                ("precedence", "dark prevails over step.", "the text: cannot", "5"),
                ("precedence", "lamp prevails over dark.", "the text: but whoever has a lamp leaps", "5"),
            ],
        ),
        ("t25_answer_over", [("precedence", "two prevails over one.", "instead", "3")]),
    ],
)
def test_both_kinds_of_precedence(name: str, entries: list[tuple[str, str, str, str]]) -> None:
    """As the models' `over=` and `cannot` say them, in the order in which they are written."""
    found = [e for e in ledger(bundle(TINY, name).system, []) if e["kind"] in ("precedence", "prohibition")]
    said = [(e["kind"], e["what"], e["why"].removeprefix("the sentence itself: "), *e["clauses"]) for e in found]
    assert said == entries


def test_what_the_ruleset_leaves_out() -> None:
    """That nobody wrote whose decision it is, or when the game ends, is the modeller's word, not the book's."""
    system = bundle(TINY, "t162_unsaid").system
    said = [entry["why"] for entry in ledger(system, []) if entry["kind"] == "default"]
    assert said == ["the model has no `awaits`", "the model has no `ended`", "the model has no `winners`"]


def test_what_checks_ask_is_no_word_of_the_model() -> None:
    system = bundle(TINY, "t163_asked").system
    assert {"over", "won"} <= set(system.helpers)
    assert not [entry for entry in ledger(system, []) if entry["kind"] == "helper"]
