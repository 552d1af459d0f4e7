"""`ruleslawyer prove`: properties for any number of turns and every card that could be printed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleslawyer.checking.expected import expectation_of, falls_short, load_expected
from ruleslawyer.checking.readings import parse_choices
from ruleslawyer.checking.witness import witness_problem
from ruleslawyer.cli import show
from ruleslawyer.cli.output import FALLS_SHORT, Json, Reading, Ruling, out, print_json, progress, say, table, word
from ruleslawyer.cli.session import Session
from ruleslawyer.semantics.interpret import Interpreter

if TYPE_CHECKING:  # the solver is loaded when the proof begins, so that --help is quick
    from ruleslawyer.engines.smt.prove import ProofResult


def prove(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="RULESET", help="The ruleset's id.")],
    properties: Annotated[list[str] | None, typer.Argument(metavar="PROPERTY", help="Only these; else all.")] = None,
    scope: Annotated[str, typer.Option(help="The scope; what it leaves open, the solver chooses.")] = "open",
    reading: Reading = None,
    ruling: Ruling = None,
    timeout: Annotated[float, typer.Option(min=0.001, help="Seconds for the proof of each property.")] = 30.0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="DIR", help="Write the obligations here, as SMT-LIB.")
    ] = None,
    json: Json = False,
) -> None:
    """Prove properties with z3, under all readings unless one is chosen. The project's code is never executed.

    Exit code 1 when a property is not proved and its verdict is not declared in expected.toml.

    Examples:

      ruleslawyer prove megacorp

      ruleslawyer prove megacorp solvent --timeout 120 -o build/proofs --json
    """
    session: Session = context.obj
    ruleset = session.ruleset(name)
    readings, rulings = parse_choices(reading or (), "--reading"), parse_choices(ruling or (), "--ruling")
    with progress(f"{ruleset.name}, proofs") as tell:
        proofs = ruleset.prove(properties, scope, readings, rulings, timeout=timeout, directory=output, progress=tell)
    problems = {
        p.property: witness_problem(Interpreter(ruleset.system, p.witness.scope), p) for p in proofs if p.witness
    }
    if json:
        print_json({
            "ruleset": ruleset.name, "scope": scope, "reading": readings, "rulings": sorted(rulings),
            "results": [proof_json(p) for p in proofs], "unreplayed": {n: why for n, why in problems.items() if why},
        })  # fmt: skip
    else:
        say(f"{ruleset.title}, scope {scope}", "bold")
        show_proofs(proofs)
        for about, problem in problems.items():
            if problem:
                say(f"INTERNAL ERROR: the play for {about} does not replay: {problem} (please report it)", "bold red")
    expected = load_expected(ruleset.root, ruleset.name, ruleset.system.checks)
    unexpected = any(falls_short(p.verdict, expectation_of(expected, scope, p.property)) for p in proofs)
    if unexpected or any(problems.values()):
        raise typer.Exit(FALLS_SHORT)


def proof_json(proof: ProofResult) -> dict[str, Any]:
    """A proof for scripts."""
    return {
        "property": proof.property,
        "verdict": proof.said(),
        "method": proof.method,
        "k": proof.k,
        "clauses": list(proof.clauses),
        "reason": proof.reason,
        "assumptions": list(proof.assumptions),
        "obligations": proof.obligations,
        "play": [step.label for step in proof.steps],
        "seconds": round(proof.seconds, 3),
    }


def show_proofs(proofs: Iterable[ProofResult]) -> None:
    """One proof to a row: the method, and what the verdict is known by."""
    found = table("verdict", "property")
    for proof in proofs:
        how = f"{proof.method or 'no method'}, {proof.seconds:.1f} s"
        about = show.cell(show.cited(proof.property, proof.clauses), how, proof.reason)
        found.add_row(word(proof.said()), about)
    out().print(found)
