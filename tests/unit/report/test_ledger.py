"""The ledger names every rule that a scope switches off, with the clause that it comes from."""

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
