"""Lowers the modules of a ruleset to its `System`: the passes in order, and all their diagnostics at once."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from ruleslawyer.base.diagnostics import Diagnostic, ModelError, UsageError
from ruleslawyer.base.origin import Origin, Span
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.annotations import alias
from ruleslawyer.front.clauses import Assembly
from ruleslawyer.front.declarations import (
    AliasDecl,
    ClassDecl,
    ConstantsDecl,
    EnumDecl,
    RecordDecl,
    Refused,
    RuleDecl,
    SortDecl,
)
from ruleslawyer.front.defaults import let_nobody_play, players_by_name
from ruleslawyer.front.elimination import tie_out, with_out
from ruleslawyer.front.fields import check_frame, check_grid, fill_class, fill_lifetimes
from ruleslawyer.front.functions import lower_function
from ruleslawyer.front.moments import with_triggers
from ruleslawyer.front.purity import check_calls, check_deeds, resolve_by
from ruleslawyer.front.schema import add_to_host, expect_host
from ruleslawyer.front.settling import check_changes_at_once, check_settles, tie_matters, with_matters
from ruleslawyer.front.sight import tie_sight_rules, with_sight
from ruleslawyer.front.signatures import resolve_players, resolve_signature
from ruleslawyer.front.source import TOO_DEEP, load_modules
from ruleslawyer.front.toplevel import declare_module
from ruleslawyer.ir.schema import EnumDef, RecordDef, SortDef
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Sort
from ruleslawyer.project.config import RulesetConfig


def lower(
    config: RulesetConfig,
    root: Path,
    clauses: Collection[str] | None = None,
    assumed: Collection[str] | None = None,
) -> System:
    """Lower a ruleset without importing it; raises ModelError with every mistake found.

    `clauses` are the ids of the register, against which citations are checked (None: not checked), `assumed` those of
    the host's. A ruleset that has no modules is a `UsageError`.
    """
    if not config.modules:
        raise UsageError(
            f"the ruleset `{config.name}` has no modules",
            "pyproject.toml",
            f'write its rules in model/{config.name}/, or list where they are: modules = ["model.x.state", …]',
        )
    host = config.host
    analysis = Analysis(root, config.name, clauses, host.name if host else None, assumed)
    if host:
        load_modules(analysis, host.modules, hosted=True)
    load_modules(analysis, config.modules + config.checks)
    if len(analysis.modules) < len(config.rules + config.checks):
        raise ModelError(_in_order(analysis, config))  # what an unread module defines would only be missed
    try:
        rules, system = _passes(analysis)
    except RecursionError:
        analysis.report("RL100", Span(analysis.modules[0].path, 1, 1, 1, 2), TOO_DEEP, help="split its expressions")
        raise ModelError(_in_order(analysis, config)) from None
    if analysis.diagnostics or system is None:
        raise ModelError(_in_order(analysis, config))
    every, alone = _digest(analysis, config.rules + config.checks), _digest(analysis, config.rules)
    return replace(with_sight(with_matters(system, rules), rules), digest=every, rules_digest=alone)


def _passes(analysis: Analysis) -> tuple[list[RuleDecl], System | None]:
    """Each pass sees the whole ruleset as the passes before it left it."""
    for module in analysis.modules:
        declare_module(analysis, module)
    _fill_schema(analysis)
    rules = [declaration for declaration in analysis.names.values() if isinstance(declaration, RuleDecl)]
    for rule in rules:
        if not rule.broken:
            resolve_signature(analysis, rule)
    tie_matters(analysis, rules)
    tie_sight_rules(analysis, rules)
    tie_out(analysis, rules)
    for rule in rules:
        if rule.kind == "instead" and not rule.broken:
            resolve_by(analysis, rule)
    for rule in rules:
        if not rule.broken:
            lower_function(analysis, rule)
    check_calls(analysis)
    check_deeds(analysis)
    return rules, _assemble(analysis)


def _fill_schema(analysis: Analysis) -> None:
    for declaration in list(analysis.names.values()):
        match declaration:
            case AliasDecl():
                try:
                    alias(analysis, declaration)
                except Refused:
                    declaration.broken = True
            case ClassDecl(broken=False):
                fill_class(analysis, declaration)
    if analysis.state is not None:
        if analysis.state.of:
            fill_lifetimes(analysis, analysis.state.of)
        add_to_host(analysis)
        fill_lifetimes(analysis, analysis.state)
    for declaration in analysis.names.values():
        if isinstance(declaration, SortDecl) and declaration.grid and not (declaration.broken or declaration.of):
            check_grid(analysis, declaration)
        if isinstance(declaration, RuleDecl) and declaration.kind == "awaits":
            resolve_players(analysis, declaration)
    if not any(isinstance(d, RuleDecl) and d.kind == "awaits" for d in analysis.names.values()):
        analysis.players = players_by_name(analysis)
        if analysis.players is None:
            let_nobody_play(analysis)
    for frame in analysis.frames.values():
        check_frame(analysis, frame)


def _assemble(analysis: Analysis) -> System | None:
    """The pieces together; None where one that every ruleset has is missing (then reported)."""
    assembly = Assembly(analysis)
    expect_host(analysis)
    _expect_state(analysis)
    if analysis.state is None:
        return None
    initial, awaits = assembly.single("initial"), assembly.about_all("awaits")
    ended, winners = assembly.about_all("ended"), assembly.about_all("winners")
    terms = assembly.pieces(assembly.term, "term")
    questions = assembly.pieces(assembly.question, "question")
    actions = assembly.pieces(assembly.action, "action", "joint", "chance")
    duties = assembly.pieces(assembly.duty, "duty")
    settles = assembly.pieces(assembly.settle, "settle")
    helpers = assembly.pieces(assembly.function, "helper", "out", "payoff") | assembly.asked_helpers()
    checks = assembly.checks()
    names = analysis.names.values()
    try:
        if not (initial and awaits and ended and winners and analysis.state and isinstance(analysis.players, Sort)):
            return None
        system = System(
            name=analysis.ruleset_name,
            digest="",
            players=analysis.players.name,
            sorts={d.name: _sort(d) for d in names if isinstance(d, SortDecl) and not d.of},
            enums={d.name: _enum(d) for d in names if isinstance(d, EnumDecl)},
            state=_record(analysis.state),
            frames={name: _record(frame) for name, frame in analysis.frames.items()},
            constants={n.name: n for d in names if isinstance(d, ConstantsDecl) for n in d.numbers.values()},
            terms=terms,
            questions=questions,
            actions=actions,
            duties=duties,
            helpers=helpers,
            checks={name: check for name, check in checks.items() if not (check.facts or check.question)},
            knowing={name: check for name, check in checks.items() if check.facts},
            promises={name: check for name, check in checks.items() if check.question},
            initial=assembly.initial(initial),
            awaits=awaits,
            ended=ended,
            winners=winners,
            payoff=assembly.payoff,
            unsaid=assembly.missing_kinds,
            closed_world=analysis.closed_worlds.get(False, analysis.closed_worlds.get(True)),
            modules=tuple(module.name for module in analysis.modules),
            settles=settles,
            deeds=assembly.pieces(assembly.deed, "deed"),
            assumptions=assembly.pieces(assembly.assumption, "assume"),
            host=analysis.host_name,
            hosted=tuple(module.name for module in analysis.modules if module.hosted),
        )
        system = with_triggers(system, assembly, analysis)
        check_changes_at_once(analysis, system)
        if not analysis.diagnostics:  # of a function with a mistake nothing is known
            check_settles(analysis, system)
        return with_out(system, assembly, analysis)
    except Refused:
        return None


def _expect_state(analysis: Analysis) -> None:
    if analysis.ruleset is None:
        path = next(module for module in analysis.modules if not module.hosted).path
        analysis.report(
            "RL516",
            Span(path, 1, 1, 1, 1),
            "no module makes the ruleset",
            help=f'write `{analysis.ruleset_name} = Ruleset("{analysis.ruleset_name}")` in the first one',
        )
    elif analysis.state is None:
        analysis.report(
            "RL404",
            analysis.ruleset.span,
            "the ruleset has no state",
            help="add `@state` `class State:` with its fields",
        )


def _origin(declaration: ClassDecl) -> Origin:
    return Origin(declaration.module.span(declaration.node), declaration.cites)


def _sort(declaration: SortDecl) -> SortDef:
    attributes, origin = tuple(declaration.every.values()), _origin(declaration)
    if declaration.added:
        origin = Origin(origin.span, (*origin.cites, *declaration.added.cites))
    return SortDef(origin, declaration.name, declaration.doc, attributes, declaration.grid)


def _enum(declaration: EnumDecl) -> EnumDef:
    return EnumDef(
        _origin(declaration), declaration.name, declaration.doc, tuple(declaration.members), declaration.labels
    )


def _record(declaration: RecordDecl) -> RecordDef:
    return RecordDef(_origin(declaration), declaration.name, declaration.doc, tuple(declaration.fields.values()))


def _digest(analysis: Analysis, names: Collection[str]) -> str:
    """Changes whenever one of these modules is renamed, moved in the order, or edited."""
    digest = hashlib.sha256()
    for module in (one for one in analysis.modules if one.name in names):
        for part in (module.name.encode(), module.content):
            digest.update(len(part).to_bytes(8, "big"))
            digest.update(part)
    return digest.hexdigest()[:16]


def _in_order(analysis: Analysis, config: RulesetConfig) -> list[Diagnostic]:
    """The diagnostics by module in the project's order, then by place."""
    names = config.rules + config.checks
    order = {name.replace(".", "/") + ".py": i for i, name in enumerate(names)}
    return sorted(analysis.diagnostics, key=lambda d: (order.get(d.span.path, -1), d.span, d.code, d.message))
