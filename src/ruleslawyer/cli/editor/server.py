"""A language server: diagnostics, and of clauses and constructs what they say and where they stand, for any editor.

What is wrong is asked of the files as they are saved; what a clause says, of the text as it stands in the editor.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

import ruleslawyer
from ruleslawyer.base.diagnostics import Diagnostic, ModelError, UsageError
from ruleslawyer.base.origin import Span
from ruleslawyer.cli.editor.clauses import Clauses, Mention, rulesets_of
from ruleslawyer.cli.editor.constructs import construct_at
from ruleslawyer.front.outlined import Declared, declared
from ruleslawyer.project import config
from ruleslawyer.rulebook.lint.mistakes import mistakes
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset

NAME = "ruleslawyer"
Asked: TypeAlias = lsp.HoverParams | lsp.DefinitionParams | lsp.ReferenceParams


def server() -> LanguageServer:
    """A server that knows nothing yet: it opens the project that a file lies in."""
    made = LanguageServer(NAME, ruleslawyer.__version__)
    shown: dict[str, set[str]] = {}

    @made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(found: lsp.DidOpenTextDocumentParams) -> None:
        check(found.text_document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def kept(found: lsp.DidSaveTextDocumentParams) -> None:
        check(found.text_document.uri)

    def check(uri: str) -> None:
        path = _path(uri)
        project = _project(path)
        if path is None or project is None:
            return
        for ruleset in rulesets_of(project, path):
            told = _diagnostics_of(made, ruleset)
            for file in shown.get(ruleset.name, set()) - set(told):
                told[file] = []
            shown[ruleset.name] = {file for file, some in told.items() if some}
            for file, some in told.items():
                made.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri=file, diagnostics=some))

    @made.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(found: lsp.HoverParams) -> lsp.Hover | None:
        return _hover(made, found)

    @made.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(found: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return _symbols(made, found.text_document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(found: lsp.DefinitionParams) -> list[lsp.Location]:
        """From a citation to the register; from the register to where it is cited."""
        if there := _there(made, found):
            clauses, id_, *_ = there
            declared = clauses.declared(id_)
            here = _path(found.text_document.uri)
            if declared is not None and (declared.path, declared.line) != (here, found.position.line):
                return _locations([declared])
            return _locations(clauses.cited(id_))
        return []

    @made.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(found: lsp.ReferenceParams) -> list[lsp.Location]:
        if there := _there(made, found):
            clauses, id_, *_ = there
            declared = clauses.declared(id_) if found.context.include_declaration else None
            return _locations([*([declared] if declared else []), *clauses.cited(id_)])
        return []

    @made.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=['"', "."]))
    def completion(found: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        return _completions(made, found)

    return made


def _hover(server: LanguageServer, found: lsp.HoverParams) -> lsp.Hover | None:
    """Shows the text of a clause, or else the explanation of a construct of the language."""
    line = found.position.line
    if there := _there(server, found):
        clauses, id_, begin, end = there
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, clauses.hover(id_)), _range(line, begin, end))
    construct = construct_at(*_at(server, found.text_document.uri, found.position))
    if construct is None or not found.text_document.uri.endswith(".py"):
        return None
    said, begin, end = construct
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, said), _range(line, begin, end))


def _symbols(server: LanguageServer, uri: str) -> list[lsp.DocumentSymbol]:
    """The rules of a file, each with the decorator that makes it one."""
    source = server.workspace.get_text_document(uri).source
    return [_symbol(one) for one in declared(source)] if uri.endswith(".py") else []


def _symbol(found: Declared) -> lsp.DocumentSymbol:
    kind = lsp.SymbolKind.Class if found.is_class else lsp.SymbolKind.Function
    whole = lsp.Range(lsp.Position(found.first, 0), lsp.Position(found.last + 1, 0))
    return lsp.DocumentSymbol(found.name, kind, whole, _range(found.first, 0, 0), detail=found.what)


def _completions(server: LanguageServer, found: lsp.CompletionParams) -> list[lsp.CompletionItem]:
    line, column = _at(server, found.text_document.uri, found.position)
    items = []
    for clauses in _clauses(found.text_document.uri):
        begun = clauses.begun(line, column)
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


def _diagnostics_of(server: LanguageServer, ruleset: LoadedRuleset) -> dict[str, list[lsp.Diagnostic]]:
    """Diagnostics by file; a mistake outside of the model is said in a message."""
    found: dict[str, list[lsp.Diagnostic]] = {}
    try:
        wrong = mistakes(ruleset)
    except ModelError as error:
        wrong = [error]
    except UsageError as error:
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, str(error)))
        return found
    for diagnostic in (one for error in wrong for one in error.diagnostics):
        uri = from_fs_path(str(ruleset.root / diagnostic.span.path)) or ""
        found.setdefault(uri, []).append(_diagnostic(diagnostic, ruleset.root))
    return found


def _diagnostic(found: Diagnostic, root: Path) -> lsp.Diagnostic:
    mend = f"\n{found.help}" if found.help else ""
    related = None
    if found.second is not None:
        place = lsp.Location(from_fs_path(str(root / found.second.path)) or "", _span(found.second))
        related = [lsp.DiagnosticRelatedInformation(place, found.second_label or "see here")]
    return lsp.Diagnostic(
        _span(found.span), f"{found.message}{mend}", severity=lsp.DiagnosticSeverity.Error, code=found.code,
        source=NAME, related_information=related,
    )  # fmt: skip


def _span(span: Span) -> lsp.Range:
    """A span, which counts from 1, as an editor counts."""
    first = lsp.Position(max(span.line - 1, 0), max(span.column - 1, 0))
    return lsp.Range(first, lsp.Position(max(span.end_line - 1, 0), max(span.end_column - 1, 0)))


def _range(line: int, begin: int, end: int) -> lsp.Range:
    return lsp.Range(lsp.Position(line, begin), lsp.Position(line, end))


def _locations(mentions: Iterable[Mention]) -> list[lsp.Location]:
    return [lsp.Location(from_fs_path(str(m.path)) or "", _range(m.line, m.begin, m.end)) for m in mentions]


def _at(server: LanguageServer, uri: str, at: lsp.Position) -> tuple[str, int]:
    """The line that is asked about, as it stands in the editor, and the column."""
    lines = server.workspace.get_text_document(uri).lines
    line = lines[at.line].rstrip("\r\n") if at.line < len(lines) else ""
    return line, min(at.character, len(line))


def _there(server: LanguageServer, found: Asked) -> tuple[Clauses, str, int, int] | None:
    """The clause that is asked about, and from where to where it stands in its line."""
    line, column = _at(server, found.text_document.uri, found.position)
    for clauses in _clauses(found.text_document.uri):
        if there := clauses.at(line, column):
            return clauses, *there
    return None


def _clauses(uri: str) -> list[Clauses]:
    """Those of the rulesets that a file belongs to; none where the register has a mistake."""
    path = _path(uri)
    project = _project(path)
    if path is None or project is None:
        return []
    try:
        return [Clauses(one, one.register) for one in rulesets_of(project, path) if one.register is not None]
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
