"""`emit` as statements: loops over what a moment leaves open, with a write for each instance that becomes pending."""

from __future__ import annotations

import ast

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.origin import Origin
from ruleslawyer.front.declarations import MomentDecl, Refused, RuleDecl
from ruleslawyer.front.triggers import own_parameters
from ruleslawyer.front.writes import Writes
from ruleslawyer.ir.nodes import Call, Const, Domain, Expr, For, If, Let, Place, Stmt, Var, Write
from ruleslawyer.ir.rules import pending
from ruleslawyer.ir.types import Bool, FrameOf, Set, State, Type


class Emits(Writes):
    """Mixin of `Statements`: a moment takes place."""

    def emit(self, node: ast.Call, args: list[ast.expr]) -> list[Stmt]:
        self.in_effect(node)
        self.store(args[0], State())
        match args[1]:
            case ast.Call(func=ast.Name(id=name) as func, args=[], keywords=keywords):
                found = self.analysis.resolve(self.module, name, self.span(func))
            case _:
                raise self.refuse(
                    "RL310", args[1], "this is not a moment being made", help="write `emit(s, Docked(ship=…))`"
                )
        if not isinstance(found, MomentDecl):
            raise self.refuse("RL210", func, f"`{name}` is not a moment", help='name a class with `@moment("…")`')
        given: dict[str, Expr] = {}
        for keyword in keywords:
            label = keyword.arg or "**"
            if label not in found.fields or label in given:
                if label in found.broken_names:
                    raise Refused
                raise self.refuse(
                    "RL207",
                    keyword,
                    f"`{name}` has no field `{label}`" if label not in given else f"`{label}` is given twice",
                    second=found.span,
                    second_label="the moment",
                    help=nearest(label, found.fields),
                )
            given[label] = self.expr(keyword.value, found.fields[label])
        missing = [label for label in found.fields if label not in given]
        if missing:
            raise self.refuse(
                "RL310",
                args[1],
                f"`{name}` needs {', '.join(f'`{m}`' for m in missing)} as well",
                second=found.span,
                second_label="the moment",
                help=f"write `{name}({', '.join(f'{m}=…' for m in missing)})`",
            )
        origin = self.origin(node)
        made: list[Stmt] = []
        kept: dict[str, Expr] = {}
        for label, value in given.items():
            slot = self.new_slot()
            made.append(Let(origin, slot, label, value))
            kept[label] = Var(origin, found.fields[label], slot, label)
        for trigger in found.triggers:
            if trigger.of_kind("when"):
                made.append(self._pending(origin, trigger, kept))
        return made

    def _pending(self, origin: Origin, trigger: RuleDecl, given: dict[str, Expr]) -> Stmt:
        """Add the instances of a trigger whose `when` holds to those that are pending."""
        keys: list[Expr] = []
        loops: list[tuple[int, str, Type]] = []
        for parameter in own_parameters(trigger):
            if parameter.name in given:
                keys.append(given[parameter.name])
            else:
                slot = self.new_slot()
                loops.append((slot, parameter.name, parameter.type))
                keys.append(Var(origin, parameter.type, slot, parameter.name))
        stores: list[Expr] = [Var(origin, State(), 0, "s")]
        if trigger.framed:
            stores.append(Var(origin, FrameOf(str(trigger.at[0])), 0, "f"))
        (when, *_) = trigger.of_kind("when")
        holds = Call(origin, Bool(), "helper", when.name, (*stores, *keys))
        place = Place(origin, Bool(), None, pending(trigger.name), tuple(keys))
        made: Stmt = If(origin, holds, (Write(origin, place, Const(origin, Bool(), True)),), ())
        for slot, name, type_ in reversed(loops):
            made = For(origin, slot, name, Domain(origin, Set(type_)), (made,))
        return made
