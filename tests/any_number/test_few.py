"""A question asked of few members, alone: it is answered where these are enough, and a false one never is."""

from __future__ import annotations

import pytest

from ruleslawyer.engines.smt.lifted.asking import InductionProver
from ruleslawyer.engines.smt.lifted.issue import CertificateIssuer
from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
from ruleslawyer.engines.smt.lifted.prove import prove_again
from ruleslawyer.engines.smt.lifted.question import SolverResult
from tests.bundled import bundled

TRUE = ("placed_cards_are_paid", "attacking_costs_nothing", "recovering_takes_one", "a_draw_is_paid_for")
FALSE = ("own_cards_are_fused_partially", "players_intercept_with_their_own", "every_card_is_used_once_a_turn")


def test_few_members_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """All other ways give no answer. A draw is counted: that one card is there is asked of a sum. The false ones have
    plays in `unproved.json`."""
    monkeypatch.setattr(CertificateIssuer, "_take_turns", lambda *_: SolverResult("unknown", 0.0, reason="time"))
    monkeypatch.setattr(InductionProver, "seems_never", lambda *_: False)
    monkeypatch.setattr(InductionProver, "ask_nearest", lambda *_: None)
    monkeypatch.setattr(InductionProver, "ask_near", lambda *_: None)
    monkeypatch.setattr(InductionProver, "ask_solver", lambda *_, **__: pytest.fail("a way that is not asked"))
    monkeypatch.setattr(InductionProver, "ask", lambda *_, **__: _Nothing)
    system = bundled().ruleset("memesis").system
    found, _ = prove_again(system, 2, Lemmas(alone=TRUE + FALSE), 3.0, 10.0, only=TRUE + FALSE)
    assert {one.property for one in found if one.verdict == "PROVED"} == set(TRUE)


class _Nothing:
    asked = SolverResult("unknown", 0.0, reason="time")
