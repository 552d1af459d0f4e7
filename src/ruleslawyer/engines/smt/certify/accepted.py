"""The one door to a proof: every question of it, as text, was answered `unsat` by a solver that reads nothing else.

Nothing else makes an `Accepted`, and nothing is said to be proved without one. Whoever found the proof is not asked:
its questions were made anew, from the rules, by the modules that `docs/proofs.md` lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import InitVar, dataclass
from hashlib import sha256
from time import monotonic
from typing import Protocol

from ruleslawyer.engines.smt.certify import first, second
from ruleslawyer.engines.smt.certify.second import Answers

_HERE = object()
"""Nobody else has it."""
Z3, CVC5 = "z3", "cvc5"


class Script(Protocol):
    """Questions as text, and how many answers of `unsat` they want."""

    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def questions(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Accepted:
    """That a property is proved. solver: who answered each of its questions. rests_on: what else was shown for it."""

    property: str
    solver: str
    questions: int
    rests_on: tuple[str, ...]
    made_by: InitVar[object]

    def __post_init__(self, made_by: object) -> None:
        if made_by is not _HERE:
            raise TypeError("a proof is made by `accept` alone")


@dataclass(frozen=True, slots=True)
class Refused:
    """That a property is not proved by these questions, and why. refuted: one of them has a model."""

    wrong: str
    refuted: bool = False


class Judge:
    """The solver that is asked: cvc5 where it is installed, and z3 otherwise. seconds: for each script. kept: what it
    answered before, as digests of its name, its version and the exact text, of what was `unsat` alone."""

    def __init__(self, seconds: float, solver: str = "", kept: Iterable[bytes] = ()) -> None:
        self.seconds, self.solver = seconds, solver or (CVC5 if second.available() else Z3)
        self.kept = dict.fromkeys(kept)
        self.asked = 0
        """Scripts that were not answered before."""
        self._ask: Callable[[str, int, float], Answers] = second.ask if self.solver == CVC5 else first.ask
        self._version = second.version() if self.solver == CVC5 else first.version()

    def knows(self, script: Script) -> bool:
        """Whether it answered a script before."""
        return self._digest(script) in self.kept

    def wrong(self, script: Script) -> Refused | None:
        """What is wrong with a script; nothing where each of its questions is answered `unsat`."""
        key = self._digest(script)
        if key not in self.kept:
            self.asked += 1
            answers = self._ask(script.text, script.questions, monotonic() + self.seconds)
            if answers.wrong:
                return Refused(f"{script.name}: {answers.wrong}", answers.refuted)
            self.kept[key] = None
        return None

    def _digest(self, script: Script) -> bytes:
        return sha256(repr((self.solver, self._version, script.questions, script.text)).encode()).digest()


def accept(name: str, scripts: Iterable[Script], judge: Judge, rests_on: Iterable[str] = ()) -> Accepted | Refused:
    """A property, where all of its questions are answered so."""
    asked = 0
    for script in scripts:
        wrong = judge.wrong(script)
        if wrong is not None:
            return wrong
        asked += script.questions
    return Accepted(name, judge.solver, asked, tuple(rests_on), _HERE)
