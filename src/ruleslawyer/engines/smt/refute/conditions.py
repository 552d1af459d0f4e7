"""The readings under which a property fails: plays are generalised to the readings that allow them, until what is left
of the readings is proved.

A play's moves are carried out with the choices of the reading left open: what comes out is a condition on these
choices alone. The condition is shown as few and wide alternatives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from ruleslawyer.engines.smt.encoding.encode import symbols_of
from ruleslawyer.engines.smt.encoding.relation import Relation
from ruleslawyer.engines.smt.refute.paths import Move, Play
from ruleslawyer.engines.smt.statements.goals import Goal
from ruleslawyer.lifted.scoped.evaluate import evaluate
from ruleslawyer.lifted.scoped.nodes import FALSE, Node, both, constant, either, substitute

LARGEST = 4096
"""Combinations of readings that are looked at one by one to make a condition readable."""

Alternative = Mapping[str, tuple[str, ...]]
"""Options that are meant, of each question that matters; all of these together."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The readings under which a property fails, as alternatives (one without a question: under every reading), and
    under which it holds.

    exact: it is proved wherever it does not fail; else nothing is known there. plays: how many plays show it.
    """

    fails: tuple[Alternative, ...]
    holds: tuple[Alternative, ...]
    exact: bool
    plays: int

    def text(self) -> str:
        """The conditions in words."""
        if self.fails == ({},):
            return "violated under every reading"
        where = " or ".join(alternative_text(a) for a in self.fails)
        if self.exact:
            return f"violated exactly where {where}; proved for every other reading"
        return f"violated at least where {where}; for other readings nothing is known"


def alternative_text(alternative: Alternative) -> str:
    """An alternative as a reader sees it: ``seller=opponent and ties in {first, last}``."""
    parts = [f"{q}={o[0]}" if len(o) == 1 else f"{q} in {{{', '.join(o)}}}" for q, o in alternative.items()]
    return f"({' and '.join(parts)})" if len(parts) > 1 else parts[0]


def readings_for_play(relation: Relation, goal: Goal, play: Play) -> Node:
    """The readings under which the same moves are possible, and show the same goal."""
    scoped = relation.scoped
    fixed = {
        node: constant(play.rigids[name])
        for name, node in scoped.rigids.items()
        if not scoped.world.rigids[name].options
    }
    leaves = [leaf.node for leaf in scoped.layout.leaves]
    state = {leaf: leaf if leaf.op == "constant" else constant(False if leaf.sort == "bool" else 0) for leaf in leaves}
    found: list[Node] = []

    def inside(move: Move | None) -> dict[Node, Node]:
        put = {leaf: value for leaf, value in state.items() if leaf.op != "constant"} | fixed
        if move is not None:
            put |= {n: constant(move.parameters[str(n.value)]) for n in move.instance.parameters}
        return put

    for move in play.moves:
        edge, *changed = substitute([move.instance.edge, *(n for _, n in move.instance.next)], inside(move))
        found.append(edge)
        state |= {leaves[i]: value for (i, _), value in zip(move.instance.next, changed, strict=True)}
    stopped = play.stopped.instance if play.stopped is not None else None
    bads: list[Node] = []
    for bad in goal.bads:
        if bad.of(scoped) is stopped:
            bads.append(bad.node)
    return both(*found, either(*substitute(bads, inside(play.stopped))))


def conditions(relation: Relation, fails: Node, *, exact: bool, plays: int) -> Conditions | None:
    """A condition on the readings, readable; None where too many readings matter."""
    scoped = relation.scoped
    names = [name for name, node in scoped.rigids.items() if node in set(symbols_of([fails]))]
    choices = {name: scoped.world.rigids[name].options for name in names}
    if prod(len(o) for o in choices.values()) > LARGEST:
        return None
    points: dict[tuple[int, ...], bool] = {}
    for point in product(*(range(len(o)) for o in choices.values())):
        symbols = {
            scoped.rigids[n]: bool(k) if scoped.rigids[n].sort == "bool" else k
            for n, k in zip(names, point, strict=True)
        }
        points[point] = bool(evaluate([fails], symbols)[0])
    wrong = {p for p, fails_ in points.items() if fails_}
    return Conditions(
        tuple(_by_name(choices, cube) for cube in _cover(wrong, choices)),
        tuple(_by_name(choices, cube) for cube in _cover(set(points) - wrong, choices)) if exact else (),
        exact,
        plays,
    )


Cube = tuple[tuple[int, ...], ...]


def _cover(points: set[tuple[int, ...]], choices: Mapping[str, tuple[str, ...]]) -> list[Cube]:
    """A few wide cubes that are those points together: each is widened as far as it goes, the widest come first."""
    sizes = [len(options) for options in choices.values()]
    cubes = {_widen(tuple((k,) for k in point), points, sizes) for point in sorted(points)}
    left = set(points)
    found: list[Cube] = []
    while left:
        best = min(cubes, key=lambda c: (-len(left & set(product(*c))), -sum(map(len, c)), c))
        found.append(best)
        left -= set(product(*best))
    return found


def _widen(cube: Cube, points: set[tuple[int, ...]], sizes: Iterable[int]) -> Cube:
    parts = list(cube)
    for i, size in enumerate(sizes):
        for option in range(size):
            wider = [*parts[:i], tuple(sorted({*parts[i], option})), *parts[i + 1 :]]
            if set(product(*wider)) <= points:
                parts = wider
    return tuple(parts)


def _by_name(choices: Mapping[str, tuple[str, ...]], cube: Cube) -> Alternative:
    """A cube by names, without what does not matter in it."""
    return {
        name: tuple(options[k] for k in kept)
        for (name, options), kept in zip(choices.items(), cube, strict=True)
        if len(kept) < len(options)
    }


def everything(fails: Node) -> bool:
    """Whether a condition leaves out no reading, as far as its form shows."""
    return fails.op == "constant" and fails is not FALSE
