"""Consensus by one vote each: whoever has the votes of a majority leads, and decides.

After mypyvy's examples/misc/pd/consensus_forall.pyv, which assumes quorums of which any two meet; here votes are
counted. The lemmas are its own.
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, permit, state

consensus = Ruleset("consensus")
consensus.closed_world(assumed="nothing happens but what a rule describes")


class Player(Sort):
    """A node."""


class Value(Sort):
    """What is decided."""


@state
class State:
    asked: Map[Player, Map[Player, bool]]
    sent_to: Map[Player, Player | None]
    votes: Map[Player, Map[Player, bool]]
    leads: Map[Player, bool]
    decided: Map[Player, Value | None]


@consensus.initial("1")
def begin(s: State) -> None:
    """Nothing is sent."""


@consensus.action("2")
def ask(s: State, who: Player, whom: Player) -> None:
    permit("2", not s.asked[who][whom])
    s.asked[who][whom] = True


@consensus.action("3")
def vote(s: State, who: Player, whom: Player) -> None:
    """Once, for one who has asked."""
    permit("3", s.sent_to[who] is None and s.asked[whom][who])
    s.sent_to[who] = whom


@consensus.action("4")
def count(s: State, who: Player, of: Player) -> None:
    permit("4", s.sent_to[of] == who and not s.votes[who][of])
    s.votes[who][of] = True


@consensus.action("5")
def lead(s: State, who: Player) -> None:
    permit("5", not s.leads[who] and 2 * sum(1 for p in Player if s.votes[who][p]) > len(Player))
    s.leads[who] = True


@consensus.action("6")
def decide(s: State, who: Player, v: Value) -> None:
    permit("6", s.leads[who] and s.decided[who] is None)
    s.decided[who] = v


checks = Checks(consensus)


@checks.always("7")
def one_value_is_decided(s: State) -> bool:
    return all(
        s.decided[p] is None or s.decided[q] is None or s.decided[p] == s.decided[q] for p in Player for q in Player
    )


@checks.always("7")
def one_leads(s: State) -> bool:
    return all(p == q or not s.leads[p] or not s.leads[q] for p in Player for q in Player)


@checks.always("7")
def who_leads_has_a_majority(s: State) -> bool:
    return all(not s.leads[p] or 2 * sum(1 for q in Player if s.votes[p][q]) > len(Player) for p in Player)


@checks.always("7")
def votes_were_sent(s: State) -> bool:
    return all(not s.votes[p][q] or s.sent_to[q] == p for p in Player for q in Player)


@checks.always("7")
def who_has_decided_leads(s: State) -> bool:
    return all(s.decided[p] is None or s.leads[p] for p in Player)
