"""What follows, in each state, from what is known of it: found without an induction of its own, proved again, and
certified; that at rest nothing is left which means nothing is known there, and nowhere else."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from time import thread_time

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.smt.certify.accepted import Portfolio
from ruleslawyer.engines.smt.certify.argument import STATE, parse_key
from ruleslawyer.engines.smt.lifted.folder import ProofSubject, folder_name
from ruleslawyer.engines.smt.lifted.issue import CertificateIssuer, Proposal
from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
from ruleslawyer.engines.smt.lifted.prove import prove_again, prove_for_any
from ruleslawyer.engines.smt.lifted.question import Answer, SolverResult
from ruleslawyer.engines.smt.lifted.verdict import OF_A_STATE, ProofVerdict, lemmas_of
from tests.any_number.rulesets import trap
from tests.bank import TINY

KEPT = Lemmas(states=("nobody_holds_one",), steps=("rest: none_is_marked_at_rest",), lone=("nobody_holds_one",))


def proved(ruleset: Ruleset) -> list[ProofVerdict]:
    found, lapsed = prove_again(ruleset.system, 2, KEPT, 1.0, 10.0)
    assert not lapsed
    return found


def test_what_means_nothing_is_not_there(tmp_path: Path) -> None:
    """By hand: a mark matters on a card that is held, and none ever is. At rest, therefore, none is marked,
    whatever the rules do; a duty may see one, so that it is not so in every state."""
    ruleset = trap(tmp_path, "seen_before_forgotten")
    found = {one.property: one for one in proved(ruleset)}
    one = found["none_is_marked_at_rest"]
    assert (one.verdict, one.method, one.level) == ("PROVED", OF_A_STATE, "rest")
    assert one.lemmas == ("nobody_holds_one",)
    assert lemmas_of(list(found.values())) == KEPT
    first = {one.property: one for one in prove_for_any(ruleset.system, 2, total=10.0, timeout=1.0)}
    assert first["none_is_marked_at_rest"].level == "rest"


@pytest.mark.parametrize(("level", "asked"), [("rest: ", ["rest"]), ("", ["strong", "settled", "rest"])])
def test_the_level_at_which_it_was_proved_is_asked_first(tmp_path: Path, level: str, asked: list[str]) -> None:
    """Where a file names no level, all are asked in turn."""
    told: list[str] = []
    kept = replace(KEPT, steps=(f"{level}none_is_marked_at_rest",))
    found, _ = prove_again(trap(tmp_path, "seen_before_forgotten").system, 2, kept, 1.0, 10.0, told.append)
    assert {one.property: one.level for one in found if one.accepted}["none_is_marked_at_rest"] == "rest"
    items = [one.removeprefix(STATE).partition(",")[0] for one in told if one.startswith(STATE)]
    assert [parse_key(item)[1] for item in items] == asked


@pytest.mark.parametrize(("answer", "late"), [("unknown", True), ("sat", False)])
def test_a_question_without_an_answer_is_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: Answer, late: bool
) -> None:
    """A kept proof that lacks an answer for want of time may still hold, and is late; one that the solver has a model
    against is not."""
    ruleset = trap(tmp_path, "seen_before_forgotten")
    monkeypatch.setattr(CertificateIssuer, "_ask_in_ways", lambda *_: SolverResult(answer, 1.0))
    found, _ = prove_again(ruleset.system, 2, KEPT, 1.0, 10.0)
    (one,) = (one for one in found if one.property == "none_is_marked_at_rest")
    assert (one.verdict, one.late) == ("UNCHECKED", late)


def test_it_is_certified(tmp_path: Path) -> None:
    """cvc5 answers, from the text alone; where the folder says that nothing is known, it is refused."""
    ruleset = trap(tmp_path, "seen_before_forgotten")
    whose, end = ProofSubject(ruleset.name, 2), thread_time() + 60.0
    issue = CertificateIssuer(ruleset.system, whose, KEPT.states, Portfolio(30.0), 5.0, end, written=True)
    issue.run([Proposal("none_is_marked_at_rest", (f"{STATE}rest: none_is_marked_at_rest",))])
    issue.write(tmp_path / "certificates" / folder_name(ruleset.name, 2), issue.proofs)
    (folder,) = (tmp_path / "certificates").iterdir()
    assert (folder / "state+3a+rest+3a++20+none_is_marked_at_rest.smt2").is_file()
    project = Project.load(tmp_path)
    accepted = {one.property: one.accepted for one in project.certify(tmp_path / "certificates")}
    assert accepted["none_is_marked_at_rest"]
    manifest = json.loads((folder / "certificate.json").read_text())
    manifest["known"] = []
    (folder / "certificate.json").write_text(json.dumps(manifest))
    with pytest.raises(UsageError):
        project.certify(tmp_path / "certificates")


def test_a_pile_that_is_forgotten_is_empty() -> None:
    """At rest, by which a property that the rules keep is proved."""
    ruleset = Project.load(TINY).ruleset("t206_forgotten_pile")
    (found,) = prove_for_any(ruleset.system, 1, ("nothing_lies_in_a_closed_box",), total=10.0, timeout=1.0)
    assert (found.verdict, found.level) == ("PROVED", "rest")
