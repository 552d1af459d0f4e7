"""Proofs explained, and their certificates checked again by a solver that did not make them: `prove --recheck`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ruleslawyer.api import Project
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import FALLS_SHORT, count, print_json, print_table, say, table, word
from ruleslawyer.ir.system import System
from ruleslawyer.proof.explained import Certify, ProvedCondition, explain
from ruleslawyer.proof.result import ProofResult
from ruleslawyer.rulebook.claims.verdict import FOR_ANY

if TYPE_CHECKING:
    from ruleslawyer.engines.smt.lifted.recheck import CertificateResult


def show_explanation(system: System, proof: ProofResult) -> None:
    """Show a proof as the conditions that are shown, each with a number by which others name it."""
    found = explain(system, proof)
    numbers = {one.name: number for number, one in enumerate(found.shown, 1)}
    say()
    say(f"{proof.property}: why it is so", "bold")
    for given in found.assumes:
        say(f"  given: {given}")
    for one in found.shown:
        say(f"  [{numbers[one.name]}] {one.in_full}")
        _show_rules(one, numbers)


def _show_rules(one: ProvedCondition, numbers: dict[str, int]) -> None:
    """Show the rules that keep a condition: those that use others, each, and those that do it alone together."""
    alone = [rule for rule in one.rules if not rule.uses]
    for rule in one.rules:
        if rule.uses:
            used = ", ".join(f"[{numbers[name]}]" for name in rule.uses)
            say(f"      {show.with_clauses(rule.rule, rule.clauses)} keeps it by {used}")
    if alone:
        named = ", ".join(show.with_clauses(rule.rule, rule.clauses) for rule in alone)
        say(f"      by {'itself' if len(alone) == 1 else 'themselves'}: {named}")
    if not one.rules:
        say("      no rule can break it")


@asking(Certify, names=None)
def certify(project: Project, asked: Certify, *, json: Json = False) -> None:
    """Show which certificates cvc5 accepts."""
    found = ask_with_progress(project, asked, "certificates")
    if json:
        print_json({"results": [one.json() for one in found]})
    else:
        _show_certificates(found)
    if not all(one.accepted for one in found):
        raise typer.Exit(FALLS_SHORT)


def _show_certificates(found: tuple[CertificateResult, ...]) -> None:
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
