"""Reasons of the reference for what it says where another implementation says something else: the clauses that speak,
what keeps others from speaking, what wrote a state, and the open questions that it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace

from ruleslawyer.bridges.conform.difference import Difference, Reason, Resting
from ruleslawyer.bridges.conform.view import view_of
from ruleslawyer.exploration.variants.choices import TrackedReading, all_choices, track_choices
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.system import Lift, Norm, System
from ruleslawyer.ir.walk import walk
from ruleslawyer.play.explain import sentence
from ruleslawyer.play.rules import Rules
from ruleslawyer.play.sampling import CandidateFilter
from ruleslawyer.rulebook.claims.readings import option_of
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.judgement import Judgement
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Outcome, TransitionSystem


def verdict(rules: Rules, state: State, instance: Instance) -> Reason:
    """The verdict on an action, and the clauses that speak about it."""
    found = rules.explain(state, instance)
    clauses = tuple(dict.fromkeys(c for s in found.speakers for c in s.clauses))
    return Reason(rules.codec.call(instance), sentence(found), clauses)


def why_not_forbidden(system: TransitionSystem, state: State, instance: Instance) -> Iterator[Reason]:
    """The clauses that could forbid an action that is allowed: each with what beats or lifts it, those first, or
    that it does not hold."""
    judged, action = system.judge(state, instance), system.system.actions[instance.action]
    if judged.judgement is None:
        return
    parts = {part.name: part.norms for part in action.parts}
    inner = [(one, parts[one.base]) for _, one in judged.judgement.parts]
    found = dict.fromkeys(
        reason
        for judgement, norms in [(judged.judgement, action.norms), *inner]
        for norm in norms
        if norm.kind == "forbid" and norm.name not in judgement.forbids
        for reason in [_kept_from_forbidding(norm, norms, judgement, judged.fired)]
    )
    yield from sorted(found, key=lambda reason: not reason.clauses)


def _kept_from_forbidding(norm: Norm, norms: tuple[Norm, ...], judgement: Judgement, fired: tuple[str, ...]) -> Reason:
    name = f"{', '.join(norm.origin.cites)} {norm.name}"
    lifts = [lift for lift in norm.exceptions if lift.name in fired]
    beats = [one for one in norms if norm.name in one.over and one.name in judgement.holds]
    how = "lifted" if lifts and norm.name not in judgement.holds else "beaten"
    keeping: list[Lift | Norm] = [*lifts, *beats]
    for by in keeping[:1]:
        clauses = (*norm.origin.cites, *by.origin.cites)
        return Reason(name, f"would forbid it, and is {how} by {', '.join(by.origin.cites)} {by.name}", clauses)
    says = f": {norm.function.doc}" if norm.function.doc else ""
    return Reason(name, f"could forbid it, and does not hold here{says}", ())


def effects(codec: Codec, before: State | None, outcome: Outcome, places: set[str]) -> list[Reason]:
    """The effects that write what differs, then the sub-steps that wrote it, each with its clauses; all sub-steps where
    none did."""
    ran = tuple(name[1:] for name in outcome.fired if name.startswith("§"))
    found = list(_writing(codec.system, frozenset(ran), {place.partition("[")[0] for place in places}))
    wrote = False
    at = before
    for step in outcome.substeps:
        changed = {} if at is None else {p: f"{p}: {a} → {b}" for p, a, b in codec.changes(at, step.state)}
        mine = [text for place, text in changed.items() if place in places]
        if mine:
            wrote = True
            found.append(Reason(f"{step.kind} {step.name}", "; ".join(mine), step.cites))
        at = step.state
    if not wrote:
        found += [Reason(f"{s.kind} {s.name}", "does not change it", s.cites) for s in outcome.substeps]
    return [*found, Reason("all that was done", "the clauses whose effects ran", ran)]


def _writing(system: System, ran: frozenset[str], names: Set[str]) -> Iterator[Reason]:
    """The effects that ran and write one of these fields of the state, each with the rule that it is of; first those
    that write least besides."""
    found = list[tuple[int, Reason]]()
    for rule in system.rules():
        for node in walk(tuple(function.body for function in rule.functions)):
            if isinstance(node, n.Effect) and ran.issuperset(node.cites):
                written = {place.field for place in walk(node.body) if isinstance(place, n.Place)}
                if written & names:
                    about = f"writes {', '.join(sorted(written & names))}"
                    found.append((len(written), Reason(f"an effect of {rule.name}", about, node.cites)))
    yield from (reason for _, reason in sorted(found, key=lambda one: one[0]))


# --- open questions -----------------------------------------------------------------------------------------------


def resting(system: TransitionSystem, found: Difference) -> tuple[Resting, ...]:
    """The choices of the reading that the reference's answer rests on, and for each the options under which the rules
    say what the other implementation says. Two choices are not changed at once."""
    under, rows = track_choices(system), list[Resting]()
    _says_the_same(under, found)
    assert isinstance(under.reading, TrackedReading)
    for choice in sorted(under.reading.asked & all_choices(system).keys()):
        options, follows = all_choices(system)[choice], option_of(system, choice)
        others = tuple(o for o in options if o != follows and _says_the_same(system.under(choice, o), found))
        rows.append(Resting(choice, follows, options, others))
    return tuple(sorted(rows, key=lambda row: not row.others))


def _says_the_same(system: TransitionSystem, found: Difference) -> bool:
    """Whether some rules say what the other implementation says."""
    among = CandidateFilter(system)

    def is_allowed(state: State, instance: Instance) -> bool:
        judged = among.candidate(state, instance)
        return judged is not None and judged.is_allowed

    taken = found.way.taken[-1] if found.way.taken else None
    if found.kind == "legal" and found.before is not None:
        return all(is_allowed(found.before, i) == (found.answers[0][2] == "allowed") for i in found.offered)
    if found.before is None or taken is None:
        return False
    if found.kind == "refused":
        return not is_allowed(found.before, taken)
    after = system.take(found.before, taken).state if found.view is not None else None
    if after is None or found.view is None:
        return False
    return view_of(system.schema, after, [name for name, _ in found.view.values]) == found.view


def with_questions(system: TransitionSystem, found: Difference) -> Difference:
    """The same difference, with the open questions behind it, and what keeps clauses from forbidding."""
    more = list[Reason]()
    if found.kind == "legal" and found.answers[0][1] == "allowed" and found.before is not None:
        more += why_not_forbidden(system, found.before, found.offered[0])
    return replace(found, reasons=(*found.reasons, *more), resting=resting(system, found))
