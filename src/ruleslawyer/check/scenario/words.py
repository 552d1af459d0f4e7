"""Every word that a scenario about a ruleset may use: fields, actions, members, terms, questions, rules and clauses."""

from __future__ import annotations

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.scenario.names import own_parameters
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.schema import Field, Lifetime, RecordDef
from ruleslawyer.ir.system import Action, Question, System
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.rulesets.fields import Fields, Meaning


def words(system: System, register: Register | None, scopes: tuple[str, ...], fields: Fields) -> Json:
    """The words, for scripts and for printing. `fields`: what is declared of those of the state."""
    return {
        "ruleset": system.name,
        "scopes": list(scopes),
        "players": system.players,
        "fields": [{**field, **_meaning(fields.get(field["name"]))} for field in _fields(system, system.state)],
        "frames": {name: _fields(system, frame) for name, frame in system.frames.items()},
        "sorts": {
            name: [{"name": a.name, "type": type_in_words(a.type)} for a in sort.attributes]
            for name, sort in system.sorts.items()
        },
        "enums": {name: list(enum.members) for name, enum in system.enums.items()},
        "means": {
            name: {member: label for member, label in zip(enum.members, enum.labels, strict=False) if label}
            for name, enum in system.enums.items()
        },
        "numbers": [
            {"name": c.name, "value": c.value, "clauses": list(c.origin.cites)} for c in system.constants.values()
        ],
        "start": _parameters(system.initial.function),
        "actions": [_action(action) for action in system.actions.values()],
        "terms": [
            {
                "name": term.name,
                "parameters": _parameters(term.function),
                "type": type_in_words(term.function.returns),
                "clauses": list(term.origin.cites),
                "exceptions": [{"name": e.name, "clauses": list(e.origin.cites)} for e in term.layers],
            }
            for term in system.terms.values()
        ],
        "questions": [_question(question) for question in system.questions.values()],
        "clauses": [{"id": c.id, "says": c.says} for c in register.citable_clauses.values()] if register else [],
    }


def _action(action: Action) -> Json:
    return {
        "name": action.name,
        "parameters": _parameters(action.function),
        "in": [at or "outside every frame" for at in action.at],
        "clauses": list(action.origin.cites),
        "says": action.function.doc,
        "norms": [
            {"name": n.name, "kind": n.kind, "clauses": list(n.origin.cites), "says": n.function.doc}
            for n in action.every_norm
        ],
    }


def _question(question: Question) -> Json:
    return {
        "name": question.name,
        "asks": question.text,
        "parameters": _parameters(question.function),
        "type": type_in_words(question.function.returns),
        "options": [
            {
                "name": option.name,
                "says": option.label or option.function.doc,
                "default": option.default,
                "clauses": list(option.origin.cites),
            }
            for option in question.options
        ],
    }


def _fields(system: System, record: RecordDef) -> list[Json]:
    return [
        {"name": f.name, "type": type_in_words(f.type), "required": f.required, "says": _use(system, record, f)}
        for f in record.fields
    ]


def _meaning(found: Meaning | None) -> Json:
    return {"part": found.part, "is": found.says} if found is not None else {}


def _use(system: System, record: RecordDef, field: Field) -> str:
    """The condition under which a field means something, and when it is forgotten; empty where it always does."""
    told = [field.matters.doc] if field.matters is not None and field.matters.doc else []
    if field.until is not None:
        told.append(f"Back to its default when {field.until.field} becomes {_value_name(system, record, field.until)}.")
    return " ".join(told)


def _value_name(system: System, record: RecordDef, lifetime: Lifetime) -> str:
    """The value by which a lifetime ends, as its author wrote it."""
    type_ = next(field.type for field in (*record.fields, *system.state.fields) if field.name == lifetime.field)
    return system.enums[type_.name].members[lifetime.value] if isinstance(type_, t.Enum) else str(lifetime.value)


def _parameters(function: Function) -> list[Json]:
    return [{"name": name, "type": type_in_words(type_)} for name, type_ in own_parameters(function)]


def type_in_words(type_: t.Type) -> str:
    """A type in a few words, as somebody who writes scenarios needs it."""
    match type_:
        case t.Bool():
            return "true or false"
        case t.Int(low, high):
            bounds = (f" from {low}" if low is not None else "") + (f" to {high}" if high is not None else "")
            return f"number{bounds}"
        case t.Sort(name) | t.Enum(name):
            return name
        case t.Optional(item) | t.Silent(item):
            return f"{type_in_words(item)} or none"
        case t.Set(item):
            return f"list of {type_in_words(item)}"
        case t.Awaits(item):
            return f"list of {type_in_words(item)}, or chance"
        case t.Pile(item):
            return f"list of {type_in_words(item)} from the top" + (", with repeats" if type_.repeats else "")
        case t.Map(key, item):
            return f"for each {type_in_words(key)}: {type_in_words(item)}"
    return "nothing"
