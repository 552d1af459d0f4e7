"""Rules of sight: who knows a member of a sort, and who sees what a field holds."""

from __future__ import annotations

import ast
from dataclasses import replace

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.origin import Span
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import RecordDecl, Refused, RuleDecl
from ruleslawyer.front.typing import plain, type_text
from ruleslawyer.ir.counted import counted_paths
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.schema import Field
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Map, Sort, Type
from ruleslawyer.ir.walk import walk


def tie_sight_rules(analysis: Analysis, rules: list[RuleDecl]) -> None:
    """`seen` takes the state, a member of a sort that has no other such rule, and the player who may know it; of a
    field the key of an entry in place of the member."""
    tied: dict[Type | str, RuleDecl] = {}
    for rule in rules:
        if rule.kind != "seen" or rule.broken:
            continue
        try:
            about = _field(analysis, rule) if "field" in rule.options else _member(analysis, rule)
        except Refused:
            rule.broken = True
            continue
        if about in tied and (rule.module.hosted or not tied[about].module.hosted):
            one = about if isinstance(about, str) else type_text(about)
            what = "sees it" if isinstance(about, str) else "knows which it is"
            analysis.report(
                "RL510",
                rule.span,
                f"`{one}` has two functions that say who {what}",
                second=tied[about].span,
                second_label="the first one",
                help="put both into one function",
            )
        else:
            tied[about] = rule
            if isinstance(about, Sort):
                _expect_place(analysis, rule, about)


def _member(analysis: Analysis, rule: RuleDecl) -> Sort:
    """The sort that a rule of sight is about."""
    types = [plain(slot.type) for slot in rule.slots[1:]]
    if len(types) == 2 and isinstance(types[0], Sort) and types[1] == analysis.players:
        return types[0]
    given = ", ".join(slot.name for slot in rule.slots)
    raise analysis.report(
        "RL517",
        rule.span,
        f"`seen` takes the state, a member of a sort and a player, not ({given})",
        help=f'write `(s: State, card: Card, who: {_player(analysis)})`, or name a field: `seen(…, field="chips")`',
    )


def _field(analysis: Analysis, rule: RuleDecl) -> str:
    """The full name of the field that a rule of sight is about."""
    node, span = rule.options["field"], rule.module.span(rule.options["field"])
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        raise analysis.report(
            "RL502", span, "`field` names a field of the state, or of a frame", help='write `field="chips"`'
        )
    name, field = node.value, _field_of(analysis, node.value, span)
    if name.endswith(".awaits"):
        raise analysis.report(
            "RL517", span, "everybody sees whose decision it is", help="take it off, or name another field"
        )
    if "uncounted" in rule.options:
        raise analysis.report(
            "RL517",
            rule.module.span(rule.options["uncounted"]),
            f"`uncounted` is said of members: `{name}` is a field, of which nothing is counted",
            help="take `uncounted` off",
        )
    keys = [plain(field.type.key)] if isinstance(field.type, Map) else []
    if [plain(slot.type) for slot in rule.slots[1:]] != [*keys, analysis.players]:
        owner = "".join(f"owner: {type_text(key)}, " for key in keys)
        entry = "the key of an entry and a player" if keys else "and a player"
        raise analysis.report(
            "RL517",
            rule.span,
            f"`seen` of `{name}` takes the state{',' if keys else ''} {entry}",
            second=field.origin.span,
            second_label="the field",
            help=f"write `(s: State, {owner}who: {_player(analysis)})`",
        )
    return name


def _field_of(analysis: Analysis, name: str, span: Span) -> Field:
    frame, dot, inner = name.rpartition(".")
    record: RecordDecl | None = analysis.frames.get(frame) if dot else analysis.state
    if record is None:
        if not dot:
            raise Refused  # that there is no state is told
        raise analysis.report("RL517", span, f"there is no frame `{frame}`", help=nearest(frame, analysis.frames))
    if inner in record.broken_names:
        raise Refused
    if inner not in record.fields:
        raise analysis.report(
            "RL517",
            span,
            f"{f'the frame `{frame}`' if dot else 'the state'} has no field `{inner}`",
            second=record.span,
            second_label="it is defined here",
            help=nearest(inner, record.fields),
        )
    return record.fields[inner]


def _player(analysis: Analysis) -> str:
    return type_text(analysis.players) if analysis.players else "Player"


def _expect_place(analysis: Analysis, rule: RuleDecl, sort: Sort) -> None:
    """A sort that no field holds cannot be seen: a player sees no more of a state than its fields."""
    records = [analysis.state, analysis.state and analysis.state.of, *analysis.frames.values()]
    kept = [field.type for record in records if record is not None for field in record.fields.values()]
    if not any(sort in walk(type_) for type_ in kept):
        analysis.report(
            "RL517",
            rule.span,
            f"`{sort.name}` has no place: no field holds one, so nobody can see which it is",
            help=f"add a field that says where each is, such as `place: Map[{sort.name}, Place]`",
        )


def with_sight(system: System, rules: list[RuleDecl]) -> System:
    """The rules of sight by the sort or the field that they are about; a guest's stands in place of its host's."""
    seen, uncounted = dict[str, Function](), dict[str, bool]()
    covered = dict[tuple[str | None, str], Function]()
    for rule in rules:
        if rule.kind == "seen" and rule.function is not None:
            named, type_ = rule.options.get("field"), rule.slots[1].type
            if isinstance(named, ast.Constant):
                frame, _, name = str(named.value).rpartition(".")
                covered[frame or None, name] = rule.function
            elif isinstance(type_, Sort):
                seen[type_.name], uncounted[type_.name] = rule.function, "uncounted" in rule.options
    hidden = {*seen, *(name for frame, name in covered if frame is None)}
    counted = {
        sort: counted_paths(function, system.helpers, hidden) for sort, function in seen.items() if not uncounted[sort]
    }
    return replace(system, seen=seen, counted=counted, covered=covered)
