"""A play from a file: in the tool's own form or in ITF, with the rules that it was played by, and run again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.read import read_json
from ruleslawyer.play.replay import replay_problem, violated_by, violation_problem
from ruleslawyer.play.saved import expect_version
from ruleslawyer.rulebook.claims.result import calls, event_json
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.itf import from_itf, is_itf
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.trace import replay as replay_trace
from ruleslawyer.semantics.transition import TransitionSystem

SAVE = "save one with `explore --trace N --save FILE`"


@dataclass(frozen=True, slots=True)
class SavedPlay:
    """A play with what it was played in. ruled: the options of the questions that it settles. violates: the property
    whose violation it shows, if it does."""

    ruleset: LoadedRuleset
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
    def has_changed_rules(self) -> bool:
        return bool(self.digest != self.ruleset.system.digest)

    def direct(self) -> TransitionSystem:
        """The same for the project's own code."""
        return self.ruleset.transition_system(self.scope, self.reading, self.ruled, direct=True)


def open_play(project: LoadedProject, file: Path) -> SavedPlay:
    """The play in a file; what is wrong with it is a `UsageError` or a `CodecError`. It is not replayed."""
    document = read_json(file, "play", SAVE)
    about = document
    if is_itf(document):
        about = document["#meta"]
        if not isinstance(about, dict):
            raise UsageError("`#meta` must be an object", file.name, SAVE)
    expect_version(about, file.name)
    ruleset = project.ruleset(_text(about, "ruleset", file))
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
    return SavedPlay(ruleset, scope, reading, ruled, about.get("digest"), system, trace, violates)


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """A play run again by the interpreter and by the author's own code. problems: by machine, why it does not replay
    there, or does not show its violation; empty where it does. played: every step is allowed. events: those that it
    meets. violates: the properties that it violates."""

    play: SavedPlay
    problems: Mapping[str, str]
    played: bool
    events: tuple[Json, ...]
    violates: tuple[str, ...]

    @property
    def replays(self) -> bool:
        return not any(self.problems.values())

    def json(self) -> Json:
        play = self.play
        return {
            "ruleset": play.ruleset.name, "scope": play.scope, "replays": self.replays,
            "problems": dict(self.problems), "rules_changed": play.has_changed_rules,
            "play": calls(play.trace, play.codec), "back_to": play.trace.back, "events": list(self.events),
            "violates": list(self.violates),
        }  # fmt: skip


def replay_again(play: SavedPlay) -> ReplayResult:
    """Every step has to be allowed and to give the state that the file lists, on both machines; a play of a violated
    property has to violate it at its end."""
    trace, systems = play.trace, {"interpreter": play.system, "direct": play.direct()}
    problems = {name: replay_problem(system, trace) for name, system in systems.items()}
    played = not any(problems.values())
    if played and play.violates:
        check = play.system.system.checks[play.violates]
        problems = {name: violation_problem(system, check, trace) for name, system in systems.items()}
    if any(problems.values()):
        return ReplayResult(play, problems, played, (), ())
    events = tuple(event_json(one) for one in replay_trace(systems["direct"], trace))
    return ReplayResult(play, problems, played, events, tuple(violated_by(play.system, trace)))


def _text(about: Json, key: str, file: Path) -> str:
    value = about.get(key)
    if not isinstance(value, str):
        raise UsageError(f"`{key}` is missing", file.name, SAVE)
    return value
