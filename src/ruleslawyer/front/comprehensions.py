"""Comprehensions: what they go through, and the folds that they become."""

from __future__ import annotations

import ast
from typing import Literal, TypeAlias

from ruleslawyer.front.body import Body
from ruleslawyer.front.declarations import EnumDecl, LiteralValue, Local, SortDecl
from ruleslawyer.front.typing import SCALARS, describe
from ruleslawyer.ir.nodes import Const, Domain, Expr, Fold, Logic, SetOf, Var
from ruleslawyer.ir.types import Awaits, Bool, Enum, Int, Map, Optional, Pile, Set, Sort, Type

Kind: TypeAlias = Literal["any", "all", "sum", "min", "max", "the", "set"]


class Comprehensions(Body):
    """Mixin of `Expressions`."""

    def iterable(self, node: ast.expr) -> Expr:
        whole = self.whole(node)
        if whole is not None:
            return whole
        match node:
            case ast.Tuple(elts=elts):
                found = self.written_out(node, elts)
                values = {item.value for item in found.items if isinstance(item, Const)}
                if len(values) < len(elts):
                    raise self.refuse(
                        "RL122",
                        node,
                        "a tuple may hold one thing twice",
                        help="write `frozenset({…})`, which holds it once",
                    )
                return found
            case ast.Set(elts=elts):
                return self.written_out(node, elts)
            case ast.SetComp(elt=elt, generators=generators):
                return self.comprehension(node, "set", elt, generators)
        value = self.infer_or_map(node)
        if isinstance(value.type, Map):
            key = value.type.key
            name = key.name if isinstance(key, (Sort, Enum)) else "its keys"
            raise self.refuse(
                "RL309", node, "a map is not gone through itself", help=f"go through its keys: `for x in {name}`"
            )
        return value

    def infer_or_map(self, node: ast.expr) -> Expr:
        return self.raw(node) if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) else self.infer(node)

    def whole(self, node: ast.expr) -> Domain | None:
        """A whole sort or enum, named by its class."""
        if isinstance(node, ast.Name) and node.id not in self.locals and node.id not in self.assigned:
            match self.module.names.get(node.id):
                case SortDecl(broken=False, sort=name):
                    return Domain(self.origin(node), Set(Sort(name)))
                case EnumDecl(broken=False, name=name):
                    return Domain(self.origin(node), Set(Enum(name)))
        return None

    def written_out(self, node: ast.expr, elts: list[ast.expr]) -> SetOf:
        """A set by its members."""
        items = [self.infer(elt) for elt in elts]
        if not items:
            raise self.refuse("RL306", node, "an empty collection", help="write `frozenset()`")
        first = items[0].type
        if isinstance(first, Optional):
            first = first.item
        if not isinstance(first, (Sort, Enum)):
            raise self.refuse(
                "RL305",
                node,
                "a set holds members of a sort or an enum",
                help=f"this holds {describe(first)}: write it out",
            )
        values = tuple(self.coerce(item, first, elt) for item, elt in zip(items, elts, strict=True))
        return SetOf(self.origin(node), Set(first), values)

    def literal_set(self, node: ast.Name, literal: LiteralValue) -> Expr:
        """A collection of a module's constants, where a set is meant."""
        if isinstance(literal.type, (Sort, Enum)):
            return Const(self.origin(node), Set(literal.type), frozenset(i.value for i in literal.items or ()))
        raise self.refuse(
            "RL305",
            node,
            "this collection stands only after `in`",
            second=literal.span,
            second_label="it is written here",
            help="a set holds members of a sort or an enum",
        )

    def through(self, node: ast.expr) -> tuple[Expr, Type]:
        """The domain of a loop, and the type of its variable."""
        domain = self.iterable(node)
        match domain.type:
            case Set(item) | Pile(item):
                return domain, item
            case Awaits():
                raise self.refuse(
                    "RL309",
                    node,
                    "this may be CHANCE, which is no set",
                    help="let the field be a frozenset of players",
                )
        raise self.refuse(
            "RL309",
            node,
            f"{describe(domain.type)} cannot be gone through",
            help="go through a sort, an enum, a set or a pile",
        )

    def comprehension(
        self, node: ast.AST, kind: Kind, elt: ast.expr, generators: list[ast.comprehension], default: Expr | None = None
    ) -> Expr:
        """One fold for each `for`, the first outermost."""
        if len(generators) > 1 and kind in ("the", "set"):
            raise self.refuse(
                "RL122",
                generators[1].target,
                f"`{'frozenset' if kind == 'set' else kind}` takes one `for`",
                help="put the second one into a condition: `if any(… for … in …)`",
            )
        return self._fold(node, kind, elt, generators, default)

    def _fold(
        self, node: ast.AST, kind: Kind, elt: ast.expr, generators: list[ast.comprehension], default: Expr | None
    ) -> Expr:
        outer, *inner = generators
        if not isinstance(outer.target, ast.Name):
            raise self.not_here(outer.target, "a comprehension has one variable", "write `for p in Player`")
        domain, item = self.through(outer.iter)
        name, origin = outer.target.id, self.origin(node)
        hidden = self.locals.get(name)
        slot = self.bind_loop(outer.target, item)
        try:
            tests = [self.truth(test) for test in outer.ifs]
            if inner:
                body = self._fold(node, kind, elt, inner, None)
                if kind in ("min", "max"):
                    # An outer one without any inner one counts for nothing: it must not fail for having no least.
                    assert isinstance(body, Fold)
                    yes = Const(origin, Bool(), True)
                    tests.append(
                        Fold(origin, Bool(), "any", body.slot, body.name, body.domain, body.condition, yes, None)
                    )
            else:
                body = self._body(kind, elt)
        finally:
            self._unbind(name, hidden)
        condition: Expr = Const(origin, Bool(), True)
        if tests:
            condition = tests[0] if len(tests) == 1 else Logic(origin, Bool(), "and", tuple(tests))
        return Fold(origin, self._result(kind, body, elt), kind, slot, name, domain, condition, body, default)

    def _unbind(self, name: str, hidden: Local | None) -> None:
        if hidden is None:
            del self.locals[name]
        else:
            self.locals[name] = hidden

    def _body(self, kind: Kind, elt: ast.expr) -> Expr:
        if kind in ("any", "all"):
            return self.truth(elt)
        if kind in ("sum", "min", "max"):
            return self.integer(elt)
        value = self.infer(elt)
        if kind == "set" and isinstance(value.type, Optional):
            return self.coerce(value, value.type.item, elt)
        return value

    def _result(self, kind: Kind, body: Expr, elt: ast.expr) -> Type:
        if kind in ("any", "all"):
            return Bool()
        if kind in ("sum", "min", "max"):
            return Int()
        if kind == "set":
            if not isinstance(body.type, (Sort, Enum)):
                raise self.refuse(
                    "RL305",
                    elt,
                    f"a set holds members of a sort or an enum, not {describe(body.type)}",
                    help="let it hold the members themselves, and count or compare what belongs to them",
                )
            return Set(body.type)
        if not isinstance(body.type, (*SCALARS, Optional)):
            raise self.refuse(
                "RL305", elt, f"`the` picks one thing, not {describe(body.type)}", help="pick a member of a sort"
            )
        return body.type

    def identity(self, node: ast.AST, kind: Kind, domain: Expr, item: Type) -> Fold:
        """`the(pile)`, `frozenset(pile)`: each element itself."""
        origin, slot = self.origin(node), self.new_slot()
        type_ = Set(item) if kind == "set" else item
        condition = Const(origin, Bool(), True)
        return Fold(origin, type_, kind, slot, "it", domain, condition, Var(origin, item, slot, "it"), None)
