"""Places of findings over which a designer would stumble, each with its file and line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import Finding, findings_of, prose_line, reason_line
from ruleslawyer.check.evidence.withdrawals import reason_slips
from ruleslawyer.check.evidence.wording import Slip, severity_slips, slips, stock
from ruleslawyer.rulebook.register.verify import source_text
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset


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
    return tuple(
        Stumble(ruleset.name, f, slip, *_place(ruleset, f, slip))
        for f in findings
        for slip in (
            *slips(f, names, scopes), *([alike[f.id]] if f.id in alike else ()), *reason_slips(f, all_, lines, copy),
            *severity_slips(f, measured.get(f.id)),
        )
    )  # fmt: skip


def _place(ruleset: LoadedRuleset, finding: Finding, slip: Slip) -> tuple[str, int]:
    path = ruleset.config.findings / finding.file
    return "/".join(path.parts[-3:]), slip.line + prose_line(path) - 1 if slip.line else reason_line(path)
