"""`ruleslawyer discover`: what always holds of a game and nobody wrote down."""

from __future__ import annotations

import json as json_texts
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleslawyer.answers.of_rules import OfRules
from ruleslawyer.answers.store import users_answers
from ruleslawyer.cli import show
from ruleslawyer.cli.called import elsewhere
from ruleslawyer.cli.options import LONGEST, Cluster, Json, Name, OpenScope, Reading, Ruling
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, count, err, print_json, progress, say, shown, table
from ruleslawyer.cli.remembered import UNCHANGED, Fresh
from ruleslawyer.cli.session import read_under, ruleset_of
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.files.write import expect_writable
from ruleslawyer.ground.world import Unsupported

if TYPE_CHECKING:  # the solver is loaded when the search begins, so that --help is quick
    from ruleslawyer.engines.smt.discover.discover import Discovery


@dataclass(frozen=True, slots=True)
class Told:
    """A discovery for scripts, as a text. interrupted: whether Ctrl-C ended it."""

    said: str
    interrupted: bool

    @property
    def found(self) -> dict[str, Any]:
        found: dict[str, Any] = json_texts.loads(self.said)
        return found

    @property
    def whole(self) -> bool:
        """Whether another run would not better it."""
        return not self.interrupted and not self.found["unfinished"]


def discover(
    context: typer.Context,
    name: Name,
    scope: OpenScope = "open",
    reading: Reading = None,
    ruling: Ruling = None,
    timeout: Annotated[float, typer.Option(min=0.001, max=LONGEST, help="Seconds for the whole search.")] = 120.0,
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1, help="The seed of plays and solver.")] = 0,
    certificates: Annotated[
        Path | None,
        typer.Option("--certificates", metavar="DIR", help="Write a certificate of each fact here, for `certify`."),
    ] = None,
    cluster: Cluster = None,
    fresh: Fresh = False,
    json: Json = False,
) -> None:
    """Find facts that always hold and that nobody wrote down: laws of conservation, bounds, where things can be.

    Each is proved for any number of turns, under all readings unless one is chosen.
    What the types, the declared properties or other facts say is left out. A sort's
    name in a fact stands for each of its members. Then each declared property is
    asked again, with the facts and without.

    Exit code 1 when the time did not suffice for all of it. Ctrl-C prints what was
    proved by then.

    Examples:

      ruleslawyer discover megacorp

      ruleslawyer discover memesis --scope tiny --timeout 300 --json

      ruleslawyer discover daemons --certificates build/facts && ruleslawyer certify build/facts
    """
    if certificates is not None:
        expect_writable(certificates / "fact" / "certificate.json", "--certificates")
    ruleset = ruleset_of(context, name)
    if cluster is not None:
        elsewhere(context, cluster, ruleset, {"--certificates": certificates})
    readings, rulings = read_under(reading, ruling)
    if certificates is not None and ruleset.scope(scope).off:
        mend = f"`{scope}` switches off {', '.join(ruleset.scope(scope).off)}: choose a scope with all rules"
        raise UsageError("a certificate is of the whole game", "--certificates", mend)

    def asked() -> Told:
        with progress(f"{ruleset.name}, facts") as tell:
            try:
                found = ruleset.discover(
                    scope, readings, rulings, timeout=timeout, seed=seed, certificates=certificates, progress=tell
                )
            except Unsupported as error:
                raise UsageError(str(error), f"scope {scope}", "choose another scope with --scope") from error
        return Told(json_texts.dumps(discovery_json(found)), found.interrupted)

    question = "discover", ruleset.scope(scope), readings, rulings, timeout, seed
    if certificates is not None:
        told, known = asked(), False
    else:
        kept = OfRules(users_answers(fresh=fresh), ruleset)
        told = kept.of(asked, lambda told: told.whole, *question)
        known = kept.answers.reused > 0
    found = told.found
    if json:
        about = {"ruleset": ruleset.name, "scope": scope, "reading": readings, "rulings": sorted(rulings), "seed": seed}
        print_json({**about, **found})
    else:
        say(f"{ruleset.title}, scope {scope}", "bold")
        if known:
            say(UNCHANGED)
        show_discovery(found)
    if told.interrupted:
        err().print("interrupted: facts that were not proved by then are missing")
        raise typer.Exit(INTERRUPTED)
    if found["unfinished"]:
        raise typer.Exit(FALLS_SHORT)


def discovery_json(found: Discovery) -> dict[str, Any]:
    """A discovery for scripts."""
    return {
        "facts": [fact.json() for fact in found.facts],
        "properties": [one.json() for one in found.helped],
        "declared": list(found.declared),
        "candidates": found.candidates,
        "survivors": found.survivors,
        "inductive": found.inductive,
        "unfinished": list(found.unfinished),
        "assumptions": list(found.assumptions),
        "under": found.premises.text(),
        "seconds": round(found.seconds, 3),
    }


def show_discovery(found: dict[str, Any]) -> None:
    """The facts, one to a row, and the properties that they help to prove, of a discovery for scripts."""
    facts, under = found["facts"], found["under"]
    if facts:
        rows = table("always so", "fact")
        for fact in facts:
            shown_as = fact["text"] if fact["every"] else "; ".join(fact["instances"])
            rows.add_row(fact["kind"], show.cell(shown_as, under))
        shown(rows)
    sizes = f"{count(found['candidates'], 'candidate')}, {found['survivors']} that no play refutes"
    together = f"{found['inductive']} proved together, {found['seconds']:.1f} s"
    say(f"{count(len(facts), 'fact')} of {sizes}, {together}")
    if found["declared"]:
        say(f"proved with them, and declared already: {', '.join(found['declared'])}; {under}")
    helped = [one for one in found["properties"] if one["helped"]]
    for one in helped:
        used = f": it rests on {'; '.join(one['used'])}" if one["used"] else ""
        say(f"helps to prove {one['property']}{used}; {under}")
    if found["properties"] and not helped:
        say("no declared property needs them: each is inductive alone, or is not proved with them either")
    for why in found["unfinished"]:
        say(f"UNFINISHED: {why}")
