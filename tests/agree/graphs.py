"""Small games as graphs, drawn or written: places that players or chance go on from, and ends that some of them win."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PROJECT = """[tool.ruleslawyer]
language = "0.2"
[tool.ruleslawyer.rulesets.net]
title = "A net of places"
modules = ["model.net"]
"""
MODEL = '''"""A net of places."""

from __future__ import annotations

from ruleslawyer.lang import CHANCE, Chance, Ruleset, Sort, effect, state, the

net = Ruleset("net")
net.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays."""

    bit: int


class Place(Sort):
    """Where the game may stand. wins: the bits of those who have won there."""

    number: int
    over: bool
    wins: int


class Edge(Sort):
    """From where to where, and whose: the bit of a player, or 0 of chance."""

    source: int
    target: int
    whose: int


@state
class State:
    """Where the game stands."""

    at: Place


def leads(s: State, edge: Edge) -> bool:
    """It begins here."""
    return edge.source == s.at.number


@net.initial("1")
def begin(s: State) -> None:
    """At the first place."""
    with effect("1"):
        s.at = the(p for p in Place if p.number == 0)


@net.awaits
def whoever_has_an_edge(s: State) -> frozenset[Player] | Chance:
    """All of them at once."""
    if any(leads(s, e) and e.whose == 0 for e in Edge):
        return CHANCE
    return frozenset(p for p in Player if any(leads(s, e) and e.whose == p.bit for e in Edge))


@net.ended("2")
def at_an_end(s: State) -> bool:
    """There."""
    return s.at.over


@net.winners("2")
def by_their_bits(s: State) -> frozenset[Player]:
    """As written there."""
    return frozenset(p for p in Player if s.at.wins // p.bit % 2 == 1)


@net.action("3")
def go(s: State, who: Player, edge: Edge) -> None:
    """Along an edge."""
    with effect("3"):
        s.at = the(p for p in Place if p.number == edge.target)


@go.permit("3")
def own(s: State, who: Player, edge: Edge) -> bool:
    """One's own."""
    return leads(s, edge) and edge.whose == who.bit


@net.chance("4", uniform="4")
def fall(s: State, edge: Edge) -> None:
    """Each is as likely."""
    with effect("4"):
        s.at = the(p for p in Place if p.number == edge.target)


@fall.permit("4")
def of_chance(s: State, edge: Edge) -> bool:
    """Those of chance."""
    return leads(s, edge) and edge.whose == 0
'''
CHANCE = -1


@dataclass(frozen=True)
class Graph:
    """edges: source, target and seat (`CHANCE` for chance); ends: the places where it is over, with who has won."""

    players: int
    edges: tuple[tuple[int, int, int], ...]
    ends: tuple[tuple[int, frozenset[int]], ...]

    @property
    def places(self) -> int:
        return 1 + max([0, *(max(edge[:2]) for edge in self.edges), *(place for place, _ in self.ends)])

    def scope(self) -> str:
        """The scope of it. A sort has one member at least."""
        ends, places = dict(self.ends), range(self.places)
        edges = self.edges or ((self.places, 0, 0),)
        masks = [sum(1 << seat for seat in ends.get(place, ())) for place in places]
        return (
            f"[sorts]\nPlayer = {self.players}\nPlace = {self.places}\nEdge = {len(edges)}\n"
            f"[attributes.Player]\nbit = {[1 << seat for seat in range(self.players)]}\n"
            f"[attributes.Place]\nnumber = {[*places]}\nover = {_flags(place in ends for place in places)}\n"
            f"wins = {masks}\n[attributes.Edge]\nsource = {[s for s, _, _ in edges]}\n"
            f"target = {[t for _, t, _ in edges]}\nwhose = {[0 if w == CHANCE else 1 << w for _, _, w in edges]}\n"
        )


def _flags(values: Iterable[bool]) -> str:
    return "[" + ", ".join("true" if value else "false" for value in values) + "]"


def project(folder: Path, *graphs: Graph) -> Path:
    """The folder of a project that has these as the scopes g0, g1, and so on."""
    (folder / "model").mkdir(parents=True)
    scopes = folder / "checks" / "net" / "scopes"
    scopes.mkdir(parents=True)
    (folder / "pyproject.toml").write_text(PROJECT, "utf-8")
    (folder / "model" / "net.py").write_text(MODEL, "utf-8")
    for number, graph in enumerate(graphs):
        (scopes / f"g{number}.toml").write_text(graph.scope(), "utf-8")
    return folder
