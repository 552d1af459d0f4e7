"""The properties of a ruleset proved for any number of cards; no scope is asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.engines.smt.lifted.lemmas import LapsedLemma, Lemmas
from ruleslawyer.ir.left_open import leave_open
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.proof.lemmas import Instances, load_instances, load_lemmas
from ruleslawyer.proof.plays import (
    PLAYED,
    check_initial_states,
    open_numbers,
    play_states,
    reprove_with_numbers,
    trial_in_words,
    try_situations,
)
from ruleslawyer.proof.result import UNDECIDED, ProofResult, closing_json
from ruleslawyer.rulebook.claims.result import GIVEN, TAKEN_AS_GIVEN, Premises, calls, premise_text
from ruleslawyer.rulebook.claims.verdict import PLAYERS, describe_numbers
from ruleslawyer.rulebook.declared import APART, Reading, Ruling, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State, leaves
from ruleslawyer.semantics.transition import Instance

NOT_KEPT = {
    "order": "it hangs on the order of a pile, of which the top, the length and who lies there are known here",
    "geometry": "it hangs on where the places of a grid lie, which is not known here",
}
IN_A_SCOPE = "a scope knows it: `prove` without --any-number explores it"

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.lifted.prove import LiftedRules, ProverMemory, ReusedProofs
    from ruleslawyer.engines.smt.lifted.situation import Situation
    from ruleslawyer.engines.smt.lifted.translate import Tally
    from ruleslawyer.engines.smt.lifted.verdict import ProofVerdict


@dataclass(frozen=True)
class ProveForAny(Told["tuple[ProofVerdict, ...]"]):
    """Properties for any number of members (of every sort but the players), of whatever kind may be printed,
    with the numbers of the book, under all readings unless one is given."""

    properties: Sequence[str] | None = None
    reading: Reading = None
    rulings: Ruling = None
    _: KW_ONLY
    players: int | None = PLAYERS
    """How many play; None: any number, one at least."""
    timeout: float = 5.0
    """Seconds for each question."""
    total: float = 120.0
    """Seconds for all questions."""
    certificates: Annotated[Path | None, APART] = None
    """Where certificates go, in a folder for the ruleset."""
    beginnings: bool = True
    """Whether what is not proved is asked of the beginnings of scopes, too."""
    lemmas: Annotated[Lemmas | None, APART] = None
    """Proofs that were accepted just now, by name, so that nothing is looked for; None: those that are kept."""
    tally: Annotated[Tally | None, APART] = None
    """Counts what z3 and cvc5 say of some of the questions with quantifiers."""
    numbers: Sequence[str] | None = None
    """The numbers of the book that are left open, by full name. None: what is proved with the book's own is asked again
    with those left open that the open scope leaves so."""

    def __call__(self, ruleset: LoadedRuleset, /) -> tuple[ProofVerdict, ...]:
        from ruleslawyer.engines.smt.lifted import prove as solver
        from ruleslawyer.engines.smt.lifted.folder import ProofSubject, folder_name
        from ruleslawyer.engines.smt.lifted.guesses import guess_clauses
        from ruleslawyer.engines.smt.lifted.verdict import lemmas_of

        system, chosen, ruled = ruleset.to_prove(self.reading, self.rulings)
        known = solver.provable(system, self.properties)
        for name in self.properties or ():
            if name not in known:
                check = system.properties.get(name)
                if check is None:
                    raise UsageError(f"no property `{name}`", None, nearest(name, solver.provable(system)))
                asks = "what players know" if check.facts else "for a play"
                about = f"`{name}` asks {asks}; for any number what every state and every step keeps is proved"
                raise UsageError(about, None, f"`ruleslawyer explore {ruleset.name}` answers it in a scope")
        system = leave_open(system, self.numbers or ())
        if why := solver.contradictory_assumptions(system, self.players)[0]:
            return tuple(solver.vacuous_verdicts(system, self.players, self.properties, why))
        more = open_numbers(ruleset) if self.numbers is None else ()
        subject = ProofSubject(ruleset.name, self.players, chosen, ruled)
        lemmas = self.lemmas or load_lemmas(ruleset.root, ruleset.name)
        end = thread_time() + self.total

        def carry(some: Lemmas, numbers: Sequence[str] = ()) -> ReusedProofs:
            return solver.reuse_proofs(
                leave_open(system, numbers), subject, some, _instances(ruleset, self.players), self.properties,
                self.timeout, self.total, self.tell, self.tally, written=self.certificates is not None,
            )  # fmt: skip

        carried = solver.ReusedProofs() if lemmas is None else self._again(lemmas, more, carry)
        left = [name for name in known if name not in carried.found]
        total = max(0.0, end - thread_time())
        states = play_states(ruleset, self.players, min(PLAYED, total / 10)) if left and not carried.interrupted else []
        verdicts = solver.prove_for_any(
            system, self.players, self.properties, chosen, self.timeout, total, self.progress, states, lemmas,
            partial(guess_clauses, system, states) if states else None,
            certificates=self.certificates, about=subject, tally=self.tally, carried=carried,
        )  # fmt: skip
        if more and any(verdict.verdict == "PROVED" and not verdict.numbers for verdict in verdicts):
            some = lemmas_of(verdicts)
            opened = carry(replace(some, any_players=some.properties), more)
            if self.certificates is not None and opened.issue is not None:
                opened.issue.write(self.certificates / folder_name(ruleset.name, self.players, more), opened.found)
            verdicts = [
                opened.found.get(verdict.property, verdict) if verdict.verdict == "PROVED" else verdict
                for verdict in verdicts
            ]
        if self.beginnings:
            every, players = ruleset.explored_scopes(), self.players  # those of which the proof would speak
            scopes = [scope for scope in every if not scope_difference(ruleset.system, ruleset.scope(scope), players)]
            seconds = min(PLAYED, self.total / 10)
            verdicts = check_initial_states(ruleset, verdicts, self.reading, self.rulings, scopes, seconds)
            verdicts = self._with_plays(ruleset, verdicts, end - thread_time())
        return tuple(_with_unknowns(system, self.players, verdicts) if self.properties else verdicts)

    def _with_plays(
        self, ruleset: LoadedRuleset, verdicts: Sequence[ProofVerdict], seconds: float
    ) -> list[ProofVerdict]:
        """The verdicts; one with a counterexample to induction to which a play comes is VIOLATED by that play."""
        left = {one.property: one.situation for one in verdicts if one.situation is not None}
        tried = try_situations(ruleset, left, self.reading, self.rulings, seconds)
        system = ruleset.system
        return [_broken_by(one, tried[one.property], system) if one.property in tried else one for one in verdicts]

    def _again(
        self, lemmas: Lemmas, numbers: Sequence[str], carry: Callable[[Lemmas, Sequence[str]], ReusedProofs]
    ) -> ReusedProofs:
        """The kept proofs, made again: with numbers left open, where all can be, which is more; else without."""
        if numbers and self.certificates is None:
            some = lemmas if self.players == PLAYERS else lemmas.for_any_players()
            asked = {*some.properties}.intersection(some.properties if self.properties is None else self.properties)
            opened = carry(lemmas, numbers)
            if opened.interrupted or (asked and asked <= opened.found.keys()):
                return opened
        return carry(lemmas, ())


def _broken_by(verdict: ProofVerdict, tried: Situation, system: System) -> ProofVerdict:
    """A verdict with its counterexample to induction tried out, and with the play that came to it, if one did."""
    trial = tried.trial
    if trial is None or trial.trace is None or verdict.verdict not in UNDECIDED:
        return replace(verdict, situation=tried)
    return replace(
        verdict, situation=tried, broken=(trial.scope, trial.trace), late=False, never=(), closing="",
        reason=trial_in_words(trial, system),
    )  # fmt: skip


def _instances(ruleset: LoadedRuleset, players: int | None) -> Instances:
    """The kept instances that may answer with so many players; some of any number serve for two as well."""
    kept = load_instances(ruleset.root, ruleset.name)
    return {**kept.get(None, {}), **kept.get(players, {})}


def _with_unknowns(system: System, players: int | None, found: Sequence[ProofVerdict]) -> Iterator[ProofVerdict]:
    """The verdicts; one on what hangs on something that is not kept of a table for any number of cards says so."""
    from ruleslawyer.engines.smt.lifted.unknown import unknowns

    stuck = {one.property: one.rule for one in found if one.verdict == "UNKNOWN" and one.rule and not one.late}
    hang = unknowns(system, players, stuck) if stuck else {}
    for one in found:
        why = [NOT_KEPT[kind] for kind in sorted(hang.get(one.property, ()))]
        yield replace(one, reason="; ".join((one.reason, *why, IN_A_SCOPE))) if why else one


def scope_difference(system: System, scope: Scope, players: int | None, numbers: Collection[str] = ()) -> str:
    """The difference between a scope and the game that is proved for any number of cards, with some numbers left open;
    empty where the proof is about it too."""
    nobody = system.players if system.nobody_plays else None
    empty = [sort for sort, names in scope.names.items() if not names and sort != nobody]
    if empty:
        return f"no {', '.join(empty)} at all"
    if players not in (None, scope.size(system.players)) and nobody is None:
        return f"{scope.size(system.players)} {system.players}"
    if scope.initial:
        return "a beginning of its own"
    if not {*numbers}.issuperset(scope.shrunk):
        return "other numbers than the book's"
    return "rules switched off" if scope.off else ""


def scope_properties(system: System) -> list[str]:
    """The properties that are asked of no number of cards, but of scopes: for a play, of all plays, of what players
    know."""
    from ruleslawyer.engines.smt.lifted.prove import provable

    known = provable(system)
    return [name for name in system.properties if name not in known]


def uncovered_scopes(
    ruleset: LoadedRuleset, players: int | None, numbers: Collection[str] = ()
) -> dict[str, list[str]]:  # fmt: skip
    """The scopes of which a proof for any number of cards, with some numbers left open, says nothing, by what they have
    otherwise."""
    found: dict[str, list[str]] = {}
    for name in ruleset.scopes():
        why = scope_difference(ruleset.system, ruleset.scope(name), players, numbers)
        if why:
            found.setdefault(why, []).append(name)
    return found


def not_about(ruleset: LoadedRuleset, proof: ProofResult) -> dict[str, list[str]]:
    """The scopes of which a proof says nothing, by what they have otherwise."""
    if proof.verdict != "PROVED":
        return {}
    return uncovered_scopes(ruleset, dict(proof.sizes).get(ruleset.system.players), proof.numbers)


@dataclass(frozen=True, slots=True)
class ReproofResult:
    """The result of proving again: properties that are proved again, and those that are not; of conditions that nobody
    wrote down, too."""

    proofs: tuple[ProofResult, ...] = ()
    lapsed: tuple[LapsedLemma, ...] = ()


def prove_again(
    ruleset: LoadedRuleset, lemmas: Lemmas, timeout: float, total: float, progress: Callable[[str], None] | None = None,
    kept: Mapping[int | None, ProverMemory] | None = None, only: Collection[str] | None = None,
) -> ReproofResult:  # fmt: skip
    """Proves again what a whole run kept (`only`: these properties of it), under every reading: for any number of
    players where it was so proved, for two else; and for any value of the numbers that the open scope leaves open, as
    far as it is so. kept: what a check before knows of the questions, by how many play."""
    system, numbers = ruleset.system, open_numbers(ruleset)
    wanted = [name for name in lemmas.properties if only is None or name in only]
    found: list[ProofVerdict] = []
    lapsed: list[LapsedLemma] = []
    end = thread_time() + total
    of_any = [name for name in wanted if name in lemmas.any_players]
    of_two = [name for name in wanted if name not in lemmas.any_players]
    for players, some, names in ((None, lemmas.for_any_players(), of_any), (PLAYERS, lemmas, of_two)):
        if names or (players and lemmas.conditions and only is None):
            again = reprove_with_numbers(
                system, numbers, players, some, timeout, end, progress, (kept or {}).get(players), names
            )
            found += again[0]
            lapsed += again[1] if players else ()  # what does not hold of any number may of two
    known = {one.property for one in found}
    more = [LapsedLemma(name, "", "there is no such property") for name in wanted if name not in known]
    more += [
        LapsedLemma(one.property, one.rule, one.reason, one.late or one.interrupted)
        for one in found if one.verdict != "PROVED"
    ]  # fmt: skip
    told = {one.property: as_proof(system, one, {}, {}) for one in found if one.verdict == "PROVED"}
    proofs = drop_premises(system, [told[name] for name in wanted if name in told])
    return ReproofResult(proofs, (*more, *lapsed))


def as_proof(
    system: System, found: ProofVerdict, reading: Mapping[str, str], rulings: Mapping[str, str]
) -> ProofResult:
    """An accepted proof, with what it is said under."""
    clauses = found.clauses
    chosen = {**reading, **rulings}
    questions, rests_on = (0, ()) if found.accepted is None else (found.accepted.questions, found.accepted.rests_on)
    return ProofResult(
        property=found.property, kind=found.kind, verdict=found.verdict, method=found.method,
        seconds=found.seconds, clauses=clauses, assumptions=tuple(premises(system, found, chosen)),
        obligations=questions, invariant=rests_on,
        assumed=tuple(clause for clause in clauses if system.is_assumed(clause)),
        any_number=found.sorts, accepted=found.accepted, sizes=found.fixed,
        premises=Premises(
            found.fixed, tuple(sorted(reading.items())), tuple(sorted(rulings.items())),
            tuple(premises_in_short(found.sorts, chosen, found.numbers, found.assumes)),
        ),
        numbers=found.numbers,
    )  # fmt: skip


def premises_in_short(
    sorts: Sequence[str], reading: Mapping[str, str], open_: Sequence[str] = (), assumes: Sequence[str] = ()
) -> Iterator[str]:  # fmt: skip
    """The premises of a proof for any number of some sorts, and any value of some numbers, in few words."""
    yield "every other reading" if reading else "every reading"
    if sorts:
        but = f", but with {', '.join(assumes)}" if assumes else ""
        yield f"any number of {', '.join(sorts)}, of whatever kind may be printed{but}"
    yield describe_numbers(open_)
    yield TAKEN_AS_GIVEN


def premises(system: System, found: ProofVerdict, reading: Mapping[str, str]) -> Iterator[str]:
    """The premises of a proof: what is open, what is fixed and by which clause, and what is assumed."""
    if found.sorts:
        yield f"any number, but one at least, of {', '.join(found.sorts)}"
    printed = [f"{sort}.{a.name}" for sort in found.sorts for a in system.sorts[sort].attributes]
    if printed:
        yield f"any value of its type: {', '.join(printed)}"
    for name in found.assumes:
        one = system.assumptions[name]
        yield f"assumed of members, and checked in each scope: {one.function.in_words}{_by(one.origin.cites)}"
    for sort, size in found.fixed:
        yield f"{sort}: {size}{_by(system.sorts[sort].origin.cites)}"
    if found.numbers:
        yield f"any value of its type: {', '.join(found.numbers)}"
    numbers = [
        f"{one.name} = {one.value}{_by(one.origin.cites)}"
        for one in system.constants.values() if one.name not in found.numbers
    ]  # fmt: skip
    if numbers:
        yield f"the numbers of the book: {', '.join(numbers)}"
    if reading:
        yield f"read as: {', '.join(f'{key}={option}' for key, option in sorted(reading.items()))}"
    left = [name for name in system.questions if name not in reading]
    if left:
        yield f"every reading of: {', '.join(left)}"
    yield TAKEN_AS_GIVEN


def drop_premises(system: System, proofs: Sequence[ProofResult]) -> tuple[ProofResult, ...]:
    """The proofs, each without what it takes as given and another one of them shows, of as many players and for all
    values of the numbers that it leaves open."""

    def covers(one: ProofResult, proof: ProofResult) -> bool:
        same = {*one.sizes} <= {*proof.sizes} and {*one.numbers} >= {*proof.numbers}
        return one.verdict == "PROVED" and same

    def less(proof: ProofResult) -> ProofResult:
        given = premise_text(system, [one.property for one in proofs if covers(one, proof)])

        def rest(said: Sequence[str]) -> tuple[str, ...]:
            return tuple(filter(None, (given if text in GIVEN else text for text in said)))

        premises = None if proof.premises is None else replace(proof.premises, given=rest(proof.premises.given))
        return replace(proof, assumptions=rest(proof.assumptions), premises=premises)

    return tuple(less(proof) if proof.verdict == "PROVED" else proof for proof in proofs)


def _by(clauses: Sequence[str]) -> str:
    return f" ({', '.join(clauses)})" if clauses else ""


def lifted_rules(ruleset: LoadedRuleset, players: int | None = PLAYERS) -> LiftedRules:
    """The rules that cannot be said for any number of cards, and why."""
    from ruleslawyer.engines.smt.lifted import prove as solver

    return solver.lifted_rules(ruleset.system, players)


def any_number_json(ruleset: LoadedRuleset, verdict: ProofVerdict) -> Json:
    """A verdict for scripts."""
    first, play = None, list[str]()
    if verdict.broken is not None:
        scope, trace = verdict.broken
        play = calls(trace, Codec(ruleset.system, scope))
        first = None if trace.length else {"scope": scope.name, "initial": play[0]}
    return {
        "property": verdict.property, "verdict": verdict.verdict_text(),
        "checked_by": list(verdict.accepted.solvers) if verdict.accepted is not None else [],
        "any_number_of": list(verdict.sorts), "any_value_of": list(verdict.numbers), "assumes": list(verdict.assumes),
        "fixed": dict(verdict.fixed), "method": verdict.method, "lemmas": list(verdict.lemmas),
        "conditions": list(verdict.found), "never_taken": list(verdict.never), "rule": verdict.rule,
        "reason": verdict.reason, "late": verdict.late,
        "counterexample_to_induction": situation_json(ruleset.system, verdict.situation),
        "would_follow_if": closing_json(ruleset.system, verdict.closing), "beginning": first, "play": play,
        "seconds": round(verdict.seconds, 3),
    }  # fmt: skip


def situation_json(system: System, found: Situation | None) -> Json | None:
    """A situation in words: who and what occurs, and what the rule and the property look at; None where none was tried
    out."""
    tried = None if found is None else found.trial
    if found is None or tried is None:
        return None
    codec = Codec(system, tried.scope)
    names = {"action": found.rule, "initial": "initial"}
    call = codec.call(Instance(names[found.kind], found.args)) if found.kind in names else ""
    return {
        "rule": call or f"{found.kind} {found.rule}",
        "members": {sort: list(names) for sort, names in found.names.items()},
        "reading": dict(found.reading),
        "rows": list(_rows(system, codec, found)),
        "step": tried.step,
        "tried": tried.said,
        "play": [] if tried.trace is None else calls(tried.trace, codec),
    }


def _rows(system: System, codec: Codec, found: Situation) -> Iterator[Json]:
    """The numbers of the book that are left open, the values printed on the members, and each leaf of the state that
    matters or is changed, before and after."""
    for number, value in found.numbers.items():
        said = codec.text(system.constants[number].type, value)
        yield {"what": number, "before": said, "after": said}
    for (sort, name), column in found.attributes.items():
        type_ = next(a.type for a in system.sorts[sort].attributes if a.name == name)
        for k, value in enumerate(column):
            if (f"{sort}.{name}", (k,)) in found.matters:
                said = codec.text(type_, value)
                yield {"what": f"{name} of {found.names[sort][k]}", "before": said, "after": said}
    before, after = _leaves(codec, found.before), _leaves(codec, found.after)
    for key in (k for k in {**before, **after} if k in found.matters or before.get(k) != after.get(k)):
        what, old = before.get(key, ("", "closed"))
        also, new = after.get(key, ("", "closed"))
        yield {"what": what or also, "before": old, "after": new}


def _leaves(codec: Codec, state: State) -> dict[tuple[str, tuple[int, ...]], tuple[str, str]]:
    """The leaves of a state by field and keys: the name of each, and its value in words. Of a frame that is closed
    there are none."""
    found = {}
    frames = zip(codec.schema.frame_names, codec.schema.frame_slots, state.frames, strict=True)
    records = [("", codec.schema.slots, state.fields), *((f"{name}.", s, r) for name, s, r in frames if r is not None)]
    for prefix, slots, record in records:
        for slot, value in zip(slots, record, strict=True):
            place = f"{prefix}{slot.field.name}"
            for keys, leaf in leaves(slot.field.type, value):
                name = f"{place}{codec.keys(slot.field.type, keys)}"
                found[place, keys] = name, codec.text(slot.leaf, leaf)
    return found
