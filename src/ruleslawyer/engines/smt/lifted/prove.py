"""Properties proved for any number of members of every sort that the book does not number: found, and then checked.

What a search finds, or another run kept, is proposed. Each of its questions is made anew and asked, and what is
accepted at that door is proved; nothing else is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import thread_time
from typing import Any

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.engines.smt.certify.accepted import Accepted, Portfolio
from ruleslawyer.engines.smt.certify.argument import NEVER, STATE, STEP, levels_from, make_key, parse_key
from ruleslawyer.engines.smt.lifted.answered import Before, QueryCache, record_instances
from ruleslawyer.engines.smt.lifted.folder import ProofSubject, folder_name
from ruleslawyer.engines.smt.lifted.houdini import AssumptionCheck
from ruleslawyer.engines.smt.lifted.issue import CertificateIssuer, Proposal
from ruleslawyer.engines.smt.lifted.lemmas import LapsedLemma, Lemmas
from ruleslawyer.engines.smt.lifted.obligations import NoObligation
from ruleslawyer.engines.smt.lifted.question import relation_of
from ruleslawyer.engines.smt.lifted.search import Guess, Search
from ruleslawyer.engines.smt.lifted.translate import Tally
from ruleslawyer.engines.smt.lifted.verdict import (
    OF_A_STATE,
    ProofVerdict,
    every_property,
    proof_item,
    proof_method,
    unknown_verdict,
)
from ruleslawyer.ir.left_open import numbers_without_value
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.depth import deep_recursion
from ruleslawyer.lifted.premises import OrderedLoop
from ruleslawyer.rulebook.claims.verdict import PLAYERS
from ruleslawyer.semantics.state import State

AGAIN, AT_LEAST = 10.0, 60.0
"""Seconds for each question that is asked again, and for all of them, if the search had less."""
NO_GAME = "no game begins with so many players, and as it is read here: of no play everything is true"
"""Why nothing is said where what is asked of the beginning excludes itself."""
NO_ACTION = "nothing is ever done with so many players, and as it is read here, without a failed check of the model"
"""Why nothing is said where no action can ever be taken."""
_MEETS = "can meet what is assumed of members: {}; of nothing everything is true"
NO_SCOPE, NO_FULL_SCOPE = f"no scope {_MEETS}", f"no scope with members of every sort {_MEETS}"
"""Why nothing is said where some assumptions exclude one another, and where they do so but for a sort without
members."""
TAKEN = 0.1
"""Seconds for whether a rule may be taken, where what is kept is proved again."""
PATIENCE = 30.0
"""Seconds of the clock for each script of questions, which takes far less than one on a quiet machine."""


@dataclass(frozen=True, slots=True)
class LiftedRules:
    """The rules' part of a result: those that cannot be lifted, with why, and the loops whose order may matter."""

    rules: int
    unlifted: Mapping[str, str]
    refusals: tuple[OrderedLoop, ...]


def lifted_rules(system: System, players: int | None) -> LiftedRules:
    """Every rule, lifted."""
    with deep_recursion():
        relation, _ = relation_of(system, players)
        steps = [step for kind, name in relation.rules() if (step := relation.step(kind, name)) is not None]
    refusals = dict.fromkeys(refusal for step in steps for refusal in step.walk.refusals)
    return LiftedRules(len(relation.rules()), relation.unlifted, tuple(refusals))


def provable(system: System, names: Collection[str] | None = None) -> list[str]:
    """The properties that can be asked, of these names or of all: of every state at rest, of steps, and of what is
    written. That two clauses never clash, and that no check fails, is asked by name alone."""
    kinds = ("always", "step", "writes", *(("apart", "unbroken") if names is not None else ()))
    return [one.name for one in every_property(system) if one.kind in kinds and (names is None or one.name in names)]


@dataclass(slots=True)
class ProverMemory:
    """The memory of a run for the next one. answered: questions of the search, by what they say. accepted: which
    instances answered which question; answers: which texts the judge answered. Of none of it more is believed than that
    a solver answered a text once. lasting: whether the instances go into a file. looked_for: the questions for which
    some were looked for."""

    answered: QueryCache = field(default_factory=QueryCache)
    accepted: Before = field(default_factory=dict)
    answers: tuple[bytes, ...] = ()
    lasting: bool = False
    looked_for: int = 0

    @classmethod
    def read(cls, found: Any) -> ProverMemory:
        """The memory as it was written, or an empty one."""
        return cls() if found is None else cls(QueryCache(found[0]), found[1], found[2])

    def as_data(self) -> tuple[object, ...]:
        return self.answered.answers_to_keep, self.accepted, self.answers


@dataclass(frozen=True, slots=True)
class ReusedProofs:
    """Kept proofs that were accepted again before anything is looked for. found: by property. proposals: by which they
    were. given: the conditions that were accepted, each with those on which it rests. known: those that may be taken as
    given, in the order by which symbols are named. before: the instances that answered. issue: where all that was
    asked. interrupted: by Ctrl-C."""

    found: Mapping[str, ProofVerdict] = field(default_factory=dict)
    proposals: Sequence[Proposal] = ()
    given: Mapping[str, Sequence[str]] = field(default_factory=dict)
    known: Sequence[str] = ()
    before: Before = field(default_factory=dict)
    issue: CertificateIssuer | None = None
    interrupted: bool = False


def reuse_proofs(
    system: System, about: ProofSubject, lemmas: Lemmas, instances: Before, properties: Collection[str] | None,
    timeout: float,
    total: float, tell: Tell, tally: Tally | None = None, *, written: bool = False,
) -> ReusedProofs:  # fmt: skip
    """Proves again what is kept of the properties (all, or those named), and beside some of it, where something else is
    asked for too, all that is kept of states. written: whether certificates will be."""
    some = lemmas if about.players == PLAYERS else lemmas.for_any_players()
    asked = provable(system, properties)
    wanted = [name for name in some.properties if name in asked]
    if not wanted:
        return ReusedProofs()
    if len(wanted) < len(asked):
        states = [parse_key(key)[0] for key in (*some.states, *some.chains)]
        wanted = [*dict.fromkeys((*wanted, *states))]
    kept = ProverMemory(accepted={} if tally is not None else instances)
    with deep_recursion():
        try:
            found = _as_kept(
                system, about, some, wanted, Portfolio(PATIENCE), timeout, total, tell, kept, tally, written=written
            )
        except KeyboardInterrupt:
            return ReusedProofs(interrupted=True)
    if any(one.vacuous for one in found.found.values()):
        return ReusedProofs()  # a search says which rules are never taken
    proposals = [one for one in found.proposals if one.name in asked or one.chained]
    return replace(found, found={n: one for n, one in found.found.items() if n in asked}, proposals=proposals)


def contradictory_assumptions(system: System, players: int | None) -> tuple[str, bool]:
    """The reason why no scope of which a proof speaks can meet what is assumed of members, empty where that is not
    shown; and whether a scope without members of some sort can, so that it is explored."""
    with deep_recursion():
        check = AssumptionCheck(system, players)
        never = check.never
        with_empty = bool(never) and check.is_met_with_empty_sorts
    why = NO_FULL_SCOPE if with_empty else NO_SCOPE
    return why.format(", ".join(never)) if never else "", with_empty


def vacuous_verdicts(
    system: System, players: int | None, properties: Collection[str] | None, reason: str
) -> Iterator[ProofVerdict]:  # fmt: skip
    """The verdicts on properties (all, or those named) that say nothing, for a reason."""
    named = provable(system, properties)
    for one in every_property(system):
        if one.name in named:
            yield replace(unknown_verdict(system, players, one, reason), vacuous=True)


def prove_for_any(
    system: System, players: int | None, properties: Collection[str] | None = None,
    reading: Mapping[str, str] | None = None, timeout: float = 5.0, total: float = 120.0, progress: Tell | None = None,
    states: Sequence[State] = (), lemmas: Lemmas | None = None, guess: Guess | None = None, *,
    certificates: Path | None = None, about: ProofSubject | None = None, tally: Tally | None = None,
    carried: ReusedProofs | None = None,
) -> list[ProofVerdict]:  # fmt: skip
    """A verdict on each property (all, or those named), under every reading that `reading` leaves.

    timeout: seconds for each question, total: for all of them. What is proved of states serves as lemmas for all; what
    Ctrl-C or the end of time interrupts is UNKNOWN, and no lemma. states: some that plays reach, which throw out
    candidates for lemmas that nobody wrote down; without any, none are tried. lemmas: what a run before proved, with
    which this one begins; it is proved again. guess: what else may hold of what some properties speak of, where
    nothing shows them. certificates: where those go, of what ruleset `about` says. tally: counts questions that are
    asked with quantifiers too. carried: what is proved already, and not looked for.
    """
    tell, carried = progress or (lambda _: None), carried or ReusedProofs()
    if carried.interrupted:
        checks = (check for check in every_property(system) if check.name in provable(system, properties))
        return [replace(unknown_verdict(system, players, check, "interrupted"), interrupted=True) for check in checks]
    with deep_recursion():
        search = Search(
            system, players, properties, reading or {}, timeout, total, tell, states, lemmas, guess,
            given=carried.given, but=carried.found,
        )  # fmt: skip
        every = {**{verdict.property: verdict for verdict in search.run()}, **carried.found}
        verdicts = [every[check.name] for check in every_property(system) if check.name in every]
        about = about or ProofSubject("", players, reading or {})
        judge = Portfolio(PATIENCE)
        return _accept(
            system, about, verdicts, search.never, judge, timeout, total, tell, certificates, tally, carried=carried
        )


def prove_again(
    system: System, players: int | None, lemmas: Lemmas, timeout: float, total: float, progress: Tell | None = None,
    kept: ProverMemory | None = None, only: Collection[str] | None = None,
) -> tuple[list[ProofVerdict], tuple[LapsedLemma, ...]]:  # fmt: skip
    """The proofs of a whole run (`only`: of these properties), asked again without a search. Where some are not
    accepted any more, one is made that begins with the conditions which that run kept, and with no others. Beside the
    proofs, those conditions that hold no more."""
    tell, kept = progress or (lambda _: None), kept or ProverMemory()
    judge, end = Portfolio(PATIENCE, kept=kept.answers), thread_time() + total
    with deep_recursion():
        wanted = [name for name in lemmas.properties if only is None or name in only]
        proved = _as_kept(system, ProofSubject("", players), lemmas, wanted, judge, timeout, total, tell, kept).found
        left = [name for name in wanted if name not in proved]
        found: list[ProofVerdict] = []
        lapsed: tuple[LapsedLemma, ...] = ()
        if left:
            total = max(0.0, end - thread_time())
            search = Search(
                system, players, wanted, {}, timeout, total, tell, (), lemmas,
                only=True, answered=kept.answered,
            )  # fmt: skip
            found = [one for one in search.run() if one.property not in proved]
            found = _accept(system, ProofSubject("", players), found, {}, judge, timeout, total, tell, kept=kept)
            lapsed = tuple(search.lapses())
    kept.answers = tuple(judge.kept)
    every = {**proved, **{one.property: one for one in found}}
    return [every[name] for name in wanted if name in every], lapsed


def _as_kept(
    system: System, about: ProofSubject, lemmas: Lemmas, wanted: Collection[str], judge: Portfolio, timeout: float,
    total: float, tell: Tell, memory: ProverMemory, tally: Tally | None = None, *, written: bool = False,
) -> ReusedProofs:  # fmt: skip
    """The wanted properties that are accepted with the conditions that are kept, as they are."""
    checks = {check.name: check for check in every_property(system)}
    known = (*lemmas.states, *lemmas.chains, *lemmas.conditions)
    proposals = [Proposal(parse_key(key)[0], (key,)) for key in lemmas.states]
    proposals += [Proposal(parse_key(key)[0], (key,), chained=True) for key in lemmas.chains]
    for name, first in map(parse_key, (*lemmas.alone, *lemmas.steps)):
        kind = checks[name].kind if name in checks else ""
        of_states = tuple(f"{STATE}{make_key(name, level)}" for level in levels_from(first))
        items = {"step": (f"{STEP}{name}",), "always": of_states, "writes": (name,), "unbroken": (name,)}.get(kind, ())
        proposals.append(Proposal(name, items))
    proposals = [
        proposal for proposal in proposals if proposal.name in checks and (proposal.chained or proposal.name in wanted)
    ]
    end = thread_time() + total
    try:
        issue = CertificateIssuer(
            system, about, known, judge, timeout, end, tell, tally, memory.accepted,
            written=written, lasting=memory.lasting,
        )  # fmt: skip
    except NoObligation:  # a condition that there is no more
        return ReusedProofs()
    untaken = _dead_rules(issue)
    issue.run([*proposals, *(Proposal(f"{NEVER}{key}", (f"{NEVER}{key}",)) for key in untaken)])
    memory.accepted = {}
    _remember(issue, memory)
    if why := _nothing_happens(system, [key for key in untaken if f"{NEVER}{key}" in issue.proofs]):
        unknown = (unknown_verdict(system, about.players, checks[name]) for name in wanted if name in checks)
        nothing = why == NO_GAME
        done = (verdict for verdict in unknown if nothing or verdict.property in issue.proofs)
        return ReusedProofs({verdict.property: replace(verdict, vacuous=True, reason=why) for verdict in done})
    chained = {proposal.name for proposal in proposals if proposal.chained}
    verdicts: dict[str, ProofVerdict] = {}
    for name, (accepted, item) in issue.proofs.items():
        if name not in wanted:
            continue
        verdict = unknown_verdict(system, about.players, checks[name])
        method = proof_method(verdict.kind, item, accepted.rests_on, chained=name in chained)
        level = parse_key(item.removeprefix(STATE).removeprefix(STEP))[1]
        verdict = replace(verdict, method=method, level=level, proposed=True, seconds=issue.spent[name])
        verdicts[name] = _by(system, verdict, accepted)
    uses = issue.door.uses()
    every = (key for accepted, item in issue.proofs.values() for key in (*accepted.rests_on, item))
    given = {key: uses[key] or () for key in every if key in known}
    made = [Proposal(name, (item,), name in chained) for name, (_, item) in issue.proofs.items() if name in checks]
    still = [key for key in known if issue.door.made.get(key, True) is not None]
    return ReusedProofs(verdicts, made, given, still, memory.accepted, issue)


def _dead_rules(issue: CertificateIssuer) -> list[str]:
    """The rules that it seems can never be taken, where that is so of the beginning or of all actions: who finds that
    one may be taken asks of no other."""
    system, induction = issue.door.obligations.system, issue.door.obligations.induction
    steps = sorted(induction.steps, key=lambda step: len(step.facts))
    found: list[str] = []
    for step in (*(s for s in steps if s.kind == "initial"), *(s for s in steps if s.key in system.actions)):
        if issue.asking.seems_never(step, issue.door.obligations.known, TAKEN):
            found.append(step.key)
        elif step.kind != "initial":
            break
    return found if _nothing_happens(system, found) else []


def _remember(issue: CertificateIssuer, kept: ProverMemory) -> None:
    """Adds the instances of what was made."""
    made = record_instances(issue.door.made, issue.door.obligations.relation.world)
    kept.accepted = {**kept.accepted, **made}
    kept.looked_for += issue.looked_for


def _by(system: System, one: ProofVerdict, accepted: Accepted) -> ProofVerdict:
    """A verdict with its proof, and with what that rests on."""
    names = [parse_key(key)[0] for key in accepted.rests_on]
    return replace(
        one, accepted=accepted, known=accepted.rests_on,
        lemmas=tuple(name for name in names if name in system.checks),
        found=tuple(key for key, name in zip(accepted.rests_on, names, strict=True) if name not in system.checks),
    )  # fmt: skip


def _accept(
    system: System, about: ProofSubject, found: Sequence[ProofVerdict], never: Mapping[str, tuple[str, ...]],
    judge: Portfolio,
    timeout: float, total: float, tell: Tell, certificates: Path | None = None, tally: Tally | None = None,
    kept: ProverMemory | None = None, carried: ReusedProofs | None = None,
) -> list[ProofVerdict]:  # fmt: skip
    """The proposed verdicts of a search, as far as they are accepted. kept: what of a run before may serve, to which is
    added what serves now: with the few conditions on which a proof rests, instances are found that are not with all.
    carried: what is accepted already; its questions are made again where something new stands beside them in a
    folder."""
    carried = carried or ReusedProofs()
    proposed = [one for one in found if one.proposed and one.accepted is None]
    if not proposed and not never:
        if certificates is not None and carried.issue is not None:
            folder = folder_name(about.ruleset, about.players, numbers_without_value(system))
            carried.issue.write(certificates / folder, carried.found)
        return list(found)
    known = dict.fromkeys(carried.known)
    for one in proposed:
        own = [proof_item(one)] if one.kind == "always" and one.method != OF_A_STATE else []
        known |= dict.fromkeys([*one.known, *own])
    for cone in never.values():
        known |= dict.fromkeys(cone)
    proposals = [Proposal(one.property, (proof_item(one),), one.in_chains) for one in proposed]
    proposals += [Proposal(f"{NEVER}{key}", (f"{NEVER}{key}",)) for key in never]
    proposals = [*(one for one in carried.proposals if certificates is not None or one.chained), *proposals]
    end = thread_time() + max(total, AT_LEAST)
    before, lasting = (carried.before, False) if kept is None else (kept.accepted, kept.lasting)
    issue = CertificateIssuer(
        system, about, tuple(known), judge, max(timeout, AGAIN), end, tell, tally, before,
        written=certificates is not None, lasting=lasting,
    )  # fmt: skip
    try:
        issue.run(proposals)
    except KeyboardInterrupt:
        return [replace(one, interrupted=True) for one in found]
    if kept is not None:
        _remember(issue, kept)
    untaken = [key for key in never if f"{NEVER}{key}" in issue.proofs]
    if why := _nothing_happens(system, untaken):
        empty = [one.proposed or why == NO_GAME for one in found]  # a beginning may break what is not shown
        return [
            replace(one, proposed=False, vacuous=True, reason=why, never=(*untaken,)) if of_nothing else one
            for one, of_nothing in zip(found, empty, strict=True)
        ]
    if certificates is not None:
        named = [*(one.property for one in found), *(f"{NEVER}{key}" for key in never)]
        issue.write(certificates / folder_name(about.ruleset, about.players, numbers_without_value(system)), named)
    return [_judge(system, one, issue, untaken) for one in found]


def _nothing_happens(system: System, untaken: Collection[str]) -> str:
    """The reason why all that is asked is true of no play, where such rules are never taken; else empty."""
    if f"initial {system.initial.function.name}" in untaken:
        return NO_GAME
    return NO_ACTION if system.actions and all(name in untaken for name in system.actions) else ""


def _judge(system: System, one: ProofVerdict, issue: CertificateIssuer, never: Iterable[str]) -> ProofVerdict:
    if not one.proposed:
        return one
    of = getattr(system.checks.get(one.property), "of", None)
    one = replace(one, never=tuple(key for key in never if of in (None, key)))
    if one.accepted is not None:
        return one
    proof = issue.proofs.get(one.property)
    if proof is None:
        refused = issue.refused[one.property]
        report = " (please report it)" if refused.refuted else ""
        return replace(
            one, reason=f"found, and not accepted: {refused.wrong}{report}", proposed=not refused.refuted,
            late=refused.late, never=(),
        )  # fmt: skip
    one = replace(one, seconds=one.seconds + issue.spent[one.property])
    return _by(system, one, proof[0])
