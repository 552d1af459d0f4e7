"""The clauses of a project as an editor asks for them: which one stands where, what it says, where it is cited.

Sources are read as texts, so that all of it is known while a model has mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.check.register import clauses_of, stamping
from ruleslawyer.cli.editor.buffers import Texts, lines_of
from ruleslawyer.project.modules import module_file
from ruleslawyer.rulebook.register import last
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.register.places import places
from ruleslawyer.rulebook.register.sites import Site
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset

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
            seen = last.recall(self.ruleset.root, self.ruleset.name, stamping(self.ruleset)) if shown.modelled else None
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
            for path in self.files()
            for number, line in enumerate(lines_of(path, self.texts))
            for found in _QUOTED.finditer(line)
            if found[1] == id_
        ]

    def cited_by(self, path: Path, first: int, end: int) -> list[str]:
        """The clauses that are quoted in some lines of a file, each once."""
        quoted = _QUOTED.findall("\n".join(lines_of(path, self.texts)[first:end]))
        return [id_ for id_ in dict.fromkeys(quoted) if id_ in self.register.citable_clauses]

    def files(self) -> Iterator[Path]:
        """The files that may quote clauses, the rules first."""
        config = self.ruleset.config
        for module in (*config.modules, *config.checks):
            yield module_file(self.ruleset.root, module)
        yield from sorted(config.findings.glob("*.md"))
        yield from sorted(self.ruleset.scenario_folder.glob("*.toml"))

    def owns(self, path: Path) -> bool:
        """Whether a file is one of the ruleset's."""
        config = self.ruleset.config
        return path in set(self.files()) or any(path.is_relative_to(one) for one in (config.spec, config.scopes))


def rulesets_of(project: LoadedProject, path: Path) -> list[LoadedRuleset]:
    """The rulesets that a file belongs to; all where it is none of theirs, such as pyproject.toml."""
    all_ = [project.ruleset(name) for name in project.rulesets]
    mine = [one for one in all_ if one.register is not None and Clauses(one, one.register, {}).owns(path)]
    return mine or all_
