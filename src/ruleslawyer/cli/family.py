"""All readings at once, printed: `ruleslawyer explore RULESET --readings --scope SCOPE`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

from ruleslawyer.api import Ruleset
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json, MostMemory, MostSeconds, MostStates
from ruleslawyer.cli.output import count, leave, print_json, print_table, say, table
from ruleslawyer.exploration.variants.asked import Family
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.premises import premises
from ruleslawyer.semantics.codec import Codec

if TYPE_CHECKING:  # it needs the native engine
    from ruleslawyer.exploration.variants.family import FamilyResult


@asking(Family)
def family(
    ruleset: Ruleset, asked: Family, *,
    max_states: MostStates = None, max_seconds: MostSeconds = None, memory: MostMemory = None, json: Json = False,
) -> None:  # fmt: skip
    """Show what every reading of a scope amounts to."""
    from ruleslawyer.exploration.variants.family import family_json  # it needs the native engine

    asked = replace(asked, limits=Limits.here(max_states, max_seconds, memory))
    found = ask_with_progress(ruleset, asked, f"scope {asked.scope}, all readings")
    scope, system = found.system.scope, found.system.system
    show.leave_knowledge_out(system)
    if json:
        print_json(family_json(ruleset.name, found))
    else:
        say(f"{ruleset.title}, scope {scope.name}: {count(len(found.all_choices), 'choice')} of the reading", "bold")
        show.limits(scope)
        say(f"all of it {premises(found.system).without(found.choices).text()}", "dim")
        _partings(found)
        _verdicts(found)
        _answers(found)
        if found.stopped:
            say(f"INCOMPLETE: {found.stopped}")
    leave(found.stopped)


def _partings(found: FamilyResult) -> None:
    codec = Codec(found.system.system, found.system.scope)
    rows = table("options that players can tell apart", "after", "shown by")
    for parted in found.parted:
        if parted.ever:
            after = count(len(parted.play.steps), "action") if parted.play else "the start"
            by = codec.call(parted.shown_by) if parted.shown_by else ""
            rows.add_row(f"{parted.choice}: {parted.options[0]} / {parted.options[1]}", after, by)
    if rows.row_count:
        say()
        print_table(rows)
    questions = [c for c in found.indistinguishable if c in found.system.system.questions]
    if questions:
        say("changed alone, these make no difference that a player could tell in this scope: " + ", ".join(questions))
    clashes = len(found.indistinguishable) - len(questions)
    if clashes:
        say(f"changed alone, rulings on {count(clashes, 'clash', 'clashes')} of rules make no such difference")


def _verdicts(found: FamilyResult) -> None:
    """The properties whose verdict is not that they hold under every combination, those that fail first."""
    say()
    if not found.rows:
        say("no combination of answers was explored")
        return
    say(_heading(found))
    alike: dict[tuple[str, str], list[str]] = {}
    for name in found.system.system.checks:
        words = Counter(row.verdicts[name] for row in found.rows)
        if set(words) != {"HOLDS IN SCOPE"} and name not in found.follows.vacuous:
            counts = ", ".join(f"{word} {number}" for word, number in words.items())
            nothing = "nothing here" if len(words) == 1 else "not known"
            alike.setdefault((", ".join(found.impact.get(name, ())) or nothing, counts), []).append(name)
    rows = table("properties", "decided by", "verdicts")
    for (choices, counts), names in sorted(alike.items(), key=lambda group: "VIOLATED" not in group[0][1]):
        rows.add_row("\n".join(names), choices, counts)
    if rows.row_count:
        print_table(rows, least=sum("VIOLATED" in counts for _, counts in alike))


def _heading(found: FamilyResult) -> str:
    """The heading that says which readings the rows are."""
    if not found.all_choices:
        return "no play here asks for an answer that is open: one reading"
    if not found.choices:
        return "no choice alone changes a verdict here, and combinations of them were not explored: one reading"
    there = prod(map(len, found.choices.values()))
    number = "" if len(found.rows) == there else f"{len(found.rows)} of "
    return f"{number}{count(there, 'combination')} of {', '.join(found.choices)} (the others as the reading has them)"


def _answers(found: FamilyResult) -> None:
    """Say which answers are enough, for which properties: all that are not named as holding nowhere."""
    follows = found.follows
    if follows.hopeless:
        say(f"hold under none of these combinations: {', '.join(follows.hopeless)}")
    if follows.vacuous:
        say(f"come up under none of these combinations (VACUOUS): {', '.join(follows.vacuous)}")
    if follows.unknown:
        say(f"not known to hold under any of these combinations: {', '.join(follows.unknown)}")
    left_out = len(follows.hopeless) + len(follows.vacuous) + len(follows.unknown)
    rest = "every other property" if left_out else "every property"
    known = "holds" if follows.none_smaller else "is known to hold"
    if found.stopped:
        say("which answers are enough is not known")
    elif left_out == len(found.system.system.checks):
        return
    elif not found.smallest:
        known = "make" if follows.none_smaller else "are known to make"
        say(f"no answers to these questions {known} {rest} hold")
    elif not found.choices:
        say(f"{rest} holds under this reading")
    elif not found.smallest[0].answers:
        say(f"{rest} holds however these questions are answered")
    else:
        one = "list" if len(found.smallest) == 1 else "lists"
        alone = ", each enough by itself" if len(found.smallest) > 1 else ""
        say(f"the smallest {one} of answers with which {rest} {known}{alone}:")
        for answers in found.smallest:
            say("  " + ", ".join(f"{choice} = {option}" for choice, option in answers.answers.items()))
