"""Places of findings over which a designer would stumble, each with its file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.base.diagnostics import source_lines
from ruleslawyer.base.files.content import Json, content
from ruleslawyer.check.evidence.finding import Finding, findings_of, prose_line, reason_line
from ruleslawyer.check.evidence.query import Evidence
from ruleslawyer.check.evidence.withdrawals import reason_slips
from ruleslawyer.check.evidence.wording import Slip, severity_slips, slips, stock
from ruleslawyer.rulebook.register.verify import source_text
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.look import Names
from ruleslawyer.rulebook.table.words import HOLE, unknown_in


@dataclass(frozen=True, slots=True)
class Stumble:
    """A place of a finding over which a designer would stumble: its file, and the line there."""

    ruleset: str
    finding: Finding
    slip: Slip
    file: str
    line: int

    def json(self) -> Json:
        """The place of prose as JSON, for scripts."""
        return {
            "ruleset": self.ruleset, "id": self.finding.id, "kind": self.slip.kind, "said": self.slip.said,
            "file": self.file, "line": self.line,
        }  # fmt: skip


def stumbles(
    ruleset: LoadedRuleset, findings: Sequence[Finding], measured: Mapping[str, str], source: Path | None = None
) -> tuple[Stumble, ...]:
    """Slips in the prose of findings over which a designer would stumble, who knows no names of the model and no
    scopes. measured: by finding the severity that its stakes amount to, where they were played by these rules.
    source: the folder with the text, where one is at hand."""
    names: set[str] = set()
    if ruleset.config.modules:
        system = ruleset.system
        names = {rule.name for rule in system.rules()} | {f.name for f in system.state.fields}
        names |= system.questions.keys() | system.enums.keys() | system.checks.keys()
    scopes, register, all_ = ruleset.scopes(), ruleset.register, findings_of(ruleset)
    lines = {id_: clause.line for id_, clause in register.clauses.items()} if register else {}
    copy = source_text(source / register.source) if source is not None and register and register.source else []
    alike = stock(all_)
    has_holes = any(HOLE.search(said) for f in findings for said in f.story.sentences)
    called = _called_somehow(ruleset) if has_holes else frozenset[str]()
    return tuple(
        Stumble(ruleset.name, f, slip, *_place(ruleset, f, slip))
        for f in findings
        for slip in (
            *slips(f, names, scopes), *([alike[f.id]] if f.id in alike else ()), *reason_slips(f, all_, lines, copy),
            *severity_slips(f, measured.get(f.id)), *_empty_holes(ruleset, f, called),
        )
    )  # fmt: skip


def _called_somehow(ruleset: LoadedRuleset) -> frozenset[str]:
    """The choices of actions and of beginnings, and the members of all scopes."""
    if not ruleset.config.modules:
        return frozenset()
    system, scopes = ruleset.system, map(ruleset.scope, ruleset.scopes())
    called = {p.name for action in system.actions.values() for p in action.chosen_parameters}
    called |= {p.name for p in system.initial.function.parameters}
    return frozenset(called.union(*(members for scope in scopes for members in scope.names.values())))


def _empty_holes(ruleset: LoadedRuleset, finding: Finding, called: frozenset[str]) -> Iterator[Slip]:
    """Holes of the front matter that no play fills, whatever happens in it: `check` plays, and finds the others.
    called: what `_called_somehow` knows."""
    holes = dict.fromkeys(hole[0] for said in finding.story.sentences for hole in HOLE.finditer(said))
    if finding.withdrawn or not holes or not ruleset.config.modules:
        return
    system = ruleset.system
    called = called.union(word for e in finding.evidence if e.ask == "scenario" for word in _words_of(ruleset, e))
    shown, names = any(e.ask != "text" for e in finding.evidence), Names(system)
    lines = source_lines(content(ruleset.config.findings / finding.file).decode())
    for hole in holes:
        unknown = unknown_in(hole[1:-1], names, system.constants, called)
        if unknown or not shown:
            line = next((number for number, line in enumerate(lines, 1) if hole in line), 1)
            why = f"nothing is called `{unknown}`" if unknown else "the finding has no play"
            yield Slip("unfilled", f"{hole}: {why}", line)


def _words_of(ruleset: LoadedRuleset, played: Evidence) -> Iterator[str]:
    """The words of the scenario file of a play: it may have members in a scope of its own."""
    path = ruleset.scenario_folder / str(played.about["file"])
    yield from re.findall(r"\w+", content(path).decode() if path.is_file() else "")


def _place(ruleset: LoadedRuleset, finding: Finding, slip: Slip) -> tuple[str, int]:
    path = ruleset.config.findings / finding.file
    if slip.kind == "unfilled":
        return "/".join(path.parts[-3:]), slip.line
    return "/".join(path.parts[-3:]), slip.line + prose_line(path) - 1 if slip.line else reason_line(path)
