"""An allocator that serves clients in an order, which it appends to as requests come.

After SchedulingAllocator.tla of allocator (S. Merz), which asks its promises of every client and every resource.
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Map, Pile, Ruleset, Sort, permit, state

scheduler = Ruleset("scheduler")
scheduler.closed_world(assumed="nothing happens but what a rule describes")


class Client(Sort):
    """Who asks for resources."""


class Resource(Sort):
    """What only one can have at a time."""


@state
class State:
    lacks: Map[Client, frozenset[Resource]]
    holds: Map[Client, frozenset[Resource]]
    order: Pile[Client]


@scheduler.initial("1")
def begin(s: State) -> None:
    """Nothing is asked for."""


@scheduler.chance("2")
def request(s: State, c: Client, those: frozenset[Resource]) -> None:
    permit("2", len(those) > 0 and len(s.lacks[c]) == 0 and len(s.holds[c]) == 0)
    s.lacks[c] = those


@scheduler.chance("3")
def allocate(s: State, c: Client, those: frozenset[Resource]) -> None:
    """Nothing that an earlier one in the order lacks; who then has all leaves the order."""
    permit("3", c in s.order and len(those) > 0 and may_have(s, c, those))
    if those == s.lacks[c]:
        s.order = s.order.without(c)
    s.holds[c] = s.holds[c] | those
    s.lacks[c] = s.lacks[c] - those


def may_have(s: State, c: Client, those: frozenset[Resource]) -> bool:
    """Whether it lacks them, nobody has them, and nobody earlier in the order lacks any of them."""
    for other in s.order:
        if other == c:
            return all(r in s.lacks[c] and all(r not in s.holds[d] for d in Client) for r in those)
        if len(s.lacks[other] & those) > 0:
            return False
    return False


@scheduler.chance("4")
def give_all_back(s: State, c: Client) -> None:
    """Who lacks nothing does so some time: to this action plays are fair."""
    permit("4", len(s.lacks[c]) == 0 and len(s.holds[c]) > 0)
    s.holds[c] = frozenset()


@scheduler.chance("4")
def give_back(s: State, c: Client, those: frozenset[Resource]) -> None:
    """Some of it, or all while something is lacking."""
    permit("4", len(those) > 0 and all(r in s.holds[c] for r in those) and (those != s.holds[c] or len(s.lacks[c]) > 0))
    s.holds[c] = s.holds[c] - those


@scheduler.chance("5")
def schedule(s: State, first: Client, second: Client | None, third: Client | None) -> None:
    """All who ask and are not in the order yet, one after the other in any way."""
    permit("5", all((c in (first, second, third)) == is_to_come(s, c) for c in Client))
    s.order = s.order.with_bottom(first)
    for c in Client:
        if c == second:
            s.order = s.order.with_bottom(c)
    for c in Client:
        if c == third:
            s.order = s.order.with_bottom(c)


@schedule.domain
def each_once(s: State, first: Client, second: Client | None, third: Client | None) -> bool:
    return first != second and first != third and (third is None or (second is not None and second != third))


def is_to_come(s: State, c: Client) -> bool:
    """Whether it asks, and is not in the order."""
    return len(s.lacks[c]) > 0 and c not in s.order


checks = Checks(scheduler)


@checks.always("6")
def nothing_is_held_by_two(s: State) -> bool:
    return all(c == d or len(s.holds[c] & s.holds[d]) == 0 for c in Client for d in Client)


@checks.always("6")
def who_is_in_the_order_lacks_something(s: State) -> bool:
    return all(len(s.lacks[c]) > 0 for c in s.order)


@checks.leads_to("6", fair=(give_all_back.each("c"), allocate.each("c"), schedule))
def returns(s: State, c: Client) -> tuple[bool, bool]:
    return len(s.lacks[c]) == 0, len(s.holds[c]) == 0


@checks.leads_to("6", fair=(give_all_back.each("c"), allocate.each("c"), schedule))
def obtains(s: State, c: Client, r: Resource) -> tuple[bool, bool]:
    return r in s.lacks[c], r in s.holds[c]


@checks.leads_to("6", fair=(give_all_back.each("c"), allocate.each("c"), schedule))
def is_satisfied_again(s: State, c: Client) -> tuple[bool, bool]:
    return True, len(s.lacks[c]) == 0


@checks.leads_to("6", fair=(allocate.each("c"), schedule))
def obtains_though_nobody_returns(s: State, c: Client, r: Resource) -> tuple[bool, bool]:
    return r in s.lacks[c], r in s.holds[c]
