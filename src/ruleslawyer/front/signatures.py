"""Parameters and results: what each kind of rule must take and give, compared with the rule that it hangs on."""

from __future__ import annotations

import ast

from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.annotations import resolve_type
from ruleslawyer.front.bases import check_part, check_same, check_state_first, check_step
from ruleslawyer.front.declarations import RecordDecl, Refused, RuleDecl, RuleKind, Slot
from ruleslawyer.front.rules import what
from ruleslawyer.front.triggers import check_trigger
from ruleslawyer.front.typing import describe, plain, type_text
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import FOLLOWED, KINDS
from ruleslawyer.ir.system import MODIFIERS

ACTS: tuple[RuleKind, ...] = ("initial", "action", "joint", "chance", "duty", "deed", "settle", "trigger")
"""Rules that change the state."""
STUBS: tuple[RuleKind, ...] = ("seat", "member")
"""Rules without a body: only their clauses say something."""
CONDITIONS: tuple[RuleKind, ...] = ("permit", "forbid", "instead", "lift", "domain", "when")
TRUTHS: tuple[RuleKind, ...] = ("ended", "matters", "seen", "out", "assume", *CONDITIONS, *KINDS)
OF_A_PLAYER: tuple[RuleKind, ...] = ("out", "payoff")
STATE_ONLY: tuple[RuleKind, ...] = ("awaits", "ended", "winners", "always", "sometimes", "duty")
SAME_AS_BASE: tuple[RuleKind, ...] = (*CONDITIONS, "order", "layer", *MODIFIERS, "answer", "reading")


def resolve_signature(analysis: Analysis, rule: RuleDecl) -> None:
    """Fill in `slots`, `returns`, `at` and `framed`; marks the rule broken where something is wrong."""
    if rule.function is not None:  # a doubt's: nobody wrote a signature
        return
    try:
        _resolve_at(analysis, rule)
        _resolve_types(analysis, rule)
        if rule.kind in ("seat", "member"):
            check_part(analysis, rule)
        elif rule.kind in SAME_AS_BASE:
            check_same(analysis, rule)
        elif rule.kind == "step":
            check_step(analysis, rule)
        else:
            _check_parameters(analysis, rule)
        if rule.kind == "trigger":
            check_trigger(analysis, rule)
        _check_result(analysis, rule)
    except Refused:
        rule.broken = True


def _resolve_types(analysis: Analysis, rule: RuleDecl) -> None:
    module, node = rule.module, rule.node
    slots, broken = [], False
    for arg in node.args.args:
        span = module.span(arg)
        if arg.annotation is None:
            analysis.report(
                "RL303",
                span,
                f"the parameter `{arg.arg}` has no type",
                help=f"write `{arg.arg}: Type`, such as `s: State`",
            )
            broken = True
            continue
        try:
            type_ = resolve_type(analysis, module, arg.annotation)
            if isinstance(type_, (t.Silent, t.NoneType, t.Awaits)):
                raise analysis.report(
                    "RL305",
                    module.span(arg.annotation),
                    f"a parameter cannot be {describe(type_)}",
                    help="name a type of values",
                )
            slots.append(Slot(arg.arg, type_, span))
        except Refused:
            broken = True
    rule.slots = tuple(slots)
    if node.returns is None:
        analysis.report(
            "RL303",
            rule.span,
            f"`{rule.name}` does not say what it gives",
            help="write `-> bool:`, or `-> None:` for an action",
        )
        broken = True
    elif rule.kind == "leads_to":
        rule.returns, rule.returns_span = _pair(analysis, rule, node.returns), module.span(node.returns)
    else:
        rule.returns_span = module.span(node.returns)
        rule.returns = resolve_type(analysis, module, node.returns)
    if broken:
        raise Refused


def _pair(analysis: Analysis, rule: RuleDecl, node: ast.expr) -> t.Type:
    match node:
        case ast.Subscript(
            value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[ast.Name(id="bool"), ast.Name(id="bool")])
        ):
            return t.Bool()
    raise analysis.report(
        "RL514",
        rule.module.span(node),
        "`leads_to` gives two truths: what happens, and what must follow",
        help="write `-> tuple[bool, bool]`",
    )


def _resolve_at(analysis: Analysis, rule: RuleDecl) -> None:
    """`at=`: None, one frame (then a parameter has it), or a tuple of these."""
    module = rule.module
    node = rule.options.get("at")
    if rule.kind in ("seat", "member", *SAME_AS_BASE) and isinstance(rule.base, RuleDecl):
        rule.at, rule.framed = rule.base.at, rule.base.framed
    if node is None:
        if rule.kind == "joint":
            raise analysis.report(
                "RL512",
                rule.decorator or rule.span,
                "a joint action always has a frame: it says who chooses",
                help="write `at=` and the frame",
            )
        return
    single = not isinstance(node, ast.Tuple)
    if not single and rule.kind in ("joint", "duty"):
        raise analysis.report("RL502", module.span(node), f"a {rule.kind} is at one place", help="name one frame")
    places: list[str | None] = []
    for item in node.elts if isinstance(node, ast.Tuple) else [node]:
        match item:
            case ast.Constant(value=None):
                places.append(None)
            case ast.Name(id=name):
                found = analysis.resolve_earlier(module, name, module.span(item))
                if not (isinstance(found, RecordDecl) and found.frame):
                    raise analysis.report(
                        "RL502",
                        module.span(item),
                        f"`{name}` is not a frame",
                        second=found.span,
                        second_label="it is defined here",
                        help="name a class with @frame(…), or None",
                    )
                places.append(name)
            case _:
                raise analysis.report("RL502", module.span(item), "`at` names frames", help="write `at=Auction`")
    if not places or len(set(places)) < len(places):
        raise analysis.report(
            "RL502", module.span(node), "`at` names each place once", help="write `at=(None, Auction)`"
        )
    rule.at, rule.framed = tuple(places), single and places[0] is not None


def _check_parameters(analysis: Analysis, rule: RuleDecl) -> None:
    if rule.kind == "helper":
        return
    if rule.kind == "assume":
        for slot in rule.slots:
            _check_member(analysis, rule, slot)
        return
    check_state_first(analysis, rule)
    _check_frame(analysis, rule)
    rest = rule.slots[2:] if rule.framed else rule.slots[1:]
    for slot in rest:
        _check_type(analysis, rule, slot)
    if rule.kind in STATE_ONLY and rest:
        raise analysis.report(
            "RL503",
            rest[0].span,
            f"{what(rule)} takes the state alone",
            help=_of_all_members(rule.kind, rest[0]) or f"take `{rest[0].name}` off",
        )
    if rule.kind in OF_A_PLAYER and [plain(slot.type) for slot in rest] != [analysis.players]:
        given = ", ".join(slot.name for slot in rule.slots)
        raise analysis.report(
            "RL528",
            rule.span,
            f"`{rule.kind}` takes the state and a player, not ({given})",
            help=f"write `(s: State, who: {type_text(analysis.players) if analysis.players else 'Player'})`",
        )
    if (
        rule.kind in ("action", "trigger")
        and analysis.players is not None
        and not any(s.type == analysis.players for s in rest)
    ):
        player = describe(analysis.players).split()[-1]
        raise analysis.report(
            "RL511",
            rule.span,
            f"{what(rule)} does not say whose decision it is",
            help=f"add a parameter of the sort {player}; a step that nobody decides is a chance action, which comes "
            "where `awaits` gives CHANCE: `ruleslawyer explain wind` shows one beside players",
        )
    if rule.kind == "joint":
        _check_joint(analysis, rule, rest)


def _of_all_members(kind: RuleKind, slot: Slot) -> str:
    """How an `always` or a `sometimes` says of members what it would take one for; empty where that is not meant."""
    if kind not in ("always", "sometimes") or not isinstance(slot.type, (t.Enum, t.Sort)):
        return ""
    return f"write `{'all' if kind == 'always' else 'any'}(… for {slot.name} in {slot.type.name})`"


def _check_type(analysis: Analysis, rule: RuleDecl, slot: Slot) -> None:
    """Checks the type of a parameter after the state and the frame, by the kind of rule."""
    if isinstance(slot.type, t.State):
        raise analysis.report("RL504", slot.span, "a second state", help="only checks of steps have two")
    if (rule.kind in ("initial", "action", "joint", "chance") and isinstance(slot.type, (t.FrameOf, t.Pile))) or (
        rule.kind in ("action", "chance", "deed") and isinstance(slot.type, t.Map)
    ):
        given = "an argument of a deed" if rule.kind == "deed" else "a choice"
        raise analysis.report(
            "RL305",
            slot.span,
            f"{given} cannot be {describe(slot.type)}",
            help=f"{given} is bool, int, a sort, an enum, one of these or None, or a set of a sort or an enum"
            + ("; or a map from a sort or an enum to these" if rule.kind == "initial" else ""),
        )
    if rule.kind == "initial" and isinstance(slot.type, t.Map) and isinstance(slot.type.value, (t.Map, t.Pile)):
        raise analysis.report(
            "RL305",
            slot.span,
            f"a choice for each {type_text(slot.type.key)} cannot be {describe(slot.type.value)}",
            help="take a bool, int, a sort, an enum, one of these or None, or a set of a sort or an enum for each",
        )
    if rule.kind in ("settle", *FOLLOWED) and not isinstance(slot.type, (t.Enum, t.Sort)):
        every = "a settle fires for every member" if rule.kind == "settle" else f"{what(rule)} is asked of each member"
        raise analysis.report(
            "RL305",
            slot.span,
            f"{every}: it cannot go through {describe(slot.type)}",
            help="take a sort or an enum, and read the rest from the state",
        )


def _check_member(analysis: Analysis, rule: RuleDecl, slot: Slot) -> None:
    """An assumption speaks of members as they are before any game, each choice of them by itself."""
    if not isinstance(slot.type, (t.Enum, t.Sort)):
        raise analysis.report(
            "RL535",
            slot.span,
            f"{what(rule)} is about members: it cannot go through {describe(slot.type)}",
            help="take sorts or enums alone; what holds of states is promised with `@checks.always`",
        )


def _check_joint(analysis: Analysis, rule: RuleDecl, rest: tuple[Slot, ...]) -> None:
    taken = rest[0].type if len(rest) == 1 else None
    if not isinstance(taken, t.Map) or taken.key != analysis.players:
        raise analysis.report(
            "RL512",
            rule.span,
            f"the joint action `{rule.name}` takes one map from players to what each chooses",
            help="write `bids: Map[Player, Coins]`",
        )
    if isinstance(taken.value, t.Optional):
        raise analysis.report(
            "RL512",
            rest[0].span,
            "what a player chooses cannot be None: that is a seat that nobody fills",
            help="let each choose among the members of an enum, one of which stands for nothing",
        )


def _check_frame(analysis: Analysis, rule: RuleDecl) -> None:
    """A frame parameter stands second where a single frame is given as `at=`, and nowhere else in a rule that acts."""
    slots = rule.slots
    if rule.framed:
        if len(slots) < 2 or slots[1].type != t.FrameOf(str(rule.at[0])):
            raise analysis.report(
                "RL505",
                slots[1].span if len(slots) > 1 else rule.span,
                f"with `at={rule.at[0]}` the second parameter is the frame",
                help=f"write `(s: State, f: {rule.at[0]}, …)`",
                second=rule.decorator,
                second_label="because of this",
            )
    elif rule.kind not in ("term", "question"):
        for slot in slots:
            if isinstance(slot.type, t.FrameOf):
                raise analysis.report(
                    "RL505",
                    slot.span,
                    f"there is a frame here only with `at={slot.type.name}` alone",
                    second=rule.decorator,
                    second_label="the decorator",
                    help=f"write `at={slot.type.name}`, or take it off",
                )


def _check_result(analysis: Analysis, rule: RuleDecl) -> None:
    returns, kind = rule.returns, rule.kind
    if returns is None:
        raise Refused
    wanted: tuple[t.Type, ...]
    if kind in ACTS or kind in STUBS:
        wanted = (t.NoneType(),)
    elif kind in TRUTHS:
        wanted = (t.Bool(),)
    elif kind in ("order", "payoff"):
        wanted = (t.Int(),)
    elif kind in ("layer", *MODIFIERS, "answer", "reading"):
        base = rule.base.returns if isinstance(rule.base, RuleDecl) else None
        if base is None:
            raise Refused
        if kind in MODIFIERS and not isinstance(base, t.Int):
            assert isinstance(rule.base, RuleDecl)
            raise analysis.report(
                "RL521",
                rule.decorator or rule.span,
                f"{what(rule.base)} gives {describe(base)}, which is not a number to change",
                second=rule.base.returns_span,
                second_label="given here",
                help=f'write another value as `@{rule.base.name}.exception("…")`',
            )
        wanted = (t.Silent(base), base)
    elif kind == "awaits":
        if isinstance(returns, (t.Set, t.Awaits)) and isinstance(returns.item, t.Sort):
            return
        raise analysis.report(
            "RL514",
            rule.returns_span or rule.span,
            "`awaits` gives the players who have a decision",
            help="write `-> frozenset[Player] | Chance:`, with your sort of players",
        )
    elif kind == "winners":
        if analysis.players is None:
            return
        wanted = (t.Set(analysis.players),)
    else:
        if isinstance(returns, (t.NoneType, t.Silent, t.Awaits, t.State, t.FrameOf, t.Map)):
            raise analysis.report(
                "RL514",
                rule.returns_span or rule.span,
                f"{what(rule)} cannot give {describe(returns)}",
                help="write the type of a value; only an action changes something and gives nothing",
            )
        return
    if plain(returns) not in [plain(w) for w in wanted]:
        raise analysis.report(
            "RL514",
            rule.returns_span or rule.span,
            f"{what(rule)} gives {describe(wanted[0])}, not {describe(returns)}",
            help=f"write `-> {type_text(wanted[0])}:`",
        )


def resolve_players(analysis: Analysis, rule: RuleDecl) -> None:
    """The sort of players: the item of what `awaits` gives."""
    try:
        returns = resolve_type(analysis, rule.module, rule.node.returns) if rule.node.returns else None
    except Refused:
        return
    if isinstance(returns, (t.Set, t.Awaits)) and isinstance(returns.item, t.Sort):
        analysis.players = returns.item
