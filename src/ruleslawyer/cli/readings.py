"""`ruleslawyer readings`: what always holds, and holds of steps, asked under every option of every question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.check.options import Declared, load_declared, undeclared
from ruleslawyer.check.scenario.suite import suite_of
from ruleslawyer.cli import complete
from ruleslawyer.cli.options import Json, Names
from ruleslawyer.cli.output import FALLS_SHORT, count, err, listed, print_json, progress, say, some
from ruleslawyer.cli.session import Session
from ruleslawyer.exploration.variants.shown import ASKED, Options, chosen
from ruleslawyer.rulebook.claims.expected import load_expected, violated_everywhere
from ruleslawyer.rulebook.claims.limits import Limits

if TYPE_CHECKING:
    from ruleslawyer.check.scenario.options import Broken


def readings(
    context: typer.Context,
    names: Names = None,
    scope: Annotated[
        list[str] | None, typer.Option(help="Ask in this scope, whatever its size.", autocompletion=complete.scopes)
    ] = None,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Ask any two options of questions of one chapter too.")
    ] = False,
    scenarios: Annotated[
        bool, typer.Option("--scenarios", help="Play every scenario under every option too, which takes minutes.")
    ] = False,
    max_states: Annotated[
        int, typer.Option("--max-states", min=1, help="Pass over scopes that have more states by default.")
    ] = 3_000,
    max_seconds: Annotated[
        float, typer.Option("--max-seconds", min=0.1, help="Give up on a scope after so long.")
    ] = 60.0,
    json: Json = False,
) -> None:
    """Ask every `always` and `step` under every option of the questions that plays ask, one option at a time.

    A property that an option violates and the default does not, a deadlock, a play that cannot
    go on, no play at all: each is a fault of the model, or is declared with a reason in
    checks/RULESET/options.toml. Properties of other kinds are not asked, and named:
    `explore --family` asks all. Exit code 1 where one is not declared. An option under which
    a bound is met, a cap of the scope or ten times as many states as by default, is INCOMPLETE.
    A ruleset that has the file is asked by `check` too, in its small scopes.

    Examples:

      ruleslawyer explore megacorp --readings

      ruleslawyer explore mere_mortals --readings --scope attaching --pairs

      ruleslawyer explore --readings --pairs --scenarios --max-states 20000
    """
    session: Session = context.obj
    reports: list[dict[str, Any]] = []
    short = False
    for ruleset in session.rulesets(names):
        declared = load_declared(ruleset.root, ruleset.name, ruleset.system)
        limits = Limits(max_states if not scope else None, seconds=max_seconds)
        found = _ask(ruleset, scope, limits, pairs)
        broken = _broken_scenarios(ruleset) if scenarios else ()
        open_ = undeclared(found, declared)
        known = violated_everywhere(load_expected(ruleset.root, ruleset.name, ruleset.system.checks))
        left = [o for o in broken if o.shown.shows not in known and not any(d.covers(o.shown) for d in declared)]
        short = short or bool(open_ or left)
        reports.append(_json(ruleset, found, declared, left))
        if not json:
            _print(ruleset, found, declared, left)
    if json:
        print_json(reports)
    if short:
        raise typer.Exit(FALLS_SHORT)


def _ask(ruleset: Ruleset, scopes: list[str] | None, limits: Limits, pairs: bool) -> list[Options]:
    from ruleslawyer.exploration.variants.options import ask_options  # it makes code

    found = []
    for name in scopes or [s for s in ruleset.scopes() if not ruleset.scope(s).is_open]:
        if not scopes and ruleset.scope(name).campaign:
            continue
        with progress(f"{ruleset.name}, every option") as tell:
            one = ask_options(ruleset.transition_system(name), limits, pairs=pairs, tell=tell)
        if one is None:
            err().print(f"{ruleset.name}, scope {name}: passed over, as it has too many states")
        else:
            found.append(one)
    return found


def _broken_scenarios(ruleset: Ruleset) -> tuple[Broken, ...]:
    from ruleslawyer.check.scenario.options import under_options  # it loads what makes code

    with progress(f"{ruleset.name}, scenarios under every option") as tell:
        return tuple(under_options(suite_of(ruleset), tell))


def _print(ruleset: Ruleset, found: list[Options], declared: tuple[Declared, ...], left: list[Broken]) -> None:
    asked = sum(one.asked for one in found)
    say(f"{ruleset.title}: {count(len(found), 'scope')}, {count(asked, 'option')} asked", "bold")
    others = _unviolable(ruleset)
    if others:
        say(f"not asked here, as they are no `always` and no `step`: {some(others)}", "dim")
    news = [f"{shown[0]}, in {some([one.scope for one in shown])}" for shown in undeclared(found, declared)]
    listed([*news, *(f"{one.shown}, in the scenario {one.place} “{one.name}”" for one in left)], "yellow")
    told = {s.key for one in found for s in one.shown if any(d.covers(s) for d in declared)}
    if told:
        say(f"declared with a reason: {count(len(told), 'thing')} that options show")
    cut = [f"INCOMPLETE in {one.scope}: {one.stopped}" for one in found if one.stopped]
    bounds = [(one.scope, bound, under) for one in found for bound, under in _by_bound(one).items()]
    listed([*cut, *(f"INCOMPLETE in {scope}, {bound}: {some(under, '; ')}" for scope, bound, under in bounds)])


def _unviolable(ruleset: Ruleset) -> list[str]:
    """The properties that no option can violate in a state or a step."""
    return [check.name for check in ruleset.system.checks.values() if check.kind not in ASKED]


def _by_bound(options: Options) -> dict[str, list[str]]:
    """For each bound the readings that meet it."""
    result: dict[str, list[str]] = {}
    for one in options.incomplete:
        result.setdefault(one.bound, []).append(chosen(one.reading))
    return result


def _json(ruleset: Ruleset, found: list[Options], declared: tuple[Declared, ...], left: list[Broken]) -> dict[str, Any]:
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
            for shown in undeclared(found, ())
        ],
        "scenarios": [
            {"reading": dict(one.shown.reading), "shows": one.shown.shows, "place": one.place, "name": one.name}
            for one in left
        ],
    }  # fmt: skip
