"""Agents that choose at random among what the mask allows, and how the games ended.

python examples/pettingzoo/random_agents.py daemons tiny 20
"""

from __future__ import annotations

import sys
from collections import Counter

from ruleslawyer import pettingzoo


def main(name: str = "daemons", scope: str = "tiny", games: str = "20") -> Counter[str]:
    """Play, and give how often each ending came."""
    env = pettingzoo.env(name, scope, uniform=True, longest=200)
    endings: Counter[str] = Counter()
    for number in range(int(games)):
        env.reset(seed=number)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                endings[info["ending"]] += agent == env.possible_agents[0]
                env.step(None)
            else:
                env.step(int(env.action_space(agent).sample(observation["action_mask"])))
    for ending, times in endings.most_common():
        print(f"{times:4}  {ending}")
    return endings


if __name__ == "__main__":
    main(*sys.argv[1:])
