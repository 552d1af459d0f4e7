"""`about=("life",)`: what a question is about, and `aside={"heal": "why"}`: rules that need not ask it."""

from __future__ import annotations

import ast

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.origin import Origin, Span
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import LangName, Module, RuleDecl, Slot
from ruleslawyer.ir.nodes import Const, Function, Parameter, Return, Stmt
from ruleslawyer.ir.types import Bool, State

OPTIONS = "about", "aside"


def about_of(analysis: Analysis, rule: RuleDecl) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The names of fields, terms and deeds, and by rule why it asks nothing; both empty where nothing is said."""
    match rule.options.get("about"):
        case None:
            names: tuple[str, ...] = ()
        case ast.Tuple(elts=[_, *_] as items) if all(_is_text(item) for item in items):
            names = tuple(str(ast.literal_eval(item)) for item in items)
        case node:
            help = 'write `about=("life",)`'
            raise analysis.report("RL502", rule.module.span(node), "`about` names fields, terms and deeds", help=help)
    match rule.options.get("aside"):
        case None:
            return names, ()
        case ast.Dict(keys=[_, *_] as keys, values=values) as given if names and all(map(_is_text, (*keys, *values))):
            return names, tuple(dict(ast.literal_eval(given)).items())
        case node:
            help = 'write `aside={"heal": "nobody is hurt"}`, beside `about`'
            message = "`aside` says of rules why they need not ask"
            raise analysis.report("RL502", rule.module.span(node), message, help=help)


def _is_text(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value.strip())


ANSWERS = {"yes": True, "no": False}
"""What an option says."""
_OPTION = 'write `its_name=yes("in words")` or `its_name=no("in words", default=True)`'


def declare_doubt(analysis: Analysis, module: Module, target: ast.Name, call: ast.Call, owner: ast.Name) -> RuleDecl:
    """The question that `name = ruleset.doubt("…?", option=yes("…"), …)` stands for; its options come after it."""
    span = module.span(call)
    found = analysis.resolve_ruleset(module, owner.id, module.span(owner))
    match call.args:
        case [ast.Constant(value=str(text)), *cites] if text.strip():
            pass
        case _:
            raise analysis.report(
                "RL502", span, "`doubt` begins with what is asked", help='write `….doubt("…?", option=yes("…"), …)`'
            )
    question = RuleDecl(target.id, module, module.span(target), node=_node(target.id, target), kind="question")
    question.base, question.decorator, question.text = found, span, text
    question.cites = tuple(analysis.clause(module, arg) for arg in cites)
    _finish(question, span, "", ())
    question.options = {word.arg: word.value for word in call.keywords if word.arg in OPTIONS}
    question.children = [_option(analysis, module, question, word) for word in call.keywords if word.arg not in OPTIONS]
    return question


def _option(analysis: Analysis, module: Module, question: RuleDecl, keyword: ast.keyword) -> RuleDecl:
    span = module.span(keyword)
    match keyword:
        case ast.keyword(
            arg=str(name),
            value=ast.Call(
                func=ast.Name(id=said) as func, args=[ast.Constant(value=str(label)), *cites], keywords=given
            ) as value,
        ) if said in ANSWERS and label.strip():
            if not isinstance(analysis.resolve(module, said, module.span(func)), LangName):
                raise analysis.report("RL502", module.span(func), f"`{said}` is another name here", help=_OPTION)
        case _:
            raise analysis.report("RL502", span, "an option of a doubt says yes or no, and why", help=_OPTION)
    start = Span(span.path, span.line, span.column, span.line, span.column + len(name))
    option = RuleDecl(name, module, start, node=_node(name, value), kind="reading", base=question)
    option.decorator, option.text = module.span(value), label
    _cite(analysis, option, cites)
    for word in given:
        match word:
            case ast.keyword(arg="default"):
                option.options["default"] = word.value
            case ast.keyword(arg="cite", value=ast.Tuple(elts=[_, *_] as elements)):
                _cite(analysis, option, elements)
            case ast.keyword(arg="cite"):
                raise analysis.report(
                    "RL502", module.span(word), "`cite` is a tuple of clauses", help='write `cite=("4.2",)`'
                )
            case _:
                raise analysis.report(
                    "RL502",
                    module.span(word),
                    f"`{said}` has no option `{word.arg or '**'}`",
                    help=nearest(word.arg or "", ("default", "cite")),
                )
    origin = Origin(option.decorator, option.cites)
    answer: tuple[Stmt, ...] = (Return(origin, Const(origin, Bool(), ANSWERS[said])),)
    _finish(option, span, label if option.kind == "answer" else "", answer)
    return option


def _cite(analysis: Analysis, option: RuleDecl, cites: list[ast.expr]) -> None:
    """Make an option that cites clauses their answer."""
    if cites:
        option.cites = (*option.cites, *(analysis.clause(option.module, cite) for cite in cites))
        option.kind = "answer"


def _finish(rule: RuleDecl, span: Span, doc: str, body: tuple[Stmt, ...]) -> None:
    """The signature and the function that the author need not write."""
    rule.slots, rule.returns, rule.returns_span = (Slot("s", State(), span),), Bool(), span
    rule.function = Function(
        origin=Origin(span, rule.cites),
        module=rule.module.name,
        name=rule.name,
        doc=doc,
        parameters=(Parameter("s", State()),),
        returns=Bool(),
        slots=1,
        body=body,
    )


def _node(name: str, place: ast.expr) -> ast.FunctionDef:
    """A node in the place of a function, for messages: its place alone."""
    node = ast.FunctionDef(name=name, args=ast.arguments([], [], None, [], [], None, []), body=[], decorator_list=[])
    return ast.copy_location(node, place)
