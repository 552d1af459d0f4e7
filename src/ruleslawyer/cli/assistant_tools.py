"""The calls that an assistant makes of a ruleset: each is one of the API, with what the command prints of its answer.

A tool is a function: its docstring says what it is for, its parameters are those of the call. It gives a value for
JSON (or what prints it), and what prints the same for people. None executes the project's code, and `findings_write`
alone writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, TypeAlias

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json, write_whole
from ruleslawyer.check.evidence.draft import at_home
from ruleslawyer.cli import explore, findings, lint, prove, scenario, spec, verifying, why
from ruleslawyer.cli.output import quote, say
from ruleslawyer.exploration.explore import Explore
from ruleslawyer.play.engine import Engine
from ruleslawyer.play.explain import judge_and_explain
from ruleslawyer.proof.prove import Prove
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.declared import Option, Reading, Ruling, Scope
from ruleslawyer.semantics.transition import Instance

Shown: TypeAlias = tuple[Any, Callable[[], object]]
SECONDS, SEARCHING = 60.0, 40.0
"""For one call, and of these for what can say how far it came."""
MEMORY, MOST_LEGAL = 2_000, 100
"""Mebibytes that an exploration may take, and legal actions that are told."""
State = Annotated[dict[str, Any] | None, Option("A whole state, as calls give it; else the first of the scope.")]
Action = Annotated[str | dict[str, Any], Option('Such as "buy(who=Ann, card=Clerk)", or {"action": …, "args": {…}}.')]
Met = Annotated[int | str, Option("The event, as `explore` numbers it, or a property that is VIOLATED or VACUOUS.")]


def lint_(ruleset: Ruleset) -> Shown:
    """All mistakes of the model, its scopes and its view, each with its place and its mend. Call it after each rule."""
    found = ruleset.lint()
    return found.json(), lambda: lint.show_mistakes(ruleset, found)


def explore_(
    ruleset: Ruleset, scope: Scope = "", reading: Reading = None, rulings: Ruling = None,
    max_states: Annotated[int | None, Option("Stop after this many states.", min=1)] = None,
    trace: Annotated[str, Option("Show the play to this event, by its number, or to this property.")] = "",
) -> Shown:  # fmt: skip
    """Every reachable state of a scope: verdicts of properties, contradictions, gaps and dead ends, with their clauses.
    An exploration that takes too long says how far it came."""
    limits = Limits.here(max_states, SEARCHING, MEMORY)
    asked = Explore(scope, reading, rulings, limits=limits).about(ruleset)
    show = partial(explore.show_result, ruleset, asked, asked(ruleset), trace=trace or None, save=None)
    return partial(show, json=True), partial(show, json=False)


def why_(
    ruleset: Ruleset, action: Action, scope: Scope = "", state: State = None, reading: Reading = None,
    rulings: Ruling = None,
) -> Shown:  # fmt: skip
    """Whether an action may be done in a state, and by which clauses."""
    engine = Engine(ruleset.transition_system(scope or ruleset.usual_scope, reading, rulings))
    at = why.first_state(engine.system) if state is None else engine.codec.parse_state(state)
    found = judge_and_explain(engine.system, engine.codec, at, _instance(engine, action))
    of = ruleset, engine.system, engine.codec
    return why.why_json(*of, found), lambda: why.show_why(*of, at, found)


def scenario_(
    ruleset: Ruleset, name: Annotated[str, Option("Only those whose names have this in them; else all.")] = ""
) -> Shown:
    """Run scenarios: situations with what should come of them. The interpreter runs them, not the project's code."""
    suite = ruleset.suite(code=False)
    names = [one.name for _, one in suite.scenarios]
    if name and not any(name in one for one in names):
        raise UsageError(f"there is no scenario `{name[:60]}`", "name", nearest(name[:60], names))
    found = [suite.run(of, one) for of, one in suite.scenarios if name in one.name]
    return [one.json() for one in found], lambda: scenario.show_results(found)


def findings_list(ruleset: Ruleset) -> Shown:
    """The findings that stand: what is wrong with the text."""
    some = [one for one in ruleset.findings() if not one.withdrawn]
    return findings.list_findings([(ruleset, some)])


def findings_draft(ruleset: Ruleset, met: Met, scope: Scope = "", reading: Reading = None) -> Shown:
    """The draft of a finding about what `explore` lists: the file that it would be, and its text, whose prose is left
    to be written. Nothing is written."""
    path, text = ruleset.sketch_finding(met, scope, reading)
    return {"file": at_home(path, ruleset.root), "text": text}, lambda: quote(text)


def findings_write(ruleset: Ruleset, met: Met, scope: Scope = "", reading: Reading = None) -> Shown:
    """WRITES the draft of a finding into the project's folder of findings, as a new file; none is ever overwritten."""
    path, text = ruleset.sketch_finding(met, scope, reading)
    if not path.parent.resolve().is_relative_to(ruleset.root.resolve()):
        raise UsageError("this folder leads out of the project", path.parent.name, "write the draft yourself")
    write_whole(path, text)
    return {"file": at_home(path, ruleset.root)}, lambda: say(f"drafted {at_home(path, ruleset.root)}")


def findings_settle(ruleset: Ruleset, id: Annotated[str, Option("The finding, such as 001.")]) -> Shown:
    """Try out, without writing, the ruling that a finding proposes: which events go, and what else changes."""
    found = ruleset.settle_findings(id)
    return [trial.json() for trial in found], lambda: [*map(verifying.show_trial, found)]


def prove_(
    ruleset: Ruleset, properties: Annotated[Sequence[str] | None, Option("Only these; else all.")] = None,
    reading: Reading = None, rulings: Ruling = None,
    scope: Annotated[str, Option("Explore this scope alone, for what is not proved.")] = "",
) -> Shown:  # fmt: skip
    """Prove properties for any number of cards, or else in the plays of scopes. In a large rulebook name a few."""
    asked = Prove(properties, reading, rulings, scope=scope, timeout=SEARCHING / 4, total=SEARCHING / 2)
    show = partial(prove.show_verdicts, ruleset, asked, asked(ruleset))
    return partial(show, json=True), show


def spec_coverage(ruleset: Ruleset, scope: Scope = "") -> Shown:
    """How many clauses of the book are tied to the model, which decide something, and which are missing."""
    found = ruleset.coverage(scope or None)
    return [found.json(ruleset.name)], lambda: spec.show_coverage(ruleset, found)


def spec_clause(
    ruleset: Ruleset,
    wanted: Annotated[Sequence[str], Option("Ids of clauses, sections or chapters, or names of rules that cite them.")],
) -> Shown:
    """Clauses of the book, each with where it is modelled, checked and complained about."""
    found = ruleset.clauses(*wanted)
    return [one.json() for one in found], lambda: spec.show_clauses(ruleset, wanted, found)


def play_observe(
    ruleset: Ruleset, scope: Scope = "", state: State = None, reading: Reading = None,
    player: Annotated[str, Option("What this player sees of it; else all of it, and what is legal.")] = "",
) -> Shown:  # fmt: skip
    """A state as a player sees it, or the whole of it with whose decision it is and what is legal."""
    engine = ruleset.engine(scope, reading, direct=False)
    at = engine.initial()[0] if state is None else state
    return _position(engine, at, engine.observe(at, player) if player else None)


def play_step(
    ruleset: Ruleset, action: Action, scope: Scope = "", state: State = None, reading: Reading = None
) -> Shown:
    """The state after a legal action, with whose decision it is then and what is legal."""
    engine = ruleset.engine(scope, reading, direct=False)
    at = engine.initial()[0] if state is None else state
    return _position(engine, engine.step(at, engine.codec.instance(_instance(engine, action))))


def _position(engine: Engine, state: Json, seen: Json | None = None) -> Shown:
    ended = engine.ended(state)
    who, winners = [] if ended else engine.awaits(state), engine.winners(state) if ended else []
    legal = engine.legal(state)[:MOST_LEGAL] if seen is None else []
    found = {"state": seen or state, "awaits": who, "ended": ended, "winners": winners, "legal": legal}

    def show() -> None:
        deciding = f"{' and '.join(who)} {'decides' if len(who) == 1 else 'decide'}"
        say(f"the game is over, won by {', '.join(winners) or 'nobody'}" if ended else deciding)
        for action in legal:
            say(f"  {engine.codec.call(engine.codec.parse_instance(action, 'action'))}")
        quote(json.dumps(found["state"], ensure_ascii=False))

    return found, show


def _instance(engine: Engine, action: str | Json) -> Instance:
    return why.parse_action(action if isinstance(action, str) else json.dumps(action), engine.codec)


def clauses(ruleset: Ruleset) -> Shown:
    """The clauses of the register, a line for each; `spec_clause` says more of one."""
    known = ruleset.register.clauses.values() if ruleset.register is not None else ()
    return {}, lambda: quote("\n".join(f"{one.id} ({one.kind}, line {one.line}): {one.says}" for one in known))


TOOLS: dict[str, Callable[..., Shown]] = {
    function.__name__.rstrip("_"): function
    for function in (
        lint_, explore_, why_, scenario_, findings_list, findings_draft, findings_write, findings_settle, prove_,
        spec_coverage, spec_clause, play_observe, play_step,
    )
}  # fmt: skip
RESOURCES: dict[str, Callable[..., Shown]] = {"clauses": clauses, "findings": findings_list}
WRITES = frozenset({"findings_write"})
