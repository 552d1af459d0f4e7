"""A language server: diagnostics and their mends, and of clauses, rules and constructs what they say and where they
stand, for any editor.

All is asked of the texts as they stand in the editor; of the register alone what a clause says is what was saved.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

import ruleslawyer
from ruleslawyer.base.diagnostics import Diagnostic, ModelError, UsageError
from ruleslawyer.check.rule_verdicts import recall
from ruleslawyer.cli.editor.names import (
    Questions,
    Written,
    construct_at,
    question_names,
    rule_text,
    rules_by_name,
    word_at,
)
from ruleslawyer.cli.editor.placed import Placed, open_file_mistakes, place_all, settings_mistakes
from ruleslawyer.cli.editor.texts import Clauses, Mention, Positions, edition, path_of, rulesets_of, uri_of
from ruleslawyer.front.outlined import Declared, outline
from ruleslawyer.ir.system import System
from ruleslawyer.project import config
from ruleslawyer.rulebook.answers.meaning import files_read
from ruleslawyer.rulebook.lint import Fix, advice, mistakes, sure_fixes
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset

NAME = "ruleslawyer"
Asked: TypeAlias = lsp.HoverParams | lsp.DefinitionParams | lsp.ReferenceParams
PAUSE = 0.4
"""Seconds without a key after which a text is read again."""


@dataclass
class Known:
    """The last answer about a ruleset: the files with mistakes, what is sure to mend in the texts of then, the digest
    of their rules (empty: they have mistakes), and their questions, or those of the last rules without a mistake."""

    files: set[str] = field(default_factory=set)
    fixes: list[Fix] = field(default_factory=list)
    versions: dict[str, int | None] = field(default_factory=dict)
    digest: str = ""
    questions: Questions = field(default_factory=dict)


# Long: a feature of the protocol is a function in here.
def server() -> LanguageServer:
    """A server that knows nothing yet: it opens the project that a file lies in."""
    made = LanguageServer(NAME, ruleslawyer.__version__)
    known: dict[tuple[Path, str], Known] = {}
    of_settings = set[str]()  # the files of settings with mistakes

    def now() -> Positions:
        return Positions(made.workspace)

    @made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(found: lsp.DidOpenTextDocumentParams) -> None:
        check(found.text_document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def kept(found: lsp.DidSaveTextDocumentParams) -> None:
        check(found.text_document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def close(found: lsp.DidCloseTextDocumentParams) -> None:
        check(found.text_document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def change(found: lsp.DidChangeTextDocumentParams) -> None:
        """Read again, once nobody types any more."""
        uri, version = found.text_document.uri, found.text_document.version
        await asyncio.sleep(PAUSE)
        text = made.workspace.text_documents.get(uri)
        if text is not None and text.version == version:
            check(uri)

    def check(uri: str) -> None:
        settings = _lines(settings_mistakes(path) if (path := path_of(uri)) is not None else [])
        publish({file: [] for file in of_settings - set(settings)} | settings)
        of_settings.clear()
        of_settings.update(settings)
        for ruleset in _rulesets(uri):
            before = known.get((ruleset.root, ruleset.name), Known())
            told, fixes, system = _diagnostics_of(made, ruleset)
            for file in before.files - set(told):
                told[file] = []
            versions = {uri: text.version for uri, text in made.workspace.text_documents.items()}
            files = {file for file, some in told.items() if some}
            asked = system.questions if system else before.questions
            known[ruleset.root, ruleset.name] = Known(files, fixes, versions, system.digest if system else "", asked)
            publish(told)

    def publish(told: dict[str, list[lsp.Diagnostic]]) -> None:
        for file, some in told.items():
            made.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri=file, diagnostics=some))

    @made.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]),
    )
    def mends(found: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """The mends of `lint --fix` here, as long as the text is the one that was read."""
        uri = found.text_document.uri
        opened = made.workspace.text_documents.get(uri)
        version = opened.version if opened else None
        of = [(root, one) for (root, _), one in known.items() if one.versions.get(uri) == version]
        fixes = [fix for root, one in of for fix in one.fixes if uri_of(root, fix.span.path) == uri]
        return _actions(now(), uri, fixes, found)

    @made.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(found: lsp.HoverParams) -> lsp.Hover | None:
        return _hover(now(), found)

    @made.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(found: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return _symbols(now(), found.text_document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions())
    def lenses(found: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        """Above a rule, what the last check said of it."""
        return _lenses(now(), found.text_document.uri, known)

    @made.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(found: lsp.DefinitionParams) -> list[lsp.Location]:
        """The place in the register of a citation; of a clause in the register the places where it is cited. Of a rule
        the place where it stands, and there the clauses that it cites."""
        places = now()
        if there := _there(places, found):
            clauses, id_, *_ = there
            declared = clauses.declaration(id_)
            here = path_of(found.text_document.uri)
            if declared is not None and (declared.path, declared.line) != (here, found.position.line):
                return places.locations([declared])
            return places.locations(clauses.citations(id_))
        return [
            one for ruleset, rule, _, _ in _rules_there(places, found) for one in _leads(places, found, ruleset, rule)
        ]

    @made.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(found: lsp.ReferenceParams) -> list[lsp.Location]:
        places = now()
        if there := _there(places, found):
            clauses, id_, *_ = there
            declared = clauses.declaration(id_) if found.context.include_declaration else None
            return places.locations([*([declared] if declared else []), *clauses.citations(id_)])
        return []

    @made.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=['"', ".", "{"]))
    def completion(found: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        return _completions(now(), found, known)

    return made


def _hover(places: Positions, found: lsp.HoverParams) -> lsp.Hover | None:
    """Shows the text of a clause, of a rule, or else the explanation of a construct of the language."""
    uri = found.text_document.uri
    if there := _there(places, found):
        clauses, id_, begin, end = there
        shown = clauses.hover(id_), begin, end
    elif rules := _rules_there(places, found):
        ruleset, written, begin, end = rules[0]
        shown = rule_text(ruleset, written), begin, end
    elif uri.endswith(".py") and (construct := construct_at(*places.at(uri, found.position))):
        shown = construct
    else:
        return None
    said, begin, end = shown
    there_ = places.range(uri, found.position.line, begin, end)
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, said), there_)


def _leads(
    places: Positions, found: lsp.DefinitionParams, ruleset: LoadedRuleset, written: Written
) -> list[lsp.Location]:
    """From a rule's name to the rule, and from there to the clauses that it cites."""
    rule, register = written.rule, ruleset.register
    if (written.path, rule.named) != (path_of(found.text_document.uri), found.position.line) or register is None:
        return places.locations([Mention(written.path, rule.named, rule.column, rule.column + len(rule.name))])
    clauses = Clauses(ruleset, register, places.texts)
    cited = map(clauses.declaration, clauses.cited_by(written.path, rule.first, rule.last + 1))
    return places.locations([one for one in cited if one is not None])


def _symbols(places: Positions, uri: str) -> list[lsp.DocumentSymbol]:
    """The rules of a file, each with the decorator that makes it one."""
    return [_symbol(one) for one in _outline(places, uri)]


def _lenses(places: Positions, uri: str, known: dict[tuple[Path, str], Known]) -> list[lsp.CodeLens]:
    found, rules = [], _outline(places, uri)
    for ruleset in _rulesets(uri):
        said = recall(ruleset.root, ruleset.name)
        if said is None:
            continue
        now = known.get((ruleset.root, ruleset.name), Known()).digest
        before = "" if now == said.digest else "before the last changes: "
        for rule in rules:
            for line in said.lines.get(rule.name, ()):
                shown = lsp.Command(before + line, "")
                place = places.range(uri, rule.named, rule.column, rule.column + len(rule.name))
                found.append(lsp.CodeLens(place, shown))
    return found


def _outline(places: Positions, uri: str) -> list[Declared]:
    """The rules and classes of a file of Python as it stands in the editor."""
    return list(outline("\n".join(places.lines(uri)))) if uri.endswith(".py") else []


def _symbol(found: Declared) -> lsp.DocumentSymbol:
    kind = lsp.SymbolKind.Class if found.is_class else lsp.SymbolKind.Function
    first = lsp.Position(found.first, 0)
    return lsp.DocumentSymbol(
        found.name, kind, lsp.Range(first, lsp.Position(found.last + 1, 0)), lsp.Range(first, first), detail=found.what
    )


def _completions(
    places: Positions, found: lsp.CompletionParams, known: dict[tuple[Path, str], Known]
) -> list[lsp.CompletionItem]:
    """The ids of clauses inside quotes, and questions and their options where one is chosen or named."""
    uri, number = found.text_document.uri, found.position.line
    line, column = places.at(uri, found.position)
    lines = places.lines(uri)
    items = []
    for clauses in _clauses(places, uri):
        of = clauses.ruleset
        asked = known.get((of.root, of.name), Known()).questions
        named = question_names(lines, number, column, asked) if number < len(lines) else None
        kind = lsp.CompletionItemKind.EnumMember if named else lsp.CompletionItemKind.Reference
        begin, names = named or clauses.completions(line, column) or (column, [])
        there = places.range(uri, number, begin, column)
        items += [
            lsp.CompletionItem(
                name, kind=kind, detail=says, text_edit=lsp.TextEdit(there, name), sort_text=f"{order:05}",
                filter_text=name,
            ) for order, (name, says) in enumerate(names)
        ]  # fmt: skip
    return items


def _diagnostics_of(
    server: LanguageServer, ruleset: LoadedRuleset
) -> tuple[dict[str, list[lsp.Diagnostic]], list[Fix], System | None]:
    """Diagnostics by file, what is sure to mend, and the rules (None: they have mistakes). A mistake that stands in no
    file of the ruleset is said in a message."""
    found: dict[str, list[lsp.Diagnostic]] = {}
    places = Positions(server.workspace)
    try:
        with edition(ruleset, places.texts) as now:
            try:
                wrong = mistakes(now)
            except ModelError as error:
                wrong = [error]
            every = [one for error in wrong for one in error.diagnostics]
            advised = [] if every else advice(now)
            fixes = sure_fixes(now, every)
            system = None if every else now.system
            besides = [] if wrong else open_file_mistakes(ruleset, now, places.texts)
    except UsageError as error:
        return _outside(server, error, files_read(ruleset.root, ruleset.config)), [], None
    found |= _lines(besides)
    for diagnostic in (*every, *advised):
        told = _diagnostic(places, diagnostic, ruleset.root)
        if diagnostic in advised:
            told.severity = lsp.DiagnosticSeverity.Information
        found.setdefault(uri_of(ruleset.root, diagnostic.span.path), []).append(told)
    return found, fixes, system


def _outside(server: LanguageServer, error: UsageError, files: Iterable[Path]) -> dict[str, list[lsp.Diagnostic]]:
    """Diagnostics by file of mistakes outside of the model; a message where they stand in none of some files."""
    found = _lines(place_all(error, files))
    if not found:
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, str(error)))
    return found


def _lines(mistakes: Iterable[Placed]) -> dict[str, list[lsp.Diagnostic]]:
    """Diagnostics by file, each of a whole line."""
    found: dict[str, list[lsp.Diagnostic]] = {}
    for one in mistakes:
        whole = lsp.Range(lsp.Position(one.line - 1, 0), lsp.Position(one.line, 0))
        told = lsp.Diagnostic(whole, one.text, severity=lsp.DiagnosticSeverity.Error, source=NAME)
        found.setdefault(uri_of(Path(), one.path), []).append(told)
    return found


def _actions(places: Positions, uri: str, fixes: list[Fix], asked: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """One for each mend that stands in the lines that are asked about, and one for all of the file."""
    first, last = asked.range.start.line, asked.range.end.line
    edits = [lsp.TextEdit(places.span(uri, fix.span), fix.text) for fix in fixes]
    found = []
    for fix, edit in zip(fixes, edits, strict=True):
        there = edit.range
        if there.start.line <= last and there.end.line >= first and _asks_for(asked, lsp.CodeActionKind.QuickFix):
            title = f"write `{fix.after}` for `{fix.before}`" if fix.after else f"take out the import of `{fix.before}`"
            named = [one for one in asked.context.diagnostics if one.code == fix.code and _meet(one.range, there)]
            found.append(_action(title, lsp.CodeActionKind.QuickFix, uri, [edit], named))
    if edits and _asks_for(asked, lsp.CodeActionKind.SourceFixAll):
        title = "mend all that is sure in this file"
        found.append(_action(title, lsp.CodeActionKind.SourceFixAll, uri, edits, []))
    return found


def _asks_for(asked: lsp.CodeActionParams, kind: lsp.CodeActionKind) -> bool:
    """Whether actions of a kind are asked for: all are, or it lies under one that is named."""
    only = asked.context.only
    return not only or any(f"{kind.value}.".startswith(f"{getattr(one, 'value', one)}.") for one in only)


def _action(
    title: str, kind: lsp.CodeActionKind, uri: str, edits: list[lsp.TextEdit], named: list[lsp.Diagnostic]
) -> lsp.CodeAction:
    edit = lsp.WorkspaceEdit(changes={uri: edits})
    return lsp.CodeAction(title, kind=kind, edit=edit, diagnostics=named or None)


def _meet(one: lsp.Range, other: lsp.Range) -> bool:
    """Whether two stretches have a line in common."""
    return one.start.line <= other.end.line and other.start.line <= one.end.line


def _diagnostic(places: Positions, found: Diagnostic, root: Path) -> lsp.Diagnostic:
    mend = f"\n{found.help}" if found.help else ""
    related = None
    if found.second is not None:
        uri = uri_of(root, found.second.path)
        place = lsp.Location(uri, places.span(uri, found.second))
        related = [lsp.DiagnosticRelatedInformation(place, found.second_label or "see here")]
    there = places.span(uri_of(root, found.span.path), found.span)
    return lsp.Diagnostic(
        there, f"{found.message}{mend}", severity=lsp.DiagnosticSeverity.Error, code=found.code, source=NAME,
        related_information=related,
    )  # fmt: skip


def _rules_there(places: Positions, found: Asked) -> list[tuple[LoadedRuleset, Written, int, int]]:
    """The rules whose name is asked about, each with its ruleset and from where to where the name stands."""
    word = word_at(*places.at(found.text_document.uri, found.position))
    if word is None:
        return []
    name, begin, end = word
    try:
        of = _rulesets(found.text_document.uri)
        return [(one, rule, begin, end) for one in of for rule in rules_by_name(one, name, places.texts)]
    except (UsageError, ModelError):
        return []


def _there(places: Positions, found: Asked) -> tuple[Clauses, str, int, int] | None:
    """The clause that is asked about, and from where to where it stands in its line."""
    line, column = places.at(found.text_document.uri, found.position)
    for clauses in _clauses(places, found.text_document.uri):
        if there := clauses.at(line, column):
            return clauses, *there
    return None


def _clauses(places: Positions, uri: str) -> list[Clauses]:
    """The clauses of the rulesets that a file belongs to; none where the register has a mistake."""
    try:
        return [Clauses(one, one.register, places.texts) for one in _rulesets(uri) if one.register is not None]
    except (UsageError, ModelError):
        return []


def _rulesets(uri: str) -> list[LoadedRuleset]:
    """The rulesets that a file belongs to, as they are now."""
    path = path_of(uri)
    try:
        found = config.Project.find(path) if path is not None else None
    except (UsageError, OSError):  # a name may be longer than any file's
        return []
    if path is None or found is None:
        return []
    loaded = {name: LoadedRuleset(found.root, one) for name, one in found.rulesets.items()}
    return rulesets_of(LoadedProject(found, loaded), path)
