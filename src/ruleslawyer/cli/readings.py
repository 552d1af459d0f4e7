"""`ruleslawyer explore --readings`: every property under every option of every question, or all readings of a scope."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.check.options import Declared, load_declarations, undeclared_effects
from ruleslawyer.check.readings import Readings
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json, MostMemory, MostSeconds, MostStates, Names
from ruleslawyer.cli.output import FALLS_SHORT, count, err, leave, print_json, print_list, print_table, say, some, table
from ruleslawyer.exploration.variants.asked import Family
from ruleslawyer.exploration.variants.choices import ASKED, Options, reading_text
from ruleslawyer.rulebook.claims.expected import violated_everywhere
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.result import premises
from ruleslawyer.semantics.codec import Codec

if TYPE_CHECKING:
    from ruleslawyer.check.scenario.options import Broken
    from ruleslawyer.exploration.variants.family import FamilyResult


@asking(Readings, names=Names)
def readings(rulesets: list[Ruleset], asked: Readings, *, json: Json = False) -> None:
    """Show what no file declares that options show."""
    reports: list[JsonObject] = []
    short = False
    for ruleset in rulesets:
        declared = load_declarations(ruleset.root, ruleset.name, ruleset.system)
        read = ask_with_progress(ruleset, asked, "every option")
        for scope in read.passed_over:
            err().print(f"{ruleset.name}, scope {scope}: passed over, as it has too many states")
        known = violated_everywhere(ruleset.expectations())
        news = (one for one in read.broken if not any(d.covers(one.shown) for d in declared))
        left = [one for one in news if one.shown.shows not in known]
        short = short or bool(undeclared_effects(read.found, declared) or left)
        reports.append(_options_json(ruleset, read.found, declared, left))
        if not json:
            _print_options(ruleset, read.found, declared, left)
    if json:
        print_json(reports)
    if short:
        raise typer.Exit(FALLS_SHORT)


def _print_options(ruleset: Ruleset, found: list[Options], declared: tuple[Declared, ...], left: list[Broken]) -> None:
    asked = sum(one.asked for one in found)
    say(f"{ruleset.title}: {count(len(found), 'scope')}, {count(asked, 'option')} asked", "bold")
    others = _unviolable(ruleset)
    if others:
        say(f"not asked here, as they are no `always` and no `step` of a state: {some(others)}", "dim")
    news = [f"{shown[0]}, in {some([one.scope for one in shown])}" for shown in undeclared_effects(found, declared)]
    print_list([*news, *(f"{one.shown}, in the scenario {one.place} “{one.name}”" for one in left)], "yellow")
    told = {s.key for one in found for s in one.shown if any(d.covers(s) for d in declared)}
    if told:
        say(f"declared with a reason: {count(len(told), 'thing')} that options show")
    cut = [f"INCOMPLETE in {one.scope}: {one.stopped}" for one in found if one.stopped]
    bounds = [(one.scope, bound, under) for one in found for bound, under in _readings_by_limit(one).items()]
    print_list([*cut, *(f"INCOMPLETE in {scope}, {bound}: {some(under, '; ')}" for scope, bound, under in bounds)])


def _unviolable(ruleset: Ruleset) -> list[str]:
    """The properties that no option can violate in a state or a step."""
    return [check.name for check in ruleset.system.properties.values() if check.facts or check.kind not in ASKED]


def _readings_by_limit(options: Options) -> dict[str, list[str]]:
    """The readings that meet each bound."""
    result: dict[str, list[str]] = {}
    for one in options.incomplete:
        result.setdefault(one.bound, []).append(reading_text(one.reading))
    return result


def _options_json(
    ruleset: Ruleset, found: list[Options], declared: tuple[Declared, ...], left: list[Broken]
) -> JsonObject:
    return {
        "ruleset": ruleset.name,
        "not_asked": _unviolable(ruleset),
        "scopes": [
            {"scope": one.scope, "states": one.states, "asked": one.asked, "stopped": one.stopped or None,
             "incomplete": [{"reading": dict(i.reading), "limit": i.bound} for i in one.incomplete]}
            for one in found
        ],
        "shown": [
            {"reading": dict(shown[0].reading), "shows": shown[0].shows, "scopes": [s.scope for s in shown],
             "reason": next((d.reason for d in declared if d.covers(shown[0])), None)}
            for shown in undeclared_effects(found, ())
        ],
        "scenarios": [
            {"reading": dict(one.shown.reading), "shows": one.shown.shows, "place": one.place, "name": one.name}
            for one in left
        ],
    }  # fmt: skip


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
