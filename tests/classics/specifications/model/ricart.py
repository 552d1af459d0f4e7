"""Ricart and Agrawala's mutual exclusion, without its clocks: each asks all others, who reply or wait.

G. Ricart and A. Agrawala (1981), as the benchmarks of DistAI (J. Yao and others, OSDI 2021) and Veil have it, for any
number of nodes.
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, permit, state

ricart = Ruleset("ricart")
ricart.closed_world(assumed="nothing happens but what a rule describes")


class Player(Sort):
    """A node."""


@state
class State:
    """Who has asked whom, and who has a reply of whom."""

    asked: Map[Player, Map[Player, bool]]
    reply: Map[Player, Map[Player, bool]]
    holds: Map[Player, bool]


@ricart.initial("1")
def begin(s: State) -> None:
    """Nothing is asked."""


@ricart.action("2")
def ask(s: State, who: Player, whom: Player) -> None:
    permit("2", who != whom and not s.asked[who][whom])
    s.asked[who][whom] = True


@ricart.action("3")
def reply(s: State, who: Player, to: Player) -> None:
    """Not while one holds it, or has a reply of that one."""
    permit("3", s.asked[to][who] and not s.holds[who] and not s.reply[who][to] and not s.reply[to][who])
    s.asked[to][who] = False
    s.reply[to][who] = True


@ricart.action("4")
def enter(s: State, who: Player) -> None:
    permit("4", not s.holds[who] and all(p == who or s.reply[who][p] for p in Player))
    s.holds[who] = True


@ricart.action("5")
def leave(s: State, who: Player) -> None:
    permit("5", s.holds[who])
    s.holds[who] = False
    for p in Player:
        s.reply[who][p] = False


checks = Checks(ricart)


@checks.always("6")
def one_holds_it(s: State) -> bool:
    return all(p == q or not s.holds[p] or not s.holds[q] for p in Player for q in Player)


@checks.always("6")
def who_holds_it_has_all_replies(s: State) -> bool:
    return all(p == q or not s.holds[p] or s.reply[p][q] for p in Player for q in Player)


@checks.always("6")
def no_two_have_replied_to_each_other(s: State) -> bool:
    return all(p == q or not s.reply[p][q] or not s.reply[q][p] for p in Player for q in Player)
