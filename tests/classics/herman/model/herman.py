"""Herman's ring: whoever stores the bit of his left neighbour has a token, and throws a coin for his next one."""

from __future__ import annotations

from ruleslawyer.lang import CHANCE, Checks, Map, Ruleset, Sort, defines, domain, simultaneous, state

herman = Ruleset("herman")
herman.closed_world(assumed="all processes step at once, and nothing else happens")


@defines("1")
class Process(Sort):
    """A process in the ring."""

    left: Process


@state
class State:
    """The bit of each process."""

    bit: Map[Process, bool]


def has_token(s: State, p: Process) -> bool:
    """Whether a process stores the same as its left neighbour."""
    return s.bit[p] == s.bit[p.left]


def tokens(s: State) -> int:
    """How many have one."""
    return sum(1 for p in Process if has_token(s, p))


@herman.initial("1")
def begin(s: State, ones: frozenset[Process]) -> None:
    """Any bits."""
    for p in Process:
        s.bit[p] = p in ones


@herman.chance("2")
def step(s: State, ones: frozenset[Process]) -> None:
    """Each coin of those that have a token; the others take what is on their left."""
    domain(all(has_token(s, p) for p in ones))
    with simultaneous():
        for p in Process:
            s.bit[p] = p in ones if has_token(s, p) else s.bit[p.left]


checks = Checks(herman)


@checks.always("3")
def some_token(s: State) -> bool:
    return tokens(s) >= 1


@checks.step("3")
def no_token_comes(before: State, after: State) -> bool:
    return tokens(after) <= tokens(before)


@checks.eventually("3", fair=CHANCE)
def one_token_is_left(s: State) -> bool:
    return tokens(s) == 1


@checks.eventually_always("3", fair=CHANCE)
def one_token_stays(s: State) -> bool:
    return tokens(s) == 1


@checks.eventually("3")
def one_token_without_luck(s: State) -> bool:
    return tokens(s) == 1


@checks.leads_to("3", fair=CHANCE)
def each_gets_it(s: State, p: Process) -> tuple[bool, bool]:
    return tokens(s) == 1, tokens(s) == 1 and has_token(s, p)
