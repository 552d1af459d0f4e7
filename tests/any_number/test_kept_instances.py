"""Instances that answered before are asked about once, by the judge, and all of an item together. Where they answer no
more, those alone are looked for that do not, and the verdicts are what they are without any."""

from __future__ import annotations

from pathlib import Path

import pytest
import z3

from ruleslawyer.api import Ruleset
from ruleslawyer.engines.smt.certify.accepted import Accepted, Portfolio, Rejection
from ruleslawyer.engines.smt.lifted.certificate import ProofFile
from ruleslawyer.engines.smt.lifted.door import Door
from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
from ruleslawyer.engines.smt.lifted.prove import ProverMemory, prove_again
from ruleslawyer.engines.smt.lifted.verdict import remarks
from ruleslawyer.lifted.terms import FALSE, TRUE
from tests.any_number.rulesets import project
from tests.any_number.test_answered import COUNTED

NAMES = ("what_is_taken_is_counted", "what_is_marked_is_counted", "what_is_marked_is_taken")
LEMMAS = Lemmas(states=NAMES, lone=NAMES)


@pytest.fixture
def counted(tmp_path: Path) -> Ruleset:
    return project(tmp_path, "counted", COUNTED)


def again(ruleset: Ruleset, kept: ProverMemory) -> dict[str, str]:
    found, lapsed = prove_again(ruleset.system, 2, LEMMAS, 5.0, 60.0, kept=kept)
    assert not lapsed
    return {one.property: one.verdict for one in found}


def test_what_answered_is_asked_once(counted: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ProverMemory(lasting=True)
    proved = again(counted, first)
    assert proved == dict.fromkeys(NAMES, "PROVED")
    assert first.looked_for > 0
    second = ProverMemory(accepted=first.accepted)
    monkeypatch.setattr(z3.Solver, "check", lambda *_: pytest.fail("the judge is asked, and nobody else"))
    assert again(counted, second) == proved
    assert second.looked_for == 0


def test_what_answers_no_more_is_looked_for(counted: Ruleset) -> None:
    """A question without its instances; the others keep theirs."""
    first = ProverMemory(lasting=True)
    proved = again(counted, first)
    place = next(place for place, said in first.accepted.items() if '"fold"' in said)
    kept = ProverMemory(accepted={**first.accepted, place: ""})
    assert again(counted, kept) == proved
    assert kept.looked_for == 1
    assert kept.accepted[place]


def test_premises_that_come_up_later_are_asked_too(counted: Ruleset) -> None:
    """The judge refuses one that two iterations may well meet."""
    door = Door(counted.system, 2, {}, (), lambda _: True, Portfolio(10.0), remarks)
    door.made[NAMES[0]] = ProofFile("nothing", "", 0)
    door.obligations.premises.append((FALSE, True))
    assert isinstance(door.accept(NAMES[0], NAMES[0]), Accepted)
    door.obligations.premises.append((TRUE, True))
    assert isinstance(door.accept(NAMES[0], NAMES[0]), Rejection)
