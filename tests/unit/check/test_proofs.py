"""The proofs of a check: what a question said is found again where the whole answer is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.check.proofs import ProofsAgain, in_open, lapsed_in_open
from ruleslawyer.engines.smt.lifted.lemmas import Lapsed, Lemmas
from ruleslawyer.engines.smt.lifted.question import Asked, Solver
from ruleslawyer.proof.any_number import Again
from ruleslawyer.proof.lemmas import load_lemmas
from tests.bundled import bundled

HOST = bundled().ruleset("ccg")
DAEMONS = bundled().ruleset("daemons")


def job(folder: Path | None, timeout: float) -> ProofsAgain:
    lemmas = load_lemmas(HOST.root, HOST.name)
    assert lemmas is not None
    return ProofsAgain(HOST.root, HOST.name, timeout, 60.0, folder, lemmas=lemmas)


def test_questions_are_known_though_the_proofs_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With another limit of time it is another question what is proved; what the solver was asked is the same."""
    first = job(tmp_path, 5.0).of(HOST)
    assert first.proofs and not first.lapsed
    other = job(tmp_path, 6.0)
    assert other.known(HOST) is None
    asked, real = list[object](), Solver.ask

    def ask(*args: Any, **how: Any) -> Asked:
        asked.append(args)
        return real(*args, **how)

    monkeypatch.setattr(Solver, "ask", ask)
    again = other.of(HOST)
    assert [(p.property, p.verdict) for p in again.proofs] == [(p.property, p.verdict) for p in first.proofs]
    known = len(asked)
    asked.clear()
    assert [p.property for p in job(None, 6.0).of(HOST).proofs] == [p.property for p in first.proofs]
    assert known < len(asked)


def test_open_is_asked_what_is_not_proved_again() -> None:
    """Daemons' `open` lists `one_main_module_each`. Where it is among what was proved, `open` is asked the rest alone;
    where it lapsed it is asked after all, and what `open` does not list is not."""
    listed = DAEMONS.scope("open").prove
    assert "one_main_module_each" in listed and "cards_are_conserved" not in listed
    again = ProofsAgain(DAEMONS.root, DAEMONS.name, 5.0, 60.0, lemmas=Lemmas(states=listed[1:]))
    beside = in_open(DAEMONS, again)
    assert beside is not None and beside.properties == listed[:1]
    assert in_open(DAEMONS, replace(again, lemmas=Lemmas(states=listed))) is None
    lapsed = Again(lapsed=(Lapsed("one_main_module_each", "", ""), Lapsed("cards_are_conserved", "", "")))
    after = lapsed_in_open(DAEMONS, again, lapsed)
    assert after is not None and after.properties == ("one_main_module_each",)
    assert lapsed_in_open(DAEMONS, again, Again()) is None
