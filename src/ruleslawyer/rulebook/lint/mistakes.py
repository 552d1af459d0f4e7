"""All that is wrong with the model, the scopes and the view of a ruleset."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.base.diagnostics import Diagnostic, ModelError, source_lines
from ruleslawyer.base.files.content import content
from ruleslawyer.rulebook.lint.about import rules_that_never_ask
from ruleslawyer.rulebook.lint.steps import steps_of_what_comes_later
from ruleslawyer.rulebook.register.chapters import chapter_mistakes
from ruleslawyer.rulebook.register.guards import guards_without_clause, memories_without_question
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.read import view_of


def mistakes(ruleset: LoadedRuleset) -> list[ModelError]:
    """The mistakes of the model; where it has none, those of each scope, and what stands in the wrong place where the
    project asks for places."""
    found = []
    try:
        system = ruleset.system
    except ModelError as error:
        return [error]
    wrong = [*guards_without_clause(system), *memories_without_question(system), *rules_that_never_ask(system)]
    if wrong := [*(_away(ruleset) if ruleset.config.by_chapter else ()), *wrong]:
        found.append(ModelError(wrong))
    for scope in ruleset.scopes():
        try:
            ruleset.scope(scope)
        except ModelError as error:
            found.append(error)
    try:
        view_of(ruleset)
    except ModelError as error:
        found.append(error)
    return found


def advice(ruleset: LoadedRuleset) -> list[Diagnostic]:
    """Diagnostics that are no mistakes, of a model without any: steps of an action that speak of what comes later; the
    chapter rule's diagnostics, where the project does not ask for them."""
    return [*([] if ruleset.config.by_chapter else _away(ruleset)), *steps_of_what_comes_later(ruleset.system)]


def _away(ruleset: LoadedRuleset) -> list[Diagnostic]:
    """Diagnostics of the ruleset's own files that break the chapter rule."""
    files = {f"{module.replace('.', '/')}.py": "" for module in ruleset.config.modules}
    for path in files:
        files[path] = source_lines(content(ruleset.root / path).decode("utf-8-sig"))[0]
    book = ruleset.register
    chapters = [Path(chapter.file).stem for chapter in book.chapters] if book else []
    return chapter_mistakes(ruleset.system, files, book.ids if book else (), chapters)
