"""`ruleslawyer replay`: a saved play again, through the author's own functions and the interpreter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ruleslawyer.checking.explain import event_json
from ruleslawyer.checking.export import calls, expect_version
from ruleslawyer.checking.replaying import why_not
from ruleslawyer.cli import show
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import print_json, say
from ruleslawyer.cli.session import Session
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.files import read_json
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import replay as replay_trace

_SAVE = "save one with `explore --trace N --save FILE`"


def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A play saved by `explore --save` or by `play`.")],
    json: Json = False,
) -> None:
    """Replay a saved play: every step must be allowed and give every state that the file lists.

    It runs through the interpreter and through the project's own code. Exit code
    2 says that it does not replay, at which step, and which clause forbids it.

    Examples:

      ruleslawyer replay first.json

      ruleslawyer replay first.json --json
    """
    session: Session = context.obj
    document = read_json(file, "play", _SAVE)
    expect_version(document, file.name)
    ruleset = session.ruleset(_text(document, "ruleset", file))
    scope, reading = _text(document, "scope", file), document.get("reading", {})
    if not isinstance(reading, dict) or not all(isinstance(v, str) for v in reading.values()):
        raise UsageError("`reading` must be an object of questions and options", file.name, _SAVE)
    rulings = document.get("rulings", [])
    if not isinstance(rulings, list) or not all(isinstance(r, str) and r in reading for r in rulings):
        raise UsageError("`rulings` must be a list of questions of the reading", file.name, _SAVE)
    ruled = {name: reading[name] for name in rulings}
    systems = {
        "interpreter": ruleset.transition_system(scope, reading, ruled),
        "direct": ruleset.transition_system(scope, reading, ruled, direct=True),
    }
    codec = Codec(ruleset.system, ruleset.scope(scope))
    trace = codec.parse_trace(document)
    problems = {name: why_not(system, trace) for name, system in systems.items()}
    replays = not any(problems.values())
    events = [event_json(e) for e in replay_trace(systems["direct"], trace)] if replays else []
    changed = document["digest"] != ruleset.system.digest
    if json:
        print_json({
            "ruleset": ruleset.name, "scope": scope, "replays": replays, "problems": problems,
            "rules_changed": changed, "play": calls(trace, codec), "events": events,
        })  # fmt: skip
    elif replays:
        show.play(trace, codec)
        say()
        for event in events:
            say(f"{event['kind']}: {event['title']} [{', '.join(event['clauses'])}]")
        if changed:
            say("the rules have changed since this play was saved")
        for name in problems:
            say(f"{name}: replays", "green")
    if not replays:
        why = next(problem for problem in problems.values() if problem)
        if len(set(problems.values())) > 1:
            why = "; ".join(f"{name}: {problem or 'it replays'}" for name, problem in problems.items())
        mend = f"the rules have changed since it was saved; {_SAVE}" if changed else f"mend that step, or {_SAVE}"
        raise UsageError(f"this play does not replay: {why}", file.name, mend)


def _text(document: dict[str, Any], key: str, file: Path) -> str:
    value = document.get(key)
    if not isinstance(value, str):
        raise UsageError(f"`{key}` is missing", file.name, _SAVE)
    return value
