"""Printed results of proofs for any number of cards, and of the rules that cannot be said so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.cli import show
from ruleslawyer.cli.certify import show_explanation
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, count, err, print_json, print_table, say, table, word
from ruleslawyer.proof.any_number import any_number_json, as_proof, scope_properties, situation_json, uncovered_scopes
from ruleslawyer.proof.explained import explanation_json
from ruleslawyer.proof.kept_proofs import keep_proofs
from ruleslawyer.proof.lemmas import lemmas_path, load_lemmas
from ruleslawyer.proof.result import closing_json
from ruleslawyer.rulebook.claims.result import premise_text
from ruleslawyer.rulebook.claims.verdict import describe_numbers, of_any_number

if TYPE_CHECKING:  # the solver is loaded when the proof begins
    from ruleslawyer.engines.smt.lifted.prove import LiftedRules
    from ruleslawyer.engines.smt.lifted.situation import Situation
    from ruleslawyer.engines.smt.lifted.translate import Tally
    from ruleslawyer.engines.smt.lifted.verdict import ProofVerdict


NAMED = 4
"""Scopes that are named in a line."""
QUANTIFIED = 2.0
"""Seconds for each question with quantifiers."""


def make_tally(wanted: bool) -> Tally | None:
    """A tally for questions with quantifiers, if one is wanted."""
    if not wanted:
        return None
    from ruleslawyer.engines.smt.lifted.translate import Tally

    return Tally(QUANTIFIED)


def show_any_number(
    ruleset: Ruleset, found: Sequence[ProofVerdict], reading: Mapping[str, str], rulings: Mapping[str, str],
    tally: Tally | None = None, *, json: bool, asked: bool = False, explain: bool = False,
) -> None:  # fmt: skip
    """The verdicts; raises Exit where something is not proved. asked: whether properties were named; explain: whether
    each proof is told."""
    of = [as_proof(ruleset.system, one, reading, rulings) for one in found if explain and one.verdict == "PROVED"]
    proved = sum(one.verdict == "PROVED" for one in found)
    players = dict(found[0].fixed).get(ruleset.system.players) if found else None
    numbers = () if not found or any(not one.numbers for one in found) else found[0].numbers
    left_out = {} if all(one.vacuous for one in found) else uncovered_scopes(ruleset, players, numbers)
    if json:
        told = {one.property: explanation_json(ruleset.system, one) for one in of}
        print_json({
            "not_about": left_out,
            "not_asked": [] if asked else scope_properties(ruleset.system),
            "ruleset": ruleset.name, "reading": dict(reading), "rulings": sorted(rulings), "proved": proved,
            "results": [
                any_number_json(ruleset, one) | told.get(one.property, {}) for one in found
            ],
            **({"quantified": tally.said} if tally else {}),
        })  # fmt: skip
    else:
        say(f"{ruleset.title}: {proved} of {count(len(found), 'property', 'properties')} proved", "bold")
        if found:
            _say_premises(ruleset, found, numbers, left_out, chosen=bool(reading or rulings))
        rows = table("verdict", "property")
        for one in sorted(found, key=lambda one: one.verdict != "PROVED"):
            said = {"PROVED": one.method, "VIOLATED": ""}.get(one.verdict, one.rule)
            why = f"{said}: {one.reason}" if said and one.reason else said or one.reason
            rows.add_row(word(one.verdict_text()), show.cell(show.with_clauses(one.property, one.clauses), why))
        print_table(rows)
        apart = [] if asked else scope_properties(ruleset.system)
        if apart:
            say(f"asked of scopes alone (`prove` without --any-number, `explore`): {', '.join(apart)}")
        if tally is not None:
            say(tally.text())
        never = dict.fromkeys(rule for one in found for rule in one.never)
        if never:
            say(f"can never be taken, for all that is proved here, so that nothing is said of it: {', '.join(never)}")
        for proof in of:
            show_explanation(ruleset.system, proof)
        for one in found:
            show_situation(ruleset, one.property, one.situation, one.closing)
    late = sum(one.late for one in found)
    if late and not json:
        was = "was not finished in time; a lemma" if late == 1 else "were not finished in time; a lemma"
        say(f"{count(late, 'property', 'properties')} {was} that was not finished either proves nothing here (--total)")
    if any(one.interrupted for one in found):
        err().print("interrupted: what is UNKNOWN here was not finished")
        raise typer.Exit(INTERRUPTED)
    if proved < len(found):
        raise typer.Exit(FALLS_SHORT)


def _say_premises(
    ruleset: Ruleset, found: Sequence[ProofVerdict], numbers: Sequence[str], left_out: Mapping[str, Sequence[str]], *,
    chosen: bool,
) -> None:  # fmt: skip
    """Says what all verdicts are of, what is taken as given, and of which scopes nothing is said. numbers: those that
    may have any value, chosen: whether some reading is."""
    fixed = "".join(f"; {sort} {size}" for sort, size in found[0].fixed)
    every = "" if chosen else "; under every reading"
    sorts = found[0].sorts
    many = of_any_number(sorts) if sorts else "no sort but the players: any number of turns"
    say(f"{many}{fixed}; {describe_numbers(numbers)}{every}")
    same = {*numbers} == {number for one in found for number in one.numbers}
    shown = [one.property for one in found if same and one.verdict == "PROVED"]
    if given := premise_text(ruleset.system, shown):
        say(f"taken as given: {given}")
    say_not_about(left_out, "it")


def say_not_about(left_out: Mapping[str, Sequence[str]], what: str) -> None:
    """Name the scopes of which a proof says nothing, by what they have otherwise."""
    for why, names in left_out.items():
        more = f" and {count(len(names) - NAMED, 'more', 'more')}" if len(names) > NAMED else ""
        say(f"nothing of {what} is said of scopes with {why}: {', '.join(names[:NAMED])}{more}", "dim")


def show_situation(ruleset: Ruleset, name: str, found: Situation | None, closing: str) -> None:
    """Show the state from which a rule breaks a property, as a small table, and what came of trying it out. closing: a
    condition with which no rule would break it."""
    told = situation_json(ruleset.system, found)
    if told is None:
        return
    say()
    reached = "to which a play comes" if told["play"] else "from a state that perhaps no play reaches"
    say(f"{name}: a counterexample to induction, {reached}", "bold")
    members = (f"{', '.join(names)} of {sort}" for sort, names in told["members"].items())
    say(f"{'; '.join(members)}; the others do not matter")
    if told["reading"]:
        say(f"read as: {', '.join(f'{key}={option}' for key, option in told['reading'].items())}")
    say(f"{told['rule']} breaks it")
    rows = table("what", "before", "after")
    for row in told["rows"]:
        rows.add_row(row["what"], row["before"], row["after"])
    print_table(rows)
    for line in filter(None, (told["step"], told["tried"])):
        say(line)
    for call in told["play"]:
        say(f"  {call}")
    if follows := closing_json(ruleset.system, closing):
        say(f"it would follow if: {follows['says']} (not shown; a property that says so would exclude this state)")


def save_lemmas(ruleset: Ruleset, found: Sequence[ProofVerdict]) -> None:
    """Names for `check`; nothing where the run was interrupted, so that what is kept stays. So does what the run had no
    time for, and what is kept of two players where this run was of any number."""
    from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
    from ruleslawyer.engines.smt.lifted.verdict import lemmas_of

    place = lemmas_path(ruleset.name)
    if any(one.interrupted for one in found):
        err().print(f"interrupted: {place} is left as it was")
        return
    before = load_lemmas(ruleset.root, ruleset.name) or Lemmas()
    if any(one.fixed for one in found):
        kept = lemmas_of(found).beside(before, {one.property for one in found if one.late})
    else:
        kept = before.and_for_any_players(lemmas_of(found))
    keep_proofs(ruleset, kept)
    err().print(f"kept in {place}")


def lifted_json(found: LiftedRules) -> dict[str, object]:
    return {
        "rules": found.rules,
        "unlifted": dict(found.unlifted),
        "loops": [{"rule": r.rule, "at": str(r.origin.span), "reasons": list(r.reasons)} for r in found.refusals],
    }


def show_lifting(ruleset: Ruleset, found: LiftedRules) -> None:
    """Show the rules that cannot be said for any number of cards, and the loops that may depend on their order."""
    done = found.rules - len(found.unlifted)
    say(f"{ruleset.title}: {done} of {count(found.rules, 'rule')} can be said for any number", "bold")
    for name, reason in found.unlifted.items():
        say(f"  {name}: {reason}")
    for refusal in found.refusals:
        say(f"  {refusal.origin.span}, in {refusal.rule}: the order of this loop may matter")
        for reason in refusal.reasons:
            say(f"    {reason}")
    if found.refusals:
        say("of such a loop it is known that each entry is as before, or a value that is written there")
