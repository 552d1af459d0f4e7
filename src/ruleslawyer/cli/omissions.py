"""`ruleslawyer adequacy --options`: places that ask a question, and who would notice that one forgets the answer."""

from __future__ import annotations

from ruleslawyer.api import Ruleset
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import count, leave, print_json, print_table, say, some, table
from ruleslawyer.studies.adequacy.asked import FILE, Omissions, TriedAnswers


@asking(Omissions)
def omissions(ruleset: Ruleset, asked: Omissions, *, json: Json = False) -> None:
    """Show the places that nobody would miss, and options without a scenario of their own."""
    found = ask_with_progress(ruleset, asked, "options")
    if json:
        print_json(found.json())
    else:
        _print(ruleset.title, found)
    leave("", found.falls_short)


def _print(title: str, found: TriedAnswers) -> None:
    unnoticed = found.gaps
    say(f"{title}: {count(len(found.answers), 'option')}, {count(found.places, 'place')} that could forget one", "bold")
    rows = table("option", "the default taken in", "why nobody would notice")
    for one, site, why in unnoticed:
        rows.add_row(f"{one.question}.{one.option}", f"{site.function}, {site.place}", why)
    if unnoticed:
        print_table(rows)
    reasons = sum(bool(why) for *_, why in unnoticed)
    say(f"{len(unnoticed)} of {count(found.places, 'place')} unnoticed, {reasons} with a reason")
    unsaid = [f"{one.question}.{one.option}" for one, why in found.bare if not why]
    if unsaid:
        say(f"no scenario fails under the default: {some(unsaid)}", "yellow")
    for one, why in found.bare:
        if why:
            say(f"no scenario tells {one.question}.{one.option} from the default: {why}")
    for name in found.needless:
        say(f"{FILE} says why nobody would notice {name}: somebody does, or it does not ask", "yellow")
