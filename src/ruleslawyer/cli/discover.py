"""`ruleslawyer prove --facts`: what always holds of a game and nobody wrote down."""

from __future__ import annotations

import json as json_texts
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import asking, recall_or_ask
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, count, err, print_json, print_table, say, table
from ruleslawyer.cli.remembered import UNCHANGED, Fresh
from ruleslawyer.lifted.scoped.given import Unsupported
from ruleslawyer.proof.discover import Discover

if TYPE_CHECKING:  # the solver is loaded when the search begins, so that --help is quick
    from ruleslawyer.engines.smt.discover.discover import Discovery


@dataclass(frozen=True, slots=True)
class Told:
    """A discovery for scripts, as a text. interrupted: whether Ctrl-C ended it."""

    said: str
    interrupted: bool

    @staticmethod
    def of(found: Discovery) -> Told:
        return Told(json_texts.dumps(discovery_json(found)), found.interrupted)

    @property
    def document(self) -> JsonObject:
        found: JsonObject = json_texts.loads(self.said)
        return found

    @property
    def whole(self) -> bool:
        """Whether another run would not better it."""
        return not self.interrupted and not self.document["unfinished"]


@asking(Discover, on_cluster=True)
def discover(ruleset: Ruleset, asked: Discover, *, fresh: Fresh = False, json: Json = False) -> None:
    """Show the facts; the exit code says whether the time sufficed."""
    scope = asked.scope
    if asked.certificates is not None and ruleset.scope(scope).off:
        mend = f"`{scope}` switches off {', '.join(ruleset.scope(scope).off)}: choose a scope with all rules"
        raise UsageError("a certificate needs a scope with all rules", "--certificates", mend)
    try:
        told, known = recall_or_ask(ruleset, asked, "facts", Told, lambda one: one.whole, kept_as=Told.of, fresh=fresh)
    except Unsupported as error:
        raise UsageError(str(error), f"scope {scope}", "choose another scope with --scope") from error
    found = told.document
    if json:
        about = {"ruleset": ruleset.name, "scope": scope, **asked.under(), "seed": asked.seed}
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


def discovery_json(found: Discovery) -> JsonObject:
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


def show_discovery(found: JsonObject) -> None:
    """The facts, one to a row, and the properties that they help to prove, of a discovery for scripts."""
    facts, under = found["facts"], found["under"]
    if facts:
        rows = table("always so", "fact")
        for fact in facts:
            shown_as = fact["text"] if fact["every"] else "; ".join(fact["instances"])
            rows.add_row(fact["kind"], show.cell(shown_as, under))
        print_table(rows)
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
