"""`ruleslawyer prove --recheck`: certificates of proofs, checked again by a solver that did not make them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ruleslawyer.api import Project
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import FALLS_SHORT, count, print_json, print_table, table, word
from ruleslawyer.proof.explained import Certify
from ruleslawyer.rulebook.claims.verdict import FOR_ANY

if TYPE_CHECKING:
    from ruleslawyer.engines.smt.lifted.recheck import Certified


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
        about = f"{count(len(one.invariant), 'condition')}, {asked}"
        if one.steps is not None:
            about += f"; {count(one.steps, 'proof step')}, {one.trusted} on trust"
        details = tuple(filter(None, (about, one.wrong, *one.assumptions)))
        verdict = word(f"{FOR_ANY} (cvc5)" if one.accepted else "UNKNOWN")
        rows.add_row(verdict, show.cell(f"{one.ruleset} {one.property}", *details))
    print_table(rows)
