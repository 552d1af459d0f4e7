"""Who can force a win, by plain sets, worked out backwards from where games end."""

from __future__ import annotations

from typing import Any

from tests.oracle.graph import Explorer
from tests.oracle.play import State


def winners(explorer: Explorer, state: State) -> frozenset[Any]:
    """Who has won where a game has ended."""
    play = explorer.play
    play.run = play.thawed(state)
    return frozenset(play.looked(play.book.once["winners"], ()))


def force(explorer: Explorer) -> dict[Any, dict[State, int]]:
    """Of each player in which states they can force to win alone, whatever the others do, and within how many moves."""
    found, play = explorer.found, explorer.play
    out: dict[State, list[State]] = {}
    for source, _, target in found.edges:
        out.setdefault(source, []).append(target)
    awaited = {state: frozenset(play.awaited(play.thawed(state))) for state in out}
    made: dict[Any, dict[State, int]] = {}
    for player in play.world.players.members:
        won = {state: 0 for state in found.ended if winners(explorer, state) == frozenset({player})}
        moves = 0
        while True:
            moves += 1
            new = [s for s, targets in out.items() if s not in won and
                   (any(t in won for t in targets) if player in awaited[s] else
                    s not in found.cut and all(t in won for t in targets))]  # fmt: skip
            if not new:
                break
            won |= dict.fromkeys(new, moves)
        made[player] = won
    return made
