"""Declarations: meanings of a module's names, as data that the passes of the front end fill in, one after the other."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ruleslawyer.base.origin import Span
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.schema import Attribute, Constant, Field, Memory
from ruleslawyer.ir.system import Modifier
from ruleslawyer.ir.types import Type

RuleKind: TypeAlias = Literal[
    "initial",
    "awaits",
    "ended",
    "winners",
    "payoff",
    "matters",
    "seen",
    "out",
    "action",
    "joint",
    "chance",
    "term",
    "question",
    "duty",
    "settle",
    "trigger",
    "deed",
    "helper",
    "permit",
    "forbid",
    "lift",
    "layer",
    Modifier,
    "instead",
    "answer",
    "reading",
    "domain",
    "when",
    "order",
    "seat",
    "member",
    "always",
    "sometimes",
    "step",
    "possible",
    "leads_to",
    "eventually",
    "eventually_always",
]


class Refused(Exception):
    """Lowering cannot go on here; the reason has been reported already."""


@dataclass(eq=False)
class Module:
    """One source file: `names` is what its code may use so far, `defined` what it will define.

    `hosted`: it belongs to the ruleset's host.
    """

    name: str
    path: str
    content: bytes
    lines: tuple[bytes, ...]
    tree: ast.Module
    hosted: bool = False
    names: dict[str, Declaration] = field(default_factory=dict)
    postponed: bool = False
    defined: dict[str, Span] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for node in self.tree.body:
            match node:
                case ast.FunctionDef() | ast.ClassDef():
                    self.defined.setdefault(node.name, self.name_span(node))
                case (
                    ast.Assign(targets=[ast.Name(id=name) as target])
                    | ast.AnnAssign(target=ast.Name(id=name) as target)
                ):
                    self.defined.setdefault(name, self.span(target))

    def span(self, node: ast.AST) -> Span:
        """The place of a node. The parser counts columns in bytes of UTF-8, people count characters."""
        line, end_line = getattr(node, "lineno", 1), getattr(node, "end_lineno", 1)
        start, end = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", 0)
        return Span(self.path, line, self._column(line, start), end_line, self._column(end_line, end))

    def name_span(self, node: ast.FunctionDef | ast.ClassDef) -> Span:
        """The place of the name of a definition: after the keyword on its first line."""
        span = self.span(node)
        line = self.lines[node.lineno - 1].decode("utf-8", "replace") if node.lineno <= len(self.lines) else ""
        column = line.find(node.name, span.column - 1 + len("def "))
        if column < 0:
            return Span(self.path, span.line, span.column, span.line, span.column + len("def"))
        return Span(self.path, span.line, column + 1, span.line, column + 1 + len(node.name))

    def _column(self, line: int, offset: int) -> int:
        if not 1 <= line <= len(self.lines):
            return offset + 1
        before = self.lines[line - 1][:offset]
        return (len(before) if before.isascii() else len(before.decode("utf-8", "replace"))) + 1


@dataclass(eq=False, kw_only=True)
class Declaration:
    """A name and where it was given; `broken` once a mistake in it is reported: users of it stay quiet."""

    name: str = field(kw_only=False)
    module: Module = field(kw_only=False)
    span: Span = field(kw_only=False)
    broken: bool = False


@dataclass(eq=False, kw_only=True)
class LangName(Declaration):
    """A name of `ruleslawyer.lang`, `enum` or `typing`."""


@dataclass(eq=False, kw_only=True)
class RulesetDecl(Declaration):
    ruleset: str = ""


@dataclass(eq=False, kw_only=True)
class ChecksDecl(Declaration):
    pass


@dataclass(eq=False, kw_only=True)
class AliasDecl(Declaration):
    """`Coins = Annotated[int, Range(0)]`, resolved when first used."""

    value: ast.expr
    annotation: Annotation | None = None
    resolving: bool = False


@dataclass(eq=False, kw_only=True)
class ConstDecl(Declaration):
    """A constant of a module: a plain literal, or a collection of them."""

    literal: LiteralValue | None = None


@dataclass(eq=False, kw_only=True)
class ClassDecl(Declaration):
    node: ast.ClassDef
    cites: tuple[str, ...] = ()
    doc: str = ""
    broken_names: set[str] = field(default_factory=set)


@dataclass(eq=False, kw_only=True)
class SortDecl(ClassDecl):
    """A sort; or, with `of`, what a guest adds to that sort of its host (`added` of it, once all is read)."""

    grid: bool = False
    attributes: dict[str, Attribute] = field(default_factory=dict)
    of: SortDecl | None = None
    added: SortDecl | None = None

    @property
    def sort(self) -> str:
        """The sort whose members these are."""
        return self.of.name if self.of else self.name

    @property
    def every(self) -> dict[str, Attribute]:
        """The attributes, with those that a guest adds."""
        return {**self.attributes, **(self.added.attributes if self.added else {})}


@dataclass(eq=False, kw_only=True)
class EnumDecl(ClassDecl):
    members: dict[str, Span] = field(default_factory=dict)

    @property
    def labels(self) -> tuple[str, ...]:
        """The text that stands for each member; its name where it is no text."""
        texts = {
            target.id: statement.value.value
            for statement in self.node.body
            if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
            for target in statement.targets
            if isinstance(target, ast.Name) and isinstance(statement.value.value, str)
        }
        return tuple(texts.get(name, name) for name in self.members)


@dataclass(eq=False, kw_only=True)
class ConstantsDecl(ClassDecl):
    numbers: dict[str, Constant] = field(default_factory=dict)

    @property
    def integers(self) -> set[str]:
        """The names of those that are integers, known before the class is filled in."""
        return {
            statement.target.id
            for statement in self.node.body
            if isinstance(statement, ast.AnnAssign)
            and isinstance(statement.target, ast.Name)
            and any(isinstance(part, ast.Name) and part.id == "int" for part in ast.walk(statement.annotation))
        }


@dataclass(eq=False, kw_only=True)
class RecordDecl(ClassDecl):
    """The state (`frame` False) or a frame; with `of`, the state of a guest: its host's, and fields of its own.

    may_be_out: whether a frame awaits whoever is out, too."""

    frame: bool = False
    may_be_out: bool = False
    of: RecordDecl | None = None
    fields: dict[str, Field] = field(default_factory=dict)


@dataclass(eq=False, kw_only=True)
class MomentDecl(ClassDecl):
    """A kind of event, and the triggers on it."""

    fields: dict[str, Type] = field(default_factory=dict)
    triggers: list[RuleDecl] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Annotation:
    """The parts of an annotation: a type, the clauses that define it, a lifetime, and what the field remembers."""

    type: Type
    cites: tuple[str, ...] = ()
    until: Until | None = None
    remembers: Memory | None = None


@dataclass(frozen=True, slots=True)
class Until:
    """A lifetime as written: checked once all fields of the state are known."""

    span: Span
    clause: str
    field: str
    field_span: Span
    value: LiteralValue


@dataclass(frozen=True, slots=True)
class LiteralValue:
    """A literal: `items` is set for a tuple or frozenset of literals, whose `type` is that of one item (or None)."""

    span: Span
    type: Type | None
    value: Any = None
    items: tuple[LiteralValue, ...] | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """A parameter as written."""

    name: str
    type: Type
    span: Span


@dataclass(eq=False, kw_only=True)
class RuleDecl(Declaration):
    """A function: a rule (with its decorator taken apart) or a helper.

    demands: the deeds that its effects demand; at_once: those of them that they demand inside `simultaneous()`.
    still: the first frame that it opens or closes, which is refused there. by: the deed that an `instead` names.
    also: the rules that a permit or forbid hangs on besides its base. prohibits: a forbid that is over its base by its
    own words (`cannot`), which are its `text`. names: the fields that `matters` is about. facts: what a check asks
    whether a player knows.
    """

    node: ast.FunctionDef
    kind: RuleKind = "helper"
    base: Declaration | None = None
    also: tuple[RuleDecl, ...] = ()
    cites: tuple[str, ...] = ()
    text: str = ""
    names: tuple[str, ...] = ()
    decorator: Span | None = None
    options: dict[str, ast.expr] = field(default_factory=dict)
    children: list[RuleDecl] = field(default_factory=list)
    slots: tuple[Slot, ...] = ()
    returns: Type | None = None
    returns_span: Span | None = None
    at: tuple[str | None, ...] = (None,)
    framed: bool = False
    function: Function | None = None
    goal: Function | None = None
    calls: dict[str, Span] = field(default_factory=dict)
    demands: dict[str, Span] = field(default_factory=dict)
    at_once: dict[str, Span] = field(default_factory=dict)
    still: Span | None = None
    over: tuple[RuleDecl, ...] = ()
    by: RuleDecl | None = None
    prohibits: bool = False
    facts: list[Function] = field(default_factory=list)

    def of_kind(self, *kinds: RuleKind) -> list[RuleDecl]:
        return [child for child in self.children if child.kind in kinds]


@dataclass(slots=True)
class Local:
    """A name of a function: `type` None once a mistake in its value has been reported."""

    slot: int
    type: Type | None
    span: Span
    loop: bool = False
