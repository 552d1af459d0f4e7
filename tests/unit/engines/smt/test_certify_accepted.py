"""Who is asked about the questions of a proof, and what becomes of their answers."""

from __future__ import annotations

import pytest

from ruleslawyer.engines.smt.certify import accepted, second
from ruleslawyer.engines.smt.certify.accepted import Accepted, Portfolio, Rejection, accept
from ruleslawyer.engines.smt.certify.second import Script, ScriptResult

NEVER = "(set-logic QF_LIA)\n(push 1)\n(declare-fun a () Int)\n(assert (< a a))\n(check-sat)\n(pop 1)\n"
ONCE = NEVER.replace("(< a a)", "(< a 1)")


def script(text: str, questions: int = 1) -> Script:
    return Script("some.smt2", text, questions)


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_each_question_has_to_be_answered(solver: str) -> None:
    judge = Portfolio(10.0, (solver,))
    found = accept("peace", [script(NEVER), script(NEVER + NEVER.partition("\n")[2], 2)], judge)
    assert isinstance(found, Accepted) and (found.solvers, found.questions) == ((solver,), 3)
    for wrong, about in (
        (script(ONCE), "says sat"), (script(NEVER, 2), "1 questions instead of 2"), (script("(what", 1), ""),
        (script(NEVER + ONCE.partition("\n")[2], 2), "question 2"), (script("", 1), "0 questions instead of 1"),
    ):  # fmt: skip
        refused = accept("peace", [script(NEVER), wrong], judge)
        assert isinstance(refused, Rejection) and about in refused.wrong


def test_where_one_comes_to_no_end_the_other_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second, "ask", lambda text, wanted, deadline: ScriptResult(0, "question 1: cvc5 says unknown"))
    found = accept("peace", [script(NEVER)], Portfolio(10.0))
    assert isinstance(found, Accepted) and found.solvers == ("z3",)


def test_a_model_is_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second, "ask", lambda text, wanted, deadline: ScriptResult(1, "cvc5 says sat", refuted=True))
    refused = accept("peace", [script(NEVER)], Portfolio(10.0))
    assert isinstance(refused, Rejection) and refused.refuted


def test_an_answer_is_kept_by_the_text_and_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Portfolio(10.0, ("z3",))
    assert isinstance(accept("peace", [script(NEVER)], judge), Accepted)
    asked = list[str]()

    def ask(text: str, wanted: int, deadline: float) -> ScriptResult:
        asked.append(text)
        return ScriptResult(wanted)

    monkeypatch.setattr(accepted, "ask_z3", ask)
    accept("peace", [script(NEVER)], Portfolio(10.0, ("z3",), judge.kept))
    assert not asked
    accept("peace", [script(NEVER + "; more\n")], Portfolio(10.0, ("z3",), judge.kept))
    monkeypatch.setattr(accepted, "z3_version", lambda: "another")
    accept("peace", [script(NEVER)], Portfolio(10.0, ("z3",), judge.kept))
    assert len(asked) == 2
