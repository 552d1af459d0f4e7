"""Who can force a win, by plain sets, worked out backwards from where games end."""

from __future__ import annotations

from typing import Any

from tests.oracle.graph import Explorer
from tests.oracle.play import State


def winners(explorer: Explorer, state: State) -> frozenset[Any]:
    """Who has won where a game has ended."""
    play = explorer.play
    play.run = play.thawed(state)
    if "winners" in play.book.once or "payoff" not in play.book.once:
        return frozenset(play.looked(play.book.once["winners"], ()))
    got = payoffs(explorer, state)
    return frozenset(who for who, amount in got.items() if amount == max(got.values()) > min(got.values()))


def payoffs(explorer: Explorer, state: State) -> dict[Any, int]:
    """What each player gets where a game has ended; nothing where no rule says it."""
    play = explorer.play
    play.run = play.thawed(state)
    rule = play.book.once.get("payoff")
    return {} if rule is None else {who: play.looked(rule, (who,)) for who in play.world.players.members}


def best(explorer: Explorer, begun: State) -> dict[Any, int] | None:
    """What each player gets at least, playing alone against all others, from a state behind which no play goes round;
    None where one does."""
    found, play = explorer.found, explorer.play
    out: dict[State, list[State]] = {}
    for source, _, target in found.edges:
        out.setdefault(source, []).append(target)
    if found.cut:
        return None
    made: dict[State, dict[Any, int]] = {}
    above: set[State] = set()

    def at(state: State) -> dict[Any, int] | None:
        if state in above:
            return None
        if state not in made:
            above.add(state)
            later = [at(target) for target in out.get(state, ())]
            above.discard(state)
            if any(one is None for one in later):
                return None
            awaited = frozenset(play.awaited(play.thawed(state))) if later else frozenset()
            got = payoffs(explorer, state) if state in found.ended else dict.fromkeys(play.world.players.members, 0)
            made[state] = got if not later else {
                who: (max if who in awaited else min)(one[who] for one in later if one) for who in got
            }  # fmt: skip
        return made[state]

    return at(begun)


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
