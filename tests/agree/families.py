"""What a family run says, computed a second time in the plainest way: one exploration for each reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.exploration.variants.answers import product_of
from ruleslawyer.exploration.variants.family import FamilyResult
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem


def under(system: TransitionSystem, reading: Mapping[str, str]) -> TransitionSystem:
    return TransitionSystem(system.machine, {**system.reading, **reading}, system.rulings)


def moves(system: TransitionSystem, state: State) -> dict[Instance, State]:
    """What may be done where the game is not over, and where it leads."""
    if system.is_over(state):
        return {}
    allowed = (j.instance for j in system.candidates(state) if j.is_allowed)
    results = ((instance, system.take(state, instance).state) for instance in allowed)
    return {instance: after for instance, after in results if after is not None}


def apart(one: TransitionSystem, other: TransitionSystem) -> int | None:
    """After how many actions, done alike under both, something may be done under one only, or leads elsewhere. -1 where
    the beginnings differ; None: never."""
    level, otherwise = ({o.state for _, o in s.initial() if o.state is not None} for s in (one, other))
    if level != otherwise:
        return -1
    seen, depth = set(level), 0
    while level:
        results = [(moves(one, state), moves(other, state)) for state in level]
        if any(a != b for a, b in results):
            return depth
        level = {after for found, _ in results for after in found.values()} - seen
        seen |= level
        depth += 1
    return None


def completions(rows: Sequence[tuple[Mapping[str, str], Any]], answers: Mapping[str, str]) -> Iterator[Any]:
    return (value for reading, value in rows if all(reading[q] == option for q, option in answers.items()))


def deciding(rows: Sequence[tuple[Mapping[str, str], str]], choices: Mapping[str, Sequence[str]]) -> set[str]:
    """The choices of which a change, and nothing else, changes a verdict."""
    pairs = combinations(rows, 2)
    differing = ([q for q in choices if a[q] != b[q]] for (a, one), (b, other) in pairs if one != other)
    return {questions[0] for questions in differing if len(questions) == 1}


def smallest_lists(
    rows: Sequence[tuple[Mapping[str, str], bool]], choices: Mapping[str, Sequence[str]]
) -> list[dict[str, str]]:
    """Of all lists of answers to some questions the smallest after which everything is fine."""
    every = product(*([None, *options] for options in choices.values()))
    lists = [{q: o for q, o in zip(choices, chosen, strict=True) if o is not None} for chosen in every]
    good = [answers for answers in lists if all(completions(rows, answers))]
    return [answers for answers in good if len(answers) == min(map(len, good))]


def assert_same_family(system: TransitionSystem, found: FamilyResult) -> None:
    """Each row is a separate exploration; what follows from the rows is what follows from those."""
    machines = [under(system, row.reading) for row in found.rows]
    for row, machine in zip(found.rows, machines, strict=True):
        alone = explore_scope(machine, engine="networkx")
        counted = (row.states, row.transitions, row.depth, row.deadlocks)
        assert counted == (alone.states, alone.transitions, alone.depth, alone.deadlocked), row.reading
        words = {v.name: v.word for v in alone.verdicts}
        assert {n: w for n, w in row.verdicts.items() if n in words} == words, row.reading
    assert [row.reading for row in found.rows] == product_of(found.choices)
    for name in system.system.checks:
        verdicts = [(row.reading, row.verdicts[name]) for row in found.rows]
        assert set(found.impact[name]) == deciding(verdicts, found.choices)
    met = {name: {row.verdicts[name] for row in found.rows} for name in system.system.checks}
    holding = [name for name, words in met.items() if "HOLDS IN SCOPE" in words]
    assert set(found.hopeless) == {n for n, words in met.items() if words in ({"VIOLATED"}, {"VIOLATED", "VACUOUS"})}
    fine = [(row.reading, all(row.verdicts[n] == "HOLDS IN SCOPE" for n in holding)) for row in found.rows]
    by_hand = smallest_lists(fine, found.choices) if holding and any(good for _, good in fine) else []
    assert sorted(sorted(a.answers.items()) for a in found.smallest) == sorted(sorted(a.items()) for a in by_hand)


def assert_parted(system: TransitionSystem, found: FamilyResult) -> None:
    """Each pair of options, the other choices as the reading has them: the shortest play, or none."""
    pairs = [(choice, pair) for choice, options in found.all_choices.items() for pair in combinations(options, 2)]
    assert [(p.choice, p.options) for p in found.parted] == pairs
    never = set(found.all_choices)
    for parted in found.parted:
        one, other = (system.under(parted.choice, option) for option in parted.options)
        expected = apart(one, other)
        assert parted.ever is (expected is not None), (parted.choice, parted.options)
        assert parted.stopped == ""
        if expected is None:
            assert parted.play is None
            continue
        never.discard(parted.choice)
        if expected < 0:
            assert parted.play is None
            continue
        assert parted.play is not None and parted.shown_by is not None
        assert len(parted.play.steps) == expected
        state = parted.play.end
        assert state is not None
        assert moves(one, state).get(parted.shown_by) != moves(other, state).get(parted.shown_by)
    assert set(found.indistinguishable) == never
