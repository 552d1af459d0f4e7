"""Dijkstra's ring that stabilises by itself, after TokenRing (github.com/tlaplus/Examples, specifications/ewd426).

With enough values a single privilege is left after any beginning, however the nodes are chosen; with too few it need
not be (E. W. Dijkstra: Self-stabilizing systems in spite of distributed control, CACM 17/11, 1974).
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, effect, state

ring = Ruleset("ring")
ring.closed_world(assumed="nothing happens but what a rule describes")


class Value(Sort):
    """What a node counts, round and round."""

    next: Value


class Node(Sort):
    """A node with its number, and the one before it; number 0 is the bottom."""

    number: int
    before: Node


@state
class State:
    value: Map[Node, Value]


@ring.initial("1")
def begin(s: State, values: Map[Node, Value]) -> None:
    """Anything may be."""
    with effect("1"):
        for n in Node:
            s.value[n] = values[n]


@ring.awaits
def anybody(s: State) -> frozenset[Node]:
    """Any of them may be next."""
    return frozenset(Node)


@ring.ended()
def never(s: State) -> bool:
    """It goes on for ever."""
    return False


@ring.winners()
def nobody(s: State) -> frozenset[Node]:
    """It is no contest."""
    return frozenset()


def privileged(s: State, node: Node) -> bool:
    """Whether a node may act."""
    return (s.value[node] == s.value[node.before]) == (node.number == 0)


@ring.action("2")
def act(s: State, who: Node) -> None:
    """The bottom counts on; any other node takes over what the one before it has."""
    with effect("2"):
        s.value[who] = s.value[who].next if who.number == 0 else s.value[who.before]


@act.permit("2")
def has_a_privilege(s: State, who: Node) -> bool:
    return privileged(s, who)


checks = Checks(ring)


@checks.step("3")
def stays_single(before: State, after: State) -> bool:
    """A single privilege stays one."""
    return sum(1 for n in Node if privileged(before, n)) != 1 or sum(1 for n in Node if privileged(after, n)) == 1


@checks.leads_to("3")
def stabilises(s: State) -> tuple[bool, bool]:
    """A single privilege is left some time."""
    return True, sum(1 for n in Node if privileged(s, n)) == 1


@checks.leads_to("3", fair=act.each("who"))
def stabilises_where_all_are_chosen(s: State) -> tuple[bool, bool]:
    """The same, where no node with a privilege is passed over for ever."""
    return True, sum(1 for n in Node if privileged(s, n)) == 1
