"""Actions and rules that no exploration of a check has live: each is declared, shown by a finding, or falls short."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.result import Shortfall
from ruleslawyer.ir.rules import Rule
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.rulebook.claims.expected import NEVER_LIVE, NeverLive, comes_of_out, heard_rules
from ruleslawyer.rulebook.claims.result import ScopeResult


def never_live(system: System, results: Collection[ScopeResult]) -> tuple[str, ...]:
    """The actions that nobody could take, and the norms (with what lifts them), deeds, duties and settles that never
    applied, in all of the results together; nothing where there are none."""
    live = frozenset[str]().union(*(result.live for result in results))
    return tuple(name for name in heard_rules(system) if name not in live) if results else ()


def of_stale(of: str, results: Sequence[ScopeResult], declared: NeverLive) -> Iterator[Shortfall]:
    """Shortfalls of what is declared as never live, and is live in a scope that is not for the campaign."""
    for name in declared:
        where = [found.scope.name for found in results if name in found.live and not found.scope.campaign]
        if where:
            about = f"expected.toml says that {name} is never live, and it is"
            mend = f"take it off in checks/{of}/expected.toml"
            yield Shortfall("never_live", ", ".join(dict.fromkeys(where)), name, about, mend)


def of_never_live(
    of: str,
    system: System,
    results: Sequence[ScopeResult],
    declared: NeverLive,
    findings: Sequence[Finding],
    unasked: Sequence[str],
) -> Iterator[Shortfall]:
    """Shortfalls of what is never live, which neither a declaration names nor a finding shows. Who speaks of an action
    or of a clause speaks of what hangs on it. unasked: scopes of the campaign, of which nothing is known here."""
    never = dict.fromkeys(never_live(system, results))
    shown = {evidence.about["rule"] for one in findings for evidence in one.evidence if evidence.ask == "dead"}
    hangs, where, functions = _bases(system, never), _where(results, unasked), Functions(system)
    for name in (name for name in never if name not in declared and name not in shown and not hangs[name]):
        rule = heard_rules(system)[name][0]
        what = "can never be taken" if name in system.actions else "never applies"
        besides = [other for other, on in hangs.items() if name in on]
        about = f"{_name_and_place(system, rule)} {what} in {where}"
        about += f", nor does what hangs on it apply: {', '.join(besides)}" if besides else ""
        mend = (
            f"correct the model, add a scope in which it is, or declare it in checks/{of}/expected.toml: "
            f'[[{NEVER_LIVE}]] rules = ["{name}"] reason = "…"'
        )
        other = _other_option(system, functions, rule)
        if other is not None:
            about += f"; it asks `{other[0]}`, and other answers are not followed here"
            look = f"`ruleslawyer explore {of} --reading {'='.join(other)}`"
            mend = f"see whether another answer has it apply, as by {look}; else {mend}"
        yield Shortfall("never_live", "", name, about, mend)


def _bases(system: System, never: Collection[str]) -> dict[str, set[str]]:
    """For each rule that is never live what it hangs on, where none of that is live: its actions, or deeds; the clauses
    that it lifts."""
    seats = {part.name: action.name for action in system.actions.values() for part in action.parts}
    bases: dict[str, set[str]] = {name: set() for name in never}
    lifted: dict[str, set[str]] = {name: set() for name in never}
    for rule in (rule for rows in heard_rules(system).values() for rule in rows):
        base = seats.get(rule.base, rule.base)
        if rule.name in bases and base != rule.name:
            bases[rule.name].add(base)
        for name in rule.exceptions:
            lifted.setdefault(name, set()).add(rule.name)
    return {
        name: {on for group in (bases[name], lifted[name]) if group.issubset(never) for on in group} for name in never
    }


def _other_option(system: System, functions: Functions, rule: Rule) -> tuple[str, str] | None:
    """A question that a rule asks, and an option of it that is not the default; None where it asks nothing. By default
    answers alone nothing is known of it."""
    asked = functions.uses(rule.functions).calls
    found = ((q, o.name) for q in system.questions.values() if q.name in asked for o in q.options)
    return next(((q.name, option) for q, option in found if option != q.default), None)


def _name_and_place(system: System, rule: Rule) -> str:
    cites = f"§{', §'.join(rule.cites)}, " if rule.cites else ""
    place = f"({cites}{rule.origin.span.path}:{rule.origin.span.line})"
    if comes_of_out(system, rule):
        return f"that whoever is out is awaited no more, which `out` says {place},"
    return f"{rule.name} {place}"


def _where(results: Sequence[ScopeResult], unasked: Sequence[str]) -> str:
    names = list(dict.fromkeys(result.scope.name for result in results))
    said = f"the scope {names[0]}" if len(names) == 1 else f"any of {len(names)} scopes"
    return f"{said} (of the campaign's scopes nothing is said: {', '.join(unasked)})" if unasked else said
