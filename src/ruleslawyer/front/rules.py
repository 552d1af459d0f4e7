"""Decorators taken apart: which rule a function is, of which base, with which clauses and options."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import (
    ChecksDecl,
    Declaration,
    Module,
    RecordDecl,
    Refused,
    RuleDecl,
    RuleKind,
    RulesetDecl,
)
from ruleslawyer.front.doubts import OPTIONS as ABOUT
from ruleslawyer.ir.rules import KINDS, OF_PLAYS
from ruleslawyer.ir.system import MODIFIERS


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a decorator: what it makes, and what may stand in its brackets.

    bare: it stands without brackets; may_cite: or with clauses in them. named: what names stand in it in place of
    clauses. prohibits: a forbid that is over its base by its own words, which may stand behind the clauses. of_option:
    the option of a question comes before the clauses.
    """

    kind: RuleKind
    options: tuple[str, ...] = ()
    bare: bool = False
    may_cite: bool = False
    text: str = ""
    named: str = ""
    cites: bool = True
    prohibits: bool = False
    of_option: bool = False


_OVER = ("over", "because")
_SHARED = ("also", *_OVER)
_CANNOT = Form("forbid", ("also",), prohibits=True)
_CANNOT_ALONE = Form("forbid", prohibits=True)
OF_RULESETS = {
    "initial": Form("initial"),
    "awaits": Form("awaits", bare=True),
    "ended": Form("ended"),
    "winners": Form("winners"),
    "payoff": Form("payoff"),
    "matters": Form("matters", named="the fields", cites=False),
    "seen": Form("seen", ("field", "uncounted")),
    "out": Form("out"),
    "assume": Form("assume"),
    "action": Form("action", ("at", "passes", "outside_play", "may_be_out", "openly")),
    "joint": Form("joint", ("at",)),
    "chance": Form("chance", ("at", "uniform", "openly")),
    "deed": Form("deed"),
    "term": Form("term"),
    "question": Form("question", ABOUT, text="what is asked"),
    "duty": Form("duty", ("at", "turn_end", "after", "because")),
    "settle": Form("settle"),
    "trigger": Form("trigger", ("on", "miss", "at", "first_only")),
}
OF_CHECKS: dict[str, Form] = {
    "always": Form("always", ("reached", "given")),
    "sometimes": Form("sometimes"),
    "step": Form("step", ("of", "reached")),
    "promise": Form("step", ("where",), of_option=True),
    "possible": Form("possible"),
    **{kind: Form(kind, ("fair", "strongly_fair")) for kind in OF_PLAYS},
}
_NORMS = {
    "permit": Form("permit", _OVER),
    "forbid": Form("forbid", _OVER),
    "cannot": _CANNOT_ALONE,
    "domain": Form("domain", bare=True),
}
_ACTION = {
    "permit": Form("permit", _SHARED),
    "forbid": Form("forbid", _SHARED),
    "cannot": _CANNOT,
    "domain": Form("domain", bare=True),
    "seat": Form("seat", ("of",), cites=False),
    "member": Form("member", ("of",), cites=False),
}
_GUARD = Form("when", bare=True, may_cite=True)
_LIFT = {"exception": Form("lift")}
FORMS: dict[RuleKind, dict[str, Form]] = {
    "initial": {"domain": Form("domain", bare=True)},
    "action": _ACTION,
    "joint": _ACTION,
    "chance": _ACTION,
    "seat": _NORMS,
    "member": _NORMS,
    "term": {
        "exception": Form("layer"),
        **{kind: Form(kind) for kind in MODIFIERS},
    },
    "layer": _LIFT,
    **dict.fromkeys(MODIFIERS, _LIFT),
    "deed": {"forbid": Form("forbid", _SHARED), "cannot": _CANNOT, "instead": Form("instead", ("by", *_OVER))},
    "instead": _LIFT,
    "permit": _LIFT,
    "forbid": _LIFT,
    "lift": _LIFT,
    "question": {
        "answer": Form("answer", ("default", *_OVER)),
        "reading": Form("reading", ("default",), text="the option's label", cites=False),
    },
    "duty": {"when": Form("when", bare=True)},
    "settle": {"when": _GUARD},
    "trigger": {
        "when": _GUARD,
        "order": Form("order"),
        "permit": Form("permit", _OVER),
        "forbid": Form("forbid", _OVER),
        "cannot": _CANNOT_ALONE,
    },
}
"""What hangs on what: the decorators that each kind of rule offers."""
_SHARING: tuple[frozenset[RuleKind], ...] = (frozenset({"action", "joint", "chance"}), frozenset({"deed"}))
"""Kinds of rules that may share a clause by `also=`."""


def declare_function(analysis: Analysis, module: Module, node: ast.FunctionDef) -> None:
    """Bind the name of a function as the rule that its decorator makes of it, or as a helper."""
    rule = RuleDecl(node.name, module, module.name_span(node), node=node)
    try:
        if node.decorator_list:
            _decorate(analysis, module, rule, node.decorator_list)
    except Refused:
        rule.broken = True
    analysis.declare(rule)
    if isinstance(rule.base, RuleDecl):
        for base in (rule.base, *rule.also):
            base.children.append(rule)


def _decorate(analysis: Analysis, module: Module, rule: RuleDecl, decorators: list[ast.expr]) -> None:
    node = decorators[0]
    span = module.span(node)
    if len(decorators) > 1:
        raise analysis.report(
            "RL501",
            module.span(decorators[1]),
            "a function has one decorator",
            second=span,
            second_label="the first one",
            help="write a function for each clause",
        )
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=owner) as name, attr=verb), args=args, keywords=keywords):
            called = True
        case ast.Attribute(value=ast.Name(id=owner) as name, attr=verb):
            called, args, keywords = False, [], []
        case _:
            raise analysis.report(
                "RL501",
                span,
                "this is no decorator of a rule",
                help='write it as `@harbour.action("4.2")` or `@buy.permit("4.2")`',
            )
    base = analysis.resolve(module, owner, module.span(name))
    forms = _forms(analysis, module, name, base)
    if verb not in forms:
        raise analysis.report(
            "RL501",
            span,
            f"{what(base)} has no `{verb}`",
            second=base.span,
            second_label="it is defined here",
            help=nearest(verb, forms),
        )
    form = forms[verb]
    rule.kind, rule.base, rule.decorator = form.kind, base, span
    if form.bare and called and not (form.may_cite and args):
        raise analysis.report("RL502", span, f"`{verb}` takes no brackets", help=f"write `@{owner}.{verb}`")
    if not form.bare and not called:
        raise analysis.report("RL502", span, f"`{verb}` takes brackets", help=f'write `@{owner}.{verb}("4.2")`')
    _arguments(analysis, module, rule, form, verb, args, keywords)


def _forms(analysis: Analysis, module: Module, node: ast.Name, base: Declaration) -> dict[str, Form]:
    match base:
        case RulesetDecl():
            return OF_RULESETS
        case ChecksDecl():
            return OF_CHECKS
        case RuleDecl(kind=kind) if kind in FORMS:
            return FORMS[kind]
    raise analysis.report(
        "RL501",
        module.span(node),
        f"{what(base)} has no clauses",
        second=base.span,
        second_label="it is defined here",
        help="clauses hang on an action, a seat, a member, a deed, a term, a question, a duty, a settle, a trigger, "
        "or another clause",
    )


def _arguments(
    analysis: Analysis,
    module: Module,
    rule: RuleDecl,
    form: Form,
    verb: str,
    args: list[ast.expr],
    keywords: list[ast.keyword],
) -> None:
    span = rule.decorator or rule.span
    if form.text:
        match args[:1]:
            case [ast.Constant(value=str(text))] if text.strip():
                rule.text, args = text, args[1:]
            case _:
                raise analysis.report(
                    "RL502", span, f"`{verb}` begins with {form.text}", help=f'write `@….{verb}("…")`'
                )
    if form.named:
        for arg in args:
            if not (isinstance(arg, ast.Constant) and isinstance(arg.value, str)):
                raise analysis.report("RL502", module.span(arg), f"`{verb}` names {form.named}", help="write texts")
            rule.names = (*rule.names, arg.value)
        if not args:
            raise analysis.report("RL502", span, f"`{verb}` names {form.named}", help=f'write `@….{verb}("…")`')
        args = []
    if form.of_option:
        match args[:1]:
            case [ast.Attribute(value=ast.Name()) as first]:
                rule.promised, args = first, args[1:]
            case _:
                help = f'write `@….{verb}(question.option, "4.2")`'
                raise analysis.report("RL502", span, f"`{verb}` begins with an option of a question", help=help)
        if len(rule.node.args.args) == 1:
            rule.kind = "always"
    if form.prohibits:
        rule.prohibits = True
        match args:
            case [*_, ast.Constant(value=str(words))] if " " in words.strip():  # no clause has a space in its id
                rule.text, args = words.strip(), args[:-1]
    if args and not form.cites:
        raise analysis.report("RL502", module.span(args[0]), f"`{verb}` cites no clause", help="take it off")
    rule.cites = tuple(analysis.clause(module, arg) for arg in args)
    for keyword in keywords:
        name = keyword.arg or "**"
        if name not in form.options:
            raise analysis.report(
                "RL502",
                module.span(keyword),
                f"`{verb}` has no option `{name}`",
                help=nearest(name, form.options),
            )
        rule.options[name] = keyword.value
    for option in ("may_be_out", "openly", "uncounted"):
        if option in rule.options:
            rule.cites = (*rule.cites, analysis.clause(module, rule.options[option]))
    if "also" in rule.options:
        rule.also = tuple(_also(analysis, module, rule, rule.options["also"]))


def _also(analysis: Analysis, module: Module, rule: RuleDecl, node: ast.expr) -> Iterator[RuleDecl]:
    """The rules that share this clause with its base: of the base's kind, each named once."""
    base = rule.base
    assert isinstance(base, RuleDecl)
    known: list[Declaration] = [base]
    for item in node.elts if isinstance(node, ast.Tuple) else [node]:
        span = module.span(item)
        if not isinstance(item, ast.Name):
            raise analysis.report("RL502", span, "`also` names rules", help="write a name, or a tuple of names")
        found = analysis.resolve(module, item.id, span)
        if found in known:
            raise analysis.report("RL523", span, f"the clause hangs on `{item.id}` already", help="name each once")
        if not isinstance(found, RuleDecl) or not any(base.kind in kinds and found.kind in kinds for kinds in _SHARING):
            raise analysis.report(
                "RL523",
                span,
                f"{what(found)} cannot share a clause of {what(base)}",
                second=found.span,
                second_label="it is defined here",
                help="name actions beside an action, deeds beside a deed",
            )
        known.append(found)
        yield found


def flag(analysis: Analysis, rule: RuleDecl, name: str) -> bool:
    """An option that is True or False."""
    node = rule.options.get(name)
    match node:
        case None:
            return False
        case ast.Constant(value=bool(value)):
            return value
    analysis.report("RL502", rule.module.span(node), f"`{name}` is True or False", help=f"write `{name}=True`")
    return False


def what(declaration: Declaration) -> str:
    """A declaration in the words of a message."""
    if isinstance(declaration, RecordDecl) and declaration.frame:
        return f"the frame `{declaration.name}`"
    if isinstance(declaration, RuleDecl):
        names = {
            "lift": "exception",
            "layer": "exception",
            **{str(kind): role for kind, role in MODIFIERS.items()},
            "seen": "rule of sight",
            "assume": "assumption",
            "joint": "joint action",
            "chance": "chance action",
            **{str(kind): "check" for kind in KINDS},
        }
        return f"the {names.get(declaration.kind, declaration.kind)} `{declaration.name}`"
    return f"`{declaration.name}`"
