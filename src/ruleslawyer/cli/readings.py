"""`ruleslawyer explore --readings`: every `always` and `step`, asked under every option of every question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.check.options import Declared, load_declarations, undeclared_effects
from ruleslawyer.check.readings import Readings
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json, Names
from ruleslawyer.cli.output import FALLS_SHORT, count, err, print_json, print_list, say, some
from ruleslawyer.exploration.variants.choices import ASKED, Options, reading_text
from ruleslawyer.rulebook.claims.expected import violated_everywhere

if TYPE_CHECKING:
    from ruleslawyer.check.scenario.options import Broken


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
        reports.append(_json(ruleset, read.found, declared, left))
        if not json:
            _print(ruleset, read.found, declared, left)
    if json:
        print_json(reports)
    if short:
        raise typer.Exit(FALLS_SHORT)


def _print(ruleset: Ruleset, found: list[Options], declared: tuple[Declared, ...], left: list[Broken]) -> None:
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


def _json(ruleset: Ruleset, found: list[Options], declared: tuple[Declared, ...], left: list[Broken]) -> JsonObject:
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
