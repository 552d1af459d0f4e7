"""Calls: the words of the language, the methods of piles, and terms, questions and helpers."""

from __future__ import annotations

import ast
from typing import Literal

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.front.comprehensions import Kind
from ruleslawyer.front.declarations import LangName, RecordDecl, Refused, RuleDecl, RuleKind, SortDecl
from ruleslawyer.front.knowledge import fact_of, reads_state
from ruleslawyer.front.legality import Legality
from ruleslawyer.front.rules import what
from ruleslawyer.front.typing import describe, plain
from ruleslawyer.ir.nodes import Call, Const, Expr, IsOpen, Least, PileJoin, PileOp, PileTurn, SetOf, Size, Var
from ruleslawyer.ir.rules import KINDS
from ruleslawyer.ir.types import Bool, FrameOf, Int, Map, Pile, Set, Silent, Sort, State, Type

_BUILTINS = ("any", "all", "sum", "min", "max", "len", "frozenset")
_NOT_OFFERED = {
    "range": "go through a sort or an enum; count with sum(1 for … in …)",
    "sorted": "rules do not depend on an order: use min, max, the, or a Pile of the state",
    "reversed": "rules do not depend on an order; a pile turned over is `pile.reversed()`",
    "enumerate": "rules do not depend on an order: go through the members themselves",
    "zip": "go through a sort, and look entries up in maps",
    "map": "write a comprehension",
    "filter": "write a comprehension with `if`",
    "abs": "write `max(x, -x)`",
    "set": "write `frozenset(…)`",
    "list": "write `frozenset(…)`",
    "dict": "use a Map of the state",
    "tuple": "write `frozenset(…)`, or a tuple after `in`",
    "isinstance": "types are known: compare with None, or use an enum",
    "print": "rules change the state and nothing else: look at them with `ruleslawyer play`",
    "bool": "write a comparison",
    "int": "write `1 if … else 0`",
    "str": "use the members of an enum",
    "float": "count in the smallest unit",
    "round": "count in the smallest unit, and divide with `//`",
    "divmod": "write `//` and `%`",
    "pow": "multiply",
    "next": "write `the(…)`",
    "iter": "write a comprehension",
    "getattr": "name the field",
    "setattr": "name the field",
    "hasattr": "types are known",
    "eval": "write the rule itself",
    "exec": "write the rule itself",
    "open": "rules read nothing but the state",
    "input": "make it an action's parameter",
}
_STATEMENTS = ("gain", "lose", "open_frame", "close_frame", "emit", "effect", "simultaneous", "ask")
_PILE_OPS: dict[str, Literal["top", "bottom", "without"]] = {
    "with_top": "top",
    "with_bottom": "bottom",
    "without": "without",
}
_PILE_TURNS: dict[str, Literal["without_top", "without_bottom", "reversed"]] = {
    "without_top": "without_top",
    "without_bottom": "without_bottom",
    "reversed": "reversed",
}
_PILE_JOINS: dict[str, Literal["on", "under"]] = {"on": "on", "under": "under"}
PILE_METHODS = (*_PILE_OPS, *_PILE_TURNS, *_PILE_JOINS)


ASKED_BY_NAME: tuple[RuleKind, ...] = ("ended", "winners", "seen")
"""Rules that may be asked as a helper may: sight by all, those about the whole state by checks."""


class Calls(Legality):
    """Mixin of `Expressions`."""

    def call(
        self, node: ast.Call, func: ast.expr, args: list[ast.expr], keywords: list[ast.keyword], hint: Type | None
    ) -> Expr:
        match func:
            case ast.Name(id=name) if name in self.locals or name in self.assigned:
                if name in self.locals and self.locals[name].type is None:
                    raise Refused
                raise self.refuse(
                    "RL210", func, f"`{name}` is a local, not a function", help="call a term, a question or a helper"
                )
            case ast.Name(id=name) if name in _BUILTINS and name not in self.module.names:
                return self._builtin(node, name, args, keywords, hint)
            case ast.Name(id=name) if name in _NOT_OFFERED and name not in self.module.names:
                raise self.refuse("RL124", func, f"`{name}` is not part of the rule language", help=_NOT_OFFERED[name])
            case ast.Name(id=name):
                return self._named_call(node, func, name, args, keywords, hint)
            case ast.Attribute(value=base, attr=name):
                return self._method(node, func, base, name, args, keywords)
        raise self.not_here(func, "this cannot be called", "call a term, a question or a helper by its name")

    # Long: one dispatch over all that has a name and may be called.
    def _named_call(
        self,
        node: ast.Call,
        func: ast.Name,
        name: str,
        args: list[ast.expr],
        keywords: list[ast.keyword],
        hint: Type | None,
    ) -> Expr:
        found = self.analysis.resolve(self.module, name, self.span(func), [*_BUILTINS, *self.known_names()])
        match found:
            case RuleDecl(kind="term" | "question" | "helper" | "out" | "payoff" | "seen"):
                return self._rule(node, found, args, keywords)
            case RuleDecl(kind="ended" | "winners"):
                return self._of_the_end(node, func, found, args, keywords)
            case LangName(name="the"):
                return self._fold_call(node, "the", args, keywords)
            case LangName(name="is_open"):
                return self._is_open(node, args, keywords)
            case LangName(name="frame_of"):
                return self._frame_of(node, args, keywords)
            case LangName(name="knows"):
                return self._knows(node, args, keywords)
            case LangName(name="allows"):
                return self.allows(node, args, keywords)
            case LangName(name="narrow"):
                return self._narrow(node, args, keywords)
            case LangName(name="Pile"):
                self._exactly(node, "Pile", args, keywords, 0)
                if isinstance(hint, Pile):
                    return Const(self.origin(node), hint, ())
                raise self.refuse(
                    "RL306",
                    node,
                    "a pile of what?",
                    help="write it where its type is known, as in `s.pile[p] = Pile()`",
                )
            case RuleDecl(kind="deed"):
                raise self.refuse(
                    "RL122",
                    node,
                    "a deed has no value: it stands in a line of its own",
                    second=found.span,
                    second_label="it is defined here",
                    help=f'write it under `with effect("…"):`, as `{name}({", ".join(s.name for s in found.slots)})`',
                )
            case LangName() if name in _STATEMENTS:
                raise self.refuse("RL122", node, f"`{name}` stands in a line of its own", help="it has no value")
            case RecordDecl(frame=True):
                raise self.refuse(
                    "RL122",
                    node,
                    "a frame is made only where it opens",
                    help=f"write `open_frame(s, {name}(…))` in an effect",
                )
        raise self.refuse(
            "RL210",
            func,
            f"{what(found)} cannot be called",
            second=found.span,
            second_label="it is defined here",
            help="call a term, a question or a helper",
        )

    def _of_the_end(
        self, node: ast.Call, func: ast.Name, found: RuleDecl, args: list[ast.expr], keywords: list[ast.keyword]
    ) -> Expr:
        if self.rule.kind not in KINDS:
            raise self.refuse(
                "RL210",
                func,
                f"only a check may ask `{found.name}`, the ruleset's `{found.kind}`",
                second=found.span,
                second_label="it is defined here",
                help="ask here what it asks: put that into a helper, which both call",
            )
        return self._rule(node, found, args, keywords)

    def _rule(self, node: ast.Call, found: RuleDecl, args: list[ast.expr], keywords: list[ast.keyword]) -> Expr:
        values = self.arguments(node, found, args, keywords)
        assert found.returns is not None
        self.rule.calls.setdefault(found.name, self.span(node))
        kind = found.kind if found.kind == "term" or found.kind == "question" else "helper"
        return Call(self.origin(node), plain(found.returns), kind, found.name, values)

    def arguments(
        self, node: ast.Call, found: RuleDecl, args: list[ast.expr], keywords: list[ast.keyword]
    ) -> tuple[Expr, ...]:
        """The arguments of a rule's call: the state and frames as they are, values of the types that it takes."""
        if keywords:
            raise self.refuse(
                "RL313",
                keywords[0],
                "arguments are given by place",
                second=found.span,
                second_label="it is defined here",
                help=f"write `{found.name}({', '.join(s.name for s in found.slots)})`",
            )
        if len(args) != len(found.slots):
            raise self.refuse(
                "RL310",
                node,
                f"{what(found)} takes {len(found.slots)} arguments, here are {len(args)}",
                second=found.span,
                second_label="it is defined here",
                help=f"write `{found.name}({', '.join(s.name for s in found.slots)})`",
            )
        if found.returns is None:
            raise Refused
        values = list[Expr]()
        for arg, slot in zip(args, found.slots, strict=True):
            if isinstance(slot.type, (State, FrameOf)):
                values.append(self.store(arg, slot.type))
            elif isinstance(slot.type, Map):
                value = self.raw(arg)
                if not isinstance(value, Var):
                    raise self.refuse(
                        "RL308",
                        arg,
                        "only a map that is a parameter is passed on",
                        second=slot.span,
                        second_label="for this parameter",
                        help="read the map of the state inside, through the state",
                    )
                values.append(self.coerce(value, slot.type, arg))
            else:
                values.append(self.expr(arg, slot.type))
        return tuple(values)

    def _builtin(
        self, node: ast.Call, name: str, args: list[ast.expr], keywords: list[ast.keyword], hint: Type | None
    ) -> Expr:
        match name:
            case "any" | "all" | "sum":
                return self._fold_call(node, name, args, keywords)
            case "min" | "max":
                if len(args) > 1:
                    self._exactly(node, name, args, keywords, len(args))
                    return Least(self.origin(node), Int(), name, tuple(self.integer(arg) for arg in args))
                return self._fold_call(node, name, args, keywords)
            case "len":
                self._exactly(node, name, args, keywords, 1)
                return self._size(node, args[0])
        return self._frozenset(node, args, keywords, hint)

    def _fold_call(self, node: ast.Call, kind: Kind, args: list[ast.expr], keywords: list[ast.keyword]) -> Expr:
        default: Expr | None = None
        for keyword in keywords:
            if keyword.arg != "default" or kind not in ("min", "max"):
                raise self.refuse(
                    "RL313",
                    keyword,
                    f"`{kind}` takes no argument `{keyword.arg or '**'}`",
                    help="`min` and `max` of a comprehension take `default=`"
                    if kind in ("min", "max")
                    else "take it off",
                )
            default = self.integer(keyword.value)
        if len(args) != 1:
            raise self.refuse("RL310", node, f"`{kind}` takes one comprehension", help=f"write `{kind}(… for x in …)`")
        match args[0]:
            case ast.GeneratorExp(elt=elt, generators=generators):
                return self.comprehension(node, kind, elt, generators, default)
        if kind == "the":
            domain, item = self.through(args[0])
            return self.identity(node, kind, domain, item)
        raise self.not_here(args[0], f"`{kind}` takes a comprehension", f"write `{kind}(… for x in …)`")

    def _size(self, node: ast.Call, arg: ast.expr) -> Expr:
        value = self.iterable(arg)
        if isinstance(value.type, (Set, Pile)):
            return Size(self.origin(node), Int(), value)
        raise self.refuse(
            "RL309",
            arg,
            f"{describe(value.type)} has no size",
            help="a sort, an enum, a set or a pile has one",
        )

    def _frozenset(self, node: ast.Call, args: list[ast.expr], keywords: list[ast.keyword], hint: Type | None) -> Expr:
        if not args and not keywords:
            wanted = hint.item if isinstance(hint, Silent) else hint
            if wanted is not None and not isinstance(wanted, Set) and hasattr(wanted, "item"):
                wanted = Set(wanted.item)
            if isinstance(wanted, Set):
                return Const(self.origin(node), wanted, frozenset())
            raise self.refuse(
                "RL306",
                node,
                "an empty set of what?",
                help="give the local a type: `x: frozenset[Player] = frozenset()`",
            )
        self._exactly(node, "frozenset", args, keywords, 1)
        match args[0]:
            case ast.GeneratorExp(elt=elt, generators=generators):
                return self.comprehension(node, "set", elt, generators)
        if isinstance(args[0], ast.Tuple):
            return self.written_out(args[0], args[0].elts)
        domain, item = self.through(args[0])
        if isinstance(domain, SetOf) or isinstance(domain.type, Set):
            return domain
        return self.identity(node, "set", domain, item)

    def _is_open(self, node: ast.Call, args: list[ast.expr], keywords: list[ast.keyword]) -> Expr:
        self._exactly(node, "is_open", args, keywords, 2)
        store = self.store(args[0], State())
        return IsOpen(self.origin(node), Bool(), store.slot, self.frame_name(args[1]))

    def _frame_of(self, node: ast.Call, args: list[ast.expr], keywords: list[ast.keyword]) -> Expr:
        """The record itself, of which only fields can be read: like a frame parameter, it is the store under a type."""
        self._exactly(node, "frame_of", args, keywords, 2)
        store = self.store(args[0], State())
        name = self.frame_name(args[1])
        return Var(self.origin(node), FrameOf(name), store.slot, name)

    def _knows(self, node: ast.Call, args: list[ast.expr], keywords: list[ast.keyword]) -> Expr:
        """A question of the check to whoever has seen how play went, which no engine of states answers."""
        self._exactly(node, "knows", args, keywords, 2)
        if self.rule.kind not in ("always", "sometimes"):
            raise self.refuse(
                "RL615",
                node,
                "what a player knows is asked by a check `always` or `sometimes`",
                help="a rule of the game asks the rule of sight, by its name",
            )
        players = self.analysis.players
        if players is None:
            raise Refused
        who = self.expr(args[0], players)
        before = len(self.rule.facts)
        fact = self.truth(args[1])
        if len(self.rule.facts) > before:
            raise self.refuse(
                "RL615",
                args[1],
                "a fact about what somebody knows",
                help="ask for each of them in a `knows` of its own",
            )
        if not reads_state(fact):
            raise self.refuse(
                "RL615",
                args[1],
                "this has no place in the state: it is so in every play, and everybody knows it",
                help="ask about a field, such as `s.hand[other] == card`",
            )
        name, origin = f"{self.rule.name}:{before}", self.origin(node)
        function, values = fact_of(name, origin, fact)
        self.rule.facts.append(function)
        return Call(origin, Bool(), "question", name, (Var(origin, State(), 0, "s"), who, *values))

    def _narrow(self, node: ast.Call, args: list[ast.expr], keywords: list[ast.keyword]) -> Expr:
        """The thing itself: only type checkers tell a guest's class from the host's that it adds to."""
        self._exactly(node, "narrow", args, keywords, 2)
        named = args[1]
        found = self.analysis.resolve(self.module, named.id, self.span(named)) if isinstance(named, ast.Name) else None
        match found:
            case SortDecl(of=SortDecl(name=name)):
                return self.expr(args[0], Sort(name))
            case RecordDecl(of=RecordDecl()):
                return self.store(args[0], State())
        raise self.refuse(
            "RL526",
            args[1],
            "this adds nothing to a sort or to the state of the host",
            help="name a class of the guest, such as `class Print(Card)`; anything else has all that it has already",
        )

    def frame_name(self, node: ast.expr) -> str:
        """A frame named by its class."""
        if isinstance(node, ast.Name) and node.id not in self.locals:
            found = self.analysis.resolve(self.module, node.id, self.span(node), self.analysis.frames)
            if isinstance(found, RecordDecl) and found.frame:
                return found.name
        raise self.refuse("RL210", node, "this is not a frame", help=nearest("", (), "name a class with @frame(…)"))

    def _method(
        self,
        node: ast.Call,
        func: ast.Attribute,
        base: ast.expr,
        name: str,
        args: list[ast.expr],
        keywords: list[ast.keyword],
    ) -> Expr:
        pile = self.raw(base)
        if not isinstance(pile.type, Pile):
            raise self.refuse(
                "RL121",
                func,
                f"{describe(pile.type)} has no method `{name}`",
                help="sets change with | & -; terms, questions and helpers are called by their names",
            )
        origin, type_ = self.origin(node), pile.type
        if name in _PILE_OPS:
            self._exactly(node, name, args, keywords, 1)
            return PileOp(origin, type_, _PILE_OPS[name], pile, self.expr(args[0], type_.item))
        if name in _PILE_TURNS:
            self._exactly(node, name, args, keywords, 0)
            return PileTurn(origin, type_, _PILE_TURNS[name], pile)
        if name in _PILE_JOINS:
            self._exactly(node, name, args, keywords, 1)
            return PileJoin(origin, type_, _PILE_JOINS[name], pile, self.expr(args[0], type_))
        raise self.refuse(
            "RL121",
            func,
            f"a pile has no method `{name}`",
            help=nearest(name, PILE_METHODS, f"there is: {', '.join(PILE_METHODS)}"),
        )

    def _exactly(
        self, node: ast.Call, name: str, args: list[ast.expr], keywords: list[ast.keyword], count: int
    ) -> None:
        if keywords:
            raise self.refuse("RL313", keywords[0], f"`{name}` takes no named argument", help="give it by its place")
        if len(args) != count:
            raise self.refuse(
                "RL310",
                node,
                f"`{name}` takes {count} argument{'' if count == 1 else 's'}, here are {len(args)}",
                help="give it what it takes",
            )
