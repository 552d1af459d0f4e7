"""The proofs of a check: what a question said is found again where the whole answer is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.engines.smt.certify import accepted
from ruleslawyer.engines.smt.certify import second as second_solver
from ruleslawyer.engines.smt.certify.second import ScriptResult
from ruleslawyer.proof.any_number import scope_difference
from ruleslawyer.proof.kept_proofs import ReproofJob
from ruleslawyer.proof.lemmas import load_lemmas
from ruleslawyer.rulebook.claims.expected import broken_in
from ruleslawyer.rulebook.claims.verdict import PLAYERS
from tests.bundled import bundled

HOST = bundled().ruleset("ccg")


def job(folder: Path | None, timeout: float) -> ReproofJob:
    lemmas = load_lemmas(HOST.root, HOST.name)
    assert lemmas is not None
    return ReproofJob(HOST.root, HOST.name, timeout, 60.0, folder, lemmas=lemmas)


def noting(ask: Callable[..., ScriptResult], asked: list[str]) -> Callable[..., ScriptResult]:
    """A solver that notes what it is asked."""

    def noted(text: str, *how: Any) -> ScriptResult:
        asked.append(text)
        return ask(text, *how)

    return noted


def test_questions_are_known_though_the_proofs_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With another limit of time it is another question what is proved; what solvers are asked is the same text, and
    they are asked nothing again."""
    first = job(tmp_path, 5.0).of(HOST)
    assert first.proofs and not first.lapsed
    other = job(tmp_path, 6.0)
    assert other.recall(HOST) is None
    asked = list[str]()
    monkeypatch.setattr(accepted, "ask_z3", noting(accepted.ask_z3, asked))
    monkeypatch.setattr(second_solver, "ask", noting(second_solver.ask, asked))
    again = other.of(HOST)
    assert [(p.property, p.verdict) for p in again.proofs] == [(p.property, p.verdict) for p in first.proofs]
    assert not asked
    assert [p.property for p in job(None, 6.0).of(HOST).proofs] == [p.property for p in first.proofs]
    assert len(asked) >= len(first.proofs)


@pytest.mark.parametrize("name", bundled().rulesets)
def test_what_is_kept_as_proved_no_play_of_the_same_game_is_expected_to_break(name: str) -> None:
    ruleset = bundled().ruleset(name)
    lemmas = load_lemmas(ruleset.root, name)
    for prop in lemmas.properties if lemmas is not None else ():
        players = None if lemmas is not None and prop in lemmas.any_players else PLAYERS
        broken = broken_in(ruleset.expectations()).get(prop, ())
        assert not [one for one in broken if not scope_difference(ruleset.system, ruleset.scope(one), players)], prop
