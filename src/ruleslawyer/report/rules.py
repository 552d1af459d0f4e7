"""The rules of a model by name, as a reader wants them: what each says, which clauses stand behind it, and where."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.rules import Check, Rule
from ruleslawyer.ir.system import Action, Question, System
from ruleslawyer.report.prose import blocks
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.register.places import pieces, places


class Rules:
    """A ruleset's names, looked up for the report."""

    def __init__(self, system: System, register: Register | None) -> None:
        self.system, self.register = system, register
        self._rules = {rule.name: rule for rule in system.rules()}

    @property
    def names(self) -> tuple[str, ...]:
        """Every rule that has a name, in the order of declaration."""
        return tuple(self._rules)

    def clauses(self, ids: Iterable[str]) -> list[Json]:
        """Clauses with their paraphrases; empty where the book has no register. What is assumed has no line in it."""
        known = self.register.citable_clauses if self.register else {}
        found = []
        for id_ in dict.fromkeys(ids):
            clause, assumed = known.get(id_), self.system.is_assumed(id_)
            line = clause.line if clause and not assumed else None
            found.append({"id": id_, "says": clause.says if clause else "", "line": line, "assumed": assumed})
        return found

    def places(self, ids: Iterable[str]) -> list[Json]:
        """The places of clauses in the book: section, chapter, line."""
        return [{**place.json(), "sentence": None} for place in places(self.register, ids)] if self.register else []

    def prose(self, text: str) -> list[Json]:
        """Prose in blocks, in which the numbers of clauses are lines of the book."""
        return blocks(text, self._in_the_book if self.register else None)

    def _in_the_book(self, text: str) -> list[Json]:
        assert self.register is not None
        return [
            {"kind": "plain", "text": piece}
            if line is None
            else {"kind": "line", "text": f"line {line}", "clause": piece, "line": line}
            for piece, line in pieces(self.register, text)
        ]

    def rule(self, name: str) -> Json:
        """One rule; its name alone where it is none of the model's."""
        if name not in self._rules:
            return {"name": name, "role": "", "says": "", "place": "", "clauses": []}
        rule = self._rules[name]
        place = f"{rule.origin.span.path}:{rule.origin.span.line}"
        return {
            "name": name, "role": _as_declared(rule), "says": rule.says, "place": place,
            "clauses": self.clauses(rule.cites),
        }  # fmt: skip

    def question(self, name: str) -> Json | None:
        """A question with its options and their support, which is empty where the author states none; None where a name
        is none."""
        question = self.system.questions.get(name)
        if question is None:
            return None
        options = [self._option(question, option.name) for option in question.options]
        return {"name": name, "text": question.text, "options": options}

    def _option(self, question: Question, name: str) -> Json:
        option = next(o for o in question.options if o.name == name)
        support = "in the text" if option.kind == "answer" else ""
        return {**self.rule(name), "label": option.label, "support": support, "default": option.default}


def _as_declared(rule: Rule) -> str:
    """The decorator's name for the rule."""
    definition = rule.definition
    if isinstance(definition, Action | Check):
        return definition.kind
    return "exception" if rule.role == "layer" else rule.role
