"""`ruleslawyer sweep --laws`: laws that compare two states, or two plays, which differ in one thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.check import unasked
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import count, leave, print_json, print_table, say, table, with_spaces
from ruleslawyer.cli.unasked import Keep, keep_part
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.studies.laws.asked import Laws

if TYPE_CHECKING:
    from ruleslawyer.studies.laws.run import Tally


@asking(Laws)
def laws(ruleset: Ruleset, asked: Laws, *, keep: Keep = False, json: Json = False) -> None:
    """Show how often each law was met, and what breaks one."""
    from ruleslawyer.studies.laws.run import document

    if keep and (asked.law or asked.promises):
        left_out = "--law" if asked.law else "--promises"
        raise UsageError("what is kept is of all laws", "--keep", f"leave {left_out} out")
    found = ask_with_progress(ruleset, asked, "laws")
    told = document(found)
    if json:
        print_json(told)
    else:
        _print(ruleset.title, found, told, "promise" if asked.promises else "law")
    if keep:
        keep_part(ruleset, "laws", unasked.laws(told, ruleset.system.digest))
    leave(found.stopped if found.stopped == BY_CTRL_C else "", found.is_new or found.laws_to_meet)


def _print(title: str, found: Tally, told: JsonObject, what: str) -> None:
    say(f"{title}: {count(len(found.laws), what)}, {count(told['states']['scopes'], 'scope')}", "bold")
    _print_sample(found, told)
    rows = table(what, "clauses", "met", "", numbers=(2,))
    for law in told["laws"]:
        clauses = ", ".join(law["clauses"]) or "every rulebook"
        rows.add_row(law["name"], clauses, with_spaces(law["met"]), law["word"])
    print_table(rows)
    for law in told["laws"]:
        if law["nothing"]:
            say(f"not tried: {law['name']}, as {law['nothing']}")
        for one in law["broken"]:
            _print_break(law["name"], one)
    if not found.breaks:
        met = "nothing was tried" if not any(found.met.values()) else f"no {what} was broken where it was tried"
        say()
        say(met)
    seldom = [law for law in told["laws"] if not law["nothing"] and law["met"] < found.wanted]
    for law in seldom:
        reasons = "".join(f"; not compared {count(n, 'time')}, as {why}" for why, n in [*law["failed"].items()][:1])
        met = f"{with_spaces(law['met'])} of {with_spaces(found.wanted)} times"
        say(f"too few: {law['name']} was met {met}{reasons}", "yellow")
    own = [law for law in told["laws"] if not law["built_in"]]
    if own:
        lacking = (f"not {law['name']}, as {law['missing']}" for law in own if law["missing"])
        counting = f"{sum(not law['missing'] for law in own)} of {count(len(own), 'law')} of its own"
        say(f"counts: {'; '.join([counting, *lacking])}")


def _print_sample(found: Tally, told: JsonObject) -> None:
    """Prints how many states were looked at, and what they lack."""
    states = told["states"]
    refused = sum(found.drawing.refused.values())
    played, drawn = with_spaces(states["played"]), with_spaces(states["drawn"])
    say(f"{played} states played to, {drawn} drawn, {with_spaces(refused)} refused")
    if found.stopped:
        say(f"INCOMPLETE: {found.stopped}; this is what was found so far", "bold red")
    if states["never_drawn"]:
        say(f"drawn in no state: {', '.join(states['never_drawn'])}")


def _print_break(law: str, one: JsonObject) -> None:
    """Prints one break of a law, and the simplest state in which it is seen."""
    say()
    known = f" (known: {one['known']})" if one["known"] else ""
    say(f"{law}, at {one['at']}{known}", "dim" if known else "yellow")
    say(f"  {one['says']}; met {count(one['times'], 'time')}")
    if one["member"] is not None:
        say(f"  {one['member']}, and {one['member']} with {_values_text(one['with'])}")
    if one["drawn"]:
        say("  of no known play: the state was drawn")
    for key, about in (("dealt", "dealt"), ("printed", "printed otherwise"), ("drawn", "drawn"), ("reading", "under")):
        if one[key]:
            say(f"  {about}: {_values_text(one[key])}")
    say(f"  {one['scope']}: {', '.join(one['play'])}")
    if not one["least"]:
        say("  a simpler state may show it: there was no time to look for one")
    if one["suffices"]:
        say(f"  each alone keeps the law there: {', '.join(one['suffices'])}")


def _values_text(values: dict[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())
