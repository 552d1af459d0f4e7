"""`ruleslawyer terminates`: whether every turn ends, and every game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleslawyer.answers.of_rules import OfRules
from ruleslawyer.answers.store import users_answers
from ruleslawyer.claims.limits import Limits
from ruleslawyer.cli import complete, show
from ruleslawyer.cli.options import LONGEST, Json, Name, Reading, Ruling
from ruleslawyer.cli.output import INTERRUPTED, err, print_json, progress, say, shown, table, to_text, word
from ruleslawyer.cli.remembered import UNCHANGED, Fresh
from ruleslawyer.cli.session import read_under, ruleset_of
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.files.write import expect_writable, write_whole
from ruleslawyer.semantics.codec import Codec

if TYPE_CHECKING:  # it makes code, and loads the solver
    from ruleslawyer.api import Ruleset
    from ruleslawyer.proof.termination import EndingResult

MEMORY = 2_000
"""Mebibytes that an exploration may take here: what it finds, it finds early."""


def terminates(
    context: typer.Context,
    name: Name,
    scope: Annotated[
        str | None,
        typer.Option(
            help="The scope of the proofs.", show_default="open, or tiny where there is none",
            autocompletion=complete.scopes,
        ),
    ] = None,
    explore: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SCOPE", help="Look here for plays that go round; may be repeated.",
            show_default="the scope itself, or all that `check` explores whole", autocompletion=complete.scopes,
        ),
    ] = None,
    reading: Reading = None,
    each: Annotated[
        bool, typer.Option("--each-reading", help="Besides, under each option of each question on its own.")
    ] = False,
    ruling: Ruling = None,
    timeout: Annotated[
        float, typer.Option(min=0.001, max=LONGEST, help="Seconds for the proofs of one reading.")
    ] = 120.0,
    max_states: Annotated[int, typer.Option(min=1, help="Explore so many states of a scope at most.")] = 100_000,
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1, help="The seed of plays and solver.")] = 0,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the first play that goes round, for `replay`.")
    ] = None,
    certificates: Annotated[
        Path | None,
        typer.Option("--certificates", metavar="DIR", help="Write a certificate of each proof here, for `certify`."),
    ] = None,
    fresh: Fresh = False,
    json: Json = False,
) -> None:  # fmt: skip
    """Ask whether every turn ends, and every game: a certificate, a play that goes round, or why neither is known.

    CERTIFICATE: numbers that fall with every step, one after the other, and never below
    0, in any play under all readings unless one is chosen. LASSO: a play that comes back
    to where it was, under the default reading; an action that changes nothing only where
    nothing else goes round, and then with the numbers that fall otherwise. HOLDS IN
    SCOPE: all was explored, and nothing goes round. A turn ends with a duty that the
    rules declare to end it; to leave the table is no way to go on.

    Examples:

      ruleslawyer terminates daemons

      ruleslawyer terminates daemons --scope gauge --save round.json && ruleslawyer replay round.json

      ruleslawyer terminates memesis --each-reading --json

      ruleslawyer terminates megacorp --certificates build/ends && ruleslawyer certify build/ends
    """
    if certificates is not None:
        expect_writable(certificates / "ending" / "certificate.json", "--certificates")
    expect_writable(save, "--save")
    if each and certificates is not None:
        raise UsageError("certificates of several readings would lie in one place", "--certificates", "choose one")
    from ruleslawyer.proof.cycles import Cycles  # it makes code
    from ruleslawyer.proof.ends import proved_in, to_explore
    from ruleslawyer.proof.termination import Endings

    ruleset = ruleset_of(context, name)
    readings, rulings = read_under(reading, ruling)
    proof = proved_in(ruleset, scope)
    looked = explore if explore is not None else to_explore(ruleset, proof)
    scopes = [ruleset.scope(one) for one in (proof, *looked)]

    def asked() -> Endings:
        results: list[EndingResult] = []
        rounds = Cycles()
        with progress(f"{ruleset.name}, ends") as tell:
            for chosen in [readings, *(_options(ruleset, readings) if each else ())]:
                results += ruleset.terminates(
                    scope, chosen, rulings, explore=explore, timeout=timeout,
                    limits=Limits(max_states, timeout, MEMORY), seed=seed, certificates=certificates, progress=tell,
                    rounds=rounds,
                )  # fmt: skip
                if any(result.interrupted for result in results):
                    break
        return Endings.of(results)

    question = scopes, readings, rulings, each, timeout, max_states, seed
    if certificates is not None:
        told, known = asked(), False
    else:
        kept = OfRules(users_answers(fresh=fresh), ruleset)
        told = kept.of(asked, lambda told: told.known, "terminates", *question)
        known = kept.answers.reused > 0
    results = told.under(ruleset, rulings)
    lasso = next((result.lasso for result in results if result.lasso is not None), None)
    if save is not None and lasso is not None:
        write_whole(save, to_text(lasso.saved()))
    if json:
        about = {"ruleset": ruleset.name, "rulings": sorted(rulings), "seed": seed}
        print_json({**about, "results": [result.json() for result in results]})
    else:
        say(f"{ruleset.title}, scope {results[0].scope}", "bold")
        if known:
            say(UNCHANGED)
        show_endings(results)
        if lasso is not None:
            say()
            say(f"goes round, in scope {lasso.scope}: from the state after action {lasso.back} on", "bold")
            show.play(lasso.trace, Codec(lasso.system.system, lasso.system.scope))
    if any(result.interrupted for result in results):
        err().print("interrupted: what is UNKNOWN here was not finished")
        raise typer.Exit(INTERRUPTED)


def _options(ruleset: Ruleset, chosen: dict[str, str]) -> list[dict[str, str]]:
    """Each option of each question that is not chosen yet, on its own."""
    questions = ruleset.system.questions.values()
    return [{**chosen, q.name: option.name} for q in questions if q.name not in chosen for option in q.options]


def show_endings(results: list[EndingResult]) -> None:
    """One verdict to a row, with what it is known by."""
    rows = table("verdict", "ending")
    for result in results:
        details = [result.premises.text()] if result.premises is not None else []
        details += [f"falls: {words} (by {', '.join(rules)})" for words, rules in result.ranking]
        details.append(f"{result.reason}, {result.seconds:.1f} s")
        if result.idle:
            details.append(f"actions that may leave everything as it was: {', '.join(result.idle)}")
        rows.add_row(word(result.word), show.cell(result.ending, *details))
    shown(rows)
