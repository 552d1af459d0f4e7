"""Pumps that somebody plays: a part of a game after which only numbers have grown, and that could be repeated."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types as t
from ruleslawyer.play.extensive.game import CHANCE, EVEN_ORDER, Extensive, Position, chance_assumptions
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance
from ruleslawyer.studies.games.bots import SIMULATIONS, player
from ruleslawyer.studies.games.figures import amount_json, payoffs_by_player
from ruleslawyer.studies.games.intervals import Amount, Share, share
from ruleslawyer.studies.games.kept import share_json
from ruleslawyer.studies.games.table import PlayTable

REPETITIONS = 3
"""Times that it must be possible once more."""


@dataclass(frozen=True, slots=True)
class PumpLoop:
    """gains: what has grown, by how much, for people; calls: the actions that are repeated."""

    gains: tuple[str, ...]
    calls: tuple[str, ...]


class Pumps:
    """The pumps of one game in extensive form."""

    def __init__(self, game: Extensive) -> None:
        self.game = game
        self._counts = [isinstance(slot.leaf, t.Int) for slot in game.codec.schema.slots]

    def first(self, states: Sequence[State], taken: Sequence[Instance]) -> PumpLoop | None:
        """The first one of a line of play: the states, and the action that was taken in each but the last."""
        met: dict[object, list[int]] = {}
        for after, state in enumerate(states):
            same = met.setdefault(self._rest(state), [])
            for before in same:
                gains = self._gains(states[before], state)
                if gains and self._goes_on(state, gains, taken[before:after]):
                    return PumpLoop(gains, tuple(map(self.game.codec.call, taken[before:after])))
            same.append(after)
        return None

    def _rest(self, state: State) -> object:
        """All but the numbers; within open frames those too."""
        kept = (v for v, counts in zip(state.fields, self._counts, strict=True) if not counts)
        return tuple(kept), state.frames

    def _gains(self, before: State, after: State) -> tuple[str, ...]:
        """The numbers that have grown; empty where any has become less, or none is more."""
        found = []
        named = self.game.codec.named_leaves
        for (name, _, had), (_, _, has) in zip(named(before), named(after), strict=True):
            if had == has:
                continue
            if had is None or has is None or has < had:
                return ()
            found.append(f"{name} +{has - had}")
        return tuple(found)

    def _goes_on(self, state: State, gains: tuple[str, ...], taken: Sequence[Instance]) -> bool:
        for _ in range(REPETITIONS):
            now = state
            for instance in taken:
                if instance not in self.game.every(now):
                    return False
                arrived = self.game.take(now, instance)
                if arrived is None:
                    return False
                now = arrived
            if self._rest(now) != self._rest(state) or self._gains(state, now) != gains:
                return False
            state = now
        return True


LONGEST = 200
"""Moves after which a game is given up."""
MOST_PUMPS = 10
"""That are told, those first that came up in most games."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate by games: who played the seats, and how they ended. first: of the games that one player won alone and
    in which it is known who moved first, how many that player won. ends: how games ended, for people. pumps: those that
    came up in some games, with in how many. payoffs: what each player got in those that ended, where a rule says it."""

    bot: str
    says: str
    games: int
    stopped: str
    first: Share
    wins: dict[str, Share]
    ends: tuple[tuple[str, int], ...]
    assumptions: tuple[str, ...]
    pumps: tuple[tuple[PumpLoop, int], ...]
    payoffs: tuple[tuple[str, Amount], ...]

    def json(self) -> Json:
        return {
            "bot": self.bot,
            "plays_by": self.says,
            "games": self.games,
            "stopped": self.stopped or None,
            "first_player_wins": share_json(self.first),
            "wins": {name: share_json(one) for name, one in self.wins.items()},
            "payoffs": {name: amount_json(one) for name, one in self.payoffs} or None,
            "ends": [{"end": end, "games": times} for end, times in self.ends],
            "assumptions": list(self.assumptions),
            "pumps": [
                {"gains": list(pump.gains), "actions": list(pump.calls), "games": times} for pump, times in self.pumps
            ],
        }


def estimate(
    game: Extensive,
    tabled: PlayTable,
    bot: str,
    games: int,
    *,
    seed: int = 0,
    simulations: int = SIMULATIONS,
    seconds: float,
    tell: Callable[[str], None] | None = None,
) -> Estimate:
    """Play games of the same bot on all seats. Whoever decides first counts as the first player."""
    players = [player(bot, game, tabled, seed + 1 + seat, simulations) for seat in range(len(game.seats))]
    dice = Dice(seed)
    beginnings = game.beginnings
    first_won, alone, played = 0, 0, 0
    searched, pumps = Pumps(game), Counter[PumpLoop]()
    won: Counter[int] = Counter()
    got: list[tuple[int, ...]] = []
    ends: Counter[str] = Counter()
    began, stopped, assumptions = time.perf_counter(), "", dict.fromkeys(chance_assumptions(game))
    for number in range(games):
        if time.perf_counter() - began > seconds:
            stopped = f"{number} games took {seconds:g} seconds"
            break
        position, first = Position(dice.choice(beginnings)[1]), None
        states, taken = [position.state], list[Instance]()
        for _ in range(LONGEST):
            found = game.decision(position)
            if found is None:
                break
            if found.is_order:
                assumptions[EVEN_ORDER] = None
            first = found.seat if first is None and found.seat != CHANCE else first
            move = dice.choice(found.moves) if found.seat == CHANCE else players[found.seat].choose(position)
            whole = game.whole(position, found.seat, move)
            position = game.after(position, found.seat, move)
            if whole is not None and not position.broken:
                states.append(position.state)
                taken.append(whole)
        winners = game.winners(position)
        if len(winners) == 1 and first is not None:
            alone += 1
            first_won += first in winners
        won.update(winners)
        got.append(game.payoffs_at(position))
        ends[game.ending(position) or f"given up after {LONGEST} moves"] += 1
        pump = searched.first(states, taken)
        pumps.update([pump] if pump else ())
        played += 1
        if tell:
            tell(f"game {number + 1} of {games}")
    return Estimate(
        bot, players[0].says, played, stopped, share(first_won, alone),
        {name: share(won[seat], played) for seat, name in enumerate(game.seats)},
        tuple(ends.most_common()), tuple(assumptions), tuple(pumps.most_common(MOST_PUMPS)),
        payoffs_by_player(got, game.seats),
    )  # fmt: skip
