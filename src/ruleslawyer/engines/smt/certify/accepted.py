"""The one door to a proof: every question of it, as text, was answered `unsat` by a solver that reads nothing else.

Nothing else makes an `Accepted`, and nothing is said to be proved without one. Whoever found the proof is not asked:
its questions were made anew, from the rules, by the modules that `docs/proofs.md` lists.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Sequence
from dataclasses import InitVar, dataclass
from hashlib import sha256
from time import monotonic

import z3

from ruleslawyer.engines.smt.certify import second
from ruleslawyer.engines.smt.certify.argument import Part
from ruleslawyer.engines.smt.certify.second import Script, ScriptResult

_HERE = object()
"""Nobody else has it."""
Z3, CVC5 = "z3", "cvc5"


@dataclass(frozen=True, slots=True)
class Accepted:
    """The answer that a property is proved. solvers: who answered its questions. argument: what was shown for it, and
    how that hangs together, the property itself first."""

    property: str
    solvers: tuple[str, ...]
    questions: int
    argument: tuple[Part, ...]
    made_by: InitVar[object]

    def __post_init__(self, made_by: object) -> None:
        if made_by is not _HERE:
            raise TypeError("a proof is made by `accept` alone")

    @builtins.property
    def rests_on(self) -> tuple[str, ...]:
        """The other items that were shown for it."""
        return tuple(part.item for part in self.argument[1:])

    @builtins.property
    def assumes(self) -> tuple[str, ...]:
        """The assumptions about members on which it rests, by name."""
        return tuple(sorted({name for part in self.argument for rule in part.rules for name in rule.assumes}))


@dataclass(frozen=True, slots=True)
class Rejection:
    """The answer that a property is not proved by these questions, and why. refuted: one of them has a model. late: one
    of them has no answer in its time, so that it may still hold."""

    wrong: str
    refuted: bool = False
    late: bool = False


class Portfolio:
    """The solvers that are asked, one after the other: cvc5 where it is installed, and z3 where that comes to no end. A
    model of either is the last word. seconds: for each script. kept: what was answered before, as digests of solver,
    version and exact text, of what was `unsat` alone."""

    def __init__(self, seconds: float, solvers: Sequence[str] = (), kept: Iterable[bytes] = ()) -> None:
        self.seconds, self.kept = seconds, dict.fromkeys(kept)
        self._ask = {
            name: (ask, version())
            for name, ask, version in ((CVC5, second.ask, second.version), (Z3, ask_z3, z3_version))
            if (name in solvers if solvers else name == Z3 or second.available())
        }

    def answer(self, script: Script) -> str | Rejection:
        """The solvers that answer each question of a script with `unsat`; or what is wrong with it."""
        found = Rejection("no solver is installed")
        for name, (ask, version) in self._ask.items():
            key = sha256(repr((name, version, script.questions, script.text)).encode()).digest()
            if key in self.kept:
                return name
            answers: ScriptResult = ask(script.text, script.questions, monotonic() + self.seconds)
            if not answers.wrong:
                self.kept[key] = None
                return name
            found = Rejection(f"{script.name}: {answers.wrong}", answers.refuted)
            if answers.refuted:
                break
        return found


def accept(
    name: str, scripts: Iterable[Script], judge: Portfolio, argument: Iterable[Part] = ()
) -> Accepted | Rejection:
    """A property, where all of its questions are answered so."""
    asked, by = 0, dict[str, None]()
    for script in scripts:
        answer = judge.answer(script)
        if isinstance(answer, Rejection):
            return answer
        if script.questions:
            by[answer] = None
        asked += script.questions
    return Accepted(name, tuple(sorted(by)), asked, tuple(argument), _HERE)


def z3_version() -> str:
    return str(z3.get_version_string())


def ask_z3(text: str, wanted: int, deadline: float) -> ScriptResult:
    """z3 as a solver that reads the text of a script, in a context of its own, and knows nothing else."""
    left = deadline - monotonic()
    if left <= 0:
        return ScriptResult(0, "no time was left")
    context = z3.Context()
    try:
        said = z3.Z3_eval_smtlib2_string(context.ref(), f"(set-option :timeout {max(1, int(left * 1000))})\n{text}")
    except z3.Z3Exception as error:
        return ScriptResult(0, str(error).partition("\n")[0])
    answers = said.split("\n")[:-1]
    for i, answer in enumerate(answers, 1):
        if answer != "unsat":
            return ScriptResult(i, f"question {i}: z3 says {answer}", answer == "sat")
    if len(answers) != wanted:
        return ScriptResult(len(answers), f"{len(answers)} questions instead of {wanted}")
    return ScriptResult(len(answers))
