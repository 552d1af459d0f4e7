"""Plays of scopes beside proofs for any number: states that random ones reach, properties that are broken as a game
begins, counterexamples to induction tried out, and numbers that a scope leaves open.

Where none is found nothing is concluded: a value that breaks nothing says nothing of the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, product
from random import Random
from time import monotonic, thread_time
from typing import TYPE_CHECKING

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.ir import types as t
from ruleslawyer.ir.left_open import leave_open
from ruleslawyer.ir.rules import WRITES, Check
from ruleslawyer.ir.schema import OPEN, Scope
from ruleslawyer.ir.system import System
from ruleslawyer.proof.in_scope import PlaySource, play_in_words, verdict_of, what_breaks, with_play
from ruleslawyer.proof.result import UNDECIDED, ProofResult
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.result import premises
from ruleslawyer.rulebook.claims.verdict import UP_TO
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.rounds import Round
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Step, Trace
from ruleslawyer.semantics.transition import Instance, Outcome, TransitionSystem

if TYPE_CHECKING:
    from ruleslawyer.engines.smt.lifted.lemmas import LapsedLemma, Lemmas
    from ruleslawyer.engines.smt.lifted.prove import ProverMemory
    from ruleslawyer.engines.smt.lifted.situation import Situation, SituationTrial
    from ruleslawyer.engines.smt.lifted.verdict import ProofVerdict


PLAYED = 10.0
"""Seconds of the processor for random plays, at most: they throw out candidates for lemmas."""
BEGINNINGS, LENGTH, IN_VAIN = 20, 60, 100
"""Beginnings that are chosen from, the most sub-steps of a play, and the plays without a new state after which there
are no more."""


def play_states(ruleset: LoadedRuleset, players: int | None, seconds: float) -> list[State]:
    """States that random plays in the scopes reach, those between the steps of a move among them."""
    dice, states, end = Random(0), dict[State, None](), thread_time() + seconds
    scopes = [ruleset.scope(name) for name in ruleset.scopes()]
    systems = [
        ruleset.in_scope(scope) for scope in scopes
        if not scope.is_open and players in (None, scope.size(ruleset.system.players))
    ]  # fmt: skip
    in_vain = 0
    while systems and thread_time() < end and in_vain < IN_VAIN:
        system, known = dice.choice(systems), len(states)
        begun = [outcome.state for _, outcome in islice(system.beginnings(), BEGINNINGS) if outcome.state is not None]
        if not begun:
            systems.remove(system)
            continue
        state: State | None = dice.choice(begun)
        for _ in range(LENGTH):
            if state is None or thread_time() > end:
                break
            states[state] = None
            try:
                due = system.due(state)
                if due is None:
                    left = [] if system.is_over(state) else [j for j in system.candidates(state) if j.is_allowed]
                    if not left:
                        break
                    state = system.substep(state, dice.choice(left).instance).state
                else:
                    state = system.substep(state, due).state
            except BranchEnds:
                break
        in_vain = in_vain + 1 if len(states) == known else 0
    return list(states)


def check_initial_states(
    ruleset: LoadedRuleset, verdicts: Iterable[ProofVerdict], reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None, scopes: Iterable[str], seconds: float,
) -> list[ProofVerdict]:  # fmt: skip
    """The verdicts; a property of states that is not proved and that a beginning in one of the scopes breaks is
    VIOLATED there. seconds: of the clock, for all scopes."""
    every = {proof.property: proof for proof in verdicts}
    left = {
        proof.property for proof in every.values() if proof.kind == "always" and proof.verdict in ("UNKNOWN", "VACUOUS")
    }
    end = monotonic() + seconds
    for name in scopes:
        if not left or monotonic() > end:
            break
        system = ruleset.in_scope(ruleset.scope(name), reading, rulings)
        if not system.has_beginning():
            continue
        limits = Limits(states=1, seconds=max(0.1, end - monotonic()))
        for verdict in explore_scope(system, limits=limits, engine="networkx").verdicts:
            trace = verdict.trace
            if verdict.name in left and verdict.word == "VIOLATED" and trace is not None and not trace.length:
                proof = every[verdict.name]
                every[verdict.name] = replace(
                    proof, broken=(ruleset.scope(name), trace), vacuous=False, situation=None, late=False, rule="",
                    never=(), reason=f"in {name}, after 0 actions",
                )  # fmt: skip
                left.remove(verdict.name)
    return list(every.values())


TRIED_STATES, TRIED_SECONDS, LEAST_TRIED = 5_000, 10.0, 1.0
"""How far a play is looked for with the members of one counterexample, and the seconds that each has at least."""


def try_situations(
    ruleset: LoadedRuleset, situations: Mapping[str, Situation], reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None, seconds: float,
) -> dict[str, Situation]:  # fmt: skip
    """The situations in which a rule breaks a property, by its name, each tried out. seconds: of the clock, for all."""
    end = monotonic() + seconds
    tried: dict[str, Situation] = {}
    for done, (name, one) in enumerate(situations.items()):
        share = max(LEAST_TRIED, (end - monotonic()) / (len(situations) - done))
        trial = _replay(ruleset, name, one, reading, rulings, min(share, TRIED_SECONDS))
        tried[name] = replace(one, trial=trial)
    return tried


def break_by_situation(proof: ProofResult, system: System) -> ProofResult:
    """A property with the play to which its counterexample to induction led, if one did: of what no scope answers, or
    only up to a cap, it is the verdict, and beside what scopes keep it says of which other members that is not so."""
    trial = None if proof.stuck is None else proof.stuck.trial
    if trial is None or trial.trace is None:
        return proof
    if proof.verdict not in (*UNDECIDED, UP_TO):
        return replace(proof, reason=f"{proof.reason}; VIOLATED {trial_in_words(trial, system)}", closing="")
    of = PlaySource(trial.scope, trial.premises, 0.0, _place(trial, system))
    return replace(with_play(proof, "VIOLATED", trial.trace, of, system, what=trial.what), stuck=proof.stuck)


def trial_in_words(trial: SituationTrial, system: System) -> str:
    """The members with which a play comes to a counterexample to induction, and after how many actions."""
    return play_in_words(_place(trial, system), trial.trace, trial.what)


def _place(trial: SituationTrial, system: System) -> str:
    return f"with {', '.join(_members(system, trial.scope))}"


def _members(system: System, scope: Scope) -> Iterator[str]:
    """The members of a scope, each with what is printed on it."""
    codec = Codec(system, scope)
    for sort, names in scope.names.items():
        for k, name in enumerate(names):
            columns = ((a, scope.attributes.get((sort, a.name))) for a in system.sorts[sort].attributes)
            printed = ", ".join(f"{a.name} {codec.text(a.type, column[k])}" for a, column in columns if column)
            yield f"{name} ({printed})" if printed else name


def _replay(
    ruleset: LoadedRuleset, name: str, found: Situation, reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None, seconds: float,
) -> SituationTrial:  # fmt: skip
    """The result of playing with the members of a situation alone, under its reading."""
    from ruleslawyer.engines.smt.lifted.situation import SituationTrial

    system = ruleset.system
    scope = Scope(
        "", "the members of a counterexample to induction", dict(found.names), dict(found.attributes),
        {**{one.name: one.value for one in system.constants.values()}, **found.numbers}, (), {}, {}, (),
    )  # fmt: skip
    tried = partial(SituationTrial, scope)
    if any(sort.grid for sort in system.sorts.values()):
        return tried("", "not tried out: nothing is said of where the places of a grid lie")
    check = system.checks.get(name)
    there = ruleset.in_scope(scope, {**(reading or {}), **found.reading}, rulings)
    if not there.meets_assumptions:
        return tried("", "not tried out: members that do not matter are missing for what is assumed of them")
    step = "" if found.kind == "initial" else _differs(there, check, found)
    return _search(there, name, seconds, partial(tried, step))


def _differs(system: TransitionSystem, check: Check | None, found: Situation) -> str:
    """The reason why the situation is none of the scope's; empty where the interpreter takes the step, and breaks the
    property."""
    other = "no state of a scope: counts or piles differ"
    try:
        due = system.due(found.before)
        if found.kind == "action":
            instance = Instance(found.rule, found.args)
            judged = None if due is not None else system.candidate(found.before, instance)
            if judged is None or not judged.is_allowed:
                return f"{other} ({found.rule} is not allowed there)"
            outcome = system.substep(found.before, instance)
        elif (
            due is None
            or (found.kind == "settle") != isinstance(due, Round)
            or (not isinstance(due, Round) and due.name != found.rule)
        ):
            return f"{other} ({found.rule} is not due there)"
        else:
            outcome = system.substep(found.before, due)
    except (BranchEnds, LookupError, TypeError, ValueError, AssertionError) as error:
        return f"{other} ({error or type(error).__name__})"
    return (
        ""
        if check is None or _is_broken_by(system, check, found.before, outcome, found)
        else f"{other} (nothing breaks)"
    )


def _is_broken_by(system: TransitionSystem, check: Check, before: State, outcome: Outcome, found: Situation) -> bool:
    if check.kind == "step":
        answers, _ = system.step_answers(check, before, Instance(found.rule, found.args), outcome)
        return not answers <= {True}
    return outcome.state is not None and system.holds(check, outcome.state)[0] is not True


def _search(
    system: TransitionSystem, name: str, seconds: float, tried: Callable[..., SituationTrial]
) -> SituationTrial:  # fmt: skip
    """Whether the property is broken by a play with these members. tried: makes the result of what is said of that."""
    if not system.has_beginning():
        return tried("no game begins with these alone")
    result = explore_scope(system, limits=Limits(states=TRIED_STATES, seconds=seconds))
    verdict = verdict_of(name, result, system.system)
    if verdict.word == "VIOLATED":
        return tried("reached by this play", verdict.trace, result.premises, what_breaks(verdict, system.system))
    if verdict.word == "UNKNOWN" and result.complete:
        return tried(f"not reached in {result.states} states: {verdict.reason}")
    if result.complete:
        return tried(f"not reached: in all {result.states} states with these alone nothing breaks it")
    return tried(f"not reached within {result.states} states")


def open_numbers(ruleset: LoadedRuleset, scope: str | None = None) -> tuple[str, ...]:
    """The full names of the numbers that a scope leaves open; None: the one that leaves something open, if there is
    one."""
    name = scope or ruleset.open_scope
    given = {} if name is None else ruleset.scope(name).constants
    return tuple(number for number, value in given.items() if value == OPEN)


def name_numbers(system: System, numbers: Mapping[str, object]) -> Iterator[str]:
    """The numbers by which a play goes, in words; a number below zero that its type lets in is seldom meant, and the
    range is said that keeps it out."""
    yield f"with {', '.join(f'{name} = {value}' for name, value in numbers.items())}"
    for name, value in numbers.items():
        type_ = system.constants[name].type
        if isinstance(type_, t.Int) and type_.low is None and isinstance(value, int) and value < 0:
            yield f"if {name} is never below zero, its type has to say so: Annotated[int, Range(0)]"


def reprove_with_numbers(
    system: System, numbers: Sequence[str], players: int | None, lemmas: Lemmas, timeout: float, end: float,
    progress: Tell | None, kept: ProverMemory | None, names: Sequence[str],
) -> tuple[list[ProofVerdict], tuple[LapsedLemma, ...]]:  # fmt: skip
    """The kept proofs, made again for so many players (`names`: of these properties), until `end`: first with some
    numbers left open, for half of the time; what is not proved so, with those of the book."""
    from ruleslawyer.engines.smt.lifted import prove as solver

    opened: list[ProofVerdict] = []
    if numbers:
        half = max(0.0, end - thread_time()) / 2
        rules = leave_open(system, numbers)
        found, lapsed = solver.prove_again(rules, players, lemmas, timeout, half, progress, kept, names)
        opened = [one for one in found if one.verdict == "PROVED"]
        names = [name for name in names if name not in {one.property for one in opened}]
        if not names and not lapsed:
            return opened, ()
    before = None if kept is None else dict(kept.accepted)
    left = max(0.0, end - thread_time())
    found, lapsed = solver.prove_again(system, players, lemmas, timeout, left, progress, kept, names)
    if kept is not None and opened:
        kept.accepted = {**kept.accepted, **(before or {})}
    return [*opened, *found], lapsed


VALUES = 16
"""Values of a number that are tried, from its least or from 0 on; -1 is tried early, where its type lets it in."""
STATES, SECONDS = 5_000, 5.0
"""How far a play is looked for with some values."""


def break_with_numbers(
    ruleset: LoadedRuleset, proofs: Sequence[ProofResult], scope: str, reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None, seconds: float, progress: Tell | None,
) -> list[ProofResult]:  # fmt: skip
    """The properties; one that a play with other numbers breaks is VIOLATED, by that play. scope: the one that leaves
    the numbers open; where it leaves more open than those, the play is of the smallest scope that does not."""
    system, numbers = ruleset.system, open_numbers(ruleset, scope)
    results, left = {proof.property: proof for proof in proofs}, [proof.property for proof in proofs]
    members, end = _with_members(ruleset, ruleset.scope(scope), numbers), monotonic() + seconds
    for values in () if members is None else _values(system, numbers):
        if not left or monotonic() > end:
            break
        assert members is not None
        if progress is not None:
            progress(f"exploring {members.name} {next(name_numbers(system, values))}")
        played = ruleset.in_scope(_close(system, members, values), reading, rulings)
        if not played.meets_assumptions:
            continue
        plays, of = _plays(played, min(SECONDS, max(0.1, end - monotonic())))
        for name in [name for name in left if name in plays]:
            results[name] = _break(results[name], plays[name], of, system, values)
            left.remove(name)
    return [*results.values()]


def _with_members(ruleset: LoadedRuleset, scope: Scope, numbers: Sequence[str]) -> Scope | None:
    """The scope whose members play: this one, if it leaves nothing but numbers open, or else the smallest that leaves
    nothing open and is the whole game but for its numbers."""
    book = {name: ruleset.system.constants[name].value for name in numbers}
    if not replace(scope, constants={**scope.constants, **book}).is_open:
        return scope
    every = [ruleset.scope(name) for name in ruleset.explored_scopes()]
    whole = [one for one in every if not one.off and not one.initial]
    return min(whole, key=lambda one: (one.large, sum(map(len, one.names.values())), one.name), default=None)


def _values(system: System, numbers: Sequence[str]) -> Iterator[dict[str, object]]:
    """Values of some numbers, the smallest first."""
    each = [_of_type(system, name) for name in numbers]
    for most in range(max(map(len, each))):
        for places in product(*(range(min(most + 1, len(one))) for one in each)):
            if max(places) == most:
                yield {name: one[place] for name, one, place in zip(numbers, each, places, strict=True)}


def _of_type(system: System, name: str) -> list[object]:
    """Some values of a number, as its type lets them in; of another type than numbers, truth values and enums the one
    of the book."""
    match system.constants[name].type:
        case t.Int(low, high):
            least = max(0, low or 0)
            tried = [least, least + 1, -1, *range(least + 2, least + VALUES)]
            inside = [n for n in tried if (low is None or n >= low) and (high is None or n <= high)]
            return [*inside] or [high]
        case t.Bool():
            return [False, True]
        case t.Enum(enum):
            return [*range(len(system.enums[enum].members))]
    return [system.constants[name].value]


def _close(system: System, scope: Scope, values: Mapping[str, object]) -> Scope:
    """The scope with these numbers."""
    constants = {**scope.constants, **values}
    others = tuple(name for name, one in system.constants.items() if constants[name] != one.value)
    return replace(scope, constants=constants, shrunk=others)


def _plays(played: TransitionSystem, seconds: float) -> tuple[dict[str, Trace], PlaySource]:
    """The plays that break something, by the property or by the range of a field; where no game begins, by what keeps
    it from that."""
    began, found = monotonic(), dict[str, Trace]()
    apart = {field.name for frame in played.system.frames.values() for field in frame.fields}

    def note(event: Event, trace: Trace) -> None:
        if event.of_range and event.subject not in apart and trace.last is None:
            found.setdefault(f"{WRITES}{event.subject}", trace)

    place = f"in {played.scope.name}"
    if not played.has_beginning():
        for start, outcome in played.beginnings():
            for event in outcome.events:
                note(event, Trace(tuple(sorted(played.reading.items())), Step(start, (), outcome.substeps, None), ()))
        return found, PlaySource(played.scope, premises(played), monotonic() - began, place)
    result = explore_scope(played, limits=Limits(states=STATES, seconds=seconds), engine="networkx")
    for met in result.events:
        note(met.event, met.trace)
    for verdict in result.verdicts:
        if verdict.word == "VIOLATED" and verdict.trace is not None and verdict.trace.last is None:
            found[verdict.name] = verdict.trace
    return found, PlaySource.of(result)._replace(place=place)


def _break(
    proof: ProofResult, trace: Trace, of: PlaySource, system: System, values: Mapping[str, object]
) -> ProofResult:  # fmt: skip
    """A property with the play that breaks it, whatever is proved of it with the numbers of the book."""
    alone = [f"{proof.verdict_text()} with the numbers of the book"] if proof.verdict == "PROVED" else []
    found = with_play(proof, "VIOLATED", trace, of, system)
    reason = "; ".join((found.reason, *name_numbers(system, values), *alone))
    return replace(found, reason=reason, any_number=(), sizes=(), tried=(), accepted=None, assumptions=(), invariant=())
