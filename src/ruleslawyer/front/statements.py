"""Statements: locals, branches, loops, effects and what they write."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import EllipsisType

from ruleslawyer.base.origin import Origin
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.annotations import resolve_type
from ruleslawyer.front.declarations import Declaration, LangName, Local, Refused, RuleDecl, Slot
from ruleslawyer.front.emits import Emits
from ruleslawyer.front.rules import what
from ruleslawyer.front.signatures import ACTS, STUBS
from ruleslawyer.front.typing import describe, join, plain
from ruleslawyer.front.writes import Context
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.types import NoneType, Pile, Silent, State, Type


class Statements(Emits):
    """The whole of a function."""

    def __init__(self, analysis: Analysis, rule: RuleDecl, given: Sequence[Slot], pair: int | None = None) -> None:
        super().__init__(analysis, rule, given)
        self.context = Context(simultaneous=rule.decorator if rule.kind == "settle" else None)
        self.pair = pair
        self.let_slots: dict[str, int] = {}
        self.failed = False

    # --- blocks -----------------------------------------------------------------------------------------------

    def block(self, nodes: list[ast.stmt]) -> tuple[tuple[n.Stmt, ...], bool]:
        """The statements, and whether the end is reached. A mistake costs one statement, not the rest."""
        found: list[n.Stmt] = []
        reached = True
        for node in nodes:
            if not reached:
                self.refuse("RL607", node, "this is never reached", help="take it out, or the return above it")
                break
            try:
                statements, reached = self.statement(node)
                found += statements
            except Refused:
                self.failed = True
                self._poison(node)
        return tuple(found), reached

    def _poison(self, node: ast.stmt) -> None:
        """Names that a failed statement would have bound: using them is not another mistake."""
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store) and inner.id not in self.locals:
                self.locals[inner.id] = Local(self.new_slot(), None, self.span(inner))
            elif isinstance(inner, (ast.FunctionDef, ast.ClassDef)):
                self.locals[inner.name] = Local(self.new_slot(), None, self.span(inner))

    def statement(self, node: ast.stmt) -> tuple[list[n.Stmt], bool]:
        match node:
            case ast.Expr(value=ast.Constant(value=str())) if node is self.rule.node.body[0]:
                return [], True  # the docstring
            case ast.Expr(value=ast.Constant(value=EllipsisType())) | ast.Pass() if self.rule.kind in (*STUBS, *ACTS):
                return [], True
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                raise self.refuse("RL611", node, "this says nothing", help="say what the rule gives, with `return`")
            case ast.If(test=test, body=body, orelse=orelse):
                return self._if(node, test, body, orelse)
            case ast.For(target=target, iter=domain, body=body, orelse=[]):
                return [self._for(node, target, domain, body)], True
            case ast.Return(value=value):
                return [self._return(node, value)], False
            case ast.With(items=items, body=body):
                return self._with(node, [item.context_expr for item in items], body)
            case ast.Assign(targets=[ast.Name() as target], value=value):
                return [self._let(node, target, value, None)], True
            case ast.AnnAssign(target=ast.Name() as target, annotation=annotation, value=ast.expr() as value, simple=1):
                type_ = resolve_type(self.analysis, self.module, annotation)
                return [self._let(node, target, value, type_)], True
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript() as target], value=value):
                return [self.write(node, target, value)], True
            case ast.AugAssign(target=ast.Attribute() | ast.Subscript() as target, op=op, value=value):
                return [self.augment(node, target, op, value)], True
            case ast.AugAssign(target=ast.Name(id=name) as target):
                raise self.refuse(
                    "RL209",
                    target,
                    f"`{name}` is a local: it is bound once",
                    help="give the new value a name of its own",
                )
            case ast.Assign() | ast.AnnAssign():
                raise self.refuse(
                    "RL119",
                    node,
                    "one name, field or entry is bound at a time",
                    help="write one statement for each, with its value",
                )
            case ast.Expr(value=ast.Call(func=ast.Name(id=name) as func, args=args, keywords=keywords) as call):
                return self._call_statement(call, func, name, args, keywords)
            case ast.FunctionDef() | ast.ClassDef():
                raise self.refuse(
                    "RL105",
                    node,
                    "a definition inside another is not part of the rule language: "
                    "every rule is a named function of its module",
                    help="define it at the top of the module",
                )
            case ast.ImportFrom():
                raise self.refuse(
                    "RL107",
                    node,
                    "an import stands at the top of the module",
                    help="move it to the first lines",
                )
            case ast.Expr(value=value):
                self.infer(value)
                raise self.refuse("RL611", node, "this value is not used", help="return it, write it, or take it out")
        raise self.not_here(node, "this is not a statement of the rule language", "use what the language page shows")

    # --- branches and loops ------------------------------------------------------------------------------------

    def _if(
        self, node: ast.If, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]
    ) -> tuple[list[n.Stmt], bool]:
        try:
            condition: n.Expr | None = self.truth(test)
        except Refused:
            condition = None  # the branches have mistakes of their own to report
        before, closed = dict(self.locals), set(self.context.closed)
        then, then_reached = self.block(body)
        then_locals, self.locals = self.locals, dict(before)
        then_closed, self.context.closed = self.context.closed, closed
        otherwise, else_reached = self.block(orelse)
        self.context.closed |= then_closed
        if then_reached and else_reached:
            self.locals = self._merge(then_locals, self.locals)
        elif then_reached:
            self.locals = then_locals
        if condition is None:
            raise Refused
        return [n.If(self.origin(node), condition, then, otherwise)], then_reached or else_reached

    def _merge(self, left: dict[str, Local], right: dict[str, Local]) -> dict[str, Local]:
        merged = {}
        for name, local in left.items():
            other = right.get(name)
            if other is None:
                continue
            if local is not other and local.type is not None and other.type is not None:
                type_ = join(local.type, other.type)
                if type_ is None:
                    self.analysis.report(
                        "RL302",
                        other.span,
                        f"`{name}` is {describe(other.type)} here, {describe(local.type)} there",
                        second=local.span,
                        second_label="the other branch",
                        help="bind values of one type",
                    )
                local = Local(local.slot, type_, local.span)
            elif other.type is None:
                local = other
            merged[name] = local
        return merged

    def _for(self, node: ast.For, target: ast.expr, domain: ast.expr, body: list[ast.stmt]) -> n.Stmt:
        if not isinstance(target, ast.Name):
            raise self.not_here(target, "a loop has one variable", "write `for p in Player:`")
        if target.id in self.locals:
            raise self.refuse(
                "RL209",
                target,
                f"`{target.id}` is bound already",
                second=self.locals[target.id].span,
                second_label="first bound here",
                help="choose another name",
            )
        found, item = self.through(domain)
        before, context = dict(self.locals), self.context
        slot = self.bind_loop(target, item)
        ordered = isinstance(found.type, Pile)
        self.context = Context(
            context.effect,
            context.simultaneous,
            context.loop if ordered else self.span(node),
            context.closed,
        )
        statements, _ = self.block(body)
        self.locals, self.context = before, context
        return n.For(self.origin(node), slot, target.id, found, statements)

    def _return(self, node: ast.Return, value: ast.expr | None) -> n.Stmt:
        if self.context.loop is not None:
            raise self.refuse(
                "RL608",
                node,
                "a return inside a loop would depend on the order",
                second=self.context.loop,
                second_label="the loop",
                help="write `return any(…)`, `return all(…)` or `return the(…)`; only a pile has an order",
            )
        returns = self.rule.returns
        if returns is None:
            raise Refused
        if self.rule.kind == "question":
            match value:
                case ast.Call(func=ast.Name(id="ask"), args=[], keywords=[]):
                    return n.Return(self.origin(node), None)
            raise self.refuse(
                "RL612", node, "a question asks, its answers answer", help="write `ask()` and nothing else"
            )
        if isinstance(returns, NoneType):
            if value is not None and not (isinstance(value, ast.Constant) and value.value is None):
                raise self.refuse("RL301", value, f"{what(self.rule)} gives nothing", help="write `return` alone")
            return n.Return(self.origin(node), None)
        if value is None:
            raise self.refuse("RL301", node, f"expected {describe(returns)}", help="write `return` and the value")
        if self.pair is not None:
            match value:
                case ast.Tuple(elts=[first, second]):
                    both = (self.truth(first), self.truth(second))
                    return n.Return(self.origin(node), both[self.pair])
            raise self.refuse("RL514", value, "`leads_to` gives two truths", help="write `return now, later`")
        return n.Return(self.origin(node), self.expr(value, returns))

    # --- effects -----------------------------------------------------------------------------------------------

    def _with(self, node: ast.With, items: list[ast.expr], body: list[ast.stmt]) -> tuple[list[n.Stmt], bool]:
        match items:
            case [ast.Call(func=ast.Name(id=name) as func, args=args, keywords=[]) as item, *rest]:
                found = self.analysis.resolve(self.module, name, self.span(func))
            case _:
                raise self.refuse("RL121", items[0], "`with` begins an effect", help='write `with effect("4.2"):`')
        if not isinstance(found, LangName) or name not in ("effect", "simultaneous"):
            raise self.refuse("RL121", items[0], "`with` begins an effect", help='write `with effect("4.2"):`')
        self.may_act(item, f"`{name}`")
        outer, cites = self.context, self.cites
        inner = Context(outer.effect, outer.simultaneous, outer.loop, outer.closed)
        if name == "effect":
            if outer.effect is not None:
                raise self.refuse(
                    "RL613",
                    item,
                    "an effect inside another",
                    second=outer.effect,
                    second_label="the outer one",
                    help='end the first one, or cite both clauses: `with effect("4.2", "4.3"):`',
                )
            clauses = tuple(self.analysis.clause(self.module, arg) for arg in args)
            inner.effect, self.cites = self.span(item), clauses
        else:
            if outer.simultaneous is not None or args:
                raise self.refuse(
                    "RL613",
                    item,
                    "`simultaneous()` inside another, or with arguments",
                    second=outer.simultaneous,
                    second_label="the outer one",
                    help="what happens at the same time is one block",
                )
            inner.simultaneous = self.span(item)
        self.context = inner
        origin = Origin(self.span(item), self.cites)
        try:
            statements, reached = self._with(node, rest, body) if rest else self.block(body)
        finally:
            self.context, self.cites = outer, cites
        made: n.Stmt
        if name == "effect":
            made = n.Effect(origin, origin.cites, tuple(statements))
        else:
            made = n.Simultaneous(origin, tuple(statements))
        return [made], reached

    def _let(self, node: ast.stmt, target: ast.Name, value: ast.expr, type_: Type | None) -> n.Stmt:
        name = target.id
        if name in self.locals:
            raise self.refuse(
                "RL209",
                target,
                f"`{name}` is bound already",
                second=self.locals[name].span,
                second_label="first bound here",
                help="give the new value a name of its own",
            )
        found = self.infer(value) if type_ is None else self.expr(value, type_)
        kept = plain(type_) if type_ is not None else found.type
        if isinstance(kept, (Silent, NoneType)) and type_ is None:
            raise self.refuse(
                "RL306", value, f"a local that is {describe(kept)}", help="give it a type: `x: Player | None = None`"
            )
        slot = self.let_slots.setdefault(name, self.slots)
        self.slots = max(self.slots, slot + 1)
        self.locals[name] = Local(slot, kept, self.span(target))
        self.assigned.setdefault(name, self.span(target))
        return n.Let(self.origin(node), slot, name, found)

    # --- statements that are calls -----------------------------------------------------------------------------

    def _call_statement(
        self, node: ast.Call, func: ast.Name, name: str, args: list[ast.expr], keywords: list[ast.keyword]
    ) -> tuple[list[n.Stmt], bool]:
        found: Declaration | None = (
            self.module.names.get(name) if name not in self.locals and name not in self.assigned else None
        )
        if isinstance(found, RuleDecl) and found.kind == "deed":
            found = self.analysis.resolve(self.module, name, self.span(func))  # one with a mistake is not used
            assert isinstance(found, RuleDecl)
            return [self.demand(node, found, args, keywords)], True
        if not isinstance(found, LangName):
            self.infer(node)
            raise self.refuse(
                "RL611",
                node,
                "this value is not used",
                help="return it, write it, or take it out",
            )
        match name:
            case "gain" | "lose":
                self.arity(node, name, args, keywords, 3)
                return [self.delta(node, 1 if name == "gain" else -1, args)], True
            case "open_frame":
                self.arity(node, name, args, keywords, 2)
                return [self.open_(node, args)], True
            case "close_frame":
                self.arity(node, name, args, keywords, 2)
                self.in_effect(node)
                self.frames_still(node)
                self.store(args[0], State())
                frame = self.frame_name(args[1])
                self.context.closed.add(frame)
                return [n.Close(self.origin(node), frame)], True
            case "emit":
                self.arity(node, name, args, keywords, 2)
                return self.emit(node, args), True
            case "ask":
                self.arity(node, name, args, keywords, 0)
                if self.rule.kind != "question":
                    raise self.refuse(
                        "RL612",
                        node,
                        "only a question asks",
                        second=self.rule.span,
                        second_label=what(self.rule),
                        help="answer it, or call the question",
                    )
                return [], False
            case "when" | "domain" | "permit":
                help_ = "put it in the first lines, below the docstring: its condition and clauses, a permit by name"
                raise self.not_here(node, f"`{name}` stands first in a rule", help_)
            case "effect" | "simultaneous":
                raise self.refuse("RL121", node, f"`{name}` begins a block", help=f"write `with {name}(…):`")
        self.infer(node)
        raise self.refuse("RL611", node, "this value is not used", help="return it, write it, or take it out")
