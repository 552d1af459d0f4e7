"""`ruleslawyer prove --recheck`: certificates of proofs, checked again by a solver that did not make them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ruleslawyer.api import Project
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import FALLS_SHORT, count, print_json, print_table, table, word
from ruleslawyer.proof.certify import Certify
from ruleslawyer.rulebook.claims.verdict import FOR_ANY, proved_in_scope

if TYPE_CHECKING:
    from ruleslawyer.engines.smt.certify.recheck import Certified


@asking(Certify, names=None)
def certify(project: Project, asked: Certify, *, json: Json = False) -> None:
    """Show which certificates cvc5 accepts."""
    found = ask_with_progress(project, asked, "certificates")
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
    print_table(rows)
