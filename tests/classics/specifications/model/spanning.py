"""A spanning tree: a node that is nearer to the root by way of a neighbour makes it its parent.

After SpanTree.tla; how near it says to be is any number that is less than before, and more than its neighbour's.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Constants, Map, Range, Ruleset, Sort, number, permit, state

spanning = Ruleset("spanning")
spanning.closed_world(assumed="nothing happens but what a rule describes")


class Numbers(Constants):
    """More than any distance."""

    far: int = number(6, "1")


class Node(Sort):
    """A node, with those beside it."""

    root: bool
    beside: frozenset[Node]


@state
class State:
    mom: Map[Node, Node]
    dist: Map[Node, Annotated[int, Range(0)]]


@spanning.initial("1")
def begin(s: State) -> None:
    for n in Node:
        s.mom[n] = n
        s.dist[n] = 0 if n.root else Numbers.far


@spanning.chance("2")
def nearer(s: State, n: Node, m: Node, dist: int) -> None:
    permit("2", m in n.beside and s.dist[m] < dist and dist < s.dist[n])
    s.mom[n] = m
    s.dist[n] = dist


@spanning.ended("3")
def over(s: State) -> bool:
    """No node has a way that is nearer."""
    return all(s.dist[n] <= s.dist[m] + 1 for n in Node for m in n.beside)


checks = Checks(spanning)


@checks.always("3")
def a_tree_in_the_end(s: State) -> bool:
    return not over(s) or all(
        (n.root and s.dist[n] == 0 and s.mom[n] == n)
        or (s.dist[n] == Numbers.far and s.mom[n] == n and all(s.dist[m] == Numbers.far for m in n.beside))
        or (s.dist[n] > 0 and s.mom[n] in n.beside and s.dist[n] == s.dist[s.mom[n]] + 1)
        for n in Node
    )


@checks.eventually("3")
def it_ends(s: State) -> bool:
    return over(s)
