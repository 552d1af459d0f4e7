"""Printed explanations of proofs: what each takes as given, its lemmas, and which rules need which of them."""

from __future__ import annotations

from ruleslawyer.cli import show
from ruleslawyer.cli.output import say
from ruleslawyer.ir.system import System
from ruleslawyer.proof.explained import Shown, explain
from ruleslawyer.proof.result import ProofResult


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


def _show_rules(one: Shown, numbers: dict[str, int]) -> None:
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
