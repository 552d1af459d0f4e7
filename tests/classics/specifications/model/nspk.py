"""Needham and Schroeder's protocol with public keys, among an initiator, a responder and an intruder.

R. Needham and M. Schroeder (1978). G. Lowe (1995, 1996) found the attack, and mended it: the second message names who
sends it. A nonce is called after whose it is. What was sent stays; the intruder reads what is sent to him, and makes
messages of what he knows.
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Constants, Map, Ruleset, Sort, domain, number, permit, state

nspk = Ruleset("nspk")
nspk.closed_world(assumed="nothing happens but what a rule describes")


class Protocol(Constants):
    """Whether the second message names its sender."""

    named: int = number(0, "2")


class Agent(Sort):
    """Who takes part, and the nonce of each."""

    initiator: bool
    responder: bool
    intruder: bool


@state
class State:
    """Each message by whose key it is for: the first one is the initiator's; the others by the nonce they answer."""

    known: frozenset[Agent]
    first: frozenset[Agent]
    second: Map[Agent, frozenset[Agent]]
    third: Map[Agent, frozenset[Agent]]
    talks_to: Agent | None
    confirmed: bool
    answers: Agent | None
    done: bool


@nspk.initial("1")
def begin(s: State) -> None:
    s.known = frozenset(a for a in Agent if a.intruder)


@nspk.chance("1")
def start(s: State, to: Agent) -> None:
    """The initiator writes to somebody: own nonce and name."""
    domain(not to.initiator)
    permit("1", s.talks_to is None)
    s.talks_to = to
    s.first = s.first | frozenset({to})
    if to.intruder:
        s.known = s.known | frozenset(a for a in Agent if a.initiator)


@nspk.chance("2")
def answer(s: State, nonce: Agent, to: Agent) -> None:
    """The responder answers with that nonce and his own, to whom the message names."""
    domain(not to.responder)
    permit("2", s.answers is None and (nonce in s.known or is_first(s, nonce, to)))
    s.answers = to
    s.second[to] = s.second[to] | frozenset({nonce})
    if to.intruder:
        s.known = s.known | frozenset({nonce}) | frozenset(a for a in Agent if a.responder)


def is_first(s: State, nonce: Agent, to: Agent) -> bool:
    """Whether the initiator has sent it to the responder."""
    return nonce == to and to.initiator and any(a.responder and a in s.first for a in Agent)


@nspk.chance("3")
def confirm(s: State, nonce: Agent) -> None:
    """The initiator sends the nonce back that came with his own."""
    permit("3", s.talks_to is not None and not s.confirmed and (is_second(s, nonce) or can_be_made(s, nonce)))
    s.confirmed = True
    for a in Agent:
        if a == s.talks_to:
            s.third[a] = s.third[a] | frozenset({nonce})
            if a.intruder:
                s.known = s.known | frozenset({nonce})


def is_second(s: State, nonce: Agent) -> bool:
    """Whether the responder has sent it; if it names him, the initiator talks to him."""
    return nonce.responder and any(
        a.initiator and a in s.second[a] and (Protocol.named == 0 or s.talks_to == nonce) for a in Agent
    )


def can_be_made(s: State, nonce: Agent) -> bool:
    """Whether the intruder can make it."""
    return nonce in s.known and any(a.initiator and a in s.known for a in Agent)


@nspk.chance("3")
def finish(s: State) -> None:
    """The responder has his own nonce back."""
    permit("3", s.answers is not None and not s.done and is_third(s))
    s.done = True


def is_third(s: State) -> bool:
    """Whether his nonce was sent to him, or the intruder can send it."""
    return any(a.responder and (a in s.known or a in s.third[a]) for a in Agent)


checks = Checks(nspk)


def responder_believes(s: State) -> bool:
    """He is done with the initiator, as he thinks."""
    return s.done and any(a.initiator and s.answers == a for a in Agent)


@checks.sometimes("4")
def both_are_done(s: State) -> bool:
    return responder_believes(s) and s.confirmed and any(a.responder and s.talks_to == a for a in Agent)


@checks.always("4", reached=both_are_done)
def the_initiator_is_who_he_seems(s: State) -> bool:
    return not responder_believes(s) or any(a.responder and s.talks_to == a for a in Agent)


@checks.always("4")
def the_nonce_of_the_responder_is_secret(s: State) -> bool:
    return not responder_believes(s) or not any(a.responder and a in s.known for a in Agent)
