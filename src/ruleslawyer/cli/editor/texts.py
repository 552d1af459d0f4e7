"""A project as it stands in an editor, texts that are not saved among it: positions in them, and clauses they cite.

Sources are read as texts, so that all of it is known while a model has mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from lsprotocol import types as lsp
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import Workspace

from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.base.origin import Span
from ruleslawyer.check.register import clauses_of, stamping
from ruleslawyer.project.modules import module_file
from ruleslawyer.rulebook.lint import copy_into
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.register.coverage import last_check
from ruleslawyer.rulebook.register.places import places
from ruleslawyer.rulebook.register.sites import Site
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset

Texts = Mapping[Path, str]
"""The texts that an editor has open, saved or not, by path."""


@contextmanager
def edition(ruleset: LoadedRuleset, texts: Texts) -> Iterator[LoadedRuleset]:
    """The ruleset with those texts: itself where all of them are saved, else a copy elsewhere."""
    changed = {path: text for path, text in texts.items() if _differs(ruleset.root, path, text)}
    if not changed:
        yield ruleset
        return
    with TemporaryDirectory(prefix="ruleslawyer-") as folder:
        yield copy_into(ruleset, Path(folder).resolve(), changed)


def lines_of(path: Path, texts: Texts) -> list[str]:
    """The lines of a file without their ends; a single empty one where it cannot be read."""
    return [line.removesuffix("\r") for line in text_of(path, texts).split("\n")]


def text_of(path: Path, texts: Texts) -> str:
    """A file as it stands in the editor, or else on disk; nothing where it cannot be read."""
    if path in texts:
        return texts[path]
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _differs(root: Path, path: Path, text: str) -> bool:
    """Whether a text is not what lies on disk, however its lines end."""
    return path.is_relative_to(root) and text.splitlines() != text_of(path, {}).splitlines()


_QUOTED = re.compile(r'"([\w:.]+)"')
_BEGUN = re.compile(r'"([\w:.]*)$')
_DECLARED = re.compile(r'^\s*id\s*=\s*"([\w:.]+)"')


@dataclass(frozen=True, slots=True)
class Mention:
    """An id in a file. Lines and columns count from 0, as editors count; the end is exclusive."""

    path: Path
    line: int
    begin: int
    end: int


class Clauses:
    """The clauses of one ruleset, and the files that quote them."""

    def __init__(self, ruleset: LoadedRuleset, register: Register, texts: Texts) -> None:
        self.ruleset, self.register, self.texts = ruleset, register, texts

    def at(self, line: str, column: int) -> tuple[str, int, int] | None:
        """The clause that is quoted at a column of a line, and from where to where it stands."""
        for found in _QUOTED.finditer(line):
            if found.start() <= column <= found.end() and found[1] in self.register.citable_clauses:
                return found[1], found.start(1), found.end(1)
        return None

    def hover(self, id_: str) -> str:
        """A clause's text, and where it stands in the book, as Markdown."""
        clause = self.register.citable_clauses[id_]
        told = [f"**{id_}** · {clause.kind}", clause.says or "*not yet paraphrased*"]
        told += [f"{self.ruleset.title}, {place}" for place in places(self.register, [id_])]
        told += [f"Doubt: {clause.doubt}"] if clause.doubt else []
        return "\n\n".join((*told, *self._state(id_)))

    def _state(self, id_: str) -> Iterator[str]:
        """How much of the model speaks of a clause, as `spec RULESET CLAUSE` says, with links; of what was saved."""
        try:
            (shown,) = clauses_of(self.ruleset, (id_,))
            seen = last_check(self.ruleset.root, self.ruleset.name, stamping(self.ruleset)) if shown.modelled else None
        except (ModelError, UsageError):
            yield "*What models it is not known: there are mistakes.*"
            return
        decides = ""
        if seen is not None:
            decides = f", {'decisive' if id_ in seen.decisive else 'not decisive'} in what the last check explored"
        yield f"{shown.status_text}{decides}"
        for title, cited in (("modelled", shown.modelled), ("also cited", shown.elsewhere), ("checked", shown.checked)):
            where = dict.fromkeys(f"{site.role} {self._link(site)}" for site in cited)
            if where:
                yield f"{title}: {', '.join(where)}"
        if shown.findings:
            yield f"findings: {', '.join(shown.findings)}"

    def _link(self, site: Site) -> str:
        span = site.origin.span
        return f"[{site.rule}]({(self.ruleset.root / span.path).as_uri()}#L{span.line})"

    def completions(self, line: str, column: int) -> tuple[int, list[tuple[str, str]]] | None:
        """The ids that go on with what is quoted before a column, each with what it says, and where it begins; None
        outside of quotes."""
        before = line[:column]
        found = _BEGUN.search(before)
        if found is None or before[: found.start()].count('"') % 2:
            return None
        known = (clause for id_, clause in self.register.citable_clauses.items() if id_.startswith(found[1]))
        return found.start(1), [(one.id, one.says) for one in sorted(known, key=lambda one: (one.line, one.id))]

    def declaration(self, id_: str) -> Mention | None:
        """The place in the register of a clause; of a clause of the host, that in the host's register."""
        host, colon, there = id_.rpartition(":")
        config = self.ruleset.config.host if colon and self.ruleset.config.host else self.ruleset.config
        for path in sorted(config.spec.glob("*.toml")):
            for number, line in enumerate(lines_of(path, self.texts)):
                found = _DECLARED.match(line)
                if found and found[1] == (there if host else id_):
                    return Mention(path, number, found.start(1), found.end(1))
        return None

    def citations(self, id_: str) -> list[Mention]:
        """The places where the model, its checks and its findings quote a clause."""
        return [
            Mention(path, number, found.start(1), found.end(1))
            for path in citing_files(self.ruleset)
            for number, line in enumerate(lines_of(path, self.texts))
            for found in _QUOTED.finditer(line)
            if found[1] == id_
        ]

    def cited_by(self, path: Path, first: int, end: int) -> list[str]:
        """The clauses that are quoted in some lines of a file, each once."""
        quoted = _QUOTED.findall("\n".join(lines_of(path, self.texts)[first:end]))
        return [id_ for id_ in dict.fromkeys(quoted) if id_ in self.register.citable_clauses]


def owns(ruleset: LoadedRuleset, path: Path) -> bool:
    """Whether a file is one of a ruleset's, whatever mistakes there are in it."""
    config = ruleset.config
    return path in set(citing_files(ruleset)) or any(path.is_relative_to(one) for one in (config.spec, config.scopes))


def citing_files(ruleset: LoadedRuleset) -> Iterator[Path]:
    """The files that may quote clauses, the rules first."""
    config = ruleset.config
    for module in (*config.modules, *config.checks):
        yield module_file(ruleset.root, module)
    yield from sorted(config.findings.glob("*.md"))
    yield from sorted(ruleset.scenario_folder.glob("*.toml"))


def rulesets_of(project: LoadedProject, path: Path) -> list[LoadedRuleset]:
    """The rulesets that a file belongs to; all where it is none of theirs, such as pyproject.toml."""
    all_ = [project.ruleset(name) for name in project.rulesets]
    mine = [one for one in all_ if owns(one, path)]
    return mine or all_


def path_of(uri: str) -> Path | None:
    """The file that is meant; None for what is no file, such as a text that was never saved."""
    try:
        found = to_fs_path(uri) if uri.startswith("file:") else None
        return Path(found).resolve() if found else None
    except (OSError, ValueError):
        return None


def uri_of(root: Path, path: str | Path) -> str:
    """The address of a file below a folder."""
    return from_fs_path(str(root / path)) or ""


class Positions:
    """The texts as they stand while one request is answered. texts: those that the editor has open, by path."""

    def __init__(self, workspace: Workspace) -> None:
        documents = workspace.text_documents.items()
        self.texts = {path: document.source for uri, document in documents if (path := path_of(uri)) is not None}
        self._codec = workspace.position_codec
        self._lines: dict[str, list[str]] = {}

    def lines(self, uri: str) -> list[str]:
        """The lines of a file, without their ends."""
        if uri not in self._lines:
            path = path_of(uri)
            self._lines[uri] = lines_of(path, self.texts) if path is not None else [""]
        return self._lines[uri]

    def at(self, uri: str, at: lsp.Position) -> tuple[str, int]:
        """The line of a position, and the column in characters, its end at most."""
        lines = self.lines(uri)
        line = lines[at.line] if at.line < len(lines) else ""
        before = 0
        for column, character in enumerate(line):
            before += self._codec.client_num_units(character)
            if before > at.character:
                return line, column
        return line, len(line)

    def range(self, uri: str, line: int, begin: int, end: int) -> lsp.Range:
        """A stretch of a line, between two columns in characters; all count from 0."""
        return lsp.Range(self._position(uri, line, begin), self._position(uri, line, end))

    def span(self, uri: str, span: Span) -> lsp.Range:
        """A span, which counts from 1, as an editor counts."""
        first = self._position(uri, span.line - 1, span.column - 1)
        return lsp.Range(first, self._position(uri, span.end_line - 1, span.end_column - 1))

    def locations(self, mentions: Iterable[Mention]) -> list[lsp.Location]:
        """The places of some mentions."""
        uris = ((one, uri_of(Path(), one.path)) for one in mentions)
        return [lsp.Location(uri, self.range(uri, one.line, one.begin, one.end)) for one, uri in uris]

    def _position(self, uri: str, line: int, column: int) -> lsp.Position:
        lines, line, column = self.lines(uri), max(line, 0), max(column, 0)
        before = lines[line][:column] if line < len(lines) else ""
        return lsp.Position(line, self._codec.client_num_units(before))
