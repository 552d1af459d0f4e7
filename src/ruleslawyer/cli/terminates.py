"""`ruleslawyer prove --ends`: whether every turn ends, and every game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import expect_writable, write_whole
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import asking, recall_or_ask
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import INTERRUPTED, err, print_json, print_table, say, table, to_text, word
from ruleslawyer.cli.remembered import UNCHANGED, Fresh
from ruleslawyer.proof.ends import Terminates
from ruleslawyer.rulebook.answers.memo import FILES
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.codec import Codec

if TYPE_CHECKING:  # it makes code, and loads the solver
    from ruleslawyer.proof.termination import EndingResult

MEMORY = 2_000
"""Mebibytes that an exploration may take here: what it finds, it finds early."""


@asking(Terminates, max_states="timeout", save="timeout")
def terminates(
    ruleset: Ruleset,
    asked: Terminates,
    *,
    max_states: Annotated[int, typer.Option(min=1, help="Explore so many states of a scope at most.")] = 100_000,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the first play that goes round, for `play FILE`.")
    ] = None,
    fresh: Fresh = False,
    json: Json = False,
) -> None:
    """Show the verdicts, and the first play that goes round."""
    from ruleslawyer.proof.termination import Endings  # it makes code

    expect_writable(save, "--save")
    asked = replace(asked, limits=Limits(max_states, asked.timeout, MEMORY))
    told, known = recall_or_ask(
        ruleset, asked, "ends", Endings, lambda one: one.whole, FILES, kept_as=Endings.of, fresh=fresh
    )  # fmt: skip
    results = told.under(ruleset, asked.rulings or {})
    lasso = next((result.lasso for result in results if result.lasso is not None), None)
    if save is not None and lasso is not None:
        write_whole(save, to_text(lasso.document()))
    if json:
        about = {"ruleset": ruleset.name, "rulings": sorted(asked.rulings or {})}
        print_json({**about, "results": [result.json() for result in results]})
    else:
        where = f"scope {asked.scope}" if asked.scope else "any number of members, and its scopes"
        say(f"{ruleset.title}, {where}", "bold")
        if known:
            say(UNCHANGED)
        show_endings(results)
        if lasso is not None:
            say()
            where = "in its last step" if lasso.back is None else f"from the state after action {lasso.back} on"
            say(f"goes round, in scope {lasso.scope}: {where}", "bold")
            show.play(lasso.trace, Codec(lasso.system.system, lasso.system.scope))
    if any(result.interrupted for result in results):
        err().print("interrupted: what is UNKNOWN here was not finished")
        raise typer.Exit(INTERRUPTED)


def show_endings(results: list[EndingResult]) -> None:
    """One verdict to a row, with what it is known by."""
    rows = table("verdict", "ending")
    for result in results:
        details = [result.premises.text()] if result.premises is not None else []
        lowered = [f" (by {', '.join(rules)})" if rules else "" for _, rules in result.ranking]
        details += [f"falls: {words}{by}" for (words, _), by in zip(result.ranking, lowered, strict=True)]
        details.append(f"{result.reason}, {result.seconds:.1f} s")
        if result.idle:
            details.append(f"actions that may leave everything as it was: {', '.join(result.idle)}")
        rows.add_row(word(result.word), show.cell(result.ending, *details))
    print_table(rows)
