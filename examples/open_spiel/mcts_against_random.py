"""OpenSpiel's tree search against random moves: how often each wins, in games in which the seats are changed.

    python examples/open_spiel/mcts_against_random.py daemons tiny 20

The search looks at the whole state, hidden cards included.
"""

from __future__ import annotations

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random

from ruleslawyer import open_spiel


def main(name: str = "daemons", scope: str = "tiny", games: str = "20", simulations: str = "20") -> tuple[int, int]:
    """Play, and give how many games each won."""
    open_spiel.register()
    game = pyspiel.load_game(f"ruleslawyer_{name}", {"scope": scope, "uniform": True, "longest": 200})
    throws = np.random.RandomState(7)
    won = [0, 0]
    for number in range(int(games)):
        searching = number % 2
        evaluator = mcts.RandomRolloutEvaluator(1, throws, max_length=60)
        bots = [uniform_random.UniformRandomBot(1 - searching, throws) for _ in range(2)]
        bots[searching] = mcts.MCTSBot(game, 1.4, int(simulations), evaluator, random_state=throws)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(throws.choice(outcomes, p=shares)))
            else:
                state.apply_action(bots[state.current_player()].step(state))
        result = state.returns()[searching]
        won[0] += result > 0
        won[1] += result < 0
        print(f"game {number + 1}: {state.ending}; the search sat {'first' if searching == 0 else 'second'}")
    print(f"the search won {won[0]} of {games} games, random moves {won[1]}")
    return won[0], won[1]


if __name__ == "__main__":
    main(*sys.argv[1:])
