"""Properties that the solver leaves undecided, answered by explorations: one of every play of a scope HOLDS IN SCOPE.

An exploration is of one reading, and of the cards of its scope. That is less than what the solver was asked, and said.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from ruleslawyer.ir.checks import UNBROKEN, WRITES
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.rulebook.claims.premises import Premises
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.claims.verdict import UNCHECKED, members
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import Trace

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.prove.result import ProofResult

EXPLORATION = "exploration"
"""The method of a verdict that an exploration gives."""
UNDECIDED = ("BOUNDED", "UNKNOWN", UNCHECKED)
_BROKEN = {"VIOLATED"}
_MET = {"HOLDS IN SCOPE", *_BROKEN}
"""Words of an exploration in which the situation of a property is met."""
A_SHARE = 0.25
"""Of the time that is left, for one of many scopes."""
OF_ALL_PLAYS = ("leads_to", "possible")
"""Kinds of properties that ask all plays from a state at once, so that no solver is asked."""
NAMED = 3
"""So many scopes are named that keep a property."""

Explore = Callable[[str, float], ScopeResult]
"""Explores a scope for at most so many seconds."""


def open_proofs(proofs: Iterable[ProofResult]) -> list[ProofResult]:
    """The properties that the solver gave up: neither proved nor refuted, and not for a reason of their own; and the
    verdicts about a situation that never comes up."""
    given_up = (p for p in proofs if p.verdict in UNDECIDED and (p.tried or p.verdict == UNCHECKED))
    names = {p.property for p in given_up if not p.interrupted}
    return [p for p in proofs if p.property in names or _vacuous(p)]


def _vacuous(proof: ProofResult) -> bool:
    return proof.verdict == "VACUOUS" and proof.kind != "sometimes"


def may_be_proved(proof: ProofResult) -> bool:
    """Whether a proof would say more: nothing is known of a property, or only what the plays of some scopes keep."""
    return proof.verdict in UNDECIDED or (proof.kind != "sometimes" and proof.verdict in ("HOLDS IN SCOPE", "VACUOUS"))


def stronger(found: ProofResult, later: ProofResult) -> ProofResult:
    """The stronger verdict on a property that was asked twice: proved for any number of cards, or answered by
    explorations as far as they go, and then asked of the solver in a scope."""
    if found.verdict == "PROVED":
        return later if later.verdict == "VIOLATED" else found
    if later.verdict not in UNDECIDED:
        return later
    more = replace(found, tried=(*found.tried, *later.tried), cti=later.cti, seconds=found.seconds + later.seconds)
    if found.verdict in UNDECIDED:
        more = replace(more, verdict=later.verdict, method=later.method, k=later.k, premises=later.premises)
    return replace(more, interrupted=True, reason=f"{BY_CTRL_C}; {found.reason}") if later.interrupted else more


def situational(proofs: Iterable[ProofResult], system: System) -> list[ProofResult]:
    """The proofs about a situation: of steps, or with a `sometimes` that shows it to come up. A proof does not say
    whether it does."""
    checks = {name: check for name, check in system.checks.items() if check.kind == "step" or check.reached}
    return [p for p in proofs if p.verdict == "PROVED" and p.property in checks]


def note_missing_situations(
    proofs: Sequence[ProofResult], results: Collection[ScopeResult], system: System
) -> list[ProofResult]:
    """The proofs; those of a situation that comes up in no explored scope say so."""
    names = {p.property for p in situational(proofs, system)}
    return [_beside(p, results) if p.property in names else p for p in proofs]


def _beside(proof: ProofResult, results: Collection[ScopeResult]) -> ProofResult:
    words = {r.scope.name: _word(proof.property, r) for r in results}
    without = tuple(scope for scope, word in words.items() if word == "VACUOUS")
    if not without or not _MET.isdisjoint(words.values()):
        return proof
    unmet = f"the situation that it speaks of is not met in the explored scopes ({', '.join(without)})"
    return replace(proof, reason="; ".join(filter(None, (proof.reason, unmet))), not_met_in=without)


def explore_for_answers(
    proofs: Sequence[ProofResult], scopes: Iterable[str], explore: Explore, seconds: float, system: System,
    *, further: bool = False,
) -> list[ScopeResult]:  # fmt: skip
    """Explorations of one scope after the other, until each property that was left has an answer, and each situation
    that a proof speaks of is met, or time is over. further: what one scope keeps is asked of the others too."""
    end = monotonic() + seconds
    found: list[ScopeResult] = []
    open_ = {p.property for p in (*open_proofs(proofs), *situational(proofs, system))}
    enough = {p.property: _BROKEN if further and p.kind != "sometimes" else _MET for p in proofs}
    for scope in scopes:
        if not open_ or monotonic() >= end:
            break
        found.append(explore(scope, (end - monotonic()) * (A_SHARE if further else 1)))
        if found[-1].stopped == BY_CTRL_C:
            break
        open_ -= {name for name in open_ if _word(name, found[-1]) in enough[name]}
    return found


def answer(proofs: Sequence[ProofResult], results: Collection[ScopeResult]) -> list[ProofResult]:
    """The proofs; of those that were left, what holds in some of the scopes and is violated in none HOLDS IN SCOPE."""
    names = {p.property for p in open_proofs(proofs) if p.kind != "sometimes"}
    return [_answer(p, results) if p.property in names else p for p in proofs]


def answer_beyond(
    proofs: Sequence[ProofResult], results: Collection[ScopeResult], broken_in: Mapping[str, Collection[str]],
    system: System,
) -> list[ProofResult]:  # fmt: skip
    """The proofs; what is proved of a scope and broken by a play of another is not said to be proved: that play is the
    answer. broken_in: of a property, the scopes that are declared to break it. Where the play of one of these is not
    known, the property is UNKNOWN."""
    return [p if p.any_number else _beyond(p, results, broken_in.get(p.property, ()), system) for p in proofs]


NOT_ACCEPTED: Any = {"accepted": None, "claim": None, "assumptions": (), "invariant": (), "plain": ()}
"""What is left out of a proof that is not said to be one."""


def _beyond(
    proof: ProofResult, results: Collection[ScopeResult], scopes: Collection[str], system: System
) -> ProofResult:
    if proof.verdict != "PROVED":
        return proof
    alone = f"of {members(proof.sizes)} alone there is a proof"
    for result in results:
        play = next((v.trace for v in result.verdicts if v.name == proof.property and v.word == "VIOLATED"), None)
        if play is not None and not play.last:
            found = with_play(proof, "VIOLATED", play, Played.of(result), system)
            return replace(found, reason=f"{found.reason}; {alone}", **NOT_ACCEPTED)
    kept = {r.scope.name for r in results if _word(proof.property, r) in ("HOLDS IN SCOPE", "VACUOUS")}
    left = [scope for scope in scopes if scope not in kept]
    if not left:
        return proof
    reason = f"expected.toml says that a play of {', '.join(left)} breaks it; {alone}"
    return replace(proof, verdict="UNKNOWN", reason=reason, **NOT_ACCEPTED)


def mark_interruption(proofs: Iterable[ProofResult], results: Iterable[ScopeResult]) -> list[ProofResult]:
    """The proofs; after Ctrl-C in an exploration, what is still left is interrupted."""
    stopped = any(r.stopped == BY_CTRL_C for r in results)
    return [replace(p, interrupted=True) if stopped and p.verdict in UNDECIDED else p for p in proofs]


def _answer(proof: ProofResult, results: Collection[ScopeResult]) -> ProofResult:
    words = {r.scope.name: _word(proof.property, r) for r in results}
    holds = [r for r in results if words[r.scope.name] == "HOLDS IN SCOPE"]
    if words and proof.kind in OF_ALL_PLAYS and {*words.values()} == {"VACUOUS"}:
        unmet = f"what it waits for comes up in none of the explored scopes ({', '.join(words)})"
        return replace(proof, verdict="VACUOUS", method=EXPLORATION, reason=unmet, not_met_in=(*words,))
    if not holds or "VIOLATED" in words.values():
        return proof
    named = [f"{r.scope.name} ({', '.join([f'{r.states} states', *_under(r)])})" for r in holds[:NAMED]]
    if len(holds) > NAMED:
        named.append(f"{len(holds) - NAMED} more {'scope' if len(holds) == NAMED + 1 else 'scopes'}")
    where = ", ".join(named)
    reason = f"in every play of {where}; of other cards, numbers and readings: {proof.reason}"
    return replace(
        proof, verdict="HOLDS IN SCOPE", method=EXPLORATION, k=0, reason=reason, premises=None,
        seconds=proof.seconds + _seconds(holds),
    )  # fmt: skip


def add_plays(proofs: Sequence[ProofResult], results: Iterable[ScopeResult], system: System) -> list[ProofResult]:
    """The proofs; those that were left with the first play of a scope that violates them, or reaches a `sometimes`."""
    kinds = {p.property: p.kind for p in open_proofs(proofs)}
    found: dict[str, ProofResult] = {p.property: p for p in proofs}
    for result in results:
        for verdict in result.verdicts:
            wanted = "HOLDS IN SCOPE" if kinds.get(verdict.name) == "sometimes" else "VIOLATED"
            if verdict.name in kinds and verdict.word == wanted and verdict.trace and not verdict.trace.last:
                found[verdict.name] = with_play(found[verdict.name], wanted, verdict.trace, Played.of(result), system)
                del kinds[verdict.name]
    return list(found.values())


class Played(NamedTuple):
    """The exploration in which a play was found: its scope, its premises, and how many seconds it took."""

    scope: Scope
    premises: Premises | None
    seconds: float

    @classmethod
    def of(cls, result: ScopeResult) -> Played:
        return cls(result.scope, result.premises, result.seconds)


def with_play(proof: ProofResult, word: str, trace: Trace, of: Played, system: System) -> ProofResult:
    """A property with the play of a scope that answers it."""
    from ruleslawyer.engines.smt.refute.witness import ProofStep, Witness  # it needs the solver, which made the proofs

    codec, name = Codec(system, of.scope), of.scope.name
    start = trace.start
    steps = [ProofStep("initial", "initial", start.instance.args, codec.call(start.instance), (), start.after)]
    for step in trace.steps:
        action, args = step.instance.action, step.instance.args
        steps.append(ProofStep("action", action, args, codec.call(step.instance), step.clauses, step.after))
    reason, witness = f"in {name}, after {trace.length} actions", None
    of_one_play = proof.property in system.checks or proof.property.startswith(WRITES)
    if of_one_play and proof.kind not in OF_ALL_PLAYS:
        witness = Witness(of.scope, dict(trace.reading), tuple(steps), reason)
    else:  # the end of one play does not show it
        reason += f"; shown by: ruleslawyer explore {system.name} --scope {name} --trace {proof.property}"
    return replace(
        proof, verdict=word, method=EXPLORATION, k=trace.length, reason=reason, steps=tuple(steps), witness=witness,
        seconds=proof.seconds + of.seconds, premises=of.premises, scope=name,
    )  # fmt: skip


def _under(result: ScopeResult) -> tuple[str, ...]:
    return result.premises.parts() if result.premises is not None else ()


def _seconds(results: Iterable[ScopeResult]) -> float:
    return sum(r.seconds for r in results)


def _word(name: str, result: ScopeResult) -> str:
    """The word of an exploration about a property; about a range of a field, and the model itself, by the events it
    met."""
    if name == UNBROKEN or name.startswith(WRITES):
        ends = any(o.event.cuts for o in result.events)
        return "HOLDS IN SCOPE" if result.complete and not ends and not result.scope.off else "UNKNOWN"
    return next((v.word for v in result.verdicts if v.name == name), "UNKNOWN")
