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
from pygls.uris import from_fs_path, to_fs_path

import ruleslawyer
from ruleslawyer.base.diagnostics import Diagnostic, ModelError, UsageError
from ruleslawyer.base.origin import Span
from ruleslawyer.check.rule_verdicts import recall
from ruleslawyer.cli.editor.buffers import Texts, edition
from ruleslawyer.cli.editor.clauses import Clauses, Mention, rulesets_of
from ruleslawyer.cli.editor.constructs import construct_at
from ruleslawyer.cli.editor.rules import Written, rule_text, rules_by_name, word_at
from ruleslawyer.cli.editor.scenarios import scenario_mistakes
from ruleslawyer.front.outlined import Declared, outline
from ruleslawyer.project import config
from ruleslawyer.rulebook.lint.fixes import Fix, sure_fixes
from ruleslawyer.rulebook.lint.mistakes import advice, mistakes
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset

NAME = "ruleslawyer"
Asked: TypeAlias = lsp.HoverParams | lsp.DefinitionParams | lsp.ReferenceParams
PAUSE = 0.4
"""Seconds without a key after which a text is read again."""


@dataclass
class Known:
    """The last answer about a ruleset: the files with mistakes, what is sure to mend in the texts of then, and the
    digest of their rules (empty: they have mistakes)."""

    files: set[str] = field(default_factory=set)
    fixes: list[Fix] = field(default_factory=list)
    versions: dict[str, int | None] = field(default_factory=dict)
    digest: str = ""


# Long: a feature of the protocol is a function in here.
def server() -> LanguageServer:
    """A server that knows nothing yet: it opens the project that a file lies in."""
    made = LanguageServer(NAME, ruleslawyer.__version__)
    known: dict[tuple[Path, str], Known] = {}

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
        now = made.workspace.text_documents.get(uri)
        if now is not None and now.version == version:
            check(uri)

    def check(uri: str) -> None:
        path = _path(uri)
        project = _project(path)
        if path is None or project is None:
            return
        for ruleset in rulesets_of(project, path):
            before = known.get((ruleset.root, ruleset.name), Known())
            told, fixes, digest = _diagnostics_of(made, ruleset)
            for file in before.files - set(told):
                told[file] = []
            versions = {uri: text.version for uri, text in made.workspace.text_documents.items()}
            files = {file for file, some in told.items() if some}
            known[ruleset.root, ruleset.name] = Known(files, fixes, versions, digest)
            for file, some in told.items():
                made.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri=file, diagnostics=some))

    @made.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]),
    )
    def mends(found: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """The mends of `lint --fix` here, as long as the text is the one that was read."""
        uri = found.text_document.uri
        version = made.workspace.get_text_document(uri).version
        of = [(root, one) for (root, _), one in known.items() if one.versions.get(uri) == version]
        fixes = [fix for root, one in of for fix in one.fixes if _uri(root, fix.span.path) == uri]
        return _actions(uri, fixes, found)

    @made.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(found: lsp.HoverParams) -> lsp.Hover | None:
        return _hover(made, found)

    @made.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(found: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return _symbols(made, found.text_document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions())
    def lenses(found: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        """Above a rule, what the last check said of it."""
        return _lenses(made, found.text_document.uri, known)

    @made.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(found: lsp.DefinitionParams) -> list[lsp.Location]:
        """The places in the register of a citation; of a clause in the register the places where it is cited."""
        if there := _there(made, found):
            clauses, id_, *_ = there
            declared = clauses.declaration(id_)
            here = _path(found.text_document.uri)
            if declared is not None and (declared.path, declared.line) != (here, found.position.line):
                return _locations([declared])
            return _locations(clauses.citations(id_))
        return [_location(one) for _, one, _, _ in _rules_there(made, found)]

    @made.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(found: lsp.ReferenceParams) -> list[lsp.Location]:
        if there := _there(made, found):
            clauses, id_, *_ = there
            declared = clauses.declaration(id_) if found.context.include_declaration else None
            return _locations([*([declared] if declared else []), *clauses.citations(id_)])
        return []

    @made.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=['"', "."]))
    def completion(found: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        return _completions(made, found)

    return made


def _hover(server: LanguageServer, found: lsp.HoverParams) -> lsp.Hover | None:
    """Shows the text of a clause, of a rule, or else the explanation of a construct of the language."""
    line = found.position.line
    if there := _there(server, found):
        clauses, id_, begin, end = there
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, clauses.hover(id_)), _range(line, begin, end))
    for ruleset, written, begin, end in _rules_there(server, found):
        said = rule_text(ruleset, written)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, said), _range(line, begin, end))
    construct = construct_at(*_at(server, found.text_document.uri, found.position))
    if construct is None or not found.text_document.uri.endswith(".py"):
        return None
    said, begin, end = construct
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, said), _range(line, begin, end))


def _symbols(server: LanguageServer, uri: str) -> list[lsp.DocumentSymbol]:
    """The rules of a file, each with the decorator that makes it one."""
    source = server.workspace.get_text_document(uri).source
    return [_symbol(one) for one in outline(source)] if uri.endswith(".py") else []


def _lenses(server: LanguageServer, uri: str, known: dict[tuple[Path, str], Known]) -> list[lsp.CodeLens]:
    path, found = _path(uri), []
    project = _project(path)
    rules = list(outline(server.workspace.get_text_document(uri).source)) if uri.endswith(".py") else []
    for ruleset in rulesets_of(project, path) if project and path else ():
        said = recall(ruleset.root, ruleset.name)
        if said is None:
            continue
        now = known.get((ruleset.root, ruleset.name), Known()).digest
        before = "" if now == said.digest else "before the last changes: "
        for rule in rules:
            for line in said.lines.get(rule.name, ()):
                shown = lsp.Command(before + line, "")
                found.append(lsp.CodeLens(_range(rule.named, rule.column, rule.column + len(rule.name)), shown))
    return found


def _symbol(found: Declared) -> lsp.DocumentSymbol:
    kind = lsp.SymbolKind.Class if found.is_class else lsp.SymbolKind.Function
    whole = lsp.Range(lsp.Position(found.first, 0), lsp.Position(found.last + 1, 0))
    return lsp.DocumentSymbol(found.name, kind, whole, _range(found.first, 0, 0), detail=found.what)


def _completions(server: LanguageServer, found: lsp.CompletionParams) -> list[lsp.CompletionItem]:
    line, column = _at(server, found.text_document.uri, found.position)
    items = []
    for clauses in _clauses(server, found.text_document.uri):
        begun = clauses.completions(line, column)
        for order, clause in enumerate(begun[1] if begun else ()):
            assert begun is not None
            edit = lsp.TextEdit(_range(found.position.line, begun[0], column), clause.id)
            items.append(
                lsp.CompletionItem(
                    clause.id, kind=lsp.CompletionItemKind.Reference, detail=clause.says, text_edit=edit,
                    sort_text=f"{order:05}", filter_text=clause.id,
                )
            )  # fmt: skip
    return items


def _diagnostics_of(
    server: LanguageServer, ruleset: LoadedRuleset
) -> tuple[dict[str, list[lsp.Diagnostic]], list[Fix], str]:
    """Diagnostics by file, what is sure to mend, and the digest of the rules (empty: they have mistakes); a mistake
    outside of the model is said in a message."""
    found: dict[str, list[lsp.Diagnostic]] = {}
    texts = _texts(server)
    try:
        with edition(ruleset, texts) as now:
            try:
                wrong = mistakes(now)
            except ModelError as error:
                wrong = [error]
            every = [one for error in wrong for one in error.diagnostics]
            advised = [] if every else advice(now)
            fixes = sure_fixes(now, every)
            digest = "" if every else now.system.digest
            for path, line, message in () if wrong else scenario_mistakes(ruleset, now, texts):
                told = lsp.Diagnostic(_whole(line), message, severity=lsp.DiagnosticSeverity.Error, source=NAME)
                found.setdefault(path.as_uri(), []).append(told)
    except UsageError as error:
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, str(error)))
        return found, [], ""
    for diagnostic in (*every, *advised):
        told = _diagnostic(diagnostic, ruleset.root)
        if diagnostic in advised:
            told.severity = lsp.DiagnosticSeverity.Information
        found.setdefault(_uri(ruleset.root, diagnostic.span.path), []).append(told)
    return found, fixes, digest


def _actions(uri: str, fixes: list[Fix], asked: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """One for each mend that stands in the lines that are asked about, and one for all of the file."""
    first, last = asked.range.start.line, asked.range.end.line
    only = asked.context.only or ()
    found = []
    for fix in fixes:
        there = _span(fix.span)
        if there.start.line <= last and there.end.line >= first and (not only or lsp.CodeActionKind.QuickFix in only):
            title = f"write `{fix.after}` for `{fix.before}`" if fix.after else f"take out the import of `{fix.before}`"
            named = [one for one in asked.context.diagnostics if one.code == fix.code and _meet(one.range, there)]
            found.append(_action(title, lsp.CodeActionKind.QuickFix, uri, [fix], named))
    if fixes and (not only or any(str(kind).startswith("source") for kind in only)):
        title = "mend all that is sure in this file"
        found.append(_action(title, lsp.CodeActionKind.SourceFixAll, uri, fixes, []))
    return found


def _action(
    title: str, kind: lsp.CodeActionKind, uri: str, fixes: list[Fix], named: list[lsp.Diagnostic]
) -> lsp.CodeAction:
    edits = [lsp.TextEdit(_span(fix.span), fix.text) for fix in fixes]
    edit = lsp.WorkspaceEdit(changes={uri: edits})
    return lsp.CodeAction(title, kind=kind, edit=edit, diagnostics=named or None)


def _meet(one: lsp.Range, other: lsp.Range) -> bool:
    """Whether two stretches have a line in common."""
    return one.start.line <= other.end.line and other.start.line <= one.end.line


def _diagnostic(found: Diagnostic, root: Path) -> lsp.Diagnostic:
    mend = f"\n{found.help}" if found.help else ""
    related = None
    if found.second is not None:
        place = lsp.Location(_uri(root, found.second.path), _span(found.second))
        related = [lsp.DiagnosticRelatedInformation(place, found.second_label or "see here")]
    return lsp.Diagnostic(
        _span(found.span), f"{found.message}{mend}", severity=lsp.DiagnosticSeverity.Error, code=found.code,
        source=NAME, related_information=related,
    )  # fmt: skip


def _whole(line: int) -> lsp.Range:
    """A line, which counts from 1, to its end."""
    return lsp.Range(lsp.Position(line - 1, 0), lsp.Position(line, 0))


def _span(span: Span) -> lsp.Range:
    """A span, which counts from 1, as an editor counts."""
    first = lsp.Position(max(span.line - 1, 0), max(span.column - 1, 0))
    return lsp.Range(first, lsp.Position(max(span.end_line - 1, 0), max(span.end_column - 1, 0)))


def _range(line: int, begin: int, end: int) -> lsp.Range:
    return lsp.Range(lsp.Position(line, begin), lsp.Position(line, end))


def _locations(mentions: Iterable[Mention]) -> list[lsp.Location]:
    return [lsp.Location(_uri(Path(), m.path), _range(m.line, m.begin, m.end)) for m in mentions]


def _location(found: Written) -> lsp.Location:
    rule = found.rule
    return lsp.Location(_uri(Path(), found.path), _range(rule.named, rule.column, rule.column + len(rule.name)))


def _uri(root: Path, path: str | Path) -> str:
    return from_fs_path(str(root / path)) or ""


def _texts(server: LanguageServer) -> Texts:
    """The texts that the editor has open."""
    documents = server.workspace.text_documents.items()
    return {path: document.source for uri, document in documents if (path := _path(uri)) is not None}


def _rules_there(server: LanguageServer, found: Asked) -> list[tuple[LoadedRuleset, Written, int, int]]:
    """The rules whose name is asked about, each with its ruleset and from where to where the name stands."""
    word = word_at(*_at(server, found.text_document.uri, found.position))
    path = _path(found.text_document.uri)
    project = _project(path)
    if word is None or path is None or project is None:
        return []
    name, begin, end = word
    texts = _texts(server)
    try:
        of = [(one, written) for one in rulesets_of(project, path) for written in rules_by_name(one, name, texts)]
    except (UsageError, ModelError):
        return []
    return [(one, written, begin, end) for one, written in of]


def _at(server: LanguageServer, uri: str, at: lsp.Position) -> tuple[str, int]:
    """The line that is asked about, as it stands in the editor, and the column."""
    lines = server.workspace.get_text_document(uri).lines
    line = lines[at.line].rstrip("\r\n") if at.line < len(lines) else ""
    return line, min(at.character, len(line))


def _there(server: LanguageServer, found: Asked) -> tuple[Clauses, str, int, int] | None:
    """The clause that is asked about, and from where to where it stands in its line."""
    line, column = _at(server, found.text_document.uri, found.position)
    for clauses in _clauses(server, found.text_document.uri):
        if there := clauses.at(line, column):
            return clauses, *there
    return None


def _clauses(server: LanguageServer, uri: str) -> list[Clauses]:
    """The clauses of the rulesets that a file belongs to; none where the register has a mistake."""
    path = _path(uri)
    project = _project(path)
    if path is None or project is None:
        return []
    try:
        texts = _texts(server)
        return [Clauses(one, one.register, texts) for one in rulesets_of(project, path) if one.register is not None]
    except (UsageError, ModelError):
        return []


def _path(uri: str) -> Path | None:
    found = to_fs_path(uri)
    return Path(found).resolve() if found else None


def _project(path: Path | None) -> LoadedProject | None:
    """The project that a file lies in, as it is now."""
    try:
        found = config.Project.find(path) if path is not None else None
    except UsageError:
        return None
    if found is None:
        return None
    return LoadedProject(found, {name: LoadedRuleset(found.root, one) for name, one in found.rulesets.items()})
