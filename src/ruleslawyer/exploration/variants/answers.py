"""Answers that follow from the verdicts under each reading, and a play that tells two readings apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from ruleslawyer.engines.native.family import DivergencePoint
from ruleslawyer.rulebook.claims.verdict import UP_TO, Word
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Steps, Trace, through
from ruleslawyer.semantics.transition import Instance, Judged, TransitionSystem

Reading = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class AnswerSet:
    """Answers to some questions under which properties hold, whatever the others are answered."""

    answers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SufficientAnswers:
    """Lists of answers that are enough for properties to hold.

    hopeless: properties that hold under no combination and are violated under some; vacuous: those that come up under
    none; unknown: the others that are not known to hold under any. smallest: the shortest lists of answers under which
    all that are left are known to hold, however the rest is answered; none_smaller: whether a shorter list, or any
    where there is none, is known to fail.
    """

    hopeless: tuple[str, ...] = ()
    vacuous: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    smallest: tuple[AnswerSet, ...] = ()
    none_smaller: bool = False


def sufficient_answers(
    readings: Sequence[Reading], rows: Sequence[Mapping[str, Word]], choices: Mapping[str, Sequence[str]], *,
    complete: bool,
) -> SufficientAnswers:  # fmt: skip
    """The conclusions from the verdicts on every property under each reading; that a property comes up nowhere, or
    cannot be told, is not that it holds. complete: whether each reading was explored; else no list of answers
    follows."""
    met = {name: {row[name] for row in rows} for name in (rows[0] if rows else ())}
    hopeless = tuple(n for n, words in met.items() if "VIOLATED" in words <= {"VIOLATED", "VACUOUS"})
    vacuous = tuple(n for n, words in met.items() if words == {"VACUOUS"})
    if not complete:
        return SufficientAnswers(hopeless, vacuous)
    rest = [n for n, words in met.items() if "HOLDS IN SCOPE" in words]
    unknown = tuple(n for n in met if n not in (*hopeless, *vacuous, *rest))
    words = [{row[n] for n in rest} for row in rows]
    found = smallest_answer_sets(readings, [told <= {"HOLDS IN SCOPE"} for told in words], choices) if rest else ()
    perhaps = smallest_answer_sets(readings, [told <= {"HOLDS IN SCOPE", UP_TO, "UNKNOWN"} for told in words], choices)
    size = min((len(one.answers) for one in found), default=len(choices) + 1)
    return SufficientAnswers(hopeless, vacuous, unknown, found, all(len(one.answers) >= size for one in perhaps))


def deciding_choices(
    readings: Sequence[Reading], words: Sequence[Word], choices: Iterable[str], *, known_only: bool = False
) -> tuple[str, ...]:
    """The choices that decide a verdict: some two readings that differ in that choice alone give different ones.
    `known_only`: where not everything was explored, UNKNOWN is no verdict."""
    told = zip(readings, words, strict=True)
    known = {tuple(sorted(r.items())): word for r, word in told if not (known_only and word == "UNKNOWN")}
    deciding = []
    for choice in choices:
        groups: dict[tuple[tuple[str, str], ...], set[Word]] = {}
        for reading, word in known.items():
            groups.setdefault(tuple(p for p in reading if p[0] != choice), set()).add(word)
        if any(len(found) > 1 for found in groups.values()):
            deciding.append(choice)
    return tuple(deciding)


def smallest_answer_sets(
    readings: Sequence[Reading], fine: Sequence[bool], choices: Mapping[str, Sequence[str]]
) -> tuple[AnswerSet, ...]:
    """All smallest lists of answers after which every reading that is left is fine; none where no answers do that."""
    for size in range(len(choices) + 1):
        found = []
        for questions in combinations(choices, size):
            for options in product(*(choices[q] for q in questions)):
                answers = dict(zip(questions, options, strict=True))
                left = [f for r, f in zip(readings, fine, strict=True) if answers.items() <= r.items()]
                if left and all(left):
                    found.append(AnswerSet(answers))
        if found:
            return tuple(found)
    return ()


def product_of(choices: Mapping[str, Sequence[str]]) -> list[Reading]:
    """Every combination of the options of some choices."""
    found: list[dict[str, str]] = [{}]
    for key, options in choices.items():
        found = [{**reading, key: option} for reading in found for option in options]
    return list(found)


@dataclass(frozen=True, slots=True)
class DistinguishingPlay:
    """Two options of a choice: a shortest play after which players could tell which is followed, ending with the
    instance that shows it (None where the options part before anything is done), or never in this scope."""

    choice: str
    options: tuple[str, str]
    ever: bool
    play: Trace | None = None
    shown_by: Instance | None = None
    stopped: str = ""


def parting_play(
    system: TransitionSystem, choice: str, options: tuple[str, str], parting: DivergencePoint
) -> DistinguishingPlay:
    one, other = (system.under(choice, option) for option in options)
    return add_parting_play(one, other, choice, options, parting)


def add_parting_play(
    one: TransitionSystem, other: TransitionSystem, choice: str, options: tuple[str, str], parting: DivergencePoint
) -> DistinguishingPlay:
    """A parting with its play, made by the interpreter under the first of the two readings."""
    if not parting.parted or parting.parent is None:
        return DistinguishingPlay(choice, options, parting.parted, stopped=parting.stopped)
    states = parting.way()
    start = next(i for i, o in one.initial() if o.state == states[0])
    shown_by = distinguishing_instance(one, other, states[-1])
    return DistinguishingPlay(choice, options, True, through(Steps(one), start, states, shown_by), shown_by)


def distinguishing_instance(one: TransitionSystem, other: TransitionSystem, state: State) -> Instance | None:
    """An instance that only one of two readings allows, or that leads to different states."""
    results = [{j.instance: s.take(state, j.instance).state for j in legal_instances(s, state)} for s in (one, other)]
    everything = dict.fromkeys((*results[0], *results[1]))
    return next((i for i in everything if results[0].get(i) != results[1].get(i)), None)


def legal_instances(system: TransitionSystem, state: State) -> list[Judged]:
    """The instances that may be taken in a state: none, where it cannot be told whose decision it is."""
    try:
        return [judged for judged in system.candidates(state) if judged.is_allowed]
    except BranchEnds:
        return []
