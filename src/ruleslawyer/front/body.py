"""The state of lowering one function: its locals and slots, its clauses, and how a mistake in it is reported."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from ruleslawyer.base.origin import Origin, Span
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import Local, RecordDecl, Refused, RuleDecl, Slot
from ruleslawyer.front.typing import describe, fits, plain
from ruleslawyer.ir.nodes import Const, Expr, Read, Unwrap, Var
from ruleslawyer.ir.types import Int, NoneType, Optional, Silent, Type


class Body(ABC):
    """One function while it is lowered; the mixins of `expressions` and `statements` add what it can lower."""

    def __init__(self, analysis: Analysis, rule: RuleDecl, given: Sequence[Slot]) -> None:
        """given: the parameters in the order of their slots, of which the rule knows those that it names."""
        self.analysis, self.rule, self.module = analysis, rule, rule.module
        self.locals: dict[str, Local] = {}
        self.slots = 0
        self.assigned: dict[str, Span] = {}
        self.cites = rule.cites
        named = {slot.name for slot in rule.slots}
        for slot in given:
            at = self.new_slot()
            if slot.name in named:
                self.locals[slot.name] = Local(at, plain(slot.type), slot.span)
        arguments = rule.node.args
        for arg in [*arguments.posonlyargs, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]:
            if arg is not None:  # refused by the subset: using it is not another mistake
                self.locals.setdefault(arg.arg, Local(self.new_slot(), None, self.module.span(arg)))

    @abstractmethod
    def expr(self, node: ast.expr, expected: Type) -> Expr:
        """The expression, of the expected type."""

    @abstractmethod
    def infer(self, node: ast.expr, hint: Type | None = None) -> Expr:
        """The expression, of whatever type it has; `hint` helps where it has none by itself."""

    @abstractmethod
    def raw(self, node: ast.expr, hint: Type | None = None) -> Expr:
        """Type an expression as `infer` does, but let whole maps through."""

    @abstractmethod
    def truth(self, node: ast.expr) -> Expr:
        """A condition."""

    @abstractmethod
    def iterable(self, node: ast.expr) -> Expr:
        """The set, pile, or whole sort or enum that a loop or a comprehension goes through."""

    @abstractmethod
    def field(self, node: ast.Attribute, subject: Var, name: str) -> Read:
        """A field of the state or of a frame."""

    @abstractmethod
    def bind_loop(self, node: ast.Name, type_: Type) -> int:
        """A variable of a comprehension or a loop: a slot of its own."""

    @abstractmethod
    def set_operation(self, node: ast.AST, op: ast.operator, left: Expr, right: Expr) -> Expr:
        """An operation on two sets."""

    def new_slot(self) -> int:
        self.slots += 1
        return self.slots - 1

    def span(self, node: ast.AST) -> Span:
        return self.module.span(node)

    def origin(self, node: ast.AST) -> Origin:
        return Origin(self.module.span(node), self.cites)

    def refuse(
        self,
        code: str,
        node: ast.AST,
        message: str,
        *,
        label: str = "",
        second: Span | None = None,
        second_label: str = "",
        help: str = "",
    ) -> Refused:
        """Report a mistake in this function; raise the result."""
        return self.analysis.report(
            code, self.span(node), message, label=label, second=second, second_label=second_label, help=help
        )

    def not_here(self, node: ast.AST, message: str, help: str) -> Refused:
        """A construct that stands where it means nothing; quiet where the subset refused it already."""
        if node in self.analysis.refused:
            return Refused()
        return self.refuse("RL122", node, message, help=help)

    def coerce(self, value: Expr, expected: Type, node: ast.AST) -> Expr:
        """The value where `expected` is needed: an Optional is unwrapped, None and SILENT get their type."""
        type_ = value.type
        if isinstance(value, Const) and fits(type_, expected) and isinstance(type_, (NoneType, Silent)):
            spoken = expected.item if isinstance(type_, NoneType) and isinstance(expected, Silent) else expected
            return Const(value.origin, plain(spoken), value.value)
        if fits(type_, expected):
            return value
        item = expected.item if isinstance(expected, Silent) else expected
        if isinstance(type_, Optional) and fits(type_.item, item):
            return Unwrap(value.origin, type_.item, value)
        raise self.refuse(
            "RL301",
            node,
            f"expected {describe(expected)}, found {describe(type_)}",
            help=_mend(type_, expected),
        )

    def record(self, name: str | None) -> RecordDecl | None:
        """The state (None) or a frame, as this module sees it: a host knows nothing of its guest's fields."""
        state = self.analysis.state
        if name is not None:
            return self.analysis.frames.get(name)
        return state.of if state is not None and state.of is not None and self.module.hosted else state

    def integer(self, node: ast.expr) -> Expr:
        return self.expr(node, Int())

    def known_names(self) -> Iterable[str]:
        return self.locals


def _mend(found: Type, expected: Type) -> str:
    match found, expected:
        case Silent(), _:
            return "only an exception, an answer or a reading may be SILENT"
        case NoneType(), _:
            return "None stands only where the type says `| None`"
        case Int(), _ if str(type(expected).__name__) == "Bool":
            return "compare it with something, such as `> 0`"
    return "use a value of that type, or change the type where it is declared"
