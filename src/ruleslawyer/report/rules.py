"""Names of a model as a document tells them: rules with their clauses, prose in blocks, plays as numbered steps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.rules import Check, Rule
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import Action, Question, System
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.register.places import pieces, places
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Step, Trace

Plain = Callable[[str], list[Json]]
_INLINE = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*")


def blocks(text: str, plain: Plain | None = None) -> list[Json]:
    """Headings, paragraphs, lists and code blocks; each line of a list is an item. `plain`: what becomes of plain
    text."""
    found: list[Json] = []
    parts = re.split(r"(?m)^```[^\n]*$", text)
    for i, part in enumerate(parts):
        if i % 2:
            found.append({"kind": "code", "text": part.strip("\n")})
            continue
        for chunk in re.split(r"\n\s*\n", part):
            found += _chunk([line for line in chunk.split("\n") if line.strip()], plain)
    return found


def _chunk(lines: list[str], plain: Plain | None) -> list[Json]:
    found: list[Json] = []
    for line in lines:
        heading = re.match(r"#{1,6}\s+(.*)", line)
        item = re.match(r"\s*([-*]|\d+\.)\s+(.*)", line)
        last = found[-1] if found else None
        if heading:
            found.append({"kind": "heading", "text": heading[1].strip()})
        elif item:
            kind = "list" if item[1] in "-*" else "steps"
            if last is None or last["kind"] != kind:
                last = {"kind": kind, "items": []}
                found.append(last)
            last["items"].append(spans(item[2], plain))
        elif last and last["kind"] in ("list", "steps"):
            last["items"][-1] += spans(" " + line.strip(), plain)
        elif last and last["kind"] == "paragraph":
            last["spans"] += spans(" " + line.strip(), plain)
        else:
            found.append({"kind": "paragraph", "spans": spans(line.strip(), plain)})
    return found


def spans(text: str, plain: Plain | None = None) -> list[Json]:
    """Pieces of a line: plain (or what `plain` makes of it), code, strong, or emphasis."""
    as_plain = plain or _plain
    found: list[Json] = []
    at = 0
    for match in _INLINE.finditer(text):
        if match.start() > at:
            found += as_plain(text[at : match.start()])
        kind = ("code", "strong", "emphasis")[match.lastindex - 1 if match.lastindex else 0]
        found.append({"kind": kind, "text": match[match.lastindex or 0]})
        at = match.end()
    if at < len(text):
        found += as_plain(text[at:])
    return found


def _plain(text: str) -> list[Json]:
    return [{"kind": "plain", "text": text}]


# --- rules by name ----------------------------------------------------------------------------------------------------


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


# --- plays ------------------------------------------------------------------------------------------------------------


_NOTHING = frozenset({"none", "0", "no", "{}", "empty"})


class Plays:
    """The plays of one ruleset as data."""

    def __init__(self, system: System, rules: Rules) -> None:
        self.system, self.rules = system, rules
        self._scopes: dict[int, _OfScope] = {}

    def play(self, scope: Scope, trace: Trace | None) -> Json | None:
        """The whole play; `last` is an instance that was looked at, not taken, `back_to` the step from which on it goes
        round."""
        if trace is None:
            return None
        if id(scope) not in self._scopes:
            self._scopes[id(scope)] = _OfScope(self.system, scope, self.rules)
        return self._scopes[id(scope)].play(trace)


class _OfScope:
    def __init__(self, system: System, scope: Scope, rules: Rules) -> None:
        self.codec, self.scope, self.rules = Codec(system, scope), scope, rules
        self._stood: dict[State | None, list[Json]] = {}  # most plays of a scope begin alike

    def play(self, trace: Trace) -> Json:
        before = trace.start.after
        steps = []
        for step in trace.steps:
            steps.append(self._step(step, before))
            before = step.after
        return {
            "scope": self.scope.name,
            "reading": dict(trace.reading),
            "actions": trace.length,
            "start": {"call": self._beginning(trace), "state": self._standing(trace.start.after)},
            "steps": steps,
            "last": self.codec.call(trace.last) if trace.last else None,
            "ends": trace.end is None,
            "back_to": trace.back,
        }

    def _beginning(self, trace: Trace) -> str:
        """The initial choice; a scenario begins with a state that is given."""
        start = trace.start.instance
        return self.codec.call(start) if start.action == "initial" else start.action

    def _standing(self, state: State | None) -> list[Json]:
        """The places that are not at nothing at the start, with their values."""
        if state not in self._stood:
            found = self.codec.leaves(state) if state is not None else ()
            self._stood[state] = [{"place": place, "value": value} for place, value in found if value not in _NOTHING]
        return self._stood[state]

    def _step(self, step: Step, before: State | None) -> Json:
        own, *others = step.substeps or (None,)
        done: Json = {
            "call": self.codec.call(step.instance),
            "clauses": self.rules.clauses(step.clauses),
            "changes": [],
            "then": [],
        }
        if own is not None:
            done["changes"] = self._changes(before, own.state)
            before = own.state
        for other in others:
            assert other is not None
            done["then"].append({
                "kind": other.kind, "name": other.name, "clauses": self.rules.clauses(other.cites),
                "changes": self._changes(before, other.state),
            })  # fmt: skip
            before = other.state
        return done

    def _changes(self, before: State | None, after: State) -> list[Json]:
        if before is None:
            return []
        return [{"place": p, "before": old, "after": new} for p, old, new in self.codec.changes(before, after)]
