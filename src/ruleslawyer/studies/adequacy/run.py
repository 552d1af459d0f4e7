"""A run: every fault in every scope, until somebody notices it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.options import MOST_STATES
from ruleslawyer.engines.native.schemata import Schemata
from ruleslawyer.engines.native.storage import width_of
from ruleslawyer.exploration.study import Study, StudyResult
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.adequacy.faults import Fate, Fault, by_kind, count_detections, generate_faults, interval
from ruleslawyer.studies.adequacy.kept import Done, open_journal
from ruleslawyer.studies.adequacy.notice import FaultDetector, FaultFreeBaseline, OptionDetector, ScenarioDetector
from ruleslawyer.studies.adequacy.place import (
    MutatedScope,
    NamedScope,
    hand_made_scopes,
    plan_of,
    random_sweep_scopes,
    sweep_scopes,
)

CARDS = 4
"""The most cards of the scopes that nobody explores."""


@dataclass(frozen=True)
class Options:
    """sample: how many faults, None for all. states, seconds: of one exploration; a scope that has as many states, or
    takes as long of a processor, without any fault is left out. generated: scopes of a sweep for each number of cards,
    None for all. more: scopes in which it is only asked whether faults make a difference."""

    sample: int | None = None
    seed: int = 0
    states: int = 5_000
    seconds: float = 10.0
    generated: int | None = None
    more: int = 100


@dataclass
class AdequacyResult(StudyResult):
    """The result of a run. of: how many faults there are. refused: those that no engine takes. scopes: how many of each
    kind were looked at, and were to be. varied: what the sweep varies; no_sweep: why there is none. left: scopes that
    are too large. slow: those in which too much is asked."""

    options: Options
    of: int = 0
    fates: list[Fate] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    scopes: dict[str, int] = field(default_factory=dict)
    wanted: dict[str, int] = field(default_factory=dict)
    varied: str = ""
    no_sweep: str = ""
    left: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    plays: int = 0

    @property
    def tried_count(self) -> int:
        """How many faults were looked for in some scope: each is, once one scope is done."""
        return len(self.fates) if any(self.scopes.values()) else 0


class AdequacyRun:
    """One run; `result` gives what it found, also after Ctrl-C or at the end of its time."""

    def __init__(
        self,
        ruleset: LoadedRuleset,
        options: Options,
        *,
        minutes: float | None = None,
        done: Done | None = None,
        tell: Callable[[str], None] | None = None,
        only: Callable[[Fault], bool] = lambda fault: True,
        within: Callable[[NamedScope], bool] = lambda spot: True,
    ) -> None:
        """`only`, `within`: which faults are tried, and in which scopes."""
        self.ruleset, self.options, self.only, self.within = ruleset, options, only, within
        self.done, self.running = done or open_journal(None, {}), Study.of_minutes(minutes, tell)
        self.tell = self.running.tell
        self.limits = Limits(options.states, options.seconds, 256)
        self.found = AdequacyResult(options)
        self.notice = FaultDetector(ruleset)
        self.usual: dict[str, FaultFreeBaseline] = {}
        self.lost: dict[str, dict[str, list[str]]] = {}
        """For each hand-made scope, by fault: what is not met there any more; and with a plus what newly is."""

    def result(self) -> AdequacyResult:
        return self.running.run(self.found, self._run_study)

    def _run_study(self) -> None:
        """Draws the faults and the scopes, compiles them, and tries every fault in every scope."""
        result, options = self.found, self.options
        self.tell("faults")
        drawn, result.of = generate_faults(self.ruleset.system, self.ruleset.root, options.sample, options.seed)
        chosen = [fault for fault in drawn if self.only(fault)]
        hand = [s for s in hand_made_scopes(self.ruleset) if self.within(s)]
        sweep = [s for s in sweep_scopes(self.ruleset, options.generated) if self.within(s)]
        more = [s for s in random_sweep_scopes(self.ruleset, options.more, CARDS, options.seed) if self.within(s)]
        plan = plan_of(self.ruleset)
        result.varied, result.no_sweep = ("", plan) if isinstance(plan, str) else (plan.factors_text(), "")
        for spot in (*hand, *sweep, *more):
            result.wanted[spot.by] = result.wanted.get(spot.by, 0) + 1
        self.tell(f"code of {len(chosen)} faults")
        width = width_of(self.ruleset.system, _largest(hand, sweep, more))
        self.schemata = Schemata(self.ruleset.system, width, [fault.form for fault in chosen])
        self.schemata.compile()
        self.number = {fault.name: k for k, fault in enumerate(chosen, 1)}
        result.refused = [f.name for f in chosen if self.number[f.name] in self.schemata.refused]
        result.fates = [Fate(fault) for fault in chosen if self.number[fault.name] not in self.schemata.refused]
        self._usual([*hand, *sweep])
        self._plays()
        baselines = {s.name: self.done.answers["usual", s.name] for s in (*hand, *sweep)}
        sizes = {name: int(baseline["states"]) for name, baseline in baselines.items()}
        result.left = [s.name for s in hand if sizes[s.name] >= options.states]
        result.slow = [
            name
            for name, baseline in baselines.items()
            if baseline["seconds"] > options.seconds and name not in result.left
        ]
        small, dealt = ([s for s in every if s.name not in (*result.left, *result.slow)] for every in (hand, sweep))
        for spot in (*sorted(small, key=lambda s: sizes[s.name]), *dealt, *more):
            self._place(spot)
        self._everywhere(small)
        self._options([s for s in small if s.by == "hand" and sizes[s.name] <= MOST_STATES])

    def _recall_or_make(self, kind: str, name: str, make: Callable[[], Any]) -> Any:
        """The answer of this run or of the one that it goes on from; where there is none, as it is made."""
        if (kind, name) not in self.done.answers:
            self.running.expect_time()
        return self.done.ask((kind, name), make)

    # --- without faults -------------------------------------------------------------------------------------------

    def _usual(self, every: Sequence[NamedScope]) -> None:
        """Explores each scope with the unchanged rules, and keeps the report to compare with."""
        notice = self.notice
        for number, spot in enumerate(every, 1):
            self.tell(f"without faults, scope {number} of {len(every)}")
            self.usual[spot.name] = FaultFreeBaseline.read(
                self._recall_or_make("usual", spot.name, partial(self._without, spot))
            )
        by_hand = [self.usual[s.name] for s in every if s.by == "hand"]
        notice.met = frozenset(name for usual in by_hand for name in usual.met)
        notice.known = frozenset(key for usual in self.usual.values() for key in usual.known)
        live = {name for usual in self.usual.values() for name in usual.named}
        notice.live = frozenset(name.removeprefix("live ") for name in live if name.startswith("live "))

    def _without(self, spot: NamedScope) -> Json:
        began = time.process_time()
        place = MutatedScope(spot, self.schemata, self.limits)
        size = place.native.found.size
        usual = self.notice.usual(place, brief=spot.by != "sweep" and size >= self.options.states)
        return {"states": size, "seconds": round(time.process_time() - began, 3), **usual.json()}

    def _plays(self) -> None:
        """Find the scenarios that fail with each fault."""
        plays = cache(partial(ScenarioDetector, self.ruleset))
        for number, fate in enumerate(self.found.fates, 1):
            if number % 20 == 1:
                self.tell(f"scenarios with fault {number} of {len(self.found.fates)}")
            fate.play = self._recall_or_make("plays", fate.fault.name, partial(_noticing_play, plays, fate.fault))

    # --- with faults ----------------------------------------------------------------------------------------------

    def _place(self, spot: NamedScope) -> None:
        """All faults in one scope that somebody may still notice there."""
        answers = self._recall_or_make("scope", spot.name, lambda: dict(self._effects(spot)))
        self.found.scopes[spot.by] = self.found.scopes.get(spot.by, 0) + 1
        self.lost[spot.name] = {}
        for fate in self.found.fates:
            if fate.fault.name not in answers:
                continue
            how, lost = answers[fate.fault.name]
            fate.differs = fate.differs or spot.name
            said = f"{spot.name}: {how}" if how else ""
            if spot.by == "sweep":
                fate.sweep = fate.sweep or said
            elif spot.by != "more":
                fate.hand = fate.hand or said
                self.lost[spot.name][fate.fault.name] = lost

    def _effects(self, spot: NamedScope) -> Iterator[tuple[str, tuple[str, list[str]]]]:
        place = MutatedScope(spot, self.schemata, self.limits)
        usual, left = self.usual.get(spot.name), [fate for fate in self.found.fates if _is_open(fate, spot)]
        for place_, fate in enumerate(left, 1):
            number = self.number[fate.fault.name]
            if place_ % 20 == 1:
                self.tell(f"{spot.name}, fault {place_} of {len(left)}")
            if not place.reaches(number, fate.fault):
                continue
            tried = place.try_fault(number, fate.fault)
            if tried is None:
                continue
            how = self.notice.sign_of(place, usual, tried) if usual else ""
            lost: list[str] = []
            if not how and usual and spot.by == "hand":
                named = tried.live_rules_and_properties
                lost = [*sorted(usual.named - named), *(f"+{name}" for name in sorted(named - usual.named))]
            yield fate.fault.name, (how, lost)

    def _everywhere(self, hand: Sequence[NamedScope]) -> None:
        """Compares a report's lines about all hand-made scopes together: rules that are live nowhere, or now somewhere,
        and situations that are met nowhere."""
        scopes = [s.name for s in hand if s.by == "hand"]
        of: dict[str, list[str]] = {}
        for scope in scopes:
            for name in self.usual[scope].named:
                of.setdefault(name, []).append(scope)
        for fate in self.found.fates:
            if fate.hand:
                continue
            for scope in scopes:
                for name in self.lost[scope].get(fate.fault.name, ()):
                    everywhere = all(name in self.lost[s].get(fate.fault.name, ()) for s in of.get(name, ()))
                    if name.startswith("+") and name[1:] not in of:
                        fate.hand = f"{scope}: {name[1:]}, and nowhere without the fault"
                    elif not name.startswith("+") and everywhere:
                        fate.hand = f"{scope}: not {name} any more, nor elsewhere"

    def _options(self, hand: Sequence[NamedScope]) -> None:
        """Asks options in small scopes about the faults that nothing else notices."""
        by_option = OptionDetector(self.ruleset, lambda spot: MutatedScope(spot, self.schemata, self.limits))
        for place, spot in enumerate(hand if by_option.held else (), 1):
            left = [fate for fate in self.found.fates if fate.differs and not fate.is_noticed]
            if not left:
                return
            self.tell(f"options in scope {place} of {len(hand)}, {len(left)} faults left")
            asked = partial(by_option.signs_by_fault, spot, [fate.fault for fate in left], self.number)
            seen = self._recall_or_make("options", spot.name, asked)
            for fate in left:
                if fate.fault.name in seen:
                    fate.hand = f"{spot.name}: {seen[fate.fault.name]}"


def _noticing_play(plays: Callable[[], ScenarioDetector], fault: Fault) -> str:
    return plays().failing_scenario(fault)


def _is_open(fate: Fate, spot: NamedScope) -> bool:
    """Whether a fault still has to be asked about in a scope."""
    if spot.by == "more":
        return not fate.differs
    return not (fate.sweep if spot.by == "sweep" else fate.hand)


def _largest(*every: Iterable[NamedScope]) -> int:
    """The most members of a sort."""
    return max((len(names) for spots_ in every for s in spots_ for names in s.system.scope.names.values()), default=0)


EACH = 2
"""Rows that are kept of each kind and fate."""


def document(ruleset: str, digest: str, found: AdequacyResult) -> Json:
    """A run's findings as JSON, without how long it took."""
    options, numbers = found.options, count_detections(found.fates)
    drawn = bool(found.fates) and len(found.fates) + len(found.refused) < found.of
    low, high = interval(numbers["both"], numbers["differ"])
    return {
        "ruleset": ruleset,
        "rules": digest,
        "complete": not found.stopped,
        "stopped": found.stopped or None,
        "every": found.of,
        "tried": found.tried_count,
        "seed": options.seed if drawn else None,
        "refused": found.refused,
        "scopes": {by: found.scopes.get(by, 0) for by in ("hand", "reading", "sweep", "more")},
        "wanted": {by: found.wanted.get(by, 0) for by in ("hand", "reading", "sweep", "more")},
        "varied": found.varied or None,
        "no_sweep": found.no_sweep or None,
        "states": options.states,
        "left": found.left,
        "seconds_each": options.seconds,
        "slow": found.slow,
        "figures": numbers,
        "between": [round(low, 4), round(high, 4)],
        "kinds": by_kind(found.fates),
        "survivors": [fate.json() for fate in found.fates if fate.differs and not fate.is_noticed],
        "rows": [fate.json() for fate in _rows(found.fates)],
    }


def _rows(fates: Sequence[Fate]) -> Iterator[Fate]:
    """Some of each kind and each fate."""
    counts: dict[tuple[str, bool, bool], int] = {}
    for fate in fates:
        key = fate.fault.kind, bool(fate.hand), bool(fate.sweep)
        if fate.is_noticed and counts.setdefault(key, 0) < EACH:
            counts[key] += 1
            yield fate
