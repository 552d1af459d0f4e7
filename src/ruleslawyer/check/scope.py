"""Shortfalls of one scope: events that no finding explains, verdicts that nobody expects, plays that do not replay."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ruleslawyer.check.result import Shortfall
from ruleslawyer.rulebook.claims.conclusion import tell_once
from ruleslawyer.rulebook.claims.expected import EVERY, Expectations, expectation_of, falls_short
from ruleslawyer.rulebook.claims.occurrence import Found
from ruleslawyer.rulebook.claims.result import DeadlockResult, EventResult, ScopeResult
from ruleslawyer.rulebook.claims.verdict import UP_TO, Verdict, count_actions
from ruleslawyer.semantics.trace import Trace

DECLARE = "correct the model or the property, or declare the verdict in checks/<ruleset>/expected.toml"


def of_scope(
    of: str, result: ScopeResult, unexplained: Collection[Found], expected: Expectations, met: Collection[str]
) -> Iterator[Shortfall]:
    """The shortfalls of a scope of a ruleset. A situation that one scope does not reach may be met in another
    (`met`)."""
    scope = result.scope.name
    if not result.complete:
        mend = (
            f"make the scope smaller, or write campaign = true in checks/{of}/scopes/{scope}.toml: then `check` passes "
            'it over, and `ruleslawyer campaign` explores it; campaign = "play" is for games alone'
        )
        about = f"the exploration is incomplete: {result.stopped}"
        yield Shortfall("incomplete", scope, scope, about, "" if result.scope.campaign else mend)
    draft = f"`ruleslawyer findings {of} --new N --scope {scope}`, N as `explore` numbers it"
    mend = f"write a finding ({draft}), or correct the model"
    up_to = any(verdict.word == UP_TO for verdict in result.verdicts)
    told = up_to or any(place in (scope, EVERY) and one.verdict == UP_TO for (place, _), one in expected.items())
    for event in (one for one in unexplained if isinstance(one, EventResult)):
        if told and event.event.kind == "cap":
            continue  # who reads or expects that something holds up to a cap knows that plays are cut off there
        about = f"{event.event.kind}: {event.event.title}, {_after(event.trace)}, and no finding explains it"
        yield Shortfall("event", scope, event.event.title, about, mend)
    for deadlock in (one for one in unexplained if isinstance(one, DeadlockResult)):
        subjects = ", ".join((*deadlock.unspoken, *(norm for _, norm in deadlock.forbidden)))
        why = ", ".join(filter(None, (subjects, *deadlock.refused))) or "nothing could be chosen"
        about = f"deadlock {_after(deadlock.trace)}, and no finding explains it ({why})"
        yield Shortfall("deadlock", scope, subjects, about, mend)
    violated = {one.name for one in unexplained if isinstance(one, Verdict)}
    capped = _capped_by_a_finding(result, unexplained)
    short: list[tuple[Verdict, str]] = []
    for verdict in result.verdicts:
        expectation = expectation_of(expected, scope, verdict.name)
        explained = verdict.word == "VIOLATED" and verdict.name not in violated
        silent = verdict.word == "VACUOUS" or _left_out(verdict) or (verdict.word in ("UNKNOWN", UP_TO) and capped)
        unmet = silent and verdict.name in met
        excused = expectation is None and (explained or unmet)
        if falls_short(verdict.word, expectation) and not excused:
            wanted = f" (expected {expectation.verdict})" if expectation else ""
            short.append((verdict, f"{verdict.name} is {verdict.text}{wanted}"))
    for (verdict, said), reason in zip(short, tell_once(verdict.reason for verdict, _ in short), strict=True):
        drafted = f"write a finding (`ruleslawyer findings {of} --new {verdict.name} --scope {scope}`), "
        declare = f"{drafted if verdict.word == 'VIOLATED' else ''}{DECLARE}"
        yield Shortfall("property", scope, verdict.name, f"{said}: {reason}", declare, verdict.word)
    for problem in result.unreplayed:
        about = f"internal error: a play does not replay: {problem}"
        yield Shortfall("trace", scope, problem, about, "please report it")


def _capped_by_a_finding(result: ScopeResult, unexplained: Collection[Found]) -> bool:
    """Whether plays end early at caps alone, each of which a finding explains: such a scope is there to show a pump."""
    ends = [event for event in result.events if event.event.ends]
    return bool(ends) and all(e.event.kind == "cap" and e not in unexplained for e in ends)


def _left_out(verdict: Verdict) -> bool:
    """Whether nothing is said only because the scope leaves out a rule that the property rests on."""
    return verdict.word == "UNKNOWN" and bool(verdict.off)


def _after(trace: Trace) -> str:
    return f"after {count_actions(trace.length)}"
