"""An allocator of resources, after SimpleAllocator by S. Merz (github.com/tlaplus/Examples, specifications/allocator).

Clients ask for sets of resources, are given them bit by bit, and give them back. Where a client gives back only when it
has all that it asked for, two of them may each hold what the other one needs.
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, effect, state

allocator = Ruleset("allocator")
allocator.closed_world(assumed="nothing happens but what a rule describes")


class Client(Sort):
    """Who asks for resources; one is watched."""

    watched: bool


class Resource(Sort):
    """What only one can have at a time; one is watched."""

    watched: bool


@state
class State:
    unsatisfied: Map[Client, frozenset[Resource]]
    held: Map[Client, frozenset[Resource]]


@allocator.initial("1")
def begin(s: State) -> None:
    """Nothing is asked for, and nothing held."""


@allocator.awaits
def anybody(s: State) -> frozenset[Client]:
    """Any of them may be next."""
    return frozenset(Client)


@allocator.ended()
def never(s: State) -> bool:
    """It goes on for ever."""
    return False


@allocator.winners()
def nobody(s: State) -> frozenset[Client]:
    """It is no contest."""
    return frozenset()


@allocator.action("2")
def ask_for(s: State, who: Client, what: frozenset[Resource]) -> None:
    """Ask for some resources."""
    with effect("2"):
        s.unsatisfied[who] = what


@ask_for.permit("2")
def has_nothing_open(s: State, who: Client, what: frozenset[Resource]) -> bool:
    return len(what) > 0 and len(s.unsatisfied[who]) == 0 and len(s.held[who]) == 0


@allocator.action("3")
def allocate(s: State, who: Client, what: frozenset[Resource]) -> None:
    """Some of what a client asks for, and nobody has, is given to it."""
    with effect("3"):
        s.held[who] = s.held[who] | what
        s.unsatisfied[who] = s.unsatisfied[who] - what


@allocate.permit("3")
def available(s: State, who: Client, what: frozenset[Resource]) -> bool:
    return len(what) > 0 and all(r in s.unsatisfied[who] and all(r not in s.held[c] for c in Client) for r in what)


@allocator.action("4")
def give_back(s: State, who: Client) -> None:
    """A client that has all that it asked for gives all of it back."""
    with effect("4"):
        s.held[who] = frozenset()


@give_back.permit("4")
def is_satisfied(s: State, who: Client) -> bool:
    return len(s.held[who]) > 0 and len(s.unsatisfied[who]) == 0


@allocator.action("4")
def give_up(s: State, who: Client) -> None:
    """A client that lacks something still gives all back that it holds."""
    with effect("4"):
        s.held[who] = frozenset()


@give_up.permit("4")
def is_not_satisfied(s: State, who: Client) -> bool:
    return len(s.held[who]) > 0 and len(s.unsatisfied[who]) > 0


@allocator.action("4")
def give_some(s: State, who: Client, what: frozenset[Resource]) -> None:
    """Any client gives a part back of what it holds."""
    with effect("4"):
        s.held[who] = s.held[who] - what


@give_some.permit("4")
def it_holds_more(s: State, who: Client, what: frozenset[Resource]) -> bool:
    return len(what) > 0 and len(what) < len(s.held[who]) and all(r in s.held[who] for r in what)


@allocator.action("6")
def idle(s: State, who: Client) -> None:
    """Nothing happens: in TLA+ any state may stay as it is."""


@idle.permit("6")
def at_any_time(s: State, who: Client) -> bool:
    return who.watched


def lacks(s: State) -> bool:
    """Whether the client that is watched lacks anything."""
    return any(c.watched and len(s.unsatisfied[c]) > 0 for c in Client)


def holds(s: State) -> bool:
    """Whether it holds anything."""
    return any(c.watched and len(s.held[c]) > 0 for c in Client)


def wants_the_one(s: State) -> bool:
    """Whether it asks for the resource that is watched."""
    return any(c.watched and r.watched and r in s.unsatisfied[c] for c in Client for r in Resource)


def has_the_one(s: State) -> bool:
    """Whether it has that."""
    return any(c.watched and r.watched and r in s.held[c] for c in Client for r in Resource)


checks = Checks(allocator)


@checks.leads_to("5", fair=(give_back.each("who"), give_up.each("who")), strongly_fair=allocate.each("who"))
def clients_will_return(s: State) -> tuple[bool, bool]:
    """Who lacks nothing holds nothing some time."""
    return not lacks(s), not holds(s)


@checks.leads_to("5", fair=(give_back.each("who"), give_up.each("who")), strongly_fair=allocate.each("who"))
def clients_will_obtain(s: State) -> tuple[bool, bool]:
    """Who asks for a resource gets it."""
    return wants_the_one(s), has_the_one(s)


@checks.leads_to("5", fair=(give_back.each("who"), give_up.each("who")), strongly_fair=allocate.each("who"))
def often_satisfied(s: State) -> tuple[bool, bool]:
    """Again and again a client lacks nothing."""
    return True, not lacks(s)


@checks.leads_to("5", fair=give_back.each("who"), strongly_fair=allocate.each("who"))
def those_will_return(s: State) -> tuple[bool, bool]:
    """The first one, where only who has all must give back."""
    return not lacks(s), not holds(s)


@checks.leads_to("5", fair=give_back.each("who"), strongly_fair=allocate.each("who"))
def those_will_obtain(s: State) -> tuple[bool, bool]:
    """The second one, where only who has all must give back."""
    return wants_the_one(s), has_the_one(s)


@checks.leads_to("5", fair=give_back.each("who"), strongly_fair=allocate.each("who"))
def those_are_often_satisfied(s: State) -> tuple[bool, bool]:
    """The third one, where only who has all must give back."""
    return True, not lacks(s)


@checks.leads_to("5", fair=(give_back.each("who"), give_up.each("who"), allocate.each("who")))
def weak_fairness_is_not_enough(s: State) -> tuple[bool, bool]:
    """The second one, where allocation is weakly fair."""
    return wants_the_one(s), has_the_one(s)
