"""`ruleslawyer export --to vectors`: short plays for programmers of the game, and how many mistakes they catch."""

from __future__ import annotations

import json as json_texts
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import ask_with_progress, asking, recall_or_ask
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, count, err, print_json, print_table, say, table
from ruleslawyer.cli.remembered import UNCHANGED, Fresh
from ruleslawyer.play.vectors.files import BOTH, MCDC, files, summary, write
from ruleslawyer.play.vectors.making import Vectors, VerifyVectors
from ruleslawyer.play.vectors.suite import Suite
from ruleslawyer.rulebook.answers.memo import RULES_ALONE
from ruleslawyer.rulebook.claims.limits import at_states
from ruleslawyer.rulebook.claims.result import premises


@dataclass(frozen=True, slots=True)
class Told:
    """A suite as it is printed and written. scopes: with under what, states and steps. bounds: why the scopes that were
    not explored to their end were not. lines: what else is said of it. files: by name. summary: JSON, as a text."""

    scopes: tuple[tuple[str, str, int, int], ...]
    bounds: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]
    files: Mapping[str, str]
    summary: str
    stopped: str

    @property
    def whole(self) -> bool:
        """Whether another run would not better it."""
        return not self.stopped and all(at_states(why) for _, why in self.bounds)


@asking(
    Vectors, on_cluster=True,
    at_home={"verify": "vectors are held against the project's code, which stays here"}, verify="scope",
)  # fmt: skip
def vectors(
    ruleset: Ruleset,
    asked: Vectors,
    *,
    verify: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Check these vectors against the rules, and make none.")
    ] = None,
    fresh: Fresh = False,
    json: Json = False,
) -> None:
    """Say how many there are and what they show, and write them."""
    if verify is not None:
        if asked.output is not None:
            raise UsageError("--verify makes no vectors", "--output", "leave one of the two out")
        _verify(ruleset, verify, json)
        return
    began = time.perf_counter()
    found, known = recall_or_ask(
        ruleset, replace(asked, output=None), "vectors", Told, lambda told: told.whole, RULES_ALONE, fresh=fresh,
        kept_as=lambda suite: _summary_of(suite, ruleset.name, asked.rulings or {}),
    )  # fmt: skip
    seconds = time.perf_counter() - began
    if asked.output is not None:
        write(asked.output, found.files)
    if json:
        print_json({**json_texts.loads(found.summary), "seconds": round(seconds, 3)})
    else:
        _show(found, f"{ruleset.title}, {seconds:.1f} s", known=known)
    if found.stopped:
        err().print("interrupted: these are the vectors so far; they are incomplete")
        raise typer.Exit(INTERRUPTED)
    if found.bounds:
        raise typer.Exit(FALLS_SHORT)


def _summary_of(suite: Suite, name: str, rulings: Mapping[str, str]) -> Told:
    return Told(
        tuple((w.system.scope.name, premises(w.system).text(), len(w.states), len(w.after)) for w in suite.walks),
        tuple((walk.system.scope.name, walk.stopped) for walk in suite.walks if walk.stopped),
        tuple(_lines(suite)),
        files(suite, name, rulings),
        json_texts.dumps(summary(suite, name, rulings)),
        suite.stopped,
    )


def _show(told: Told, title: str, *, known: bool) -> None:
    say(title, "bold")
    if known:
        say(UNCHANGED, "dim")
    rows = table("scope", "states", "steps", numbers=(1, 2))
    for scope, under, states, steps in told.scopes:
        rows.add_row(show.cell(scope, under), str(states), str(steps))
    print_table(rows)
    for scope, why in told.bounds:
        say(f"INCOMPLETE: {scope}: {why}")
    say()
    for line in told.lines:
        say(line)


def _lines(suite: Suite) -> Iterator[str]:
    """The lines below the table."""
    ways_shown = suite.shown_ways
    both, unseen = sum(ways >= BOTH for ways in ways_shown.values()), sum(not ways for ways in ways_shown.values())
    one = len(ways_shown) - both - unseen
    telling = f", and {suite.telling} that tell readings apart" if suite.telling else ""
    yield f"{count(len(suite.vectors), 'vector')}{telling}, {count(suite.length, 'action')} together"
    yield f"{count(len(ways_shown), 'rule')}: {both} shown both ways, {one} one way, {unseen} not reached"
    norms = [ways for name, ways in ways_shown.items() if name in suite.norms]
    yield f"{count(len(norms), 'norm')}, {sum(ways >= MCDC for ways in norms)} shown as MC/DC asks"
    yield f"{count(len(suite.conditions), 'condition')} of decisions, {len(suite.mcdc_conditions)} shown as MC/DC asks"
    told = [t for t in suite.readings if len(t.groups) > 1]
    if suite.readings:
        yield f"{count(len(suite.readings), 'choice')} of the reading met; the options of {len(told)} are told apart"
    found = suite.mutation
    if found is None:
        return
    number, apart = found.count("caught"), found.count("caught", "undecided")
    sample = f" of {found.of}" if found.of != len(found.found) else ""
    shares = f": {number / len(found.found):.1%} of all" if found.found else ""
    shares += f", {found.share:.1%} of the {apart} that can be told apart here, or may be" if found.share else ""
    yield f"{count(len(found.found), 'mistake')}{sample} tried, {number} caught{shares}"
    if found.told_apart_by_readings:
        yield f"  {found.told_apart_by_readings} of them by vectors that tell readings apart, and by no other"
    for fate, says in (
        ("no difference", "make no difference wherever the changed rule runs"),
        ("never runs", "are in a rule that never runs in these scopes"),
        ("undecided", "undecided"),
    ):
        left = found.count(fate)  # type: ignore[arg-type]
        if left:
            yield f"  {left} {says}"
    for caught in found.found:
        if caught.fate == "undecided":
            yield f"  missed, or no difference: {caught.mutant.name} ({caught.mutant.span})"


def _verify(ruleset: Ruleset, folder: Path, json: bool) -> None:
    found = ask_with_progress(ruleset, VerifyVectors(folder), "vectors")
    if json:
        print_json(found.json())
    else:
        for one in found.wrong:
            say(f"{one.file}: {one.problem}", "red")
        if found.rules_changed:
            say("the rules have changed since these vectors were made")
        agree = len(found.vectors) - len(found.wrong)
        about = f"{count(len(found.vectors), 'vector')}, {agree} agree with the rules, on both machines"
        say(about, "red" if found.wrong else "green")
    if found.interrupted:
        err().print("interrupted: not every vector was replayed")
        raise typer.Exit(INTERRUPTED)
    if found.wrong or found.rules_changed:
        raise typer.Exit(FALLS_SHORT)
