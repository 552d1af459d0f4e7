"""The second solver: cvc5, which reads the text of a question and knows nothing of the prover."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from time import monotonic

TRUSTED = ("TRUST", "TRUST_THEORY_REWRITE")
"""The rules of cvc5's proofs that a proof checker would have to believe."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of cvc5 to a script: nothing `wrong`, or what is. `refuted`: one of the questions has a model.

    steps and trusted: those of cvc5's own proofs, where they were asked for.
    """

    questions: int = 0
    wrong: str = ""
    refuted: bool = False
    steps: int = 0
    trusted: int = 0


def available() -> bool:
    return find_spec("cvc5") is not None


def version() -> str:
    import cvc5

    return str(cvc5.__version__)


def ask(text: str, wanted: int, deadline: float, *, proofs: bool = False) -> Answers:
    """Run a script; every one of the questions that are wanted has to be answered `unsat`."""
    import cvc5

    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    solver.setOption("incremental", "true")
    if proofs:
        solver.setOption("produce-proofs", "true")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "certificate")
    symbols = parser.getSymbolManager()
    asked = steps = trusted = 0
    try:
        while True:
            command = parser.nextCommand()
            if command.isNull():
                break
            name = command.getCommandName()
            if name == "check-sat":
                left = deadline - monotonic()
                if left <= 0:
                    return Answers(asked, "no time was left")
                solver.setOption("tlimit-per", str(max(1, int(left * 1000))))
                asked += 1
                answer = command.invoke(solver, symbols).strip()
                if answer != "unsat":
                    return Answers(asked, f"question {asked}: cvc5 says {answer}", answer == "sat", steps, trusted)
                if proofs:
                    more, taken = _count_steps(solver.getProof())
                    steps, trusted = steps + more, trusted + taken
            else:
                answer = command.invoke(solver, symbols).strip()
                if answer:
                    return Answers(asked, answer)
    except RuntimeError as error:  # what its parser and its solver raise
        return Answers(asked, str(error).strip().partition("\n")[0])
    if asked != wanted:
        return Answers(asked, f"{asked} questions instead of {wanted}")
    return Answers(asked, steps=steps, trusted=trusted)


def _count_steps(proofs: Sequence[object]) -> tuple[int, int]:
    """The steps of cvc5's proofs, each once, and those that it takes on trust."""
    seen: set[object] = set()
    stack = list(proofs)
    trusted = 0
    while stack:
        step = stack.pop()
        if step in seen:
            continue
        seen.add(step)
        trusted += step.getRule().name in TRUSTED  # type: ignore[attr-defined]
        stack.extend(step.getChildren())  # type: ignore[attr-defined]
    return len(seen), trusted
