"""Plays from outside: saved ones, in our own form or in ITF, and those that show a finding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.read import read_json
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.cli.output import progress
from ruleslawyer.cli.session import Session
from ruleslawyer.play.saved import expect_version
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.itf import from_itf, is_itf
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem

SAVE = "save one with `explore --trace N --save FILE`"


@dataclass(frozen=True, slots=True)
class Saved:
    """A play with what it was played in. ruled: the options of the questions that it settles. violates: the property
    whose violation it shows, if it does."""

    ruleset: Ruleset
    scope: str
    reading: Mapping[str, str]
    ruled: Mapping[str, str]
    digest: object
    system: TransitionSystem
    trace: Trace
    violates: str = ""

    @property
    def codec(self) -> Codec:
        return Codec(self.system.system, self.system.scope)

    @property
    def rules_changed(self) -> bool:
        return bool(self.digest != self.ruleset.system.digest)

    def direct(self) -> TransitionSystem:
        """The same for the project's own code."""
        return self.ruleset.transition_system(self.scope, self.reading, self.ruled, direct=True)


def open_play(session: Session, file: Path) -> Saved:
    """The play in a file; what is wrong with it is a `UsageError` or a `CodecError`. It is not replayed."""
    document = read_json(file, "play", SAVE)
    about = document
    if is_itf(document):
        about = document["#meta"]
        if not isinstance(about, dict):
            raise UsageError("`#meta` must be an object", file.name, SAVE)
    expect_version(about, file.name)
    ruleset = session.ruleset(_text(about, "ruleset", file))
    scope, reading = _text(about, "scope", file), about.get("reading", {})
    if not isinstance(reading, dict) or not all(isinstance(v, str) for v in reading.values()):
        raise UsageError("`reading` must be an object of questions and options", file.name, SAVE)
    rulings = about.get("rulings", [])
    if not isinstance(rulings, list) or not all(isinstance(r, str) and r in reading for r in rulings):
        raise UsageError("`rulings` must be a list of questions of the reading", file.name, SAVE)
    ruled = {name: reading[name] for name in rulings}
    system = ruleset.transition_system(scope, reading, ruled)
    if document is about:
        trace = Codec(ruleset.system, ruleset.scope(scope)).parse_trace(document)
    else:
        trace = from_itf(system, document)
    violates = about.get("violates", "")
    if not isinstance(violates, str) or (violates and violates not in system.system.checks):
        mend = nearest(str(violates)[:60], system.system.checks)
        raise UsageError(f"`violates` is no property of {ruleset.name}", file.name, mend)
    return Saved(ruleset, scope, reading, ruled, about.get("digest"), system, trace, violates)


def play_of_finding(ruleset: Ruleset, finding: Finding) -> Saved:
    """The play that shows a finding: that of the first of its queries that has one."""
    from ruleslawyer.check.evidence.verify import verify
    from ruleslawyer.check.explorations import Explorations

    explorations = Explorations(ruleset, progress)
    for evidence in finding.evidence:
        if evidence.scope:
            alone = replace(finding, claims=(), evidence=(evidence,), proposals=())
            (result,) = verify([alone], explorations.explored, system=ruleset.system)
            (answer,) = result.evidence
            if answer.trace is not None:
                scope, reading, digest = evidence.scope, evidence.reading, ruleset.system.digest
                system = ruleset.transition_system(scope, reading)
                violates = evidence.about["property"] if evidence.word == "VIOLATED" else ""
                return Saved(ruleset, scope, reading, {}, digest, system, answer.trace, violates)
    asked = ", ".join(dict.fromkeys(e.ask for e in finding.evidence)) or "nothing"
    about = f"finding {finding.id} has no play: its evidence asks for {asked}"
    raise UsageError(about, f"{ruleset.name}/{finding.id}", "`findings list` shows the others")


def _text(about: Json, key: str, file: Path) -> str:
    value = about.get(key)
    if not isinstance(value, str):
        raise UsageError(f"`{key}` is missing", file.name, SAVE)
    return value
