"""The clauses of a project as an editor asks for them: which one stands where, what it says, where it is cited.

Sources are read as texts, so that all of it is known while a model has mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.cli.editor.buffers import Texts, lines_of
from ruleslawyer.project.modules import module_file
from ruleslawyer.rulebook.register.clause import Clause, Register
from ruleslawyer.rulebook.register.places import places
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
        return "\n\n".join(told)

    def completions(self, line: str, column: int) -> tuple[int, list[Clause]] | None:
        """The ids that go on with what is quoted before a column, and where it begins; None outside of quotes."""
        before = line[:column]
        found = _BEGUN.search(before)
        if found is None or before[: found.start()].count('"') % 2:
            return None
        known = (clause for id_, clause in self.register.citable_clauses.items() if id_.startswith(found[1]))
        return found.start(1), sorted(known, key=lambda clause: (clause.line, clause.id))

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
