"""Rulebooks as environments of PettingZoo, by the extra `pettingzoo`: one agent after the other decides.

from ruleslawyer import pettingzoo

env = pettingzoo.env("daemons", "tiny", uniform=True)
env.reset(seed=7)
"""

from ruleslawyer.pettingzoo.environment import Environment, env

__all__ = ["Environment", "env"]
