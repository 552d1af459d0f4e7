"""The second solver: cvc5, which reads the text of a question and knows nothing of the prover."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from time import monotonic
from typing import Any


@dataclass(frozen=True, slots=True)
class ScriptResult:
    """The answers of a solver to a script: nothing `wrong`, or what is. `refuted`: one of the questions has a model."""

    questions: int = 0
    wrong: str = ""
    refuted: bool = False


@dataclass(frozen=True, slots=True)
class Script:
    """Questions as text, and how many answers of `unsat` they want."""

    name: str
    text: str
    questions: int


def available() -> bool:
    return find_spec("cvc5") is not None


def version() -> str:
    import cvc5

    return str(cvc5.__version__)


def ask(text: str, wanted: int, deadline: float, proofs: Callable[[Sequence[Any]], None] | None = None) -> ScriptResult:
    """Run a script; every one of the questions that are wanted has to be answered `unsat`. proofs: gets those that cvc5
    writes, of each answer."""
    import cvc5

    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    solver.setOption("incremental", "true")
    if proofs is not None:
        solver.setOption("produce-proofs", "true")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "certificate")
    symbols = parser.getSymbolManager()
    asked = 0
    try:
        while True:
            command = parser.nextCommand()
            if command.isNull():
                break
            name = command.getCommandName()
            if name == "check-sat":
                left = deadline - monotonic()
                if left <= 0:
                    return ScriptResult(asked, "no time was left")
                solver.setOption("tlimit-per", str(max(1, int(left * 1000))))
                asked += 1
                answer = command.invoke(solver, symbols).strip()
                if answer != "unsat":
                    return ScriptResult(asked, f"question {asked}: cvc5 says {answer}", answer == "sat")
                if proofs is not None:
                    proofs(solver.getProof())
            else:
                answer = command.invoke(solver, symbols).strip()
                if answer:
                    return ScriptResult(asked, answer)
    except RuntimeError as error:  # what its parser and its solver raise
        return ScriptResult(asked, str(error).strip().partition("\n")[0])
    if asked != wanted:
        return ScriptResult(asked, f"{asked} questions instead of {wanted}")
    return ScriptResult(asked)
