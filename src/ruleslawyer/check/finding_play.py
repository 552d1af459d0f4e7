"""The play that shows a finding."""

from __future__ import annotations

from dataclasses import replace

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.verify import verify
from ruleslawyer.check.explorations import Explorations, Watch
from ruleslawyer.play.opened import SavedPlay
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset


def play_of_finding(ruleset: LoadedRuleset, finding: Finding, watch: Watch) -> SavedPlay:
    """The play that shows a finding: that of the first of its queries that has one. A `UsageError` where none of them
    has one."""
    ruleset = ruleset.by_the_book
    explorations = Explorations(ruleset, watch)
    for evidence in finding.evidence:
        if evidence.scope:
            alone = replace(finding, claims=(), evidence=(evidence,), proposals=())
            (result,) = verify([alone], explorations.result, system=ruleset.system)
            (answer,) = result.evidence
            if answer.trace is not None:
                scope, reading, digest = evidence.scope, evidence.reading, ruleset.system.digest
                system = ruleset.transition_system(scope, reading)
                violates = evidence.about["property"] if evidence.word == "VIOLATED" else ""
                return SavedPlay(ruleset, scope, reading, {}, digest, system, answer.trace, violates)
    asked = ", ".join(dict.fromkeys(e.ask for e in finding.evidence)) or "nothing"
    about = f"finding {finding.id} has no play: its evidence asks for {asked}"
    raise UsageError(about, f"{ruleset.name}/{finding.id}", "`findings RULESET` shows the others")
