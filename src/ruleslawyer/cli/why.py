"""`ruleslawyer why`: is this legal, and by which clauses?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.base.files.read import parse_json, read_json
from ruleslawyer.cli import calls, complete
from ruleslawyer.cli.calls import parse_call
from ruleslawyer.cli.options import Json, Name, Reading, Ruling
from ruleslawyer.cli.output import print_json, say
from ruleslawyer.cli.session import read_under, ruleset_of
from ruleslawyer.ir.system import Action, Norm
from ruleslawyer.play.explain import Explanation, Speaker, judge_and_explain, sentence, to_json
from ruleslawyer.play.saved import expect_version
from ruleslawyer.rulebook.scopes.found import WORDS
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem


# Long: its parameters are the options of the verb, each with its help.
def why(
    context: typer.Context,
    name: Name,
    where: Annotated[
        str,
        typer.Argument(
            metavar="[STATE]",
            help="A file with a state or a saved play; else the first state of the scope.",
            autocompletion=complete.places,
        ),
    ],
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="ACTION",
            help="Such as 'buy(who=Ann, card=Clerk)', or JSON.",
            show_default=False,
            autocompletion=complete.actions,
        ),
    ] = None,
    scope: Annotated[
        str,
        typer.Option(
            help="The scope; a saved play names its own.",
            show_default=WORDS["usual_scope"],
            autocompletion=complete.scopes,
        ),
    ] = "",
    reading: Reading = None,
    ruling: Ruling = None,
    json: Json = False,
) -> None:
    """Say whether an action is legal in a state, and by which clauses. The project's code is read, never executed.

    Examples:

      ruleslawyer why megacorp --scope trade 'draw(card=Aide)'

      ruleslawyer why megacorp play.json 'sell(who=Ann, card=Clerk)' --json
    """
    ruleset = ruleset_of(context, name)
    file, what = (None, where) if what is None else (_read(where, ruleset), what)
    readings, rulings = read_under(reading, ruling)
    played = file if file is not None and "steps" in file and "scope" in file else None
    scope = str(played["scope"]) if played else scope or ruleset.usual_scope
    system = ruleset.transition_system(scope, readings, rulings)
    codec = Codec(ruleset.system, system.scope)
    state = first_state(system) if file is None else _state(file, codec)
    found = judge_and_explain(system, codec, state, parse_action(what, codec))
    if json:
        print_json(why_json(ruleset, system, codec, found))
    else:
        show_why(ruleset, system, codec, state, found)


def why_json(ruleset: Ruleset, system: TransitionSystem, codec: Codec, found: Explanation) -> JsonObject:
    """The verdict on an action, and the clauses that speak about it, each with those that beat it."""
    shown, beaten = to_json(found, codec), _beaters_by_name(ruleset, found)
    for clause in shown["clauses"]:
        beaters = beaten.get(clause["name"], []) if clause["stance"] == "beaten" else []
        clause["beaten_by"] = [{"name": n.name, "because": n.because} for n in beaters]
    return {"ruleset": ruleset.name, "scope": system.scope.name, **shown}


def show_why(ruleset: Ruleset, system: TransitionSystem, codec: Codec, state: State, found: Explanation) -> None:
    """Print the same, with the table beside it."""
    instance, beaten = found.instance, _beaters_by_name(ruleset, found)
    say(f"{codec.call(instance)}: {found.verdict or 'no choice here'}", "bold")
    say(sentence(found))
    if found.obstacle:
        _instead(system, codec, state)
    for speaker in found.speakers:
        _speaker(speaker, beaten.get(speaker.name, []))
    for event in found.events:
        say(f"  {event.kind}: {event.title} [{', '.join(event.cites)}]")
    calls.beside(ruleset, system, state, instance)


def _instead(system: TransitionSystem, codec: Codec, state: State) -> None:
    """Prints what is allowed here, where somebody asked about something that nobody could choose."""
    allowed = [codec.call(instance) for instance in system.allowed_instances(state)]
    if allowed:
        more = f", and {len(allowed) - 3} more" if len(allowed) > 3 else ""
        say(f"  allowed here: {'; '.join(allowed[:3])}{more}; `explore --trace N --save FILE` saves plays to ask about")


def _speaker(speaker: Speaker, beaten: list[Norm]) -> None:
    who = f" ({speaker.who})" if speaker.who else ""
    verb = {"permitted": "permits", "forbidden": "forbids"}.get(speaker.stance, "would speak, and is beaten")
    say(f"  {', '.join(speaker.clauses)} {speaker.name}{who} {verb}")
    if speaker.says:
        say(f"      {speaker.says}")
    for norm in beaten if speaker.stance == "beaten" else ():
        say(f"      beaten by {norm.name}{f', because {norm.because}' if norm.because else ''}")


def _beaters_by_name(ruleset: Ruleset, found: Explanation) -> dict[str, list[Norm]]:
    """By the clauses that would speak and are beaten, those that beat them."""
    live = [s.name for s in found.speakers if s.stance != "beaten"]
    action = ruleset.system.actions[found.instance.action]
    return {s.name: _beaters(action, s.name, live) for s in found.stance("beaten")}


def _beaters(action: Action, name: str, live: list[str]) -> list[Norm]:
    """The live clauses that are declared `over` another."""
    return [n for n in action.every_norm if name in n.over and n.name in live]


def _read(where: str, ruleset: Ruleset) -> JsonObject:
    """The JSON object of a file with a state or a play."""
    path = Path(where)
    if not path.is_file():
        mend = f"a scope is named with --scope {where}" if where in ruleset.scopes() else "name a state or a saved play"
        raise UsageError(f"there is no file `{where}`", "STATE", mend)
    found = read_json(path, "state", "a state is an object with its fields by name")
    if "steps" in found:
        expect_version(found, path.name)
    return found


def _state(file: JsonObject, codec: Codec) -> State:
    """The state of a file, or the last one of a saved play."""
    if "steps" not in file:
        return codec.parse_state(file)
    end = codec.parse_trace(file).end
    if end is None:
        raise UsageError("this play ends in an event, not in a state", "STATE")
    return end


def first_state(system: TransitionSystem) -> State:
    """The first initial state of a scope."""
    return next(outcome.state for _, outcome in system.initial() if outcome.state is not None)


def parse_action(text: str, codec: Codec) -> Instance:
    """An action as a person writes it, or as JSON; a mistake in it is a `UsageError`."""
    if not text.lstrip().startswith("{"):
        return parse_call(text, codec)
    found = parse_json(text, "ACTION", "action", 'write {"action": "…", "args": { … }}')
    instance = codec.parse_instance(found, "action")
    if instance.action not in codec.system.actions:
        raise UsageError(f"`{instance.action}` is no action", "ACTION", nearest(instance.action, codec.system.actions))
    return instance
