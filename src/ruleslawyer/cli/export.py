"""`ruleslawyer export`: a scope as a model for other checkers, or its explored graph for drawing tools."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.write import expect_writable, write_whole
from ruleslawyer.cli.options import Memory, Name, Reading, Ruling, Scope
from ruleslawyer.cli.output import err, progress
from ruleslawyer.cli.session import read_under, ruleset_of
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, counting, default_memory
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.transition import TransitionSystem

MOST_DRAWN = 5_000


def export(
    context: typer.Context,
    name: Name,
    to: Annotated[Literal["promela", "murphi", "smtlib", "dot", "graphml"], typer.Option(help="The language.")],
    scope: Scope = "tiny",
    reading: Reading = None,
    ruling: Ruling = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write; else it is printed.")
    ] = None,
    max_states: Annotated[
        int, typer.Option(min=1, help="The largest graph that is drawn (dot and graphml).")
    ] = MOST_DRAWN,
    memory: Memory = None,
) -> None:
    """Write a scope for other tools. The project's code is read, never executed.

    `promela` and `murphi` are the scoped rules, for SPIN and Rumur: their states
    and transitions are ours. `smtlib` is the transition relation over sub-steps,
    for any SMT solver. `dot` and `graphml` are the explored graph. Names and
    comments cite clauses.

    Examples:

      ruleslawyer export megacorp --scope tiny --to promela -o tiny.pml

      ruleslawyer export daemons --to smtlib | z3 -in

      ruleslawyer export megacorp --to dot | dot -Tsvg -o tiny.svg
    """
    expect_writable(output, "--output")
    ruleset = ruleset_of(context, name)
    readings, rulings = read_under(reading, ruling)
    system = ruleset.transition_system(scope, readings, rulings)
    memory = memory if memory is not None else default_memory()
    if to == "smtlib":
        from ruleslawyer.bridges.export.smtlib import smtlib

        text = smtlib(system)
    elif to in ("promela", "murphi"):
        text = _model(system, to, Limits(None, None, memory), f"{ruleset.name}, scope {scope}")
    else:
        text = _graph(system, to, Limits(max_states, None, memory), f"{ruleset.name}, scope {scope}")
    if output is None:
        sys.stdout.write(text)
    else:
        write_whole(output, text)


def _model(system: TransitionSystem, to: str, limits: Limits, title: str) -> str:
    from ruleslawyer.bridges.export.instance import scoped_instance
    from ruleslawyer.bridges.export.murphi import murphi
    from ruleslawyer.bridges.export.promela import promela

    notes: list[str] = []
    with progress(title) as report:
        instance = scoped_instance(system, limits, notes.append, counting(report))
        text = promela(instance) if to == "promela" else murphi(instance)
    for note in notes:
        err().print(note, soft_wrap=True)
    return text


def _graph(system: TransitionSystem, to: str, limits: Limits, title: str) -> str:
    from ruleslawyer.engines.explore.draw import dot, graphml
    from ruleslawyer.engines.explore.search import explore

    with progress(title) as report:
        found = explore(system, limits, counting(report))
    if found.stopped == BY_CTRL_C:  # half of a graph is none
        raise KeyboardInterrupt
    if not found.complete:
        raise UsageError(
            f"the graph is not complete: {found.stopped}",
            f"scope {system.scope.name}",
            "draw a smaller scope, or raise --max-states (few tools draw more than some thousand states)",
        )
    codec = Codec(system.system, system.scope)
    return dot(found, codec) if to == "dot" else graphml(found, codec)
