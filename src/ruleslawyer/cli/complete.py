"""Completions that the shell offers after TAB: rulesets, scopes, readings, properties, actions, clauses and findings by
name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ruleslawyer.base.diagnostics import ModelError, UsageError

if TYPE_CHECKING:  # each function loads what it needs: every verb has this module
    from ruleslawyer.api import Project, Ruleset

Names = Callable[["Ruleset"], Iterable[str]]


def rulesets(context: typer.Context, incomplete: str) -> list[str]:
    """The rulesets of the project."""
    try:
        return _beginning(_project(context).rulesets, incomplete)
    except (UsageError, OSError):
        return []


def scopes(context: typer.Context, incomplete: str) -> list[str]:
    """The scopes of the ruleset that is named; of all where none is."""
    return _of(context, incomplete, lambda ruleset: ruleset.scopes())


def bots(incomplete: str) -> list[str]:
    """The bots that may play other seats."""
    from ruleslawyer.studies.games.bots import NAMES

    return _beginning(NAMES, incomplete)


def places(context: typer.Context, incomplete: str) -> list[str]:
    """An action, or a file with a state or a play before it."""
    here = Path(incomplete).parent
    files = sorted(p.as_posix() for p in here.glob("*.json")) if here.is_dir() else []
    return [*actions(context, incomplete), *_beginning(files, incomplete)]


def readings(context: typer.Context, incomplete: str) -> list[str]:
    """Each question with each of its options."""
    from ruleslawyer.rulebook.claims.readings import choices, options

    return _of(
        context, incomplete, lambda r: (f"{key}={o}" for key in choices(r.system) for o in options(r.system, key))
    )


def questions(context: typer.Context, incomplete: str) -> list[str]:
    """The choices that a reading makes, questions first."""
    from ruleslawyer.rulebook.claims.readings import choices

    return _of(context, incomplete, lambda ruleset: choices(ruleset.system))


def rulings(context: typer.Context, incomplete: str) -> list[str]:
    """Each question, clash and gap that can be ruled, with each of its options; gaps as every shell takes them, unless
    one is begun with the question mark."""
    from ruleslawyer.rulebook.claims.readings import GAP, GAP_IN_SHELLS, rulable, sides

    def ruling_names(ruleset: Ruleset) -> Iterable[str]:
        for key in rulable(ruleset.system):
            written = key if GAP in incomplete else key.replace(GAP, GAP_IN_SHELLS)
            yield from (f"{written}={option}" for option in sides(ruleset.system, key))

    return _of(context, incomplete, ruling_names)


def properties(context: typer.Context, incomplete: str) -> list[str]:
    """The properties that are declared."""
    return _of(context, incomplete, lambda ruleset: ruleset.system.properties)


def actions(context: typer.Context, incomplete: str) -> list[str]:
    """The names of actions."""
    return _of(context, incomplete, lambda ruleset: ruleset.system.actions)


def parts(context: typer.Context, incomplete: str) -> list[str]:
    """Whatever `adequacy --clauses` may drop."""
    from ruleslawyer.exploration.variants.ablation import variants  # it needs the native engine

    return _of(context, incomplete, lambda ruleset: (variant.name for variant in variants(ruleset.system)))


def clauses(context: typer.Context, incomplete: str) -> list[str]:
    """Sections, and the clauses of the section that is begun; the rules, once a letter is there."""

    def clause_names(ruleset: Ruleset) -> Iterable[str]:
        if ruleset.register is None:
            return ()
        sections = dict.fromkeys(clause.section for clause in ruleset.register.clauses.values())
        if incomplete[:1].isalpha() and ruleset.config.modules:
            return (*ruleset.register.citable_clauses, *(f.name for f in ruleset.system.functions()))
        return sections if len(incomplete) < 3 else (*sections, *ruleset.register.citable_clauses)

    return _of(context, incomplete, clause_names)


def registers(context: typer.Context, incomplete: str) -> list[str]:
    """Rulesets, and clauses once one is named."""
    return (clauses if context.params.get("names") or context.args else rulesets)(context, incomplete)


def explainable_names(incomplete: str) -> list[str]:
    """Patterns, constructs, words and diagnostics."""
    from ruleslawyer.front.codes import MEANINGS
    from ruleslawyer.front.constructs import constructs
    from ruleslawyer.front.words import WORDS
    from ruleslawyer.front.worked import examples

    found = [name for name in dict.fromkeys((*examples(), *constructs(), *WORDS)) if name.startswith(incomplete)]
    return found + [code for code in sorted(MEANINGS) if incomplete and code.startswith(incomplete.upper())]


def findings(context: typer.Context, incomplete: str) -> list[str]:
    """Rulesets, the ids of the ruleset that is named last, and ``RULESET/ID`` once the slash is there."""
    name, slash, _ = incomplete.partition("/")
    try:
        project = _project(context)
        if slash:
            return _beginning((f"{name}/{f.id}" for f in project.ruleset(name).findings()), incomplete)
        words = (*(context.params.get("which") or context.params.get("names") or ()), *context.args)
        of = next((word.partition("/")[0] for word in reversed(words) if not word.isdigit()), "")
        ids = [f.id for f in project.ruleset(of).findings()] if of in project.rulesets else []
        return _beginning([*ids, *project.rulesets], incomplete)
    except (UsageError, ModelError, OSError):
        return []


def _of(context: typer.Context, incomplete: str, names: Names) -> list[str]:
    """The names that begin so, of the rulesets that the command names. Where the project has a mistake, nothing is
    offered."""
    try:
        project = _project(context)
        given = context.params.get("name") or context.params.get("names") or ()
        # Where an option still lacks its value, typer leaves the arguments as they are.
        wanted = [*([given] if isinstance(given, str) else given), *context.args]
        known = [name for name in wanted if name in project.rulesets] or ([] if wanted else project.rulesets)
        found = dict.fromkeys(name for one in known for name in names(project.ruleset(one)))
        return _beginning(found, incomplete)
    except (UsageError, ModelError, OSError):
        return []


def _project(context: typer.Context) -> Project:
    from ruleslawyer.api import Project

    found = context.params.get("project") or context.find_root().params.get("project")
    return Project.here(found)


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
