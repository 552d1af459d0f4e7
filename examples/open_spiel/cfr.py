"""Counterfactual regret minimisation on a small scope: how far the strategies still are from an equilibrium.

    python examples/open_spiel/cfr.py mere_mortals tiny 20

OpenSpiel does the work. Exploitability is what a best answer gains on average against the strategies found; in an
equilibrium nobody gains anything.
"""

from __future__ import annotations

import sys

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from ruleslawyer import open_spiel


def main(name: str = "mere_mortals", scope: str = "tiny", iterations: str = "20", longest: str = "30") -> float:
    """Solve, and give the exploitability at the end."""
    open_spiel.register()
    game = pyspiel.load_game(f"ruleslawyer_{name}", {"scope": scope, "uniform": True, "longest": int(longest)})
    solver = cfr.CFRSolver(game)
    left = exploitability.exploitability(game, solver.average_policy())
    print(f"{name}, scope {scope}: exploitability {left:.4f} of even play")
    for iteration in range(1, int(iterations) + 1):
        solver.evaluate_and_update_policy()
        if iteration % 10 == 0 or iteration == int(iterations):
            policy = solver.average_policy()
            left = float(exploitability.exploitability(game, policy))
            value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
            print(f"after {iteration} iterations: exploitability {left:.4f}, the first seat gets {value:+.4f}")
    return left


if __name__ == "__main__":
    main(*sys.argv[1:])
