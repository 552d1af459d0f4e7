"""Impact of answers: every option of every choice by itself, in the small scopes of a ruleset, within a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace

from ruleslawyer.exploration.explore import Explore
from ruleslawyer.exploration.refresh import as_of_today
from ruleslawyer.exploration.study import Study, expect_no_ctrl_c
from ruleslawyer.ir.checks import FOLLOWED
from ruleslawyer.rulebook.answers.memo import Memo
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, counting
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.claims.verdict import UP_TO, Word
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

MOST_STATES = 20_000
"""States of a scope up to which its answers are asked here."""
LEFT_OPEN = frozenset({"UNKNOWN", UP_TO})
"""Words that leave something open, so that another one need not be another answer."""
PARTS = 3
"""Of the time that is left one scope may take one of so many."""

Watch = Callable[[str], AbstractContextManager[Callable[[str], None] | None]]


@dataclass(frozen=True, slots=True)
class Change:
    """An option that, the other choices as they are, changes verdicts: by property, before and with it. explored: the
    scope under it, with its plays; None where no time was left for that."""

    choice: str
    option: str
    verdicts: Mapping[str, tuple[Word, Word]]
    explored: ScopeResult | None


@dataclass(frozen=True, slots=True)
class Asked:
    """A scope whose answers were asked. choices: those that it has, with all their options. stopped: why not all of
    its states were seen under each; then more may change than is known."""

    scope: str
    choices: Mapping[str, tuple[str, ...]]
    changes: tuple[Change, ...]
    stopped: str


@dataclass
class Impact:
    """The changes that answers make in the scopes that were asked; and the others, each with why it was left out."""

    budget: float
    asked: list[Asked] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    interrupted: bool = False

    def explored_scopes(self) -> Iterator[ScopeResult]:
        """The scopes under the options that change something."""
        yield from (c.explored for one in self.asked for c in one.changes if c.explored is not None)


def impact(
    ruleset: LoadedRuleset, scopes: Iterable[ScopeResult], others: Sequence[ScopeResult], seconds: float, watch: Watch,
    answers: Answers | None = None,
) -> Impact:  # fmt: skip
    """Ask the answers in the scopes of a check, the smallest first, for about so many seconds; Ctrl-C keeps what is
    known by then. A scope of which nothing can be seen in the time that is left is not begun, and none takes more than
    a share of it: under some answer the smallest scope may be a large one. `others`: what the check explored under
    other readings. `answers`: where a scope that was asked to its end is kept, and found again in no time."""
    found, run = Impact(seconds), Study(seconds)
    for scope in sorted(scopes, key=lambda s: s.states):
        part = run.part(PARTS)
        kept = Memo(answers or Answers(), ruleset, scope.scope)
        if known := kept.read(Asked, "impact"):
            changes = (replace(c, explored=c.explored and as_of_today(ruleset, c.explored)) for c in known.changes)
            found.asked.append(replace(known, changes=tuple(changes)))
        elif found.interrupted:
            found.left_out.append((scope.scope.name, BY_CTRL_C))
        elif not scope.complete:
            found.left_out.append((scope.scope.name, "the check did not explore it to its end"))
        elif scope.states > MOST_STATES:
            found.left_out.append((scope.scope.name, f"more than {MOST_STATES} states"))
        elif part.remaining_seconds <= scope.seconds:  # with many readings it takes longer than it took with one
            found.left_out.append((scope.scope.name, "no time was left"))
        else:
            with run.stopping():
                with watch(f"{ruleset.name}, scope {scope.scope.name}, each answer by itself") as tell:
                    asked = _ask(ruleset, others, scope, part, tell)
                found.asked.append(asked)
                if not asked.stopped:
                    kept.write(asked, "impact")
            if run.stopped:
                found.interrupted = True
                found.left_out.append((scope.scope.name, BY_CTRL_C))
    return found


def _ask(
    ruleset: LoadedRuleset,
    others: Sequence[ScopeResult],
    scope: ScopeResult,
    part: Study,
    tell: Callable[[str], None] | None,
) -> Asked:
    from ruleslawyer.engines.native.family import Family
    from ruleslawyer.engines.native.verdicts import verdicts
    from ruleslawyer.exploration.variants.family import EachOption  # it makes code

    name = scope.scope.name
    system = ruleset.transition_system(name)
    branching = [check.name for check in system.system.checks.values() if check.kind in FOLLOWED]
    every, stopped = EachOption(system), ""
    changed: dict[tuple[str, str], dict[str, tuple[Word, Word]]] = {}
    for batch in every:
        if part.is_over:
            stopped = "no time was left for all choices"
            break
        family = Family(system, batch.readings)
        apart = [(0, place) for place in batch.places.values() if place and branching]
        seen = family.search(part.within(Limits()), progress=counting(tell), pairs=apart)
        expect_no_ctrl_c(seen.stopped)
        stopped = stopped or (seen.stopped and "no time was left for all states")
        words = verdicts(family, seen)
        for key, place in batch.places.items():
            differing = {check: (row[0], row[place]) for check, row in words.items() if row[0] != row[place]}
            if seen.stopped:  # what is not known may be the same all the same
                differing = {check: pair for check, pair in differing.items() if LEFT_OPEN.isdisjoint(pair)}
            if differing or (0, place) in seen.parted:
                changed[key] = differing
        every.consult(seen.consulted)
    changes, untold = [], 0
    for (choice, option), pairs in sorted(changed.items(), key=lambda item: not item[1]):
        explored = _explore_answer(ruleset, others, name, (choice, option), part, tell)
        untold += explored is None and bool(branching)
        pairs |= _differences(scope, explored, branching) if explored else {}
        if pairs:
            changes.append(Change(choice, option, pairs, explored))
    if untold:
        stopped = stopped or f"no time was left for {', '.join(branching)} under all answers"
    return Asked(name, every.choices, tuple(changes), stopped)


def _differences(scope: ScopeResult, other: ScopeResult, names: list[str]) -> dict[str, tuple[Word, Word]]:
    """The verdicts on some properties that are not the same in both, as far as they are known."""
    after = {v.name: v.word for v in other.verdicts}
    before = {v.name: v.word for v in scope.verdicts if v.name in names and v.name in after}
    return {
        name: (word, after[name]) for name, word in before.items()
        if word != after[name] and LEFT_OPEN.isdisjoint((word, after[name]))
    }  # fmt: skip


def _explore_answer(
    ruleset: LoadedRuleset, others: Sequence[ScopeResult], scope: str, chosen: tuple[str, str], part: Study,
    tell: Callable[[str], None] | None,
) -> ScopeResult | None:  # fmt: skip
    """The scope under one answer, of the check itself where it has that."""
    for known in others:
        if known.scope.name == scope and known.reading == (chosen,) and not known.rulings:
            return known
    if part.is_over:
        return None
    limits = part.within(Limits())
    found = Explore(scope, dict([chosen]), direct=True, limits=limits, progress=counting(tell))(ruleset)
    expect_no_ctrl_c(found.stopped)
    return found if found.complete else None
