"""`ruleslawyer certify`: certificates of proofs, checked again by a solver that did not make them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleslawyer.cli import show
from ruleslawyer.cli.options import LONGEST, Json
from ruleslawyer.cli.output import FALLS_SHORT, count, print_json, progress, shown, table, word
from ruleslawyer.cli.session import Session
from ruleslawyer.rulebook.claims.verdict import FOR_ANY, proved_in_scope

if TYPE_CHECKING:
    from ruleslawyer.engines.smt.certify.recheck import Certified


def certify(
    context: typer.Context,
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A folder written by `prove --certificates`.")],
    timeout: Annotated[
        float,
        typer.Option(
            min=0.001, max=LONGEST, help="Seconds for each certificate: to make its questions and to answer them."
        ),
    ] = 30.0,
    proofs: Annotated[
        bool, typer.Option("--proofs", help="Make cvc5 write proofs, and count the steps that it takes on trust.")
    ] = False,
    json: Json = False,
) -> None:
    """Check certificates again with cvc5, without z3 and without believing their files.

    The questions are made anew from the project's rules and the certificate's
    invariant, and compared with the files. Exit code 1 when cvc5 does not agree;
    2 when a certificate was changed, is of another version of the model, or cvc5
    is not installed: it comes with the extra `certify`.

    Examples:

      ruleslawyer prove --recheck build/certificates

      ruleslawyer prove --recheck build/certificates --proofs --json
    """
    session: Session = context.obj
    with progress("certificates") as tell:
        found = session.project.certify(directory, seconds=timeout, proofs=proofs, progress=tell)
    if json:
        print_json({"results": [one.json() for one in found]})
    else:
        _show(found)
    if not all(one.accepted for one in found):
        raise typer.Exit(FALLS_SHORT)


def _show(found: tuple[Certified, ...]) -> None:
    rows = table("cvc5", "certificate")
    for one in found:
        asked = f"{count(one.questions, 'question')} in {count(one.files, 'file')}, {one.seconds:.1f} s"
        kind = one.method if one.k == 1 else f"{one.k}-induction"
        about = f"{kind}: {count(len(one.invariant), 'condition')}, {asked}"
        if one.steps is not None:
            about += f"; {count(one.steps, 'proof step')}, {one.trusted} on trust"
        about += (
            f"; up to the failure of {count(len(one.uncertified), 'check')} not certified here"
            if one.uncertified
            else ""
        )
        under = one.premises.text() if one.premises is not None else ""
        details = tuple(filter(None, ("; ".join(one.says), about, one.wrong, under)))
        of = proved_in_scope(one.sizes, ("cvc5",)) if one.sizes else f"{FOR_ANY} (cvc5)"
        verdict = word(of if one.accepted else "UNKNOWN")
        rows.add_row(verdict, show.cell(f"{one.ruleset} {one.property} ({one.scope})", *details))
    shown(rows)
