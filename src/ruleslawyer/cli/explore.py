"""`ruleslawyer explore`: every reachable state of a scope, and every event met on the way."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

import typer

from ruleslawyer.checking.check import INTERRUPTED as BY_CTRL_C
from ruleslawyer.checking.expected import expectation_of, falls_short, load_expected
from ruleslawyer.checking.export import saved, scope_json
from ruleslawyer.checking.readings import nearest, parse_choices
from ruleslawyer.checking.result import ScopeResult
from ruleslawyer.checking.run import counting, explore_scope
from ruleslawyer.cli import complete, show
from ruleslawyer.cli.options import LONGEST, Json, Name, Reading, Ruling, Scope
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, err, print_json, progress, say, to_text
from ruleslawyer.cli.session import Session
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.engines.explore.search import Limits
from ruleslawyer.files import expect_writable, write_whole
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import Trace


def explore(
    context: typer.Context,
    name: Name,
    scope: Scope = "tiny",
    reading: Reading = None,
    ruling: Ruling = None,
    max_states: Annotated[int, typer.Option(min=1, help="Stop after this many states.")] = 200_000,
    max_seconds: Annotated[float | None, typer.Option(min=0, max=LONGEST, help="Stop after this long.")] = None,
    memory: Annotated[int, typer.Option(min=1, metavar="MIB", help="Stop beyond this much memory.")] = 8_000,
    contract: Annotated[bool, typer.Option("--contract", help="Count with forced passes contracted.")] = False,
    trace: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Print the shortest play to event N, or of a property, in full.",
            autocompletion=complete.properties,
        ),
    ] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save that play, for `replay`.")] = None,
    engine: Annotated[Literal["networkx"], typer.Option(help="The engine that explores.")] = "networkx",
    json: Json = False,
) -> None:
    """Explore every reachable state of a scope. The project's code is read, never executed.

    Contradictions, gaps and dead ends are results, not failures: the exit code
    is 1 when the exploration is incomplete, a play does not replay, or a property
    has another verdict than expected. Ctrl-C prints what was found so far.

    Examples:

      ruleslawyer explore megacorp --scope tiny

      ruleslawyer explore megacorp --reading "payee=last_controller_is_paid" --json

      ruleslawyer explore megacorp --scope small --trace 1 --save first.json
    """
    if save is not None and trace is None:
        raise UsageError("there is no play to save", "--save", "name an event with --trace N")
    if save is not None:
        expect_writable(save, "--save")
    session: Session = context.obj
    ruleset = session.ruleset(name)
    readings, rulings = parse_choices(reading or (), "--reading"), parse_choices(ruling or (), "--ruling")
    system = ruleset.transition_system(scope, readings, rulings)
    codec = Codec(system.system, system.scope)
    expected = load_expected(ruleset.root, ruleset.name, system.system.checks)
    limits = Limits(max_states, max_seconds, memory)
    with progress(f"{ruleset.name}, scope {scope}") as report:
        result = explore_scope(system, None, limits, counting(report))
    interrupted = result.stopped == BY_CTRL_C
    chosen = None if trace is None or interrupted else _play_of(result, trace)
    if save is not None and chosen is not None:
        write_whole(save, to_text(saved(chosen, codec, rulings)))
    if json:
        found = scope_json(ruleset.name, result, codec)
        found["engine"] = engine
        if contract:
            found |= found["contracted"]
        if chosen is not None:
            found["trace"] = saved(chosen, codec, rulings)
        print_json(found)
    else:
        say(f"{ruleset.title}, scope {scope}, {engine}, {result.seconds:.1f} s", "bold")
        show.counts(result, contract=contract)
        show.properties(result.verdicts)
        show.events(result)
        show.hints(result)
        if chosen is not None:
            say()
            show.play(chosen, codec)
    if interrupted:
        err().print("interrupted: this is what was found so far; it is incomplete")
        raise typer.Exit(INTERRUPTED)
    unexpected = any(
        # What never comes up in one scope may come up in another: `check` looks at all of them.
        v.word != "VACUOUS" and falls_short(v.word, expectation_of(expected, scope, v.name))
        for v in result.verdicts
    )
    if unexpected or not result.complete or result.unreplayed:
        raise typer.Exit(FALLS_SHORT)


def _play_of(result: ScopeResult, wanted: str) -> Trace:
    """The play of an event or a deadlock, as the tables number them, or of a property by its name."""
    properties = {v.name: v.trace for v in result.verdicts}
    if not re.fullmatch("[0-9]+", wanted):
        if wanted not in properties:
            raise UsageError(f"there is no property `{wanted}`", "--trace", nearest(wanted, properties))
        found = properties[wanted]
        if found is None:
            raise UsageError(f"the verdict on `{wanted}` has no play", "--trace", "`explore` lists the verdicts")
        return found
    traces = [e.trace for e in result.events] + [d.trace for d in result.deadlocks]
    number = int(wanted) if len(wanted) < 10 else 0
    if not 1 <= number <= len(traces):
        there = f"there are {len(traces)}, from 1" if traces else "no event was met"
        raise UsageError(f"there is no event {wanted[:20]}", "--trace", there)
    return traces[number - 1]
