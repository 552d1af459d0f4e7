"""Rules of sight: who knows a member of a sort."""

from __future__ import annotations

from dataclasses import replace

from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import RuleDecl
from ruleslawyer.front.typing import plain, type_text
from ruleslawyer.ir.counted import counted_paths
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Sort, Type
from ruleslawyer.ir.walk import walk


def tie_sight_rules(analysis: Analysis, rules: list[RuleDecl]) -> None:
    """`seen` takes the state, a member of a sort that has no other such rule, and the player who may know it."""
    tied: dict[Type, RuleDecl] = {}
    for rule in rules:
        if rule.kind != "seen" or rule.broken:
            continue
        types = [plain(slot.type) for slot in rule.slots[1:]]
        if len(types) != 2 or not isinstance(types[0], Sort) or types[1] != analysis.players:
            rule.broken = True
            player = type_text(analysis.players) if analysis.players else "Player"
            given = ", ".join(slot.name for slot in rule.slots)
            analysis.report(
                "RL517",
                rule.span,
                f"`seen` takes the state, a member of a sort and a player, not ({given})",
                help=f"write `(s: State, card: Card, who: {player})`",
            )
        elif types[0] in tied and (rule.module.hosted or not tied[types[0]].module.hosted):
            analysis.report(
                "RL510",
                rule.span,
                f"`{type_text(types[0])}` has two functions that say who knows which it is",
                second=tied[types[0]].span,
                second_label="the first one",
                help="put both into one function",
            )
        else:
            tied[types[0]] = rule
            _expect_place(analysis, rule, types[0])


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
    """The rules of sight by the sort that they are about; a guest's stands in place of its host's."""
    found = {
        rule.slots[1].type.name: rule
        for rule in rules
        if rule.kind == "seen" and rule.function is not None and isinstance(rule.slots[1].type, Sort)
    }
    seen = {sort: rule.function for sort, rule in found.items() if rule.function is not None}
    counted = {
        sort: counted_paths(function, system.helpers, seen)
        for sort, function in seen.items()
        if "uncounted" not in found[sort].options
    }
    return replace(system, seen=seen, counted=counted)
