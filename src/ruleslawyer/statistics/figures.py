"""What is counted of many games, each figure with the interval in which it lies with 95 of 100.

Shares have Wilson's interval, means a bootstrapped one (`scipy.stats`). Games that were cut short, or that generated
code had no room for, are counted apart: of them nobody knows how they end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ruleslawyer.claims.live import rules
from ruleslawyer.ir.scope import Scope
from ruleslawyer.scopes.copies import design
from ruleslawyer.statistics.games import Game, Session
from ruleslawyer.statistics.table import PLAYER

CONFIDENCE = 0.95
RESAMPLES = 2_000
BINS = 20


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, and the interval of the share."""

    times: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.times / self.of if self.of else 0.0


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of each game: its mean with an interval, and how it is spread. bins: from which number on, how many."""

    of: int
    mean: float
    low: float
    high: float
    least: int
    quartiles: tuple[float, float, float]
    most: int
    bins: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Use:
    """A card, or whatever else actions name: in how many games somebody did something with it, in how many an action
    with it ended the game, and how often somebody who used it won, of the games in which they alone did and somebody
    alone won."""

    sort: str
    name: str
    used: Share
    ended: Share
    won: Share


@dataclass(frozen=True, slots=True)
class RuleUse:
    """A rule: in how many games it came up, and in how many it decided something."""

    name: str
    cites: tuple[str, ...]
    came_up: Share
    decided: Share


@dataclass(frozen=True, slots=True)
class Figures:
    """ended: games that came to an end or to a standstill, which the rest is about. first: how often whoever had the
    first turn won alone, of the games that somebody won alone and in which that is known; level: what it would be if
    turns made no difference. never: the rules that could have come up and did not."""

    played: int
    ended: int
    length: Amount | None
    turns: Amount | None
    ends: tuple[tuple[str, Share], ...]
    last: tuple[tuple[str, Share], ...]
    first: Share
    level: float
    winners: tuple[tuple[str, Share], ...]
    uses: tuple[Use, ...]
    rules: tuple[RuleUse, ...]
    never: tuple[str, ...]


ENDED = "ended", "deadlocked", "broke_off"
"""Ends that are a game's own; the others are limits of what was played."""


def share(times: int, of: int) -> Share:
    """Wilson's interval; of no game it is everything."""
    if not of:
        return Share(0, 0, 0.0, 1.0)
    from scipy.stats import binomtest  # it takes a second to load

    interval = binomtest(times, of).proportion_ci(CONFIDENCE, method="wilson")
    return Share(times, of, float(interval.low), float(interval.high))


def amount(numbers: Sequence[int]) -> Amount | None:
    """The mean with a bootstrapped interval; None of nothing."""
    if not numbers:
        return None
    values = np.array(numbers)
    low = high = float(values.mean())
    if len(set(numbers)) > 1:
        from scipy.stats import bootstrap

        found = bootstrap(
            (values,), np.mean, confidence_level=CONFIDENCE, n_resamples=RESAMPLES, rng=np.random.default_rng(0),
            method="percentile", batch=100,
        )  # fmt: skip
        low, high = float(found.confidence_interval.low), float(found.confidence_interval.high)
    first, middle, third = (float(q) for q in np.quantile(values, (0.25, 0.5, 0.75)))
    return Amount(
        len(numbers), float(values.mean()), low, high, min(numbers), (first, middle, third), max(numbers),
        tuple(_bins(values)),
    )  # fmt: skip


def _bins(values: Any) -> Iterable[tuple[int, int]]:
    """Equally wide ones that begin with whole numbers."""
    least, most = int(values.min()), int(values.max())
    width = max(1, -(-(most - least + 1) // BINS))
    for begin in range(least, most + 1, width):
        yield begin, int(((values >= begin) & (values < begin + width)).sum())


def figures(session: Session) -> Figures:
    """Everything that is counted of these games."""
    games, system, scope = session.games, session.system.system, session.system.scope
    ended = [game for game in games if game.how in ENDED]
    alone = [game for game in ended if len(game.winners) == 1]
    known = [game for game in alone if game.first is not None]
    names = scope.names[PLAYER]
    origins = {rule.name: rule.origin.cites for rule in system.rules()}

    def most(of: Callable[[Game], Iterable[str]], among: Sequence[Game]) -> tuple[tuple[str, Share], ...]:
        counted = Counter(name for game in among for name in set(of(game)))
        return tuple((name, share(times, len(among))) for name, times in _ranked(counted))

    came_up = Counter(name for game in ended for name in game.came_up if name in origins)
    decided = Counter(name for game in ended for name in game.decided if name in origins)
    return Figures(
        len(games),
        len(ended),
        amount([game.length for game in ended]),
        amount([game.turns for game in ended if game.turns is not None]),
        most(lambda game: [_end(game)], games),
        most(lambda game: [game.last] if game.last else [], ended),
        share(sum(game.first in game.winners for game in known), len(known)),
        1 / max(1, len(names)),
        most(lambda game: [names[who] for who in game.winners], alone),
        tuple(_uses(ended, scope)),
        tuple(
            RuleUse(name, origins[name], share(came_up[name], len(ended)), share(decided[name], len(ended)))
            for name in sorted({*came_up, *decided}, key=lambda name: (-decided[name], -came_up[name], name))
        ),
        tuple(
            name
            for name in rules(system, dict(session.system.reading), scope.off)
            if not came_up[name] and not decided[name]
        ),
    )


def _ranked(counted: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))


def _end(game: Game) -> str:
    if game.how != "ended":
        return game.how
    return "nobody won" if not game.winners else "somebody won" if len(game.winners) == 1 else "several won"


def _uses(games: Sequence[Game], scope: Scope) -> Iterable[Use]:
    owners = tuple(scope.names[PLAYER])
    called = {
        (sort, member): (sort, design(name, names, owners))
        for sort, names in scope.names.items()
        for member, name in enumerate(names)
    }
    used, last, tried, won = (Counter[tuple[str, str]]() for _ in range(4))
    for game in games:
        by: dict[tuple[str, str], set[int]] = {}
        for who, sort, member in game.used:
            by.setdefault(called[sort, member], set()).add(who)
        used.update(by.keys())
        last.update({called[one] for one in game.ended_by})
        if len(game.winners) == 1:
            single = {card: whose for card, whose in by.items() if len(whose) == 1}
            tried.update(single.keys())
            won.update(card for card, whose in single.items() if whose == game.winners)
    every = sorted({*called.values()}, key=lambda card: (-used[card], card))
    for card in every:
        if card[0] != PLAYER and any(sort == card[0] for sort, _ in used):
            yield Use(
                *card, share(used[card], len(games)), share(last[card], len(games)), share(won[card], tried[card])
            )
