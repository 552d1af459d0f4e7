"""Properties that are not proved for any number of cards, answered by explorations: what every play of a scope keeps
HOLDS IN SCOPE; and what plays under other readings break.

An exploration is of one reading, and of the cards of its scope. That is less than a proof says, and said.

Where none is found nothing is concluded: two options together may break what neither breaks alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from shlex import quote
from time import monotonic, process_time
from typing import NamedTuple

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.exploration.explore import Explore as ExploreScope
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.exploration.refresh import ExplorationStore
from ruleslawyer.exploration.variants.choices import TrackedReading, alternative_options, track_choices
from ruleslawyer.ir.rules import APART, FOLLOWED, UNBROKEN, WRITES
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.proof.result import EXPLORATION, UNDECIDED, ProofResult
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.claims.clashes import pairs
from ruleslawyer.rulebook.claims.conclusion import Capped, met_caps
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.rulebook.claims.promised import member_text
from ruleslawyer.rulebook.claims.result import EventResult, Premises, ScopeResult, ranged_fields
from ruleslawyer.rulebook.claims.verdict import UP_TO, Verdict, Word, caps_text, count_actions
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.trace import Trace

_BROKEN = {"VIOLATED"}
_MET = {"HOLDS IN SCOPE", *_BROKEN}
"""Words of an exploration in which the situation of a property is met."""
A_SHARE = 0.25
"""Of the time that is left, for one of many scopes."""
NAMED = 3
"""So many scopes are named that keep a property."""

AT_LEAST = 5.0
"""Seconds for each scope that had no time, where there is time beyond the end."""
Explore = Callable[[str, float], ScopeResult]
"""Explores a scope for at most so many seconds."""


def open_proofs(proofs: Iterable[ProofResult]) -> list[ProofResult]:
    """The properties that are neither proved nor refuted; and the verdicts about a situation that never comes up."""
    return [p for p in proofs if (p.verdict in UNDECIDED or p.verdict == "VACUOUS") and not p.interrupted]


def may_be_proved(proof: ProofResult) -> bool:
    """Whether a proof would say more: nothing is known of a property, or only what the plays of some scopes keep."""
    kept = proof.kind != "sometimes" and proof.verdict in ("HOLDS IN SCOPE", UP_TO, "VACUOUS")
    return kept or proof.verdict in UNDECIDED


def situational_proofs(proofs: Iterable[ProofResult], system: System) -> list[ProofResult]:
    """The proofs about a situation: of steps, or with a `sometimes` that shows it to come up. A proof does not say
    whether it does."""
    checks = {name: check for name, check in system.checks.items() if check.kind == "step" or check.reached}
    return [p for p in proofs if p.verdict == "PROVED" and p.property in checks]


def note_missing_situations(
    proofs: Sequence[ProofResult], results: Collection[ScopeResult], system: System
) -> list[ProofResult]:
    """The proofs; those of a situation that comes up in no explored scope say so."""
    names = {p.property for p in situational_proofs(proofs, system)}
    return [_beside_answers(p, results, system) if p.property in names else p for p in proofs]


def _beside_answers(proof: ProofResult, results: Collection[ScopeResult], system: System) -> ProofResult:
    words = {r.scope.name: verdict_of(proof.property, r, system).word for r in results}
    without = tuple(scope for scope, word in words.items() if word == "VACUOUS")
    if not without or not _MET.isdisjoint(words.values()):
        return proof
    unmet = f"the situation that it speaks of is not met in the explored scopes ({', '.join(without)})"
    return replace(proof, reason="; ".join(filter(None, (proof.reason, unmet))), not_met_in=without)


def explore_for_answers(
    proofs: Sequence[ProofResult], scopes: Sequence[str], explore: Explore, seconds: float, system: System,
    *, further: bool = False, late: float = 0.0,
) -> list[ScopeResult]:  # fmt: skip
    """Explorations of one scope after the other, until each property that was left has an answer, and each situation
    that a proof speaks of is met, or time is over. further: what one scope keeps is asked of the others too. late:
    seconds beyond the end for scopes of which each takes few. Seconds are those of a processor: where others have it
    too, no scope is left out for that."""
    end = process_time() + seconds
    results: list[ScopeResult] = []
    open_ = {p.property for p in (*open_proofs(proofs), *situational_proofs(proofs, system))}
    enough = {p.property: _BROKEN if further and p.kind != "sometimes" else _MET for p in proofs}
    share = A_SHARE if further and len(scopes) > 1 else 1.0
    for scope in scopes:
        left = end - process_time()
        if not open_ or left + late <= 0:
            break
        results.append(explore(scope, max(0.1, round(max(left * share, min(AT_LEAST, left + late)), 1))))
        if results[-1].stopped == BY_CTRL_C:
            break
        open_ -= {name for name in open_ if verdict_of(name, results[-1], system).word in enough[name]}
    return results


def mark_interruption(proofs: Iterable[ProofResult], results: Iterable[ScopeResult]) -> list[ProofResult]:
    """The proofs; after Ctrl-C in an exploration, what is still left is interrupted."""
    stopped = any(r.stopped == BY_CTRL_C for r in results)
    return [replace(p, interrupted=True) if stopped and p.verdict in UNDECIDED else p for p in proofs]


def answer_by_exploration(
    proofs: Sequence[ProofResult], results: Collection[ScopeResult], system: System
) -> list[ProofResult]:
    """The proofs; those that were left with what the explorations say of them together."""
    names = {p.property for p in open_proofs(proofs)}
    return [_answer(p, results, system) if p.property in names else p for p in proofs]


def _answer(proof: ProofResult, results: Collection[ScopeResult], system: System) -> ProofResult:
    """The first play that shows it; else what no scope refutes holds in those that keep it; else why none answers."""
    told = {r.scope.name: (r, verdict_of(proof.property, r, system)) for r in results}
    words = {name: one.word for name, (_, one) in told.items()}
    wanted = "HOLDS IN SCOPE" if proof.kind == "sometimes" else "VIOLATED"
    for result, one in told.values():
        if one.word == wanted:
            what = what_breaks(one, system)
            return with_play(proof, wanted, one.trace, PlaySource.of(result), system, member_text(one.member), what)
    holds = [r for r, one in told.values() if one.word == "HOLDS IN SCOPE"]
    up_to = [(r, one) for r, one in told.values() if one.word == UP_TO]
    if not holds and up_to:
        places = "; ".join(f"{r.scope.name}, up to {caps_text(one.up_to)}" for r, one in up_to[:NAMED])
        return replace(proof, verdict=UP_TO, method=EXPLORATION, reason=f"in every play of {places}", not_met_in=(),
                       premises=None, seconds=proof.seconds + sum(r.seconds for r, _ in up_to))  # fmt: skip
    if not holds:
        why = tuple(f"scope {name}: {one.reason}" for name, (_, one) in told.items() if one.word == "UNKNOWN")
        proof = replace(proof, tried=(*proof.tried, *why))
        if {*words.values()} != {"VACUOUS"}:
            return proof
        unmet = f"what it speaks of comes up in none of the explored scopes ({', '.join(words)})"
        return replace(proof, verdict="VACUOUS", method=EXPLORATION, reason=unmet, not_met_in=(*words,))
    named = [f"{r.scope.name} ({', '.join([f'{r.states} states', *_under(r)])})" for r in holds[:NAMED]]
    if len(holds) > NAMED:
        named.append(f"{len(holds) - NAMED} more {'scope' if len(holds) == NAMED + 1 else 'scopes'}")
    beyond = f"; of other cards, numbers and readings: {proof.reason}" if proof.kind not in FOLLOWED else ""
    return replace(
        proof, verdict="HOLDS IN SCOPE", method=EXPLORATION, reason=f"in every play of {', '.join(named)}{beyond}",
        premises=None, not_met_in=(), seconds=proof.seconds + sum(r.seconds for r in holds),
    )  # fmt: skip


class PlaySource(NamedTuple):
    """The exploration in which a play was found: its scope, its premises, how many seconds it took, and of a scope
    that no file holds, so that no command shows the play, where it is in words."""

    scope: Scope
    premises: Premises | None
    seconds: float
    place: str = ""

    @classmethod
    def of(cls, result: ScopeResult) -> PlaySource:
        return cls(result.scope, result.premises, result.seconds)


def with_play(
    proof: ProofResult, word: str, trace: Trace | None, of: PlaySource, system: System, member: str = "", what: str = ""
) -> ProofResult:
    """A property with the play of a scope that answers it. member: of whom, where it is promised to each of some. what:
    what breaks it, where it is one that nobody wrote."""
    reason = play_in_words(f"{of.place or f'in {of.scope.name}'}{f', of {member}' if member else ''}", trace, what)
    if proof.property in system.properties and not of.place:
        under = "" if of.premises is None else choice_options(dict(of.premises.reading), dict(of.premises.rulings))
        reason += (
            f"; shown by: ruleslawyer explore {system.name} --scope {of.scope.name} --trace {proof.property}{under}"
        )
    return replace(
        proof, verdict=word, method=EXPLORATION, reason=reason, trace=trace, scope=of.scope, not_met_in=(),
        seconds=proof.seconds + of.seconds, premises=of.premises, stuck=None, closing="",
    )  # fmt: skip


def play_in_words(place: str, trace: Trace | None, what: str) -> str:
    """The place of a play, its length, and what breaks there where that is said."""
    return place if trace is None else f"{place}, after {count_actions(trace.length)}{what and f': {what}'}"


def what_breaks(verdict: Verdict, system: System) -> str:
    """The event that breaks a property which nobody wrote; empty of one that has words of its own."""
    return "" if verdict.name in system.properties else verdict.reason


def choice_options(reading: Mapping[str, str], rulings: Mapping[str, str]) -> str:
    """The choices as a command says them, each behind a blank."""
    every = (("reading", reading), ("ruling", rulings))
    return "".join(f" --{option} {quote(f'{key}={says}')}" for option, of in every for key, says in of.items())


def _under(result: ScopeResult) -> tuple[str, ...]:
    return result.premises.parts() if result.premises is not None else ()


def verdict_of(name: str, result: ScopeResult, system: System) -> Verdict:
    """The verdict of an exploration on a property; on a range of a field, the model itself and two clauses that may
    clash by the events that it met."""
    declared = next((v for v in result.verdicts if v.name == name), None)
    if declared is not None:
        return declared
    met = next(filter(_is_about(name, system), result.events), None)
    if met is not None:
        where = ", ".join((*([str(met.event.span)] if met.event.span else []), *met.event.cites))
        return _of_event(name, "VIOLATED", f"{met.event.title}{where and f' ({where})'}", met.trace)
    if result.scope.off:
        return _of_event(name, "UNKNOWN", f"it switches off {', '.join(result.scope.off)}")
    met_in_play = ((o.event.kind, o.event.subject) for o in result.events if not o.event.of_property)
    caps = met_caps(met_in_play, result.scope) if result.complete else ()
    if caps:
        return replace(_of_event(name, UP_TO, Capped(caps).reason(result.states)), up_to=caps)
    cut = next((o for o in result.events if o.event.cuts), None)
    if not result.complete or cut is not None:
        return _of_event(name, "UNKNOWN", result.stopped if cut is None else f"plays end early: {cut.event.title}")
    return _of_event(name, "HOLDS IN SCOPE", "")


def _of_event(name: str, word: Word, reason: str, trace: Trace | None = None) -> Verdict:
    return Verdict(name, name.partition(":")[0], (), word, reason, trace=trace)


def _is_about(name: str, system: System) -> Callable[[EventResult], bool]:
    """Whether an event breaks a property that nobody wrote. Of two fields of one name it is not known whose write it
    is."""
    if name.startswith(APART):
        clash = next(pair for pair in pairs(system) if pair.key == name.removeprefix(APART))
        key = "contradiction", clash.subject, clash.first, clash.second
        return lambda met: met.event.key == key
    if name.startswith(WRITES):
        whole = name.removeprefix(WRITES)
        field = whole.rpartition(".")[2]
        alone = [one for one in ranged_fields(system) if one.rpartition(".")[2] == field] == [whole]
        return lambda met: alone and met.event.of_range and met.event.subject == field
    kinds = ("broken", "place", "unending") if name == UNBROKEN else ()
    return lambda met: not met.event.of_range and met.event.ends and met.event.kind in kinds


# --- explorations -----------------------------------------------------------------------------------------------------


def quickest_first(
    ruleset: LoadedRuleset, proofs: Sequence[ProofResult], broken_in: Mapping[str, Collection[str]]
) -> list[str]:  # fmt: skip
    """The scopes that `check` explores: first those that are declared to break something of what is left, then the
    quick ones that leave out least."""
    scopes = [ruleset.scope(name) for name in ruleset.explored_scopes()]
    breaks = {name for proof in open_proofs(proofs) for name in broken_in.get(proof.property, ())}
    scopes.sort(key=lambda scope: (scope.name not in breaks, scope.large, len(scope.off)))
    return [scope.name for scope in scopes]


def explore_remaining(
    ruleset: LoadedRuleset, proofs: Sequence[ProofResult], scopes: Sequence[str], reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None, seconds: float, progress: Tell | None, *, further: bool = False,
    late: float = 0.0, states: int | None = None, answers: Answers | None = None,
) -> list[ProofResult]:  # fmt: skip
    """The properties that no proof answers, answered by explorations of these scopes, one after the other. They say too
    whether what a proof speaks of comes up. further: what one scope keeps is asked of the others too, as long as there
    is time, and for `late` seconds beyond it of scopes that take few. states: how many are looked at in each. answers:
    where explorations are kept."""
    kept = ExplorationStore(ruleset, answers or Answers())

    def one(name: str, within: float) -> ScopeResult:
        found = kept.read(name, reading or {}, rulings or {})
        if found is not None:
            return found
        if progress is not None:
            progress(f"exploring {name} for what is not proved")
        found = ExploreScope(name, reading, rulings, limits=Limits(states, within))(ruleset)
        kept.write(name, reading or {}, rulings or {}, found)
        return found

    system = ruleset.system
    results = explore_for_answers(proofs, scopes, one, seconds, system, further=further, late=late)
    found = note_missing_situations(answer_by_exploration(proofs, results, system), results, system)
    return mark_interruption(found, results)


STATES, SECONDS = 3_000, 5.0
"""How far a play is looked for under one option."""


def break_under_readings(
    ruleset: LoadedRuleset, proofs: Sequence[ProofResult], scopes: Sequence[str], reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None, seconds: float, progress: Tell | None,
) -> list[ProofResult]:  # fmt: skip
    """The properties; one that a play under another option breaks is VIOLATED, by that play. What `reading` or
    `rulings` choose stays so. seconds: of the clock, for all scopes."""
    results, end = {proof.property: proof for proof in proofs}, monotonic() + seconds
    left: Collection[str] = list(results)
    for scope in scopes:
        explored_options = 0
        for choice, option in _options(ruleset, scope, reading, rulings, end):
            if not left or monotonic() > end:
                break
            if progress is not None:
                progress(f"exploring {scope} with {choice}={option}")
            under = ruleset.in_scope(ruleset.scope(scope), {**(reading or {}), choice: option}, rulings)
            result = explore_scope(under, limits=_within(end), engine="networkx")
            explored_options += 1
            asked_anew = [
                replace(results[name], verdict="UNKNOWN", tried=()) for name in left
            ]  # as if nothing were known
            for proof in answer_by_exploration(asked_anew, [result], ruleset.system):
                if proof.verdict == "VIOLATED":
                    results[proof.property] = _beside_default(proof, results[proof.property])
            left = [name for name in left if results[name].verdict != "VIOLATED"]
        if explored_options:
            options = "option" if explored_options == 1 else "options, one at a time"
            results |= {
                name: _say(results[name], f"in {scope} no play breaks it under {explored_options} other {options}")
                for name in left
            }
    return list(results.values())


def _within(end: float) -> Limits:
    return Limits(states=STATES, seconds=min(SECONDS, max(0.1, end - monotonic())))


def _options(
    ruleset: LoadedRuleset, scope: str, reading: Mapping[str, str] | None, rulings: Mapping[str, str] | None, end: float
) -> list[tuple[str, str]]:  # fmt: skip
    """The other options of what plays of the scope hang on, but of what is chosen."""
    if monotonic() > end:
        return []
    system = track_choices(ruleset.in_scope(ruleset.scope(scope), reading, rulings))
    if system.has_beginning():
        explore_scope(system, limits=_within(end), engine="networkx")
    assert isinstance(system.reading, TrackedReading)
    return [*alternative_options(system, system.reading.asked.difference(reading or {}))]


def _say(proof: ProofResult, more: str) -> ProofResult:
    """The property, with what was asked besides where somebody reads it."""
    if proof.verdict == "UNKNOWN":
        return replace(proof, tried=(*proof.tried, more))
    return replace(proof, reason=f"{proof.reason}; {more}")


def _beside_default(broken: ProofResult, before: ProofResult) -> ProofResult:
    """The play, and what was known by default."""
    known = "" if before.verdict == "UNKNOWN" else f"; by default {before.verdict}"
    return replace(broken, tried=before.tried, reason=f"{broken.reason}{known}")
