"""z3 as a solver that reads the text of questions, each script in a context of its own, and knows nothing else."""

from __future__ import annotations

from time import monotonic

import z3

from ruleslawyer.engines.smt.certify.second import Answers


def version() -> str:
    return str(z3.get_version_string())


def ask(text: str, wanted: int, deadline: float) -> Answers:
    """Run a script; every one of the questions that are wanted has to be answered `unsat`."""
    left = deadline - monotonic()
    if left <= 0:
        return Answers(0, "no time was left")
    context = z3.Context()
    try:
        said = z3.Z3_eval_smtlib2_string(context.ref(), f"(set-option :timeout {max(1, int(left * 1000))})\n{text}")
    except z3.Z3Exception as error:
        return Answers(0, str(error).partition("\n")[0])
    answers = said.split("\n")[:-1]
    for i, answer in enumerate(answers, 1):
        if answer != "unsat":
            return Answers(i, f"question {i}: z3 says {answer}", answer == "sat")
    if len(answers) != wanted:
        return Answers(len(answers), f"{len(answers)} questions instead of {wanted}")
    return Answers(len(answers))
