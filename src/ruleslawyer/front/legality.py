"""`allows(action, s, …)` in a check: whether an instance may be done; of what is left out, whether one of any members
may."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from ruleslawyer.front.comprehensions import Comprehensions
from ruleslawyer.front.declarations import RuleDecl, RuleKind, Slot
from ruleslawyer.front.rules import what
from ruleslawyer.front.typing import describe, type_text
from ruleslawyer.ir.nodes import Call, Const, Domain, Expr, Fold, Var
from ruleslawyer.ir.rules import KINDS
from ruleslawyer.ir.types import Bool, Enum, FrameOf, Set, Sort, State, Type

_ASKED: tuple[RuleKind, ...] = ("action", "chance", "trigger")


class Legality(Comprehensions):
    """Mixin of `Expressions`."""

    def store(self, node: ast.expr, wanted: Type) -> Var:
        """The state, or a frame, where it is passed on as a whole."""
        value = self.raw(node)
        if isinstance(value, Var) and value.type == wanted:
            return value
        raise self.refuse(
            "RL301",
            node,
            f"expected {describe(wanted)}, found {describe(value.type)}",
            help=f"pass the parameter of type `{type_text(wanted)}` on",
        )

    def allows(self, node: ast.Call, args: list[ast.expr], keywords: list[ast.keyword]) -> Expr:
        """The action is called, as it were, with the arguments given, and each choice of members for the others."""
        if self.rule.kind not in KINDS:
            raise self.refuse(
                "RL616",
                node,
                "only a check asks whether an action may be done",
                help="a rule that asks what the rules allow would go in a circle: "
                "put what it means into a helper, which the clauses call too",
            )
        if keywords:
            raise self.refuse("RL313", keywords[0], "arguments are given by place", help="give it by its place")
        if len(args) < 2:
            raise self.refuse("RL310", node, "`allows` takes an action and the state", help="write `allows(buy, s)`")
        action = self._asked_action(args[0])
        store = self._rest(args[1])
        origin, chosen = self.origin(node), [s for s in action.slots if not isinstance(s.type, State | FrameOf)]
        given, left = args[2:], chosen[len(args) - 2 :]
        if len(given) > len(chosen):
            names = ", ".join(slot.name for slot in chosen)
            raise self.refuse(
                "RL310",
                given[len(chosen)],
                f"{what(action)} chooses {len(chosen)} things, here are {len(given)}",
                second=action.span,
                second_label="it is defined here",
                help=f"write `{', '.join([f'allows({action.name}', 's', *filter(None, [names])])})`",
            )
        values = [self.expr(arg, slot.type) for arg, slot in zip(given, chosen, strict=False)]
        frames = [Var(origin, s.type, store.slot, s.name) for s in action.slots if isinstance(s.type, FrameOf)]
        others = [Var(origin, slot.type, self.new_slot(), slot.name) for slot in self._members(node, action, left)]
        self.rule.calls.setdefault(action.name, self.span(node))
        found: Expr = Call(origin, Bool(), "action", action.name, (store, *frames, *values, *others))
        always = Const(origin, Bool(), True)
        for x in reversed(others):
            every = Domain(origin, Set(x.type))
            found = Fold(origin, Bool(), "any", x.slot, x.name, every, always, found, None)
        return found

    def _asked_action(self, node: ast.expr) -> RuleDecl:
        name = node.id if isinstance(node, ast.Name) and node.id not in self.locals else None
        found = None if name is None else self.analysis.resolve(self.module, name, self.span(node))
        if isinstance(found, RuleDecl) and found.kind in _ASKED:
            return found
        if isinstance(found, RuleDecl) and found.kind == "joint":
            raise self.refuse(
                "RL616",
                node,
                f"{what(found)} is chosen by several together, each for himself",
                second=found.span,
                second_label="it is defined here",
                help="ask what its clauses ask, in a helper that they call too; or ask it of an action of one actor",
            )
        other = f", {what(found)} is none" if found else ""
        raise self.refuse(
            "RL616",
            node,
            f"`allows` begins with an action{other}",
            second=found.span if found else None,
            second_label="it is defined here" if found else "",
            help="name an action, a chance action or a trigger: `allows(buy, s, who, ship)`",
        )

    def _rest(self, node: ast.expr) -> Var:
        """A state at rest: of a step of an action the one before."""
        store = self.store(node, State())
        if self.rule.kind == "step" and (store.slot or "of" not in self.rule.options):
            raise self.refuse(
                "RL616",
                node,
                "in the middle of a step nobody may do anything",
                help="ask it of the state before, in a step `of=` an action; or in an `always`, of the state at rest",
            )
        return store

    def _members(self, node: ast.Call, action: RuleDecl, left: Sequence[Slot]) -> Sequence[Slot]:
        """The parameters that are left out, of sorts and enums, whose members are gone through."""
        for slot in left:
            if not isinstance(slot.type, Sort | Enum):
                raise self.refuse(
                    "RL616",
                    node,
                    f"`{slot.name}` is left out, and {describe(slot.type)} is not gone through",
                    second=slot.span,
                    second_label="its type",
                    help="give what it is; only members of a sort or an enum are left out, from the last one on",
                )
        return left
