"""The rules of a model by name, as a reader wants them: what each says, which clauses stand behind it, and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import Clause, Layer, Question, System, with_lifts
from ruleslawyer.origin import Origin
from ruleslawyer.register.clause import Register

Json = dict[str, Any]


class Rules:
    """A ruleset's names, looked up for the report."""

    def __init__(self, system: System, register: Register | None) -> None:
        self.system, self.register = system, register
        self._rules = {name: (role, origin, doc) for name, role, origin, doc in _rules(system)}

    @property
    def names(self) -> tuple[str, ...]:
        """Every rule that has a name, in the order of declaration."""
        return tuple(self._rules)

    def clauses(self, ids: Iterable[str]) -> list[Json]:
        """Clauses with their paraphrases; empty where the book has no register. What is assumed has no line in it."""
        known = self.register.known if self.register else {}
        found = []
        for id_ in dict.fromkeys(ids):
            clause, assumed = known.get(id_), self.system.is_assumed(id_)
            line = clause.line if clause and not assumed else None
            found.append({"id": id_, "says": clause.says if clause else "", "line": line, "assumed": assumed})
        return found

    def rule(self, name: str) -> Json:
        """One rule; its name alone where it is none of the model's."""
        if name not in self._rules:
            return {"name": name, "role": "", "says": "", "place": "", "clauses": []}
        role, origin, doc = self._rules[name]
        place = f"{origin.span.path}:{origin.span.line}"
        return {"name": name, "role": role, "says": doc, "place": place, "clauses": self.clauses(origin.cites)}

    def question(self, name: str) -> Json | None:
        """A question with its options and their support; None where a name is none."""
        question = self.system.questions.get(name)
        if question is None:
            return None
        options = [self._option(question, option.name) for option in question.options]
        return {"name": name, "text": question.text, "options": options}

    def _option(self, question: Question, name: str) -> Json:
        option = next(o for o in question.options if o.name == name)
        support = "in the text" if option.kind == "answer" else "none in the text"
        return {**self.rule(name), "label": option.label, "support": support, "default": option.default}


def _rules(system: System) -> Iterator[tuple[str, str, Origin, str]]:
    for term in system.terms.values():
        yield term.name, "term", term.origin, _said(term.function)
        yield from _clauses(term.layers)
    for question in system.questions.values():
        for option in question.options:
            yield option.name, option.kind, option.origin, _said(option.function)
    for action in system.actions.values():
        yield action.name, action.kind, action.origin, _said(action.function)
        yield from _clauses(action.norms)
        for part in action.parts:
            yield part.name, part.kind, part.origin, _said(part.function)
            yield from _clauses(part.norms)
    for deed in system.deeds.values():
        yield deed.name, "deed", deed.origin, _said(deed.function)
        yield from _clauses(deed.clauses)
    for duty in system.duties.values():
        yield duty.name, "duty", duty.origin, _said(duty.function)
    for settle in system.settles.values():
        yield settle.name, "settle", settle.origin, _said(settle.function)
    for check in system.checks.values():
        yield check.name, check.kind, check.origin, _said(check.function)


def _clauses(clauses: Iterable[Clause]) -> Iterator[tuple[str, str, Origin, str]]:
    for clause in with_lifts(clauses):
        role = "exception" if isinstance(clause, Layer) else clause.role  # as its decorator calls it
        yield clause.name, role, clause.origin, _said(clause.function)


def _said(function: Function) -> str:
    """The first paragraph of a docstring, in one line."""
    return " ".join(function.doc.strip().split("\n\n")[0].split())
