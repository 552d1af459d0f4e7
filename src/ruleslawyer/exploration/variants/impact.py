"""Impact of answers: every option of every choice by itself, in the small scopes of a ruleset, within a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from ruleslawyer.exploration.explore import Explore
from ruleslawyer.exploration.refresh import OF_A_CHECK, refresh_result
from ruleslawyer.exploration.study import Study, expect_no_ctrl_c
from ruleslawyer.ir.rules import FOLLOWED, Check
from ruleslawyer.rulebook.answers.idle import idle, idle_under
from ruleslawyer.rulebook.answers.memo import Matters, Memo
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, LEFT_OUT_BY, Limits, counting
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.claims.verdict import UP_TO, Word
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.transition import TransitionSystem

if TYPE_CHECKING:  # it makes code
    from ruleslawyer.exploration.variants.family import SingleChanges

MOST_STATES = 20_000
"""States of a scope up to which its answers are asked here."""
LEFT_OPEN = frozenset({"UNKNOWN", UP_TO})
"""Words that leave something open, so that another one need not be another answer."""
PARTS = 3
"""Of the time that is left one scope may take one of so many."""
LATE = "no time was left"

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
class ScopeImpact:
    """A scope whose answers were asked. choices: those that it has, with all their options. stopped: why not all of
    its states were seen under each; then more may change than is known. late: whether more time would tell more."""

    scope: str
    choices: Mapping[str, tuple[str, ...]]
    changes: tuple[Change, ...]
    stopped: str
    late: bool = False


@dataclass
class Impact:
    """The changes that answers make in the scopes that were asked; and the others, each with why it was left out."""

    budget: float
    asked: list[ScopeImpact] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    interrupted: bool = False

    @property
    def left_to_ask(self) -> tuple[str, ...]:
        """The scopes of which more time would tell more."""
        late = [one.scope for one in self.asked if one.late]
        return (*late, *(scope for scope, why in self.left_out if why == LATE))

    def explored_scopes(self) -> Iterator[ScopeResult]:
        """The scopes under the options that change something."""
        yield from (c.explored for one in self.asked for c in one.changes if c.explored is not None)


def measure_impact(
    ruleset: LoadedRuleset, scopes: Iterable[ScopeResult], others: Sequence[ScopeResult], seconds: float, watch: Watch,
    answers: Answers | None = None,
) -> Impact:  # fmt: skip
    """Ask the answers in the scopes of a check, the smallest first, for about so many seconds; Ctrl-C keeps what is
    known by then. A scope of which nothing can be seen in the time that is left is not begun, and none takes more than
    a share of it: under some answer the smallest scope may be a large one. `others`: what the check explored under
    other readings. `answers`: where all that was asked to its end is kept, each by what it read, and found again in no
    time."""
    found, run, each = Impact(seconds), Study(seconds), sorted(scopes, key=lambda s: s.states)
    with watch(f"{ruleset.name}, each answer by itself ({LEFT_OUT_BY})") as tell:
        for number, scope in enumerate(each, 1):
            asking = _ScopeSearch(ruleset, others, scope, run.part(PARTS), answers or Answers())
            tell_scope = partial(_tell, tell, f"scope {scope.scope.name}, {number} of {len(each)}")
            with run.stopping():
                if why := _why_not(scope) or (BY_CTRL_C if found.interrupted else ""):
                    found.left_out.append((scope.scope.name, why))
                elif (asked := asking.ask(tell_scope)) is None:
                    found.left_out.append((scope.scope.name, LATE))
                else:
                    found.asked.append(asked)
            if run.stopped and not found.interrupted:
                found.interrupted = True
                found.left_out.append((scope.scope.name, BY_CTRL_C))
    return found


def _tell(tell: Callable[[str], None] | None, where: str, text: str) -> None:
    if tell is not None:
        tell(f"{where}, {text}")


def _why_not(scope: ScopeResult) -> str:
    """The reason why a scope is not asked, however much time there is."""
    if not scope.complete:
        return "the check did not explore it to its end"
    return f"more than {MOST_STATES} states" if scope.states > MOST_STATES else ""


@dataclass(frozen=True, slots=True)
class _OptionBatch:
    """Some options of a scope by themselves. changed: the verdicts that each changes, by choice and option; left: those
    of which not all states are followed; consulted: the choices that were asked for; stopped: by what, if not so."""

    changed: Mapping[tuple[str, str], Mapping[str, tuple[Word, Word]]]
    left: tuple[tuple[str, str], ...]
    consulted: frozenset[str]
    stopped: str = ""


class _ScopeSearch:
    """The options of one scope. part: the time that it has."""

    def __init__(
        self, ruleset: LoadedRuleset, others: Sequence[ScopeResult], scope: ScopeResult, part: Study, answers: Answers
    ) -> None:  # fmt: skip
        self.ruleset, self.others, self.scope, self.part = ruleset, others, scope, part
        self.name = scope.scope.name
        self.kept = Memo(answers, ruleset, scope.scope)
        self.own = {verdict.name: verdict.word for verdict in scope.verdicts}

    def ask(self, tell: Callable[[str], None]) -> ScopeImpact | None:
        """All that is known, or that the time is enough for; None where that is nothing."""
        from ruleslawyer.exploration.variants.family import EachOption

        every, stopped, late, begun = EachOption(self.ruleset.transition_system(self.name)), "", False, False
        changed: dict[tuple[str, str], Mapping[str, tuple[Word, Word]]] = {}
        endless = set[tuple[str, str]]()
        for batch in every:
            seen = self.kept.read(_OptionBatch, "impact", batch.readings)
            if seen is None and self.has_no_time:
                late, stopped = True, stopped or "no time was left for all choices"
                break
            begun = True
            tell(f"{len(batch.readings)} readings at once")
            seen = seen or self._compare_options(every.system, batch)
            if seen.stopped:
                late, stopped = True, stopped or "no time was left for all states"
            elif seen.left:
                named = ", ".join(f"{choice} = {option}" for choice, option in seen.left)
                stopped = stopped or f"not all states were followed under {named}"
            changed |= seen.changed
            endless |= {*seen.left}
            every.consult(seen.consulted)
        if not begun:
            return None
        changes = []
        for number, ((choice, option), pairs) in enumerate(changed.items(), 1):
            tell(f"{choice} = {option}, {number} of {len(changed)} that change something")
            explored = None if (choice, option) in endless else self._explore(choice, option, tell)
            late = late or (explored is None and (choice, option) not in endless)
            changes.append(Change(choice, option, pairs, explored))
        return ScopeImpact(self.name, every.choices, tuple(changes), stopped, late)

    @property
    def has_no_time(self) -> bool:
        """Whether what is not known can no more be asked: with many readings it takes longer than it took with one."""
        return self.part.remaining_seconds <= self.scope.seconds

    def _compare_options(self, system: TransitionSystem, batch: SingleChanges) -> _OptionBatch:
        """Explores some options at once, and says which verdicts each changes against the default; where plays part
        from its, properties of what may follow are judged on a graph of the option's own."""
        from ruleslawyer.engines.native.family import Family
        from ruleslawyer.engines.native.verdicts import endings, verdicts
        from ruleslawyer.exploration.variants.family import AT_LEAST, TIMES, words_on_plays

        branching = {check.name for check in system.system.checks.values() if check.kind in FOLLOWED}
        family = Family(system, batch.readings)
        others = {place for place in batch.places.values() if place}
        most = max(AT_LEAST, TIMES * self.scope.states)
        apart = [(0, place) for place in others if branching]
        seen = family.search(self.part.within(Limits()), pairs=apart, most=most)
        expect_no_ctrl_c(seen.stopped)
        parted = {place for place in others if branching and (seen.untold or (0, place) in seen.parted)}
        stopped, graphs, unseen = seen.stopped, dict[int, Mapping[str, Word]](), seen.left
        for place in sorted(parted):
            if not (stopped or seen.left >> place & 1):
                words, stopped = words_on_plays(family.systems[place], self.part.within(Limits()))
                graphs[id(family.systems[place])] = words
                unseen |= (not words) << place

        def word(under: TransitionSystem, check: Check) -> Word:
            return graphs.get(id(under), self.own).get(check.name, "UNKNOWN")

        def differs(name: str, place: int, before: Word, after: Word) -> bool:
            open_ = stopped or unseen >> place & 1 or name in branching
            return before != after and not (open_ and {before, after} & LEFT_OPEN)

        rows = verdicts(family, seen, word).items()
        told = {
            key: {name: (row[0], row[place]) for name, row in rows if differs(name, place, row[0], row[place])}
            for key, place in batch.places.items()
        }
        changed = {key: pairs for key, pairs in told.items() if pairs}
        left = tuple(key for key, place in batch.places.items() if place and unseen >> place & 1)
        compared = _OptionBatch(changed, left, seen.consulted, stopped)
        if not stopped:
            live = None if endings(family, seen) else seen.live
            self.kept.write(compared, "impact", batch.readings, reads=(Matters(idle_under(self.ruleset.system, live)),))
        return compared

    def _explore(self, choice: str, option: str, tell: Callable[[str], None]) -> ScopeResult | None:
        """The scope under one answer: of the check itself where it has that, or as it is kept, or explored now."""
        key = self.name, ((choice, option),), ()
        for one in self.others:
            if (one.scope.name, one.reading) == key[:2] and not one.rulings:
                return one
        found = self.kept.read(ScopeResult, OF_A_CHECK, key)
        if found is not None and found.complete:
            return refresh_result(self.ruleset, found)
        if self.has_no_time:
            return None
        limits = self.part.within(Limits())
        found = Explore(self.name, {choice: option}, direct=True, limits=limits, progress=counting(tell))(self.ruleset)
        expect_no_ctrl_c(found.stopped)
        if not found.complete:
            return None
        found = replace(found, quotients=())
        self.kept.write(found, OF_A_CHECK, key, reads=(Matters(idle(self.ruleset.system, found)),))
        return found
