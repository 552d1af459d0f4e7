"""The second way: laws, folds and the lemma about sums as formulas with quantifiers, for z3 and cvc5 to find their own
instances. What the instances of a certificate exclude these exclude too, so that an answer `sat` is a mistake of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Literal

import z3

from ruleslawyer.engines.smt.certify import second
from ruleslawyer.engines.smt.lifted.certificate import OfFold, OfLaw, OfSums, Recipe
from ruleslawyer.engines.smt.lifted.obligations import Question
from ruleslawyer.engines.smt.lifted.text import Script, uses_of, wants_name
from ruleslawyer.lifted.folds import Fold, Folds, Sum, lemma
from ruleslawyer.lifted.terms import INT, Term, in_order, in_postorder, symbol, variable

Answer = Literal["unsat", "sat", "unknown"]
Z3, CVC5 = "z3", "cvc5"


class Quantified(Script):
    """A script of one question, on no level of its own, with quantifiers."""

    logic = "ALL"

    def ask(self) -> None:
        self.questions += 1
        self._lines.append("(check-sat)")

    def claim_for_all(self, variables: Sequence[Term], term: Term) -> None:
        """A term for all values of its variables; what it needs twice is named within."""
        if not variables:
            return self.claim(term)
        texts = {v: f"|{v.value} {i}|" for i, v in enumerate(variables)}
        order = in_postorder(term, texts)
        uses = uses_of(order)
        lets: list[str] = []
        for part in order:
            texts[part] = self._one(part, [texts[a] for a in part.args])
            if part is not term and wants_name(part, uses, texts[part]):
                lets.append(f"(let ((l!{len(lets)} {texts[part]})) ")
                texts[part] = f"l!{len(lets) - 1}"
        bound = " ".join(f"(|{v.value} {i}| {self.sort(v.sort)})" for i, v in enumerate(variables))
        self._lines.append(f"(assert (forall ({bound}) {''.join(lets)}{texts[term]}{')' * len(lets)}))")
        return None


@dataclass(slots=True)
class Tally:
    """How often each solver said what, within so many seconds for each question."""

    seconds: float
    said: dict[str, dict[str, int]] = field(default_factory=lambda: {solver: {} for solver in _solvers()})

    def ask(self, question: Question, recipes: Sequence[Recipe], folds: Folds, script: Quantified) -> str:
        """Ask those that are installed about one question; who says `sat`, and of what. `script` is empty, and of the
        ruleset's sizes."""
        text = quantify(question, recipes, folds, script)
        found = ""
        for solver, asked in _solvers().items():
            answer = asked(text, self.seconds)
            self.said[solver][answer] = self.said[solver].get(answer, 0) + 1
            if answer == "sat":
                found = f"with quantifiers {solver} says sat of {question.rule} (please report it)"
        return found

    def text(self) -> str:
        each = (
            f"{solver} " + ", ".join(f"{answer} {number}" for answer, number in sorted(answers.items(), reverse=True))
            for solver, answers in self.said.items()
        )
        asked = sum(self.said[Z3].values())
        return f"with quantifiers, of {asked} question{'' if asked == 1 else 's'}: {'; '.join(each)}"


def quantify(question: Question, recipes: Sequence[Recipe], folds: Folds, script: Quantified) -> str:
    """A question with whatever its instances are of, each for all members."""
    script.claim(question.wanted)
    said: dict[Term, None] = {}
    for recipe in recipes:
        match recipe:
            case OfLaw(source, place, _):
                said[question.sources[source][place][1]] = None
            case OfFold(app):
                fold = folds.by_name[str(app.value)]
                said[fold.about(fold.parameters)] = None
                said[fold.bound_by(fold.parameters, fold.variable)] = None
            case OfSums(more, fewer, others):
                added, taken = (
                    tuple(_all(folds.by_name[str(app.value)], f"{prefix}{i} ") for i, app in enumerate(side))
                    for prefix, side in (("a", more), ("b", fewer))
                )
                variables = tuple(variable(term.sort, f"o{i}") for i, term in enumerate(others))
                said[lemma(added, taken, variables)] = None
    for term in said:
        script.claim_for_all(in_order(term.free), term)
    script.ask()
    return script.text


def _all(fold: Fold, prefix: str) -> Sum:
    """A sum for all its arguments, under names of its own."""
    return fold, symbol(INT, fold.name, tuple(variable(p.sort, f"{prefix}{p.value}") for p in fold.parameters))


def _solvers() -> dict[str, Callable[[str, float], Answer]]:
    """cvc5 is an extra."""
    return {Z3: _z3, **({CVC5: _cvc5} if second.available() else {})}


def _z3(text: str, seconds: float) -> Answer:
    solver = z3.Solver(ctx=z3.Context())
    solver.set("timeout", max(1, int(seconds * 1000)))
    solver.from_string(text)
    found = solver.check()
    return "unsat" if found == z3.unsat else "sat" if found == z3.sat else "unknown"


def _cvc5(text: str, seconds: float) -> Answer:
    found = second.ask(text, 1, monotonic() + seconds)
    return "unsat" if not found.wrong else "sat" if found.refuted else "unknown"
