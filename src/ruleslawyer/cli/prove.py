"""`ruleslawyer prove`: properties for any number of turns and every card that could be printed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleslawyer.checking.expected import expectation_of, falls_short, load_expected
from ruleslawyer.checking.readings import parse_choices
from ruleslawyer.checking.witness import witness_problem
from ruleslawyer.cli import complete, show
from ruleslawyer.cli.options import Json, Name, Reading, Ruling, Timeout
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, err, out, print_json, progress, say, table, word
from ruleslawyer.cli.session import Session
from ruleslawyer.files import expect_writable
from ruleslawyer.semantics.interpret import Interpreter

if TYPE_CHECKING:  # the solver is loaded when the proof begins, so that --help is quick
    from ruleslawyer.engines.smt.explain import Explanation
    from ruleslawyer.engines.smt.prove import ProofResult


def prove(
    context: typer.Context,
    name: Name,
    properties: Annotated[
        list[str] | None,
        typer.Argument(metavar="PROPERTY", help="Only these; else all.", autocompletion=complete.properties),
    ] = None,
    scope: Annotated[
        str, typer.Option(help="The scope; what it leaves open, the solver chooses.", autocompletion=complete.scopes)
    ] = "open",
    reading: Reading = None,
    ruling: Ruling = None,
    timeout: Timeout = 30.0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="DIR", help="Write the obligations here, as SMT-LIB.")
    ] = None,
    certificates: Annotated[
        Path | None,
        typer.Option("--certificates", metavar="DIR", help="Write a certificate of each proof here, for `certify`."),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say each invariant, and the clauses that its proof rests on.")
    ] = False,
    json: Json = False,
) -> None:
    """Prove properties with z3, under all readings unless one is chosen. The project's code is never executed.

    Where cvc5 is installed it is asked about each proof too: PROVED names the
    solvers that agree. Exit code 1 when a property is not proved and its verdict
    is not declared in expected.toml. Ctrl-C prints what was proved so far.

    Examples:

      ruleslawyer prove megacorp

      ruleslawyer prove megacorp money_is_never_negative --timeout 120 -o build/proofs --json

      ruleslawyer prove megacorp --certificates build/certificates

      ruleslawyer prove memesis source_is_never_negative --explain
    """
    if certificates is not None:
        expect_writable(certificates / "property" / "certificate.json", "--certificates")
    if output is not None:
        expect_writable(output / "obligations", "--output")
    session: Session = context.obj
    ruleset = session.ruleset(name)
    readings, rulings = parse_choices(reading or (), "--reading"), parse_choices(ruling or (), "--ruling")
    expected = load_expected(ruleset.root, ruleset.name, ruleset.system.checks)
    with progress(f"{ruleset.name}, proofs") as tell:
        proofs = ruleset.prove(
            properties, scope, readings, rulings,
            timeout=timeout, directory=output, progress=tell, certificates=certificates,
        )  # fmt: skip
        why = ruleset.explain(proofs, scope, readings, rulings, timeout=timeout) if explain else ()
    problems = {
        p.property: witness_problem(Interpreter(ruleset.system, p.witness.scope), p) for p in proofs if p.witness
    }
    if json:
        reasons = {e.property: {"explanation": e.json()} for e in why}
        results = [{**proof_json(p), **reasons.get(p.property, {})} for p in proofs]
        print_json({
            "ruleset": ruleset.name, "scope": scope, "reading": readings, "rulings": sorted(rulings),
            "results": results, "unreplayed": {n: why for n, why in problems.items() if why},
        })  # fmt: skip
    else:
        say(f"{ruleset.title}, scope {scope}", "bold")
        show_proofs(proofs)
        for explanation in why:
            _show_explanation(explanation)
        for about, problem in problems.items():
            if problem:
                say(f"INTERNAL ERROR: the play for {about} does not replay: {problem} (please report it)", "bold red")
    if any(p.interrupted for p in proofs):
        err().print("interrupted: what is UNKNOWN or BOUNDED here was not finished")
        raise typer.Exit(INTERRUPTED)
    unexpected = any(falls_short(p.verdict, expectation_of(expected, scope, p.property)) for p in proofs)
    if unexpected or any(problems.values()):
        raise typer.Exit(FALLS_SHORT)


def _show_explanation(found: Explanation) -> None:
    """The invariant, and by rule what keeps it."""
    say()
    say(f"{found.property}: what is always true", "bold")
    for condition in found.invariant:
        say(f"  {condition}")
    if not found.invariant:
        say("  (nothing more is needed)")
    say("what it rests on: delete a clause that is needed, and the proof falls")
    for rule in found.rules:
        say(f"  {rule.kind} {show.cited(rule.name, rule.cites)}")
        for name in rule.needed:
            say(f"    needs {show.cited(name, found.clauses.get(name, ()))}")
        for name in rule.shared:
            say(f"    uses {show.cited(name, found.clauses.get(name, ()))}, which others could replace")
        if rule.undecided:
            say("    the solver was not sure in its time")


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
        "assumed": list(proof.assumed),
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
