"""Figures of many games, each with its interval.

Every figure is of games that came to an end which the rules declare. How many those are of the games that were played
is said beside them; of the others nobody knows how they would have ended. Of fewer than `LEAST` nothing is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.claims.live import rules
from ruleslawyer.rulebook.scopes.copies import design
from ruleslawyer.studies.statistics.games import ENDED, Game, Session
from ruleslawyer.studies.statistics.intervals import Amount, Share, amount, share
from ruleslawyer.studies.statistics.table import PLAYER


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
    """played: games that were played; ended: those that came to an end, which all but `ends` is about. first: how often
    whoever had the first turn won alone, of the games that somebody won alone and in which that is known; level: what
    it would be if turns made no difference. never: the rules that could have come up and did not."""

    played: int
    ended: int
    length: Amount | None
    turns: Amount | None
    ends: tuple[tuple[str, Share], ...]
    last: tuple[tuple[str, Share], ...]
    first: Share
    level: float
    winners: tuple[tuple[str, Share], ...]
    payoffs: tuple[tuple[str, Amount], ...]
    uses: tuple[Use, ...]
    rules: tuple[RuleUse, ...]
    never: tuple[str, ...]


LEAST = 10
"""Games that have to come to an end before it is said how often something happens in them."""


def counted_games(session: Session) -> list[Game]:
    """The games that figures are about: those that ended, if they are enough."""
    return session.finished_games if len(session.finished_games) >= LEAST else []


def figures(session: Session) -> Figures:
    """Everything that is counted of these games."""
    games, system, scope = session.games, session.system.system, session.system.scope
    ended = counted_games(session)
    alone = [game for game in ended if len(game.winners) == 1]
    known = [game for game in alone if game.first is not None]
    names = scope.names[PLAYER]
    origins = {rule.name: rule.origin.cites for rule in system.rules()}

    def most(of: Callable[[Game], Iterable[str]], among: Sequence[Game]) -> tuple[tuple[str, Share], ...]:
        counted = Counter(name for game in among for name in set(of(game)))
        return tuple((name, share(times, len(among))) for name, times in _by_count(counted))

    came_up = Counter(name for game in ended for name in game.came_up if name in origins)
    decided = Counter(name for game in ended for name in game.decided if name in origins)
    return Figures(
        len(games),
        len(session.finished_games),
        amount([game.length for game in ended]),
        amount([game.turns for game in ended if game.turns is not None]),
        most(lambda game: [_end(game)], games),
        most(lambda game: [game.last] if game.last else [], ended),
        share(sum(game.first in game.winners for game in known), len(known)),
        1 / max(1, len(names)),
        most(lambda game: [names[who] for who in game.winners], alone),
        payoffs_by_player([game.payoffs for game in ended], names),
        tuple(_uses(ended, scope)),
        tuple(
            RuleUse(name, origins[name], share(came_up[name], len(ended)), share(decided[name], len(ended)))
            for name in sorted({*came_up, *decided}, key=lambda name: (-decided[name], -came_up[name], name))
        ),
        tuple(
            name
            for name in rules(system, dict(session.system.reading), scope.off)
            if ended and not came_up[name] and not decided[name]
        ),
    )


def payoffs_by_player(got: Iterable[tuple[int, ...]], names: Sequence[str]) -> tuple[tuple[str, Amount], ...]:
    """The payoffs of each player, of the games in which a rule says them; nothing where there are none."""
    each = zip(names, zip(*filter(None, got), strict=True), strict=False)
    return tuple((name, found) for name, numbers in each if (found := amount(numbers)) is not None)


def _by_count(counted: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))


def _end(game: Game) -> str:
    if game.how != ENDED:
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
