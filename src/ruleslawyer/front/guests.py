"""A ruleset that is played on another one: `on=`, and what its classes add to those of the host."""

from __future__ import annotations

import ast

from ruleslawyer.base.origin import Span
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import ClassDecl, Module, RecordDecl, SortDecl


def check_on(analysis: Analysis, module: Module, span: Span, value: ast.expr | None) -> None:
    """`on=` says in the code what pyproject.toml says, which has to know it before anything is read."""
    name, host = analysis.ruleset_name, analysis.host_name
    if module.hosted:  # a host is no guest
        name, host = host or name, None
    if value is None:
        if host is not None:
            analysis.report(
                "RL525",
                span,
                f'pyproject.toml says that "{name}" is played on "{host}"',
                help=f'write `Ruleset("{name}", on={analysis.host.name if analysis.host else host})`',
            )
        return
    if host is None:
        analysis.report(
            "RL525",
            module.span(value),
            f'pyproject.toml does not say what "{name}" is played on',
            help=f'write `on = "…"` under [tool.ruleslawyer.rulesets.{name}]',
        )
        return
    found = analysis.resolve(module, value.id, module.span(value)) if isinstance(value, ast.Name) else None
    if found is None or found is not analysis.host:
        analysis.report(
            "RL525",
            module.span(value),
            f'pyproject.toml says that "{name}" is played on "{host}"',
            second=analysis.host.span if analysis.host else None,
            second_label="the host" if analysis.host else "",
            help=f"import the host's ruleset, and write `on={analysis.host.name if analysis.host else host}`",
        )


def host_base(analysis: Analysis, module: Module, node: ast.expr) -> SortDecl | RecordDecl | None:
    """The sort or the state of the host that a base names; None where it is something else."""
    found = module.names.get(node.id) if isinstance(node, ast.Name) else None
    if not isinstance(found, SortDecl | RecordDecl) or (isinstance(found, RecordDecl) and found.frame):
        return None
    if module.hosted or not found.module.hosted:
        raise analysis.report(
            "RL526",
            module.span(node),
            f"`{found.name}` is no class of a host",
            second=found.span,
            second_label="it is defined here",
            help="only a guest adds to a sort or to the state, and only to its host's: put all into one class",
        )
    return found


def declare_addition(analysis: Analysis, declaration: SortDecl | RecordDecl) -> None:
    """Tie what a guest adds to the host's class; there is one such class for each."""
    known: ClassDecl | None
    if isinstance(declaration, SortDecl):
        assert declaration.of is not None
        known = declaration.of.added
        declaration.of.added = known or declaration
    else:
        known = analysis.state if analysis.state is not declaration.of else None
        analysis.state = known or declaration
    if known is not None:
        declaration.broken = True
        assert declaration.of is not None
        analysis.report(
            "RL526",
            declaration.span,
            f"a second class adds to `{declaration.of.name}`",
            second=known.span,
            second_label="the first one",
            help="put both into one class",
        )


def add_to_host(analysis: Analysis) -> None:
    """Add the host's names to each class of the guest, now that both are read; no name is there twice."""
    for declaration in analysis.names.values():
        match declaration:
            case SortDecl(of=SortDecl() as base):
                for name, attribute in declaration.attributes.items():
                    if name in base.attributes:
                        _twice(analysis, name, attribute.origin.span, base.attributes[name].origin.span)
            case RecordDecl(of=RecordDecl() as state):
                for name, field in declaration.fields.items():
                    if name in state.fields:
                        _twice(analysis, name, field.origin.span, state.fields[name].origin.span)
                declaration.fields = {**state.fields, **declaration.fields}
                declaration.broken_names |= state.broken_names


def _twice(analysis: Analysis, name: str, span: Span, first: Span) -> None:
    analysis.report(
        "RL203",
        span,
        f"the host has `{name}` already",
        second=first,
        second_label="first defined here",
        help="choose another name, or take it out: what the host has is the guest's too",
    )


def expect_host(analysis: Analysis) -> None:
    """A host makes its ruleset, and its state comes before what a guest adds to it."""
    if analysis.host_name is not None and analysis.host is None:
        path = analysis.modules[0].path
        analysis.report(
            "RL516",
            Span(path, 1, 1, 1, 1),
            "no module makes the host's ruleset",
            help=f'write `{analysis.host_name} = Ruleset("{analysis.host_name}")` in the first one',
        )
